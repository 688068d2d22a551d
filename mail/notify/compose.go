package notify

import (
	"cmp"
	"crypto/rand"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"turnpost/db"
	"turnpost/mail"
	"turnpost/mail/auth"
	"turnpost/mail/club"
	"turnpost/rules"
	"turnpost/templates"
)

// compose makes a message's bytes, final except for the pictures of AddPictures. It changes nothing.
func (m *Messages) compose(r *message) (out *db.Outgoing, err error) {
	now := m.tx.Now()
	r.text.Receipt = r.receipt
	r.text.Lines, r.text.Spoken = r.to.Board == db.BoardUnicode, r.to.Board == db.BoardWords
	r.text.Now = LocalTime(r.to, now)
	r.text.Several = r.about.several
	draft := mail.Draft{
		To:            mail.Address{Name: r.to.Name, Addr: r.to.Address},
		Date:          now,
		AutoSubmitted: "auto-generated",
	}
	if m.answersTo(r) {
		draft.AutoSubmitted = "auto-replied" // RFC 3834, 3.1.7
	}
	if draft.From, err = m.senderOf(r); err != nil {
		return out, err
	}
	if draft.Subject, err = m.subject(r); err != nil {
		return out, err
	}
	if draft.Header, err = m.gameHeader(r); err != nil {
		return out, err
	}
	asks := r.asks()
	r.text.Words = asks.Words
	token := m.token(r, asks)
	draft.ReplyTo = m.notifier.Mailbox.ReplyTo(token)
	nonce := strings.ToLower(rand.Text()[:12])
	if m.notifier.Nonce != nil {
		known, err := m.notifier.Nonce(m.tx.DB, token.String())
		if err != nil {
			return out, err
		}
		nonce = cmp.Or(known, nonce)
	}
	draft.MessageID = m.notifier.Mailbox.MessageID(token, nonce)
	draft.Header = append(draft.Header, m.notifier.listHeader()...)
	draft.Header = append(draft.Header, m.notifier.listUnsubscribe(draft.ReplyTo, m.keys[0], r)...)
	if draft.InReplyTo, draft.References, err = m.chain(r); err != nil {
		return out, err
	}
	drawings, err := m.write(r, &draft, token)
	if err != nil {
		return out, err
	}
	raw, err := pack(draft, drawings)
	if err != nil {
		return out, err
	}
	out = &db.Outgoing{
		Player: r.to.ID, Thread: r.thread(), Kind: r.kind(),
		MessageID: draft.MessageID, Sender: m.notifier.Mailbox.Address, Recipient: r.to.Address, Raw: raw,
	}
	if m.answers != nil && r.address == nil { // the answer goes to the player's own address
		out.Answers = m.answers.Message
	}
	return out, nil
}

// token is the reply token of the message. The token of a message about no game, or about
// several, has the moment of the message, or the one by which its puzzle is known.
func (m *Messages) token(r *message, asks mail.AskedQuestion) auth.ReplyToken {
	key, now := m.keys[0], m.tx.Now().Unix()
	switch thread := r.thread(); {
	case r.address != nil:
		return auth.NewQuestionToken(key, r.to.ID,
			auth.TokenQuestion{Kind: auth.AboutAddress, Number: r.address.ID, Asked: r.address.Asked}, now)
	case r.question != nil:
		return r.question.token(key, r.to.ID, now)
	case thread <= 0: // of no game
		return auth.NewReplyToken(key, r.to.ID, auth.SeenGame{Ply: cmp.Or(r.puzzleSecond, now)}, asks)
	case r.about.game != nil:
		g := r.about.game
		return auth.NewReplyToken(key, r.to.ID, auth.SeenGame{Game: g.Row.ID, Ply: int64(g.Record.Len()),
			Undone: g.Row.Undone, Generation: g.Row.Generation, Position: g.Record.Position().String()}, asks)
	}
	i := r.about.invitation
	return auth.NewReplyToken(key, r.to.ID, auth.SeenGame{Game: i.ID, Generation: i.Generation}, asks)
}

