package notify

import (
	"turnpost/db"
	"turnpost/mail/club"
	"turnpost/templates"
)

// invitationEnded tells both sides that an invitation ended without a game.
func (l *Letters) invitationEnded(e club.InvitationEnded) error {
	if err := l.settleLeft(); err != nil {
		return err
	}
	mine := &templates.Answered{
		Game: e.Invitation.ID, Title: e.Rules.Title, By: e.By.Name, Other: e.Other.Name, You: true, How: e.How,
	}
	if !e.Silent {
		l.to(e.By).ofInvitation(e.Invitation) // begun first
	}
	// Whoever never wrote to us is left in peace: an invitation taken back is
	// no news worth a letter.
	if e.Other.ID != 0 && (e.How != db.InvitationWithdrawn || !e.Other.WroteAt.IsZero()) {
		theirs := *mine
		theirs.You = false
		l.to(e.Other).ofInvitation(e.Invitation).add(&theirs).by(e.By)
		l.answered = append(l.answered, &theirs)
	}
	if !e.Silent {
		l.to(e.By).add(mine)
	}
	return nil
}

// EndedInvitations are the numbers of the invitations of whose end the other side
// is told.
func (l *Letters) EndedInvitations() []int64 {
	var out []int64
	for _, sec := range l.answered {
		out = append(out, sec.Game)
	}
	return out
}

// WordsTo adds words to what the other side of an invitation reads of its end. It
// returns who reads them.
func (l *Letters) WordsTo(invitation int64, text string) (names []string) {
	for _, sec := range l.answered {
		if sec.Game != invitation {
			continue
		}
		if sec.Message = text; text != "" {
			names = append(names, sec.Other)
		}
	}
	return names
}

// invitationExpired tells of an invitation that nobody answered in time, that never
// reached its receiver, or whose receiver has become a program or a person: its maker, and its receiver only if anything ever came
// from there.
func (l *Letters) invitationExpired(e club.InvitationExpired) error {
	i, g := e.Invitation, e.Rules
	mine := &templates.Expired{
		Game: i.ID, Title: g.Title, Name: g.Name, Mine: true,
		Undelivered: e.Undelivered, Changed: e.Changed, Program: !e.Invitee.Robot, Other: e.Invitee.Name, Address: e.Invitee.Address,
	}
	if e.Undelivered {
		var err error
		if mine.Address, err = l.addressFor(e.Challenger, e.Invitee); err != nil {
			return err
		}
	}
	l.to(e.Challenger).ofInvitation(i).add(mine)
	if !e.Undelivered && e.Invitee.ID != 0 && !e.Invitee.WroteAt.IsZero() {
		l.to(e.Invitee).ofInvitation(i).add(&templates.Expired{
			Game: i.ID, Title: g.Title, Name: g.Name, Changed: e.Changed, Other: e.Challenger.Name, Address: e.Challenger.Address,
		})
	}
	return nil
}

// blocked tells a player what became of a block. The other is not told.
func (l *Letters) blocked(e club.Blocked) {
	sec := &templates.Blocked{Who: e.Other.Name, Already: e.Already, Declined: len(e.Declined), Running: e.Running}
	if e.ByAddress {
		sec.Who = e.Other.Address // what the reader knows; a name would be news
	}
	r := l.to(e.Player)
	for _, i := range e.Declined {
		r.ofInvitation(i)
	}
	r.add(sec)
}

// muted tells a player whose words they read no more, or again.
func (l *Letters) muted(e club.Muted) {
	sec := &templates.Muted{Who: e.Other.Name, Off: e.Off}
	if e.ByAddress {
		sec.Who = e.Other.Address
	}
	l.aside(e.Player).add(sec)
}
