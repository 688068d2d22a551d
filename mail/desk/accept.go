package desk

import (
	"turnpost/db"
	"turnpost/rules"
	"turnpost/templates"
)

func acceptVerb() verb {
	return verb{
		name: "accept",
		bare: true, proven: true,
		run: (*session).accept,
	}
}

// accept makes a game of an invitation to the writer, or of one to anyone.
func (s *session) accept(c command) error {
	id := s.named(c)
	i, err := s.invitation(id)
	if err != nil {
		return err
	}
	taken := i == nil && id != 0
	if taken {
		if i, err = s.take(id); err != nil {
			return err
		}
		if i == nil {
			s.problem(c, "open-gone", id)
			return nil
		}
	} else if i, err = s.invitationOf(c, true); err != nil || i == nil {
		return err
	}
	if _, err := s.begin(*i); err != nil {
		return err
	}
	s.done(c)
	if taken && i.Message != "" { // whoever took it has not read the words yet
		return s.tx.Say(i.ID, i.Challenger, 0, i.Message)
	}
	return nil
}

// begin makes a game of an open invitation. The letters are written when the
// rest of this one is read: it may hold the first ply.
func (s *session) begin(i db.Invitation) (*table, error) {
	g, err := s.desk.game(i.Rules)
	if err != nil {
		return nil, err
	}
	if err := s.tx.AnswerInvitation(i.ID, db.InvitationAccepted); err != nil {
		return nil, err
	}
	p, err := parsePace(i.Pace)
	if err != nil {
		return nil, err
	}
	if _, err := s.tx.AddGame(i, g.Start().String(), p.start); err != nil {
		return nil, err
	}
	t, err := s.table(i.ID)
	if err != nil {
		return nil, err
	}
	t.started = true
	return t, s.startTurn(t)
}

// beginWith begins a game that the writer is invited to and has the first ply
// of, when a line is that ply: to play is to accept. It reports false when the
// line was answered otherwise.
func (s *session) beginWith(c command) (bool, error) {
	id := s.named(c)
	i, err := s.invitation(id)
	if err != nil {
		return false, err
	}
	if i == nil || i.State != db.InvitationOpen || i.Black() != s.player.ID || i.Invitee != s.player.ID {
		return true, nil
	}
	g, err := s.desk.game(i.Rules)
	if err != nil {
		return false, err
	}
	// Tried on a table of its own: a ply that cannot be played accepts nothing.
	record := rules.NewRecord(g)
	trial := &table{game: db.Game{ID: i.ID, Result: rules.Outcome{}.Result.String()}, rules: g, base: record, record: record, me: rules.Black, started: true}
	if p := s.playLine(trial, c); p != nil {
		p.Line = c.line
		s.receipt.Problems = append(s.receipt.Problems, *p)
		return false, s.showInvitation(*i)
	}
	_, err = s.begin(*i)
	return err == nil, err
}

// invitationOf returns the open invitation that a command is for: named, at
// hand, or the only one. received says that the writer must be its receiver,
// otherwise its maker. It answers the player and returns nil when there is
// none.
func (s *session) invitationOf(c command, received bool) (*db.Invitation, error) {
	id := s.named(c)
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
			s.lineGame = fitting[0].ID
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
		t, err := s.table(id)
		if err == nil && t.started {
			s.done(c) // a ply of this letter has accepted it already
			return nil, nil
		}
		s.problem(c, "begun")
		if err == nil {
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
		s.lineGame = i.ID
		return i, nil
	}
	return nil, nil
}

// answered tells both sides that an invitation ended without a game.
func (s *session) answered(c command, i db.Invitation, state string) error {
	r := s.reply(s.player).aboutInvitation(i)
	mine, err := s.endInvitation(i, state)
	if err != nil {
		return err
	}
	s.done(c)
	r.add(mine)
	return nil
}

// endInvitation ends an invitation without a game and tells the other side. It
// returns what the writer may be told.
func (s *session) endInvitation(i db.Invitation, state string) (*templates.Answered, error) {
	g, err := s.desk.game(i.Rules)
	if err != nil {
		return nil, err
	}
	if err := s.tx.AnswerInvitation(i.ID, state); err != nil {
		return nil, err
	}
	mine := &templates.Answered{Game: i.ID, Title: g.Title, By: s.player.Name, You: true, How: state}
	if i.Invitee == 0 {
		return mine, nil
	}
	other, err := s.tx.Player(i.Other(s.player.ID))
	if err != nil {
		return nil, err
	}
	mine.Other = other.Name
	// Whoever never wrote to us is left in peace: an invitation taken back is
	// no news worth a letter.
	if state == db.InvitationWithdrawn && other.WroteAt.IsZero() {
		return mine, nil
	}
	theirs := *mine
	theirs.Other, theirs.You = other.Name, false
	s.reply(other).aboutInvitation(i).add(&theirs)
	s.told = append(s.told, &theirs)
	return mine, nil
}
