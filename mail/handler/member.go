package handler

import (
	"slices"

	"turnpost/mail/club"
	"turnpost/mail/command"
)

// turnAwayNonMember answers writers who are not members, if there is a list of members: with one
// message that says so, which is not repeated for Limits.SameTalk. It reports whether the
// message is done with. Players with a game under way are answered as usual, and everybody may
// decline an invitation, leave, and be forgotten.
func (a *answer) turnAwayNonMember(commands []command.Line) (bool, error) {
	member, err := a.tx.IsMember(a.writer.Player)
	if err != nil || member {
		return false, err
	}
	running, err := a.runningGames()
	if err != nil || len(running) > 0 {
		return false, err
	}
	leaves := func(c command.Line) bool {
		switch c.Do.(type) {
		case command.Decline, command.Withdraw:
			return true
		}
		v, ok := a.handler.reader.Info(c.Verb)
		return ok && v.Group == command.GroupLeaving
	}
	if a.asked != "" || a.writer.ReplyToken.Quarantine != 0 || slices.ContainsFunc(commands, leaves) {
		return false, nil
	}
	p, err := a.player()
	if err != nil {
		return false, err
	}
	a.receipt.notMember, a.receipt.omitted = true, true
	a.refuse(command.Line{}, club.Refuse("members-only"))
	a.messages.Receipt(p, &a.receipt.Receipt)
	return true, nil
}
