package desk

import (
	"turnpost/db"
	"turnpost/templates"
)

func acceptVerb() verb {
	return verb{
		name: "accept", usage: "accept", summary: "begin the game that you are invited to",
		more:    "The game begins with it, and both of you get the first board. accept #12 names the invitation where the letter does not.",
		example: "accept",
		bare:    true, proven: true,
		run: (*session).accept,
	}
}

// accept makes a game of an invitation.
func (s *session) accept(c command) error {
	i, err := s.invitationOf(c, true)
	if err != nil || i == nil {
		return err
	}
	g, err := s.desk.game(i.Rules)
	if err != nil {
		return err
	}
	if err := s.tx.AnswerInvitation(i.ID, db.InvitationAccepted); err != nil {
		return err
	}
	p, err := parsePace(i.Pace)
	if err != nil {
		return err
	}
	if _, err := s.tx.AddGame(*i, g.Start().String(), p.start); err != nil {
		return err
	}
	t, err := s.table(i.ID)
	if err != nil {
		return err
	}
	if err := s.startTurn(t); err != nil {
		return err
	}
	s.done(c)
	// The letters are written when the rest of this one is read: it may hold
	// the first ply.
	t.started = true
	return nil
}

// invitationOf returns the open invitation that a command is for: named, at
// hand, or the only one. received says that the writer must be its receiver,
// otherwise its maker. It answers the player and returns nil when there is
// none.
func (s *session) invitationOf(c command, received bool) (*db.Invitation, error) {
	id := c.game
	if id == 0 {
		id = s.ticket.game
	}
	if id == 0 {
		open, err := s.tx.OpenInvitations(s.player.ID)
		if err != nil {
			return nil, err
		}
		var fitting []db.Invitation
		for _, i := range open {
			if (i.Invitee == s.player.ID) == received {
				fitting = append(fitting, i)
			}
		}
		switch len(fitting) {
		case 0:
			s.problem(c, "no-invitation")
			return nil, nil
		case 1:
			return &fitting[0], nil
		}
		s.problem(c, "which-game", fitting[0].ID, c.line)
		return nil, nil
	}
	i, err := s.invitation(id)
	if err != nil {
		return nil, err
	}
	switch {
	case i == nil:
		s.problem(c, "no-such-game", id)
	case i.State == db.InvitationAccepted:
		s.problem(c, "begun")
		if t, err := s.table(id); err == nil {
			t.show = true
		}
	case i.State != db.InvitationOpen:
		s.problem(c, "not-open", i.ID, i.State)
		s.reply(s.player).aboutInvitation(*i)
	case received && i.Challenger == s.player.ID:
		s.problem(c, "not-invited", i.ID)
		s.reply(s.player).aboutInvitation(*i)
	case !received && i.Invitee == s.player.ID:
		s.problem(c, "not-challenger", i.ID)
		s.reply(s.player).aboutInvitation(*i)
	default:
		return i, nil
	}
	return nil, nil
}

// answered tells both sides that an invitation ended without a game.
func (s *session) answered(c command, i db.Invitation, state string) error {
	g, err := s.desk.game(i.Rules)
	if err != nil {
		return err
	}
	if err := s.tx.AnswerInvitation(i.ID, state); err != nil {
		return err
	}
	other, err := s.tx.Player(i.Other(s.player.ID))
	if err != nil {
		return err
	}
	s.done(c)
	sec := templates.Answered{Game: i.ID, Title: g.Title, By: s.player.Name, Other: other.Name, How: state}
	mine, theirs := sec, sec
	mine.You = true
	s.reply(s.player).aboutInvitation(i).add(&mine)
	// Whoever never wrote to us is left in peace: an invitation taken back is
	// no news worth a letter.
	if state == db.InvitationWithdrawn && other.WroteAt.IsZero() {
		return nil
	}
	s.reply(other).aboutInvitation(i).add(&theirs)
	s.told = append(s.told, &theirs)
	return nil
}
