package desk

import (
	"context"
	"errors"
	"fmt"

	"turnpost/db"
)

// What an operator does to a player, on a running server: each is one
// transaction of its own, and the letters that it brings go out like all others.

// ErrNothingToDo says that a player is already as the operator wants.
var ErrNothingToDo = errors.New("nothing to do")

// Suspend stops the letters to a player, and the clocks of the player's games,
// as when letters to there come back, until the player writes or Resume is
// called; the clocks for [bounceRest] at most. With letters the opponents are
// told.
func (d *Desk) Suspend(ctx context.Context, player int64, letters bool) error {
	return d.administer(ctx, func(s *session) error {
		if _, err := s.tx.OpenBounce(player); err == nil {
			return ErrNothingToDo
		} else if !isNotFound(err) {
			return err
		}
		if _, err := s.tx.AddPause(db.Pause{Player: player, Why: db.Bounce, From: s.tx.Now}); err != nil {
			return err
		}
		if err := s.tx.Withhold(player, "not sent: the operator has suspended the player"); err != nil {
			return err
		}
		if err := s.resetClocks(player); err != nil || !letters {
			return err
		}
		return s.showGamesOf(player, true)
	})
}

// Resume starts the clocks again that Suspend, or letters that came back, have
// stopped.
func (d *Desk) Resume(ctx context.Context, player int64) error {
	return d.administer(ctx, func(s *session) error {
		p, err := s.tx.OpenBounce(player)
		if isNotFound(err) {
			return ErrNothingToDo
		}
		if err != nil {
			return err
		}
		if err := s.tx.EndPause(p.ID, s.tx.Now); err != nil {
			return err
		}
		return s.resetClocks(player)
	})
}

// Block keeps a player away from the server: nothing from there is read, nothing
// goes there, and the invitations that stand end. Games go on; their clocks run
// out.
func (d *Desk) Block(ctx context.Context, player int64) error {
	return d.administer(ctx, func(s *session) error {
		if barred, err := s.tx.Barred(player); err != nil {
			return err
		} else if barred {
			return ErrNothingToDo
		}
		open, err := s.tx.OpenInvitations(player)
		if err != nil {
			return err
		}
		for _, i := range open {
			end := db.InvitationWithdrawn
			if i.Invitee == player {
				end = db.InvitationDeclined
			}
			if err := s.tx.AnswerInvitation(i.ID, end); err != nil {
				return err
			}
		}
		if err := s.tx.Withhold(player, "not sent: the operator has blocked the player"); err != nil {
			return err
		}
		return s.tx.Bar(player)
	})
}

// Unblock takes Block back.
func (d *Desk) Unblock(ctx context.Context, player int64) error {
	return d.administer(ctx, func(s *session) error {
		if barred, err := s.tx.Barred(player); err != nil {
			return err
		} else if !barred {
			return ErrNothingToDo
		}
		return s.tx.Unbar(player)
	})
}

// Merge makes two addresses of one person one player (see [db.Tx.Merge]), and,
// with letters, sends the boards of all running games to the address that
// stays: what the other one has got proves nothing any more.
func (d *Desk) Merge(ctx context.Context, from, into int64, letters bool) error {
	return d.administer(ctx, func(s *session) error {
		if err := s.tx.Merge(from, into); err != nil || !letters {
			return err
		}
		return s.showGamesOf(into, false)
	})
}

// administer runs what an operator wants in a transaction of its own.
func (d *Desk) administer(ctx context.Context, f func(*session) error) error {
	err := d.db.Update(ctx, func(tx *db.Tx) error { return d.do(tx, duty{name: "administration", run: f}) })
	if err == nil {
		announce(d.posted)
	}
	return err
}

// showGamesOf shows the boards of a player's running games to the player, or to
// the opponents.
func (s *session) showGamesOf(player int64, opponents bool) (err error) {
	if s.player, err = s.tx.Player(player); err != nil {
		return err
	}
	running, err := s.tx.GamesOf(player, false, -1)
	if err != nil {
		return err
	}
	for _, g := range running {
		t, err := s.table(g.ID)
		if err != nil {
			return err
		}
		side := t.me
		if opponents {
			side = side.Opponent()
		}
		if _, err := s.show(t, side, nil); err != nil {
			return fmt.Errorf("game %d: %w", g.ID, err)
		}
	}
	return nil
}

// barred says that a letter is dropped because the operator blocks its writer,
// and keeps up the silence that the letter may have ended.
func (s *session) barred() (remark string, err error) {
	barred, err := s.tx.Barred(s.player.ID)
	if err != nil || !barred {
		return "", err
	}
	s.player.StoppedAt = s.tx.Now
	return "the operator blocks its writer", s.tx.SavePlayer(s.player)
}
