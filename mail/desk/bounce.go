package desk

import (
	"time"

	"turnpost/db"
	"turnpost/templates"
)

// An address is suspended when so many letters have come back for good within
// bounceMemory, the first and the last of them at least bounceSpan apart, and
// its owner has not written since the first. Many at once may be a server's bad
// day; few over months, as many accidents.
const (
	bounceCount  = 3
	bounceSpan   = 48 * time.Hour
	bounceMemory = 30 * 24 * time.Hour
	// bounceRest is how long the clocks stand still for a suspended address: who
	// can forge reports on their own letters cannot stop a game for ever.
	bounceRest = 30 * 24 * time.Hour
)

// cameBack notes that a letter will never arrive. The invitations that it
// brought, those of the transaction that wrote it, end at once. If it is hard,
// the reason being one that will not pass, it counts against the address. The
// answer is a remark for the ledger.
func (s *session) cameBack(out db.Outgoing, status string, hard bool) (remark string, err error) {
	player, err := s.tx.Player(out.Player)
	if err != nil || player.Address == "" {
		return "", err // of who was forgotten nothing is noted
	}
	if out.Kind == templates.Kind(&templates.NewAddress{}) {
		return "", s.addressFails(out.Player) // it says nothing of the player's own address
	}
	if hard {
		fresh, err := s.tx.AddBounce(out, status)
		if err != nil || !fresh {
			return "; known already", err
		}
		s.see(Bounced, "hard", 0)
	} else {
		s.see(Bounced, "soft", 0)
	}
	if err := s.undelivered(out); err != nil || !hard {
		return "", err
	}
	suspended, err := s.suspended(player.ID)
	if err != nil || suspended {
		return "", err
	}
	counted, err := s.tx.Bounces(player.ID, s.tx.Now.Add(-bounceMemory))
	if err != nil || len(counted) < bounceCount || s.tx.Now.Sub(counted[0].At) < bounceSpan {
		return "", err
	}
	return "; the address is suspended", s.suspend(player, counted[0].At)
}

// undelivered ends the invitations that a letter brought to its reader.
func (s *session) undelivered(out db.Outgoing) error {
	open, err := s.tx.OpenInvitations(out.Player)
	if err != nil {
		return err
	}
	for _, i := range open {
		if i.Invitee != out.Player || !i.CreatedAt.Equal(out.CreatedAt) {
			continue
		}
		if err := s.returned(i); err != nil {
			return err
		}
	}
	return nil
}

// suspend ends the letters to an address until its owner writes: what is queued
// for it is withheld, and nothing more is written to it. The clocks of its games
// stand still, and have stood still since the first letter that came back:
// nobody loses time over mail that does not arrive. The opponents are told. The
// open pause is the suspension.
func (s *session) suspend(player db.Player, since time.Time) error {
	if _, err := s.tx.AddPause(db.Pause{Player: player.ID, Why: db.Bounce, From: since}); err != nil {
		return err
	}
	s.desk.log.Warn("an address is suspended: its letters come back", "player", player.ID, "since", since)
	if err := s.tx.Withhold(player.ID, "not sent: the address is suspended"); err != nil {
		return err
	}
	if err := s.resetClocks(player.ID); err != nil {
		return err
	}
	s.player = player
	running, err := s.tx.GamesOf(player.ID, false, -1)
	if err != nil {
		return err
	}
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

// suspended reports whether an address is suspended.
func (s *session) suspended(player int64) (bool, error) {
	_, err := s.tx.OpenBounce(player)
	if isNotFound(err) {
		return false, nil
	}
	return err == nil, err
}

// withheld reports whether a letter must not be written because its reader's
// address is suspended. The answer to a letter from there is: it may be how
// somebody who could not yet prove to be the owner becomes able to.
func (s *session) withheld(r *reply) (bool, error) {
	if s.in.ID != 0 && !s.stranger && r.to.ID == s.player.ID {
		return false, nil
	}
	return s.suspended(r.to.ID)
}

// reachable forgives the bounces of the writer, who is proven, and lifts the
// suspension if there is one: the clocks run again. That the server took a
// letter does not: it takes them all, and returns them later.
func (s *session) reachable() error {
	if err := s.tx.ForgiveBounces(s.player.ID); err != nil {
		return err
	}
	p, err := s.tx.OpenBounce(s.player.ID)
	if isNotFound(err) {
		return nil
	}
	if err != nil {
		return err
	}
	if err := s.tx.EndPause(p.ID, s.tx.Now); err != nil {
		return err
	}
	s.lifted = &p
	return s.resetClocks(s.player.ID)
}

// tellLifted tells the writer of the suspension that the letter has lifted,
// behind what the letter did otherwise.
func (s *session) tellLifted() error {
	if s.lifted == nil {
		return nil
	}
	running, err := s.tx.GamesOf(s.player.ID, false, -1)
	if err != nil {
		return err
	}
	s.aside().add(&templates.Lifted{Since: s.lifted.From.In(zoneOf(s.player)), Games: len(running)})
	return nil
}
