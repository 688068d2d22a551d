package notify

import (
	"turnpost/db"
	"turnpost/mail/club"
	"turnpost/mail/club/clock"
	"turnpost/rules"
	"turnpost/templates"
)

// invited tells the challenger, then the invitee, of an invitation.
func (l *Letters) invited(e club.Invited) error {
	mine, err := l.invitedSection(e.Invitation, e.Rules, e.Challenger, e.Invitee)
	if err != nil {
		return err
	}
	mine.Unlinked, mine.Cut = e.Unlinked, e.Cut
	l.to(e.Challenger).ofInvitation(e.Invitation).add(mine)
	if e.Invitee.ID == 0 {
		return nil
	}
	theirs, err := l.invitationSection(e.Invitation, e.Rules, e.Challenger, e.Invitee)
	if err != nil {
		return err
	}
	l.to(e.Invitee).ofInvitation(e.Invitation).add(theirs).by(e.Challenger)
	return nil
}

// Invitation tells a player again of an invitation that they made or got.
func (l *Letters) Invitation(p db.Player, i db.Invitation) error {
	g, err := l.tx.Club.Rules(i.Rules)
	if err != nil {
		return err
	}
	var other db.Player
	if id := i.Other(p.ID); id != 0 {
		if other, err = l.tx.DB.Player(id); err != nil {
			return err
		}
	}
	r := l.to(p).ofInvitation(i)
	if i.Invitee == p.ID {
		sec, err := l.invitationSection(i, g, other, p)
		if err != nil {
			return err
		}
		r.add(sec)
		return nil
	}
	sec, err := l.invitedSection(i, g, p, other)
	if err != nil {
		return err
	}
	r.add(sec)
	return nil
}

// OfInvitation says that the letter to a player belongs to an invitation.
func (l *Letters) OfInvitation(p db.Player, i db.Invitation) { l.to(p).ofInvitation(i) }

// invitationSection is an invitation as its receiver sees it.
func (l *Letters) invitationSection(i db.Invitation, g rules.Game, challenger, reader db.Player) (*templates.Invitation, error) {
	address, err := l.addressFor(reader, challenger)
	if err != nil {
		return nil, err
	}
	t, err := terms(i, reader)
	t.Robots = challenger.Robot || reader.Robot
	side, told := club.SideIn(i, reader.ID), g.In(reader.Lang)
	return &templates.Invitation{
		Game: i.ID, Title: g.Title, Name: g.Name, Author: told.Author, Year: g.Year,
		Challenger: named(challenger), Program: challenger.Robot, Address: address,
		Side: side.String(), Brief: told.Brief,
		Board: l.board(g.Start(), rules.Example{}, g, side, reader), Message: i.Message,
		NewHere: reader.WroteAt.IsZero(), Terms: t,
	}, err
}

// invitedSection is an invitation as its maker sees it. invitee is zero if it is
// to anyone.
func (l *Letters) invitedSection(i db.Invitation, g rules.Game, challenger, invitee db.Player) (*templates.Invited, error) {
	t, err := terms(i, challenger)
	t.Robots = challenger.Robot || invitee.Robot
	if err != nil {
		return nil, err
	}
	sec := &templates.Invited{
		Game: i.ID, Title: g.Title, Invitee: named(invitee),
		Side: club.SideIn(i, challenger.ID).String(), Terms: t,
	}
	if invitee.ID != 0 {
		sec.Address, err = l.addressFor(challenger, invitee)
	}
	return sec, err
}

// terms are what a game is played by, in the reader's timezone.
func terms(i db.Invitation, reader db.Player) (templates.Terms, error) {
	p, err := clock.ParsePace(i.Pace)
	return templates.Terms{
		Start: p.Start, More: p.More, Most: p.Most, Weekdays: p.Weekdays,
		Rated: i.Rated, Until: Shown(reader, i.ExpiresAt),
	}, err
}

// addressFor is another's address if the reader has to know it: not when the
// two have a game with each other, and each knows who the other is.
func (l *Letters) addressFor(reader, other db.Player) (string, error) {
	met, err := l.tx.DB.Met(reader.ID, other.ID)
	if met {
		return "", err
	}
	return other.Address, err
}
