package desk

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"turnpost/db"
	"turnpost/mail"
	"turnpost/templates"
)

// session is one letter being answered, inside one transaction.
type session struct {
	desk   *Desk
	tx     *db.Tx
	in     db.Incoming
	letter *mail.Letter
	keys   [][]byte

	player db.Player // the writer
	ticket ticket    // the writer's own, verified; zero if there is none
	proven bool      // whether the writer is proven

	tables []*table   // games touched, in the order of the letter
	talk   []talkLine // lines that are neither command nor ply

	// To whom the next line of talk goes: the game of the last line that was
	// about one, or nobody; and the first such, for the lines before it.
	addressee, firstAddressee int64
	// The game or invitation that the line being carried out was found to be for.
	lineGame int64

	receipt templates.Receipt
	hints   []templates.Problem   // told only when nothing else was done
	acted   bool                  // a command was carried out
	lost    bool                  // nothing of the letter was understood
	told    []*templates.Answered // what the other side reads with the writer's words

	wasSilent bool      // the writer wanted no letters until this one
	lifted    *db.Pause // the suspension of the writer's address that this letter ended
	asked     string    // what the writer was asked to confirm before this letter
	leaving   string    // what of that is carried out: stop or forget

	// stranger says that the letter is not from the player's address, though it
	// holds a ticket of the player's; confirming, that it is from the address
	// that was asked.
	stranger   bool
	confirming *db.Address

	suspect  []command // lines that nothing proves to be the writer's
	unasked  string    // why they are neither held nor asked about; "": they are
	newcomer bool      // the writer's first letter
	claimed  int64     // the game of a ticket that is not the writer's; 0: none

	replies []*reply // letters being written, one a player

	// The writer's vacations before this letter changed them, and the sections
	// that tell of the changes.
	planned []db.Pause
	changes []*templates.Vacation

	following []command // the lines after the one that is carried out
	skip      int       // how many of them belong to it
	looked    []string  // what the lines before asked to see

	seen []Event // what to tell when this is committed
}

// session begins the answer to a letter; or, with an empty one, what the desk
// does of its own accord.
func (d *Desk) session(tx *db.Tx, in db.Incoming, letter *mail.Letter) (*session, error) {
	keys, err := tx.Keys()
	return &session{desk: d, tx: tx, in: in, letter: letter, keys: keys}, err
}

// answer reads the letter's lines and carries them out.
func (s *session) answer() error {
	if err := s.takeQuestion(); err != nil {
		return err
	}
	commands := s.commands(s.letter.Lines)
	if !s.readable(commands) && !s.isOurSubject() {
		// A letter without a command may have it in its subject.
		if fromSubject := s.commands([]string{s.letter.Subject}); s.readable(fromSubject) {
			commands = append(fromSubject, commands...)
		}
	}
	if len(commands) > maxCommands {
		n := 0
		for i, c := range commands {
			if s.meant(c) {
				n++
			}
			if n > maxCommands {
				commands = commands[:i]
				s.problem(command{}, "too-many", maxCommands)
				break
			}
		}
	}
	commands, err := s.recall(commands)
	if err != nil {
		return err
	}
	var keep []command // what may have to be held: what was carried out need not
	for i := 0; i < len(commands); i++ {
		if s.again(commands[i]) {
			continue
		}
		s.following, s.skip = commands[i+1:], 0
		before, suspects, problems := len(s.talk), len(s.suspect), len(s.receipt.Problems)
		s.lineGame = 0
		if err := s.carryOut(commands[i]); err != nil {
			return err
		}
		if len(s.talk) == before {
			s.address(commands[i])
		}
		if len(s.receipt.Problems) == problems && (len(s.suspect) > suspects || len(s.talk) > before) {
			keep = append(keep, commands[i])
		}
		i += s.skip
	}
	if err := s.withhold(keep); err != nil {
		return err
	}
	if s.leaving != "" {
		if err := s.leave(); err != nil {
			return err
		}
	}
	if err := s.settleTables(); err != nil {
		return err
	}
	if err := s.tellOpponents(); err != nil {
		return err
	}
	return s.finishReceipt()
}

func (s *session) commands(lines []string) []command {
	var out []command
	for _, line := range lines {
		next := s.read(line)
		switch n := len(out) - 1; {
		case strings.TrimSpace(line) == "":
		// Another command is no rest of a wrapped line, whatever stands above it.
		case n >= 0 && (next.verb == "" || next.verb == "if") && s.desk.unfinished(out[n], line):
			out[n] = s.read(out[n].line + " " + strings.TrimSpace(line))
		default:
			out = append(out, next)
		}
	}
	return out
}

