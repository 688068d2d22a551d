package handler

import (
	"slices"

	"turnpost/mail/club"
	"turnpost/mail/command"
)

// turnsAway answers who is no member, where there is a list of them, that members
// alone play here: in one letter that is not sent again for Limits.SameTalk, and to
// who was never proven within all the limits of such letters. It reports whether that
// was all. Who has a game under way is answered as ever, and everybody may decline
// what they were sent, leave, and have themselves erased.
func (a *answer) turnsAway(commands []command.Line) (bool, error) {
	member, err := a.tx.IsMember(a.writer.Player)
	if err != nil || member {
		return false, err
	}
	running, err := a.underWay()
	if err != nil || len(running) > 0 {
		return false, err
	}
	leaves := func(c command.Line) bool {
		switch c.Do.(type) {
		case command.Decline, command.Withdraw:
			return true
		}
		v, ok := a.desk.reader.Verb(c.Verb)
		return ok && v.Group == "leaving"
	}
	if a.asked != "" || a.writer.Ticket.Quarantine != 0 || slices.ContainsFunc(commands, leaves) {
		return false, nil
	}
	p, err := a.player()
	if err != nil {
		return false, err
	}
	a.receipt.outside, a.receipt.none = true, true
	a.problem(command.Line{}, club.Refuse("members-only"))
	a.letters.Receipt(p, &a.receipt.Receipt)
	return true, nil
}
