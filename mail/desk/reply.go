package desk

import (
	"crypto/rand"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"turnpost/db"
	"turnpost/mail"
	"turnpost/rules"
	"turnpost/templates"
)

// reply is the one letter that a letter in brings to one player.
type reply struct {
	to      db.Player
	letter  templates.Letter
	receipt *templates.Receipt

	// What the letter is about: nothing, one game, or one invitation. A letter
	// about several games belongs to no thread.
	table      *table
	invitation *db.Invitation
	several    bool
	digest     bool // a digest is in it, which has a thread of its own

	held    int64       // the number of what it asks about
	address *db.Address // it goes to this address of the player's and asks about it

	sketches []sketch // boards that the letter may show as pictures
	ended    []*table // games that end with this letter

	heard map[int64]int64 // by game: the last talk of the opponent's that it tells

	composed *db.Outgoing // the letter, if it has its bytes already
}

// reply returns the letter to a player, begun if need be.
func (s *session) reply(to db.Player) *reply {
	for _, r := range s.replies {
		if r.to.ID == to.ID && r.address == nil {
			return r
		}
	}
	r := &reply{to: to, letter: templates.Letter{Reader: to.Name, Rule: mail.Sentinel}, heard: map[int64]int64{}}
	s.replies = append(s.replies, r)
	return r
}

// add puts a section into the letter.
func (r *reply) add(sec templates.Section) *reply {
	r.letter.Sections = append(r.letter.Sections, sec)
	return r
}

// about says which game the letter belongs to.
func (r *reply) about(t *table) *reply {
	if r.table != nil && r.table != t || r.invitation != nil && r.invitation.ID != t.game.ID {
		r.several = true
	}
	r.table = t
	return r
}

// aboutInvitation says which invitation the letter belongs to.
func (r *reply) aboutInvitation(i db.Invitation) *reply {
	if r.table != nil && r.table.game.ID != i.ID || r.invitation != nil && r.invitation.ID != i.ID {
		r.several = true
	}
	r.invitation = &i
	return r
}

// alone says that the letter belongs to no thread.
func (r *reply) alone() *reply {
	r.several = true
	return r
}

// aside returns the letter to the writer for what has nothing to do with a
// game. In a reply about one it stays in that game's thread, so that the next
// reply belongs there as well.
func (s *session) aside() *reply {
	r := s.reply(s.player)
	if t := s.atHand(); t != nil {
		r.about(t)
	}
	return r
}

// thread is the number of the game or invitation that the letter belongs to,
// digestThread for a digest and nothing else, or 0.
func (r *reply) thread() int64 {
	switch {
	case r.address != nil:
		return addressThread
	case r.digest && r.table == nil && r.invitation == nil:
		return digestThread
	case r.several:
		return 0
	case r.table != nil:
		return r.table.game.ID
	case r.invitation != nil:
		return r.invitation.ID
	}
	return 0
}

