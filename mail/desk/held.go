package desk

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"turnpost/db"
	"turnpost/templates"
)

// A letter that nothing proves is held: its lines are kept, and the player's
// first address alone is asked whether they are its own. A yes in reply to that
// letter, whose ticket is for this question and no other, carries them out as if
// they had been proven when they came: the ticket has that date, so what is
// stale since is refused. No, a newer letter or seven days drop them. Only one
// letter of a player's is held at a time, and the newest wins: whoever writes in
// a player's name can bring questions, and nothing else.
const heldFor = 7 * 24 * time.Hour

// What is held, the question shows in full: nobody says yes to what they cannot
// see. A letter beyond these limits is not held.
const (
	maxHeldLines = 20
	maxHeldText  = 2000 // characters
)

// unproven notes a line that needs a proven writer. A yes or a no answers a
// letter, and cannot be held without it.
func (s *session) unproven(c command) {
	if (c.verb == "yes" || c.verb == "no") && c.game == 0 {
		s.problem(c, "unproven")
		return
	}
	s.suspect = append(s.suspect, c)
}

// withhold keeps the lines of a letter that nothing proves, and asks about them.
// Words beside them are kept too: they may belong to a command.
func (s *session) withhold(commands []command) error {
	if len(s.suspect) == 0 || !s.player.StoppedAt.IsZero() {
		return nil
	}
	var lines []string
	for _, c := range commands {
		lines = append(lines, s.heldLine(c))
	}
	text := strings.Join(lines, "\n")
	if len(lines) > maxHeldLines || utf8.RuneCountInString(text) > maxHeldText {
		s.problem(s.suspect[0], "unproven")
		return nil
	}
	s.talk, s.hints = nil, nil
	// To ask is no less a letter than to tell of an error. What is not asked about
	// is not held either: it would take the place of what was.
	digest := sha256.Sum256([]byte("held\n" + text))
	var err error
	if s.unasked, err = s.errorsTold(digest[:], s.desk.Limits.SameError); err != nil || s.unasked != "" {
		return err
	}
	if err := s.countTold(db.RestraintError, digest[:]); err != nil {
		return err
	}
	s.acted = true
	held, err := s.tx.Hold(s.player.ID, s.in.ID, text)
	if err != nil {
		return err
	}
	sec := &templates.Held{Lines: lines, Until: s.tx.Now.Add(heldFor).In(zoneOf(s.player))}
	r := s.reply(s.player).alone()
	r.held = held.ID
	r.letter.Sections = append([]templates.Section{sec}, r.letter.Sections...)
	return nil
}

// heldLine is a line as it is held. In a reply with a ticket of somebody else's
// the game is only claimed: the question says which one, so that the answer is
// clear.
func (s *session) heldLine(c command) string {
	v, _ := s.desk.verb(c.verb)
	about := c.verb == "" && s.looksLikePlies(c) || v.group == "playing" || slices.Contains([]string{"accept", "decline", "withdraw"}, c.verb)
	if s.claimed == 0 || c.game != 0 || !about {
		return c.line
	}
	return fmt.Sprintf("#%d %s", s.claimed, c.line)
}

// recall puts what was held into the place of a yes to the letter that asked
// about it, and drops it for a no. Words beside a yes are for nobody.
func (s *session) recall(commands []command) ([]command, error) {
	if s.ticket.held == 0 {
		return commands, nil
	}
	var said *command
	var rest []command
	for _, c := range commands {
		switch {
		case (c.verb == "yes" || c.verb == "no") && c.game == 0:
			if said == nil || c.verb == "no" { // of both, the safe one
				said = &c
			}
		case s.meant(c):
			rest = append(rest, c)
		}
	}
	if said == nil {
		return commands, nil
	}
	held, err := s.tx.WaitingHeld(s.player.ID)
	if isNotFound(err) || err == nil && (held.ID != s.ticket.held || s.tx.Now.Sub(held.At) > heldFor) {
		s.problem(*said, "held-over")
		return rest, nil
	}
	if err != nil {
		return nil, err
	}
	if said.verb == "no" {
		s.done(*said)
		s.reply(s.player).alone().add(&templates.Dropped{})
		return rest, s.tx.SettleHeld(held.ID, db.HeldDropped)
	}
	s.acted = true
	return append(rest, s.commands(strings.Split(held.Lines, "\n"))...), s.tx.SettleHeld(held.ID, db.HeldDone)
}
