package desk

import (
	"fmt"
	"math/rand/v2"
	"time"

	"turnpost/db"
	"turnpost/rules"
	"turnpost/templates"
)

// maxPosted is how many challenges to anyone a player may have open at a time.
const maxPosted = 5

// anyone stands in a subject for the player who is yet to come.
const anyone = "anyone"

// order is a game that somebody wants to play. A side of None is random.
type order struct {
	game  rules.Game
	side  rules.Side // the challenger's
	pace  pace
	rated bool
}

// invite makes an invitation to a player, unless one of the limits that keep
// strangers' mailboxes in peace forbids it; then the writer is told.
func (s *session) invite(c command, o order, invitee db.Player, message string) error {
	open, err := s.tx.OpenInvitations(s.player.ID)
	if err != nil {
		return err
	}
	for _, i := range open {
		if i.Challenger == s.player.ID && i.Invitee == invitee.ID && i.Rules == o.game.Name {
			s.problem(c, "invited-already", invitee.Name, i.ID)
			return nil
		}
	}
	if ok, err := s.mayInvite(c, invitee); err != nil || !ok {
		return err
	}
	// Whoever invites somebody again has changed their mind about them.
	if s.proven {
		if err := s.tx.Unblock(s.player.ID, invitee.ID); err != nil {
			return err
		}
	}
	i, err := s.addInvitation(o, invitee, message)
	if err != nil {
		return err
	}
	s.done(c)
	mine, err := s.invitedSection(i, o.game, invitee)
	if err != nil {
		return err
	}
	s.reply(s.player).aboutInvitation(i).add(mine)
	theirs, err := s.invitationSection(i, o.game, s.player, invitee)
	if err != nil {
		return err
	}
	s.reply(invitee).aboutInvitation(i).add(theirs)
	return nil
}

// mayInvite reports whether the writer may send that player an invitation now.
// Whoever is blocked reads what they would read of a player who stopped.
func (s *session) mayInvite(c command, invitee db.Player) (bool, error) {
	blocked, err := s.tx.Blocked(invitee.ID, s.player.ID)
	if err != nil {
		return false, err
	}
	if blocked || !invitee.StoppedAt.IsZero() {
		s.problem(c, "stopped-player")
		return false, nil
	}
	if suspended, err := s.suspended(invitee.ID); err != nil || suspended {
		s.problem(c, "suspended-player")
		return false, err
	}
	// Double opt-in: one invitation from one challenger, ever, until an answer
	// comes.
	if invitee.WroteAt.IsZero() {
		before, err := s.tx.InvitedBefore(invitee.ID)
		if err != nil {
			return false, err
		}
		if before {
			s.problem(c, "invited-before")
			return false, nil
		}
	}
	return s.withinDay(c)
}

// withinDay reports whether the writer has an invitation left for today.
func (s *session) withinDay(c command) (bool, error) {
	n, err := s.tx.InvitationsSince(s.player.ID, s.tx.Now.Add(-24*time.Hour))
	if err == nil && n >= s.desk.Manners.Challenges {
		s.problem(c, "challenges-today", s.desk.Manners.Challenges)
		return false, nil
	}
	return err == nil, err
}

// addInvitation stores an invitation by the writer; invitee zero: to anyone.
func (s *session) addInvitation(o order, invitee db.Player, message string) (db.Invitation, error) {
	if o.side == rules.None {
		o.side = []rules.Side{rules.Black, rules.White}[rand.N(2)]
	}
	name := invitee.Name
	if invitee.ID == 0 {
		name = anyone
	}
	return s.tx.AddInvitation(db.Invitation{
		Rules: o.game.Name, Challenger: s.player.ID, Invitee: invitee.ID, Side: o.side.String(),
		Pace: o.pace.String(), Rated: o.rated, Message: message,
		ExpiresAt: s.tx.Now.Add(s.desk.Manners.InvitationFor),
	}, func(id int64) string { return subject(o.game, id, o.side, s.player.Name, name) })
}

// subject is that of a game's whole thread: its game, number and players, Black
// first. side is the challenger's.
func subject(g rules.Game, id int64, side rules.Side, challenger, invitee string) string {
	black, white := challenger, invitee
	if side == rules.White {
		black, white = white, black
	}
	return fmt.Sprintf("%s #%d: %s - %s", g.Title, id, black, white)
}

// sideIn is a player's side in the game of an invitation.
func sideIn(i db.Invitation, player int64) rules.Side {
	if player == i.Black() {
		return rules.Black
	}
	return rules.White
}

// terms are what a game is played by, in the reader's timezone.
func terms(i db.Invitation, reader db.Player) (templates.Terms, error) {
	p, err := parsePace(i.Pace)
	return templates.Terms{
		Start: p.start, More: p.more, Most: p.most, Weekdays: p.weekdays,
		Rated: i.Rated, Until: i.ExpiresAt.In(zoneOf(reader)),
	}, err
}

// addressFor is another's address if the reader has to know it: not when the
// two have a game with each other, and each knows who the other is.
func (s *session) addressFor(reader, other db.Player) (string, error) {
	met, err := s.tx.Met(reader.ID, other.ID)
	if met {
		return "", err
	}
	return other.Address, err
}

// invitationSection is an invitation as its receiver sees it.
func (s *session) invitationSection(i db.Invitation, g rules.Game, challenger, reader db.Player) (*templates.Invitation, error) {
	address, err := s.addressFor(reader, challenger)
	if err != nil {
		return nil, err
	}
	t, err := terms(i, reader)
	side := sideIn(i, reader.ID)
	return &templates.Invitation{
		Game: i.ID, Title: g.Title, Name: g.Name, Author: g.Author, Year: g.Year,
		Challenger: challenger.Name, Address: address,
		Side: side.String(), Brief: g.In(reader.Lang).Brief,
		Board: s.board(g, g.Start(), side, reader), Message: i.Message,
		NewHere: reader.WroteAt.IsZero(), Terms: t,
	}, err
}

// invitedSection is an invitation as the writer, who made it, sees it. invitee
// is zero if it is to anyone.
func (s *session) invitedSection(i db.Invitation, g rules.Game, invitee db.Player) (*templates.Invited, error) {
	t, err := terms(i, s.player)
	if err != nil {
		return nil, err
	}
	sec := &templates.Invited{
		Game: i.ID, Title: g.Title, Invitee: invitee.Name,
		Side: sideIn(i, s.player.ID).String(), Terms: t,
	}
	if invitee.ID != 0 {
		sec.Address, err = s.addressFor(s.player, invitee)
	}
	return sec, err
}

// showInvitation tells the writer of an invitation again.
func (s *session) showInvitation(i db.Invitation) error {
	g, err := s.desk.game(i.Rules)
	if err != nil {
		return err
	}
	var other db.Player
	if id := i.Other(s.player.ID); id != 0 {
		if other, err = s.tx.Player(id); err != nil {
			return err
		}
	}
	r := s.reply(s.player).aboutInvitation(i)
	if i.Invitee == s.player.ID {
		sec, err := s.invitationSection(i, g, other, s.player)
		if err != nil {
			return err
		}
		r.add(sec)
		return nil
	}
	sec, err := s.invitedSection(i, g, other)
	if err != nil {
		return err
	}
	r.add(sec)
	return nil
}