// post writes every letter into the outbox with its final bytes. A player who
// wants no letters gets none, and nothing is written to a suspended address.
func (s *session) post() error {
	s.drawAhead()
	for _, r := range s.replies {
		// A letter that was only addressed and never filled is none.
		if len(r.letter.Sections) == 0 && r.receipt == nil || !r.to.StoppedAt.IsZero() || r.to.Address == "" {
			continue
		}
		if withheld, err := s.withheld(r); err != nil {
			return err
		} else if withheld {
			continue
		}
		if err := s.postOne(r); err != nil {
			return fmt.Errorf("letter to player %d: %w", r.to.ID, err)
		}
		for game, last := range r.heard {
			if err := s.tx.PassedUntil(game, r.to.ID, last); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *session) postOne(r *reply) error {
	out := r.composed
	if out == nil {
		made, err := s.compose(r)
		if err != nil {
			return err
		}
		out = &made
	}
	id, err := s.tx.Post(*out)
	if err != nil || !s.desk.tagged() {
		return err
	}
	return s.tx.SetSender(id, s.desk.robot.returnPath(s.keys[0], id))
}

// compose makes a letter's final bytes. It changes nothing.
func (s *session) compose(r *reply) (out db.Outgoing, err error) {
	d := s.desk
	r.letter.Receipt = r.receipt
	r.letter.Lines = r.to.Board == "unicode"
	r.letter.Now = s.tx.Now.In(zoneOf(r.to))
	if r.several {
		r.letter.Severally()
	}
	answersWriter := r.to.ID == s.player.ID && r.address == nil
	key := s.keys[0]
	// A letter without a game, or about several, is dated by its moment.
	tick := makeTicket(key, r.to.ID, 0, s.tx.Now.Unix(), 0)
	if r.held != 0 {
		tick = makeQuestion(key, r.to.ID, questionHeld, r.held, 0, s.tx.Now.Unix())
	}
	draft := mail.Draft{
		From:          mail.Address{Name: d.robot.Name, Addr: d.robot.Address},
		To:            mail.Address{Name: r.to.Name, Addr: r.to.Address},
		Date:          s.tx.Now,
		AutoSubmitted: "auto-generated",
	}
	if answersWriter {
		draft.AutoSubmitted = "auto-replied" // RFC 3834, 3.1.7
	}
	switch {
	case r.address != nil:
		tick = makeQuestion(key, r.to.ID, questionAddress, r.address.ID, r.address.Asked, s.tx.Now.Unix())
		draft.Subject = d.robot.Name
	case r.thread() == digestThread:
		draft.Subject = d.robot.Name + " digest"
	case r.thread() == 0:
		draft.Subject = d.robot.Name
		if answersWriter && !s.stranger && s.letter.Subject != "" {
			draft.Subject = "Re: " + cut(strings.TrimSpace(trimRe.ReplaceAllString(s.letter.Subject, "")), maxSubject)
		}
	case r.table != nil:
		t := r.table
		tick = makeTicket(key, r.to.ID, t.game.ID, int64(t.record.Len()), t.game.Undone)
		draft.Subject = t.game.Subject
		draft.Header = gameHeader(t, r.to.ID)
	default:
		tick = makeTicket(key, r.to.ID, r.invitation.ID, 0, 0)
		draft.Subject = r.invitation.Subject
		header, err := s.invitationHeader(*r.invitation, r.to.ID)
		if err != nil {
			return out, err
		}
		draft.Header = header
	}
	draft.ReplyTo = d.robot.replyTo(tick)
	draft.MessageID = fmt.Sprintf("%s.%s@%s", tick, strings.ToLower(rand.Text()[:12]), d.robot.domain())
	draft.Header = append(draft.Header, d.listHeader()...)
	draft.Header = append(draft.Header, d.listUnsubscribe(draft.ReplyTo, key, r)...)
	if draft.InReplyTo, draft.References, err = s.chain(r, answersWriter); err != nil {
		return out, err
	}
	if err := s.write(r, &draft, tick); err != nil {
		return out, err
	}
	raw, err := draft.Bytes()
	if err != nil {
		return out, err
	}
	answers := s.in.ID
	if r.address != nil {
		answers = 0 // the answer goes to the player's own address
	}
	return db.Outgoing{
		Player: r.to.ID, Thread: r.thread(), Kind: r.kind(), Answers: answers,
		MessageID: draft.MessageID, Sender: d.robot.Address, Recipient: r.to.Address, Raw: raw,
	}, nil
}

// write sets the letter in both its forms. A tap in the second sends a mail that
// belongs to the thread by its subject and proves its writer by its address, or
// where that carries no ticket, by a line below the command.
func (s *session) write(r *reply, draft *mail.Draft, t ticket) error {
	r.letter.Mailto = templates.Mailto{Address: draft.ReplyTo, Subject: "Re: " + trimRe.ReplaceAllString(draft.Subject, "")}
	if !s.desk.robot.Plus {
		r.letter.Mailto.Body = ticketLine(t)
	}
	var err error
	if draft.Text, err = s.desk.words.Text(r.to.Lang, r.letter); err != nil {
		return err
	}
	if err := s.twin(r, draft); err != nil {
		return err
	}
	for _, t := range r.ended {
		if err := s.account(r, t, draft); err != nil {
			return err
		}
	}
	return nil
}

// maxSubject is how much of a player's own subject we repeat, in characters.
const maxSubject = 150

// cut shortens a text to so many characters.
func cut(text string, most int) string {
	if r := []rune(text); len(r) > most {
		return strings.TrimSpace(string(r[:most])) + "…"
	}
	return text
}

var trimRe = regexp.MustCompile(`(?i)^(\s*(re|aw|sv|antw|rif|r)\s*:)+`)

// kind names a letter for statistics: the kind of its first section.
func (r *reply) kind() string {
	if len(r.letter.Sections) == 0 {
		return "receipt"
	}
	return templates.Kind(r.letter.Sections[0])
}

// threadTail is how many of the last ids References holds besides the first: a
// chain that grew for ever would outgrow the header (RFC 5322, 3.6.4, allows
// to leave some out).
const threadTail = 10

var plainID = regexp.MustCompile(`^[!-;=?-~]{1,250}$`)

// chain makes the In-Reply-To and References of a letter, from ids that its own
// reader knows: our letters to them in the thread, and the letter of theirs
// that is answered.
func (s *session) chain(r *reply, answersWriter bool) (inReplyTo string, references []string, err error) {
	if r.thread() != 0 && r.address == nil {
		if references, err = s.tx.ThreadIDs(r.to.ID, r.thread(), threadTail); err != nil {
			return "", nil, err
		}
	}
	if answersWriter && s.inThread(r.thread()) && plainID.MatchString(s.letter.MessageID) {
		references = append(references, s.letter.MessageID)
	}
	if n := len(references); n > 0 {
		inReplyTo = references[n-1]
	}
	return inReplyTo, references, nil
}

// inThread reports whether the letter that is answered may stand in a thread: a
// fresh one may in any, a reply only in the one that it replies in. A move in
// reply to a digest would otherwise tie the digests to the game. A tap is a
// reply too: it refers to nothing, but has the subject and the ticket of what
// was tapped.
func (s *session) inThread(thread int64) bool {
	fresh := len(s.letter.InReplyTo)+len(s.letter.References) == 0 && s.ticket.secret == ""
	return fresh || thread == 0 || thread == s.ticket.game
}

// gameHeader is the machine's view of a game for one of its players; see
// letters.md, "Headers of every game letter".
func gameHeader(t *table, reader int64) []mail.Field {
	side := rules.White
	if reader == t.game.Black {
		side = rules.Black
	}
	fields := stateHeader(t.game.ID, t.game.Rules, t.record.Len(), side, t.turn(), t.record.Position())
	if t.game.Over() {
		fields = append(fields, mail.Field{Name: "Turnpost-Outcome", Value: t.game.Result + " " + t.game.Reason})
	}
	return fields
}

func (s *session) invitationHeader(i db.Invitation, reader int64) ([]mail.Field, error) {
	g, err := s.desk.game(i.Rules)
	if err != nil {
		return nil, err
	}
	side := rules.White
	if reader == i.Black() {
		side = rules.Black
	}
	start := g.Start()
	return stateHeader(i.ID, i.Rules, 0, side, rules.None, start), nil
}

func stateHeader(game int64, name string, plies int, side, turn rules.Side, p rules.Position) []mail.Field {
	return []mail.Field{
		{Name: "Turnpost-Game", Value: strconv.FormatInt(game, 10)},
		{Name: "Turnpost-Rules", Value: name},
		{Name: "Turnpost-Ply", Value: strconv.Itoa(plies)},
		{Name: "Turnpost-Side", Value: side.String()},
		{Name: "Turnpost-Turn", Value: turn.String()},
		{Name: "Turnpost-Position", Value: p.String()},
	}
}

// listHeader lets mail programs file our letters (RFC 2369, RFC 2919); how to
// stop them is beside it (unsubscribe.go).
func (d *Desk) listHeader() []mail.Field {
	return []mail.Field{
		{Name: "List-Id", Value: fmt.Sprintf("Turnpost <turnpost.%s>", d.robot.domain())},
		{Name: "List-Help", Value: fmt.Sprintf("<mailto:%s?subject=help>", d.robot.Address)},
	}
}
