package desk

import (
	"turnpost/db"
)

// bounced stops the clocks of a player whose letters come back: nobody loses
// time over mail that does not arrive. The opponents are told. A letter that
// arrives, or one from the player, starts them again; see reachable.
func (s *session) bounced(player db.Player) error {
	running, err := s.tx.GamesOf(player.ID, false, -1)
	if err != nil || len(running) == 0 {
		return err
	}
	if _, err := s.tx.OpenBounce(player.ID); !isNotFound(err) {
		return err // they stand still already
	}
	if _, err := s.tx.AddPause(db.Pause{Player: player.ID, Why: db.Bounce, From: s.tx.Now}); err != nil {
		return err
	}
	if err := s.resetClocks(player.ID); err != nil {
		return err
	}
	s.player = player
	for _, g := range running {
		t, err := s.table(g.ID)
		if err != nil {
			return err
		}
		// The board says why the clocks stand still.
		if _, err := s.show(t, t.me.Opponent(), nil); err != nil {
			return err
		}
	}
	return nil
}

// reachable starts the clocks again that bounced stopped.
func (s *session) reachable(player int64) error {
	p, err := s.tx.OpenBounce(player)
	if isNotFound(err) {
		return nil
	}
	if err != nil {
		return err
	}
	if err := s.tx.EndPause(p.ID, s.tx.Now); err != nil {
		return err
	}
	return s.resetClocks(player)
}