// asks is what the message asks its reader to answer by yes or no.
func (r *message) asks() mail.AskedQuestion {
	out := mail.AskedQuestion{Question: mail.AsksNothing}
	ask := func(q mail.Question) {
		if out.Question != mail.AsksNothing && out.Question != q {
			q = mail.AsksSeveral
		}
		out.Question = q
	}
	if r.asksLine {
		ask(mail.AsksLine)
	}
	for _, sec := range r.text.Sections {
		words := ""
		switch sec := sec.(type) {
		case *templates.Turn:
			if words = sec.Message; sec.Offer != "" && !sec.OfferYours {
				ask(mail.Question(sec.Offer))
			}
		case *templates.OpponentWords:
			words = sec.Message
		case *templates.InvitationAnswered:
			words = sec.Message
		case *templates.Notes:
			if sec.Published && !sec.You && len(sec.Notes) > 0 {
				words = sec.Notes[0].Text
			}
		case *templates.Invitation:
			words = sec.Message
			ask(mail.AsksInvitation)
		case *templates.ConfirmLeaving:
			ask(mail.Question(sec.What))
		case *templates.SeasonPart:
			switch sec.What {
			case "asked":
				ask(mail.AsksLeave)
			case "invited":
				ask(mail.AsksCup)
			}
		}
		out.Words = out.Words || words != ""
	}
	return out
}

// maxSubject is how many characters of a player's own subject are repeated.
const maxSubject = 150

// subject is a message's subject: that of its game, its invitation or its topic, or the reader's
// own.
func (m *Messages) subject(r *message) (string, error) {
	words := m.notifier.Words
	switch thread := r.thread(); {
	case r.announced != "":
		return r.announced, nil
	case thread == digestThread:
		return words.Say(r.to.Lang, "subject.digest", "Robot", m.notifier.Name)
	case thread == followThread:
		return words.Say(r.to.Lang, "subject.following")
	case r.topic != nil:
		return m.subjectOf(r.to, *r.topic)
	case thread == 0:
		return "Re: " + cut(m.ownSubject(), maxSubject), nil
	case r.about.game != nil:
		return m.subjectFor(r.to, r.about.game.Row.Subject)
	case r.about.invitation.Invitee == r.to.ID:
		return m.inviting(r.to, *r.about.invitation)
	}
	return m.subjectFor(r.to, r.about.invitation.Subject)
}

// subjectOf is the subject of a topic.
func (m *Messages) subjectOf(to db.Player, t topic) (string, error) {
	who, err := m.headerName(to, t.value)
	if err != nil {
		return "", err
	}
	return m.notifier.Words.Say(to.Lang, t.subject, "Robot", m.notifier.Name, "Name", t.value, "Title", t.value,
		"Who", who)
}

// subjectFor is a game's subject as a player reads it: players in it who have no name are
// called by a word of the reader's language.
func (m *Messages) subjectFor(to db.Player, subject string) (string, error) {
	for _, word := range append([]string{club.Anyone, club.Somebody}, club.BotsIn(subject)...) {
		own, err := m.headerName(to, word)
		if word == club.Anyone {
			own, err = m.notifier.Words.Say(to.Lang, "name."+word)
		}
		if err != nil {
			return "", err
		}
		if head, ok := strings.CutSuffix(subject, " - "+word); ok {
			subject = head + " - " + own
		}
		subject = strings.Replace(subject, ": "+word+" - ", ": "+own+" - ", 1)
	}
	return subject, nil
}

