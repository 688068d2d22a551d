package desk

import (
	"turnpost/db"
	"turnpost/rules"
	"turnpost/templates"
)

// What a turn's clock has brought so far: the number of db.Game.Reminded, and
// the place in clock.marks.
const (
	remindedHalf = 1 + iota
	remindedDay
	remindedOver
	lostOnTime
)

// lookAtClock reminds the player to move, or ends the game, if it is time to.
// Otherwise pauses were added since the moment was set, and a later one is.
func (s *session) lookAtClock(g db.Game) error {
	t, err := s.desk.openTable(s.tx, g, g.Black)
	if err != nil {
		return err
	}
	side := t.turn()
	if side == rules.None {
		return s.saveClock(t)
	}
	c, err := s.desk.clock(s.tx, t, side)
	if err != nil {
		return err
	}
	if due := c.due(g.Reminded); due.IsZero() || due.After(s.tx.Now) {
		return s.saveClock(t)
	}
	reached, used := g.Reminded, c.used(s.tx.Now)
	for n, mark := range c.marks() {
		if used >= mark {
			reached = max(reached, n+1)
		}
	}
	if reached >= lostOnTime {
		return s.loseOnTime(t, side)
	}
	t.game.Reminded = reached
	if err := s.saveClock(t); err != nil {
		return err
	}
	mover := t.player(side)
	// Whoever wants the digest alone reads there how much time is left.
	if reached == remindedHalf && mover.Letters == "digest" {
		return nil
	}
	sec, err := s.show(t, side, nil)
	if err != nil {
		return err
	}
	sec.Reminder = map[int]string{remindedHalf: "half", remindedDay: "day", remindedOver: "over"}[reached]
	return nil
}

// loseOnTime ends a game whose clock ran out, and tells both players.
func (s *session) loseOnTime(t *table, side rules.Side) error {
	if err := s.tx.CountTurn(t.player(side).ID, true); err != nil {
		return err
	}
	if err := s.tx.EndGame(t.game.ID, rules.Wins(side.Opponent()).String(), OnTime); err != nil {
		return err
	}
	if err := s.reload(t); err != nil {
		return err
	}
	if err := s.dropTrees(t, "over"); err != nil {
		return err
	}
	for _, reader := range []rules.Side{side, side.Opponent()} {
		if _, err := s.show(t, reader, nil); err != nil {
			return err
		}
	}
	return nil
}

// expire ends an invitation that nobody answered in time. Its maker is told;
// its receiver only if anything ever came from there.
func (s *session) expire(i db.Invitation) error {
	if err := s.tx.AnswerInvitation(i.ID, db.InvitationExpired); err != nil {
		return err
	}
	g, err := s.desk.game(i.Rules)
	if err != nil {
		return err
	}
	challenger, err := s.tx.Player(i.Challenger)
	if err != nil {
		return err
	}
	sec := &templates.Expired{Game: i.ID, Title: g.Title, Name: g.Name, Mine: true}
	if i.Invitee == 0 {
		s.reply(challenger).aboutInvitation(i).add(sec)
		return nil
	}
	invitee, err := s.tx.Player(i.Invitee)
	if err != nil {
		return err
	}
	sec.Other, sec.Address = invitee.Name, invitee.Address
	s.reply(challenger).aboutInvitation(i).add(sec)
	if !invitee.WroteAt.IsZero() {
		s.reply(invitee).aboutInvitation(i).add(&templates.Expired{
			Game: i.ID, Title: g.Title, Name: g.Name, Other: challenger.Name, Address: challenger.Address,
		})
	}
	return nil
}

// returned ends an invitation that never reached its receiver, and tells its
// maker.
func (s *session) returned(i db.Invitation) error {
	if err := s.tx.AnswerInvitation(i.ID, db.InvitationExpired); err != nil {
		return err
	}
	g, err := s.desk.game(i.Rules)
	if err != nil {
		return err
	}
	challenger, err := s.tx.Player(i.Challenger)
	if err != nil {
		return err
	}
	invitee, err := s.tx.Player(i.Invitee)
	if err != nil {
		return err
	}
	sec := &templates.Expired{Game: i.ID, Title: g.Title, Name: g.Name, Mine: true, Undelivered: true, Other: invitee.Name}
	if sec.Address, err = s.addressFor(challenger, invitee); err != nil {
		return err
	}
	s.reply(challenger).aboutInvitation(i).add(sec)
	return nil
}

// resetClocks sets anew when the clocks of a player's running games are due. It
// has to be called when a pause of theirs was shortened or dropped; one that
// was added makes the clockwork look in vain, once.
func (s *session) resetClocks(player int64) error {
	running, err := s.tx.GamesOf(player, false, -1)
	if err != nil {
		return err
	}
	for _, g := range running {
		t, err := s.desk.openTable(s.tx, g, player)
		if err != nil {
			return err
		}
		if err := s.saveClock(t); err != nil {
			return err
		}
		// What this letter goes on to show of the game is as it is now.
		for _, open := range s.tables {
			if open.game.ID == g.ID {
				open.game.ClockDue = t.game.ClockDue
			}
		}
	}
	return nil
}