// read reads one line as its writer means it.
func (s *session) read(line string) command {
	c := s.desk.parseLine(line)
	if c.verb == "yes" && s.frenchIf(c.typed) {
		c.verb, c.langs = "if", []string{"fr"}
	}
	return c
}

// frenchIf reports whether a word that stands alone is the "if" of a player who
// reads French: to the others it is an Italian "yes", which must not accept a
// draw for somebody who asked to see their conditional lines.
func (s *session) frenchIf(word string) bool {
	return s.player.Lang == "fr" && strings.EqualFold(strings.TrimRight(word, "."), "si")
}

// readable reports whether any line is a command or looks like a ply in the
// game at hand.
func (s *session) readable(commands []command) bool {
	for _, c := range commands {
		if s.meant(c) {
			return true
		}
	}
	return false
}

// meant reports whether a line is a command, or looks like a ply in the game at
// hand.
func (s *session) meant(c command) bool {
	return c.verb != "" || c.game != 0 || s.looksLikePlies(c)
}

// again reports whether a line asks to see what an earlier one of the letter
// has asked for already.
func (s *session) again(c command) bool {
	if v, ok := s.desk.verb(c.verb); !ok || v.group != "looking" {
		return false
	}
	what := fmt.Sprint(c.game, " ", c.verb, " ", strings.ToLower(strings.Join(strings.Fields(c.args), " ")))
	if slices.Contains(s.looked, what) {
		return true
	}
	s.looked = append(s.looked, what)
	return false
}

// isOurSubject reports whether the subject is the one that our letters had, so
// that it holds no words of the player's.
func (s *session) isOurSubject() bool {
	lower := strings.ToLower(strings.TrimSpace(s.letter.Subject))
	return lower == "" || strings.HasPrefix(lower, "re:") || strings.Contains(lower, " #")
}

// carryOut does one line.
func (s *session) carryOut(c command) error {
	if c.verb == "" {
		return s.plies(c)
	}
	v, _ := s.desk.verb(c.verb)
	if v.proven && !s.proven {
		s.unproven(c)
		return nil
	}
	return v.run(s, c)
}

// problem notes that a line was not carried out, and why.
func (s *session) problem(c command, code string, args ...any) {
	s.receipt.Problems = append(s.receipt.Problems, templates.Problem{Line: c.line, Code: code, Args: args})
}

// hint notes why a line that may have been talk is no command. It is told only
// when the letter did nothing else.
func (s *session) hint(c command, near []string, code string, args ...any) {
	s.hints = append(s.hints, templates.Problem{Line: c.line, Code: code, Args: args, Near: near})
}

// done notes a line that was carried out.
func (s *session) done(c command) {
	s.acted = true
	s.receipt.Done = append(s.receipt.Done, c.line)
}

// finishReceipt decides what the writer is told besides the sections.
func (s *session) finishReceipt() error {
	lost := !s.acted && len(s.receipt.Problems) == 0 && s.unasked == ""
	s.lost = lost
	if lost {
		s.receipt.Problems = s.hints
		if len(s.hints) == 0 {
			s.receipt.Problems = s.guesses()
		}
	}
	if len(s.receipt.Problems) == 0 && len(s.receipt.PassedOn)+len(s.receipt.Waits) == 0 && !s.receipt.Unheard {
		return nil
	}
	mine := s.reply(s.player)
	// That words were passed on is not worth a letter of its own to somebody who
	// wants few.
	if len(s.receipt.Problems) == 0 && len(mine.letter.Sections) == 0 && s.player.Letters != "every" {
		return nil
	}
	mine.receipt = &s.receipt
	// Whoever was misunderstood in a game gets its board again, and whoever was
	// not understood at all elsewhere gets the help.
	if len(mine.letter.Sections) > 0 || len(s.receipt.Problems) == 0 {
		return nil
	}
	if t := s.atHand(); t != nil {
		_, err := s.show(t, t.me, nil)
		return err
	}
	if i, err := s.invitation(s.ticket.game); err != nil {
		return err
	} else if i != nil && i.State == db.InvitationOpen {
		return s.showInvitation(*i)
	}
	if lost {
		mine.add(s.helpSection(""))
	}
	return nil
}