// write renders the message as text and, unless its reader wants none, as HTML. A tap in
// the HTML sends a mail that belongs
// to the thread by its subject, and proves its writer by the address it is sent to or, where
// that has no reply token, by a line below the command.
func (m *Messages) write(r *message, draft *mail.Draft, t auth.ReplyToken) (drawings []drawing, err error) {
	r.text.Mailto = templates.Mailto{Address: draft.ReplyTo, Subject: "Re: " +
		trimRe.ReplaceAllString(draft.Subject, "")}
	if !m.notifier.Mailbox.Plus {
		r.text.Mailto.Body = t.Line()
	}
	if r.text.Rule, err = m.notifier.Words.Say(r.to.Lang, "phrase.mark"); err != nil {
		return nil, err
	}
	if draft.Text, err = m.notifier.Words.Text(r.to.Lang, r.text); err != nil {
		return nil, err
	}
	if r.to.HTML != db.HTMLOff {
		if drawings, err = m.html(r, draft); err != nil {
			return nil, err
		}
	}
	for _, g := range r.ended {
		film, err := m.attachRecord(r, g, draft)
		if err != nil {
			return nil, err
		}
		drawings = append(drawings, film...)
	}
	return drawings, nil
}

// cut shortens a text to a number of characters.
func cut(text string, most int) string {
	if r := []rune(text); len(r) > most {
		return strings.TrimSpace(string(r[:most])) + "…"
	}
	return text
}

var trimRe = regexp.MustCompile(`(?i)^(\s*(re|aw|sv|antw|rif|r)\s*:)+`)

// by says that the message carries an act of another player: a move, words, an offer, an
// invitation and its end, a vacation.
func (r *message) by(p db.Player) *message {
	if p.ID != 0 && p.ID != r.to.ID && !slices.Contains(r.actors, p.ID) {
		r.actors = append(r.actors, p.ID)
	}
	return r
}

// senderOf is the sender that a message shows: the one player whose act it carries, with our
// own address; or else the server. Digests, reminders, questions, and messages that open with
// what is wrong with the reader's own are always the server's.
func (m *Messages) senderOf(r *message) (mail.Address, error) {
	from := mail.Address{Name: m.notifier.Name, Addr: m.notifier.Mailbox.Address}
	ours := r.about.digest || r.question != nil || r.address != nil || r.receipt != nil && len(r.receipt.Problems) > 0
	if ours || len(r.actors) != 1 {
		return from, nil
	}
	p, err := m.actor(r)
	if err != nil {
		return from, err
	}
	who, err := m.headerName(r.to, m.knownTo(r.to, p).Name)
	if err != nil {
		return from, err
	}
	from.Name, err = m.notifier.Words.Say(r.to.Lang, "name.via", "Who", who, "Robot", m.notifier.Name)
	return from, err
}

// actor is the one player whose act a message carries.
func (m *Messages) actor(r *message) (db.Player, error) {
	if g := r.about.game; g != nil {
		if side := g.Side(r.actors[0]); side != rules.None {
			return g.Player(side), nil
		}
	}
	return m.tx.DB.Player(r.actors[0])
}

// headerName is a player's name as it may be in the header of a message to somebody else.
// Names are cleaned when they are given; a database may be older than that.
func (m *Messages) headerName(to db.Player, name string) (string, error) {
	if name == "" || name == club.Somebody {
		return m.notifier.Words.Say(to.Lang, "name."+club.Somebody)
	}
	if level := club.BotLevel(name); level > 0 {
		return m.notifier.Words.Say(to.Lang, "name.robot", "Level", level)
	}
	return club.HeaderName(name), nil
}

// inviting is the subject of messages to an invited player before there is a game: who
// invites, whether that is a program, and to which game. A game then keeps one subject from
// its first message to its last, because some mail programs begin a new thread where it
// changes.
func (m *Messages) inviting(to db.Player, i db.Invitation) (string, error) {
	g, err := m.tx.Club.RulesOf(i)
	if err != nil {
		return "", err
	}
	challenger, err := m.tx.DB.Player(i.Challenger)
	if err != nil {
		return "", err
	}
	who, err := m.headerName(to, challenger.Name)
	if err != nil {
		return "", err
	}
	if program(challenger) {
		who += templates.Program
	}
	return m.notifier.Words.Say(to.Lang, "subject.invitation", "Who", who, "Title", g.Title, "Game", i.ID)
}

