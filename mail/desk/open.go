package desk

import (
	"turnpost/db"
	"turnpost/rules"
	"turnpost/templates"
)

// maxOpen is how many open challenges one list holds.
const maxOpen = 100

// postOpen posts a challenge that anyone may accept.
func (s *session) postOpen(c command, o order, message string) error {
	open, err := s.tx.OpenInvitations(s.player.ID)
	if err != nil {
		return err
	}
	n := 0
	for _, i := range open {
		if i.Invitee == 0 {
			n++
		}
	}
	if n >= maxPosted {
		s.problem(c, "posted-enough", maxPosted)
		return nil
	}
	if ok, err := s.withinDay(c); err != nil || !ok {
		return err
	}
	i, err := s.addInvitation(o, db.Player{}, message)
	if err != nil {
		return err
	}
	s.done(c)
	return s.showInvitation(i)
}

// listOpen lists the challenges that anyone may accept, with names and no
// addresses.
func (s *session) listOpen(c command) error {
	open, err := s.tx.OpenToAnyone(maxOpen)
	if err != nil {
		return err
	}
	list := &templates.OpenChallenges{}
	for _, i := range open {
		challenger, ok, err := s.challengerFor(i)
		if err != nil {
			return err
		}
		if !ok {
			continue
		}
		g, err := s.desk.game(i.Rules)
		if err != nil {
			return err
		}
		t, err := terms(i, s.player)
		if err != nil {
			return err
		}
		list.Lines = append(list.Lines, templates.OpenLine{
			Game: i.ID, Title: g.Title, Name: g.Name, Challenger: challenger.Name, Mine: i.Challenger == s.player.ID,
			Side: openSide(i).String(), Pace: i.Pace, Terms: t,
		})
	}
	s.done(c)
	s.reply(s.player).alone().add(list)
	return nil
}

// openSide is the side that is left for whoever accepts.
func openSide(i db.Invitation) rules.Side {
	if i.Black() == 0 {
		return rules.Black
	}
	return rules.White
}

// challengerFor returns who made an invitation to anyone. It reports false if
// the writer cannot accept it: one of the two wants nothing of the other, or
// the challenger wants no letters.
func (s *session) challengerFor(i db.Invitation) (db.Player, bool, error) {
	challenger, err := s.tx.Player(i.Challenger)
	if err != nil || !challenger.StoppedAt.IsZero() {
		return challenger, false, err
	}
	if suspended, err := s.suspended(challenger.ID); err != nil || suspended {
		return challenger, false, err
	}
	for _, pair := range [][2]int64{{challenger.ID, s.player.ID}, {s.player.ID, challenger.ID}} {
		if blocked, err := s.tx.Blocked(pair[0], pair[1]); err != nil || blocked {
			return challenger, false, err
		}
	}
	return challenger, true, nil
}

// take makes the writer the receiver of an invitation to anyone. It returns nil
// when there is none that the writer can accept.
func (s *session) take(id int64) (*db.Invitation, error) {
	i, err := s.tx.Invitation(id)
	if isNotFound(err) {
		return nil, nil
	}
	if err != nil || i.Invitee != 0 || i.State != db.InvitationOpen || i.Challenger == s.player.ID {
		return nil, err
	}
	challenger, ok, err := s.challengerFor(i)
	if err != nil || !ok {
		return nil, err
	}
	g, err := s.desk.game(i.Rules)
	if err != nil {
		return nil, err
	}
	side := openSide(i).Opponent()
	if err := s.tx.TakeInvitation(id, s.player.ID, subject(g, id, side, challenger.Name, s.player.Name)); err != nil {
		return nil, err
	}
	return s.invitation(id)
}