// maxGuesses is how many of a letter's lines are answered one by one when
// nothing of it was understood.
const maxGuesses = 3

// guesses says of a letter of which nothing was understood what it could have
// meant: a command or a legal ply that stands within its lines.
func (s *session) guesses() []templates.Problem {
	var out []templates.Problem
	for _, line := range s.allTalk() {
		if near := s.within(line); len(near) > 0 && len(out) < maxGuesses {
			out = append(out, templates.Problem{Line: line, Code: "within", Near: near})
		}
	}
	switch {
	case len(out) > 0:
		return out
	case len(s.talk) == 0:
		return []templates.Problem{{Code: "empty"}}
	}
	return []templates.Problem{{Line: s.talk[0].line, Code: "nothing"}}
}

// within finds commands and legal plies among the words of a line.
func (s *session) within(line string) []string {
	var found []string
	add := func(text string) {
		if !slices.Contains(found, text) && len(found) < 4 {
			found = append(found, text)
		}
	}
	words := strings.FieldsFunc(line, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune("(),;:!?\"'“”*", r) })
	if len(words) > 20 {
		return nil // a story
	}
	t := s.atHand()
	for i, word := range words {
		if v, langs, ok := s.desk.verbCalled(word, ""); ok && v.bare {
			add(v.called(word, langs))
		}
		if t == nil || t.turn() != t.me {
			continue
		}
		for n := 1; n <= 3 && i+n <= len(words); n++ {
			if m, err := t.record.Parse(strings.Join(words[i:i+n], " ")); err == nil {
				add(string(m))
			}
		}
	}
	return found
}

// table returns the game of that number with its plies replayed, once for each
// letter. errNoSuchGame if the writer has no part in such a game.
func (s *session) table(id int64) (*table, error) {
	for _, t := range s.tables {
		if t.game.ID == id {
			return t, nil
		}
	}
	g, err := s.tx.Game(id)
	if errors.Is(err, db.ErrNotFound) {
		return nil, errNoSuchGame
	}
	if err != nil {
		return nil, err
	}
	if s.player.ID != g.Black && s.player.ID != g.White {
		return nil, errNoSuchGame
	}
	t, err := s.desk.openTable(s.tx, g, s.player.ID)
	if err != nil {
		return nil, err
	}
	s.tables = append(s.tables, t)
	return t, nil
}

var errNoSuchGame = errors.New("no such game")

// atHand is the game that the letter replies in, or nil.
func (s *session) atHand() *table {
	if s.ticket.game == 0 {
		return nil
	}
	t, err := s.table(s.ticket.game)
	if err != nil {
		return nil
	}
	return t
}

// named is the number that a command names, or that the letter replies in; 0 if
// there is none.
func (s *session) named(c command) int64 {
	if c.game != 0 {
		return c.game
	}
	return s.ticket.game
}

// gameOf returns the game that a command is for: named, at hand, or the only
// one under way. It answers the player and returns nil when there is none.
func (s *session) gameOf(c command) (*table, error) {
	id := s.named(c)
	if id == 0 && s.addressee > 0 {
		id = s.addressee // "#12 a1", and on the next line "a2"
	}
	if id == 0 {
		running, err := s.tx.GamesOf(s.player.ID, false, 2)
		if err != nil {
			return nil, err
		}
		switch len(running) {
		case 0:
			s.problem(c, "no-games")
			return nil, nil
		case 1:
			id = running[0].ID
		default:
			s.problem(c, "which-game", running[0].ID, c.typed)
			return nil, nil
		}
	}
	t, err := s.table(id)
	if errors.Is(err, errNoSuchGame) {
		i, err := s.invitation(id)
		if err != nil {
			return nil, err
		}
		switch {
		case i == nil:
			s.problem(c, "no-such-game", id)
		case i.State == db.InvitationOpen && i.Invitee == s.player.ID:
			s.problem(c, "accept-first")
			return nil, s.showInvitation(*i)
		default:
			s.problem(c, "not-begun", id)
		}
		return nil, nil
	}
	if t != nil {
		s.lineGame = t.game.ID
	}
	return t, err
}

// invitation returns the invitation of that number if the writer has a part in
// it, or nil.
func (s *session) invitation(id int64) (*db.Invitation, error) {
	i, err := s.tx.Invitation(id)
	if errors.Is(err, db.ErrNotFound) || err == nil && i.Challenger != s.player.ID && i.Invitee != s.player.ID {
		return nil, nil
	}
	return &i, err
}