// gameHeader is a message's game or invitation for programs; nil for a message about none.
// Programs play by it. "turnpost help messages" describes the protocol.
func (m *Messages) gameHeader(r *message) ([]mail.Field, error) {
	a := r.about
	switch thread := r.thread(); {
	case thread <= 0: // of no game
		return nil, nil
	case a.game != nil:
		game := a.game
		fields := stateHeader(game.Row.ID, game.Row.Rules, game.Record.Len(), sideOf(game.Row.Black, r.to.ID),
			game.Turn(),
			game.Record.Position())
		if game.Row.Over() {
			result, _ := rules.ParseResult(string(game.Row.Result))
			fields = append(fields,
				mail.Field{Name: "Turnpost-Outcome",
					Value: rules.Outcome{Result: result, Reason: game.Row.Reason}.Summary()})
		}
		return fields, nil
	}
	g, err := m.tx.Club.RulesOf(*a.invitation)
	if err != nil {
		return nil, err
	}
	fields := stateHeader(a.invitation.ID, a.invitation.Rules, 0, sideOf(a.invitation.Black(), r.to.ID), rules.None,
		g.Start())
	// The section may be older than what became of the invitation.
	i, err := m.tx.DB.Invitation(a.invitation.ID)
	if err == nil && i.Invitee == r.to.ID && i.State == db.InvitationOpen {
		fields = append(fields, mail.Field{Name: "Turnpost-Invitation", Value: string(i.State)})
	}
	return fields, err
}

