package desk

import (
	"slices"

	"turnpost/mail/club"
	"turnpost/mail/command"
	"turnpost/rules"
)

// clearest takes out of a letter what would forbid a move that is clear: the same move
// once more, as a text or as its number, and numbers and codes that are no move. It
// looks at the game that the letter replies in alone; what is left is carried out, or
// refused, as ever.
func clearest(a *answer, commands []command.Command) []command.Command {
	o := a.atHand()
	if o == nil || !a.writer.Proven {
		return commands
	}
	plies := func(c command.Command) bool {
		return c.Verb == "" && c.Doubt == "" && !c.Question && a.named(c) == o.table.Game.ID && a.looksLikePlies(c)
	}
	clear, several := false, 0
	for _, c := range commands {
		if !plies(c) {
			continue
		}
		several++
		_, number := command.ListNumber(c.Args)
		clear = clear || !number && tryLine(o.table.Try(o.me, a.asOf()), c) == nil
	}
	if !clear || several < 2 {
		return commands
	}
	trial := o.table.Try(o.me, a.asOf())
	var kept []command.Command
	for _, c := range commands {
		switch {
		case !plies(c) || tried(trial, c):
			kept = append(kept, c)
		case isAgain(o.table.Try(o.me, a.asOf()), trial.Plies(), c):
		case c.IsCode():
			kept = append(kept, command.Command{Line: c.Line, Apart: c.Apart})
		default:
			kept = append(kept, c)
		}
	}
	return kept
}

// tried plays a line, if all of it can be played.
func tried(t *club.Trial, c command.Command) bool {
	before := t.Record
	if err := tryLine(t, c); err != nil {
		t.Record = before
		return false
	}
	return true
}

// isAgain reports whether a line means plies that are played already.
func isAgain(fresh *club.Trial, played []rules.Move, c command.Command) bool {
	if tryLine(fresh, c) != nil {
		return false
	}
	for _, m := range fresh.Plies() {
		if !slices.Contains(played, m) {
			return false
		}
	}
	return len(fresh.Plies()) > 0
}