// sideOf is Black for the player of that side, and White for any other.
func sideOf(black, player int64) rules.Side {
	if player == black {
		return rules.Black
	}
	return rules.White
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

// listHeader lets mail programs file our messages (RFC 2369, RFC 2919).
func (t *Notifier) listHeader() []mail.Field {
	return []mail.Field{
		{Name: "List-Id", Value: fmt.Sprintf("Turnpost <turnpost.%s>", t.Mailbox.Domain())},
		{Name: "List-Help", Value: fmt.Sprintf("<mailto:%s?subject=help>", t.Mailbox.Address)},
	}
}

// UnsubscribePath is where below the public URL the tokens of one-click
// unsubscribing stand.
const UnsubscribePath = "/unsubscribe/"

// listUnsubscribe is the header by which a mail program pauses our messages, or ends them if
// their reader never wrote. The address of the mail proves who wants that, as for any reply.
// A message to an address that is only asked whether it is the player's has no such button:
// its reader may be a stranger.
func (t *Notifier) listUnsubscribe(replyTo string, key []byte, r *message) []mail.Field {
	if end := r.unfollows(); end != "" { // one click would pause games of their own
		return []mail.Field{{Name: "List-Unsubscribe", Value: fmt.Sprintf("<mailto:%s?subject=%s>", replyTo, end)}}
	}
	mailto := fmt.Sprintf("<mailto:%s?subject=pause>", replyTo)
	if t.PublicURL == "" || r.address != nil {
		return []mail.Field{{Name: "List-Unsubscribe", Value: mailto}}
	}
	url := t.PublicURL + UnsubscribePath + auth.NewUnsubscribeToken(key, r.to.ID).String()
	return []mail.Field{
		// RFC 2369, section 3.2: the preferred address comes first.
		{Name: "List-Unsubscribe", Value: fmt.Sprintf("<%s>, %s", url, mailto)},
		{Name: "List-Unsubscribe-Post", Value: "List-Unsubscribe=One-Click"}, // RFC 8058, 3.1
	}
}

// unfollows is what a mail program writes to end messages about other people's games; "" in
// other messages.
func (r *message) unfollows() string {
	if r.thread() != followThread {
		return ""
	}
	return cmp.Or(map[string]string{"bestofweek": "best%20of%20the%20week%20off"}[r.kind()], "unfollow")
}

const (
	// digestThread is the thread of a player's digests in the outbox. No game has its number.
	digestThread = db.ThreadDigests
	// addressThread is the thread of the questions to second addresses: a message that such an
	// address does not accept delays no other.
	addressThread = db.ThreadAddresses
	// followThread is the thread of messages about games that their reader follows.
	followThread = db.ThreadFollowing
)

// thread is the number of the message's game or invitation; digestThread for a digest and
// nothing else, followThread for games that its reader follows; that of its topic; or 0.
func (r *message) thread() int64 {
	a := r.about
	switch {
	case r.address != nil:
		return addressThread
	case a.digest && a.game == nil && a.invitation == nil:
		return digestThread
	case r.kind() == db.KindShare:
		return db.ThreadShares
	case a.following && a.game == nil && a.invitation == nil:
		return followThread
	case !a.several && a.game != nil:
		return a.game.Row.ID
	case !a.several && a.invitation != nil:
		return a.invitation.ID
	case r.topic != nil:
		return r.topic.thread()
	}
	return 0
}

// class is how urgent the message is. An answer to an unproven message is as urgent as a
// digest, whatever it shows: forged messages must not delay those of proven players. So are
// turning points, for which nobody waits, slides on a ladder, and puzzles and tables of a
// tournament that nobody asked for, if nothing else is in the message.
//
// Games with bots, for which no person waits, and answers to what changed nothing (help, a board,
// what was wrong) wait behind the messages of games between people.
//
// Messages to programs wait behind all messages to people, and have their own part of the
// sending budget: moves and digests of people never wait for them. Where the smarthost takes
// few messages a day, an operator limits what programs begin, too
// (policy.robot_challenges_per_day).
func (m *Messages) class(r *message) db.MessageClass {
	unproven := m.answersTo(r) && !m.answers.Proven
	switch {
	case r.address != nil || r.to.WroteAt.IsZero():
		return db.ClassStranger
	case r.to.Program:
		return db.ClassProgram
	case r.thread() == digestThread, r.thread() == followThread, r.announced != "", unproven,
		r.kind() == "postmortem", !m.answersTo(r) && (r.tablesAlone() || r.kind() == "ladder" || r.kind() == "puzzle"):
		return db.ClassDigest
	case r.kind() == db.KindShare:
		return db.ClassGame
	case r.about.game != nil && !r.againstBot() && (m.acted || !m.answersTo(r)):
		return db.ClassGame
	}
	return db.ClassAnswer
}

// againstBot reports whether the message is about a game with a bot.
func (r *message) againstBot() bool {
	_, level := r.about.game.Bot()
	return level > 0
}

// tablesAlone reports whether a message shows tables of tournaments and nothing else.
func (r *message) tablesAlone() bool {
	return len(r.text.Sections) > 0 && !slices.ContainsFunc(r.text.Sections, func(s templates.Section) bool {
		kind := templates.Kind(s)
		return kind != "seasontable" && kind != "cup"
	})
}

// threadTail is how many of the last ids References holds besides the first: a
// chain that grew for ever would outgrow the header (RFC 5322, 3.6.4, allows
// to leave some out).
const threadTail = 10

var plainID = regexp.MustCompile(`^[!-;=?-~]{1,250}$`)

// chain makes the In-Reply-To and References of a message, from ids that its reader knows:
// our messages to them in the thread, and their message that is answered.
func (m *Messages) chain(r *message) (inReplyTo string, references []string, err error) {
	if r.thread() != 0 && r.address == nil {
		if references, err = m.tx.DB.ThreadIDs(r.to.ID, r.thread(), threadTail); err != nil {
			return "", nil, err
		}
	}
	if m.answersTo(r) && m.inThread(r.thread()) && plainID.MatchString(m.answers.MessageID) {
		references = append(references, m.answers.MessageID)
	}
	if n := len(references); n > 0 {
		inReplyTo = references[n-1]
	}
	return inReplyTo, references, nil
}

// inThread reports whether the answered message may be referred to in a thread: a fresh one
// in any thread, a reply only in its own. Otherwise a move in reply to a digest would tie the
// digests to the game. A tap is a reply too: it refers to nothing, but has the subject and
// the reply token of the message that was tapped.
func (m *Messages) inThread(thread int64) bool {
	return !m.answers.Refers || thread == 0 || thread == m.answers.Game
}
