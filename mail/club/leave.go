package club

import (
	"errors"
	"fmt"

	"turnpost/db"
)

// What a player may be asked to confirm before it is done.
const (
	LeaveStop   = "stop"   // no more letters
	LeaveForget = "forget" // to be erased
)

// AskLeave notes that a player was asked to confirm what cannot be undone.
func AskLeave(tx *Tx, player int64, what string) error {
	p, err := tx.DB.Player(player)
	if err != nil {
		return err
	}
	games, invitations, err := tx.Holdings(player)
	if err != nil {
		return err
	}
	p.Asked = what
	if err := tx.DB.SavePlayer(p); err != nil {
		return err
	}
	return tx.Emit(LeaveAsked{p, what, games, invitations})
}

// TakeQuestion takes the question that waits for a player's answer: it lapses
// unless this transaction answers it. "" if there is none.
func TakeQuestion(tx *Tx, player int64) (what string, err error) {
	p, err := tx.DB.Player(player)
	if err != nil || p.Asked == "" {
		return "", err
	}
	what, p.Asked = p.Asked, ""
	return what, tx.DB.SavePlayer(p)
}

// Holdings counts a player's running games and open invitations.
func (tx *Tx) Holdings(player int64) (games, invitations int, err error) {
	running, err := tx.DB.GamesOf(player, false, -1)
	if err != nil {
		return 0, 0, err
	}
	open, err := tx.DB.OpenInvitations(player)
	return len(running), len(open), err
}

// Silence begins the silence around a player who wants it, asked for it before and has
// nothing under way, or whom the operator blocks: nothing is told.
func Silence(tx *Tx, player int64) error { return silence(tx, player) }

func silence(tx *Tx, player int64) error {
	p, err := tx.DB.Player(player)
	if err != nil {
		return err
	}
	p.StoppedAt, p.Asked = tx.Now(), ""
	if err := tx.DB.SavePlayer(p); err != nil {
		return err
	}
	tx.seat(p)
	return nil
}

// Unsubscribe carries out one click, which anybody can have made who was given a
// letter: so it does nothing but the end of invitations that a letter of the
// player's own does not undo at once.
//
//   - To who has ever written it is a pause, see TakePause.
//   - Who was only written to has no games. Open invitations end, and their other
//     sides are told: nobody would answer them. One last letter says so.
//
// A second click does nothing; it reports whether this one did.
func Unsubscribe(tx *Tx, player int64) (bool, error) {
	p, err := tx.DB.Player(player)
	// Of who was forgotten there is nothing left to stop, and who leaves has said it.
	if err != nil || !p.StoppedAt.IsZero() || p.Address == "" || p.Leaving {
		return false, err
	}
	if !p.WroteAt.IsZero() {
		return TakePause(tx, player)
	}
	left := Left{Player: p, What: LeaveStop}
	if err := tx.Emit(Leaving{p}); err != nil {
		return false, err
	}
	if left.Invitations, err = EndInvitations(tx, player, -1); err != nil {
		return false, err
	}
	if err := silence(tx, player); err != nil {
		return false, err
	}
	return true, tx.Emit(left)
}

// Somebody is the name of a player who was forgotten, in the games that stay.
const Somebody = "somebody"

// Forget erases who a player is, when all letters of the transaction are written but
// their own last one is not yet sent. handler.ForgetPiece erases the rest.
func Forget(tx *Tx, player int64) error {
	p, err := tx.DB.Player(player)
	if err != nil {
		return err
	}
	return tx.DB.Forget(p, Somebody, declinedFor)
}

// Departing is the error of whatever wants a player, or a running game of a player, who has
// said yes to leave and whose games are not all resigned yet; see package handler. It
// is to be tried again when that game is.
type Departing struct{ Player, Game int64 }

func (d *Departing) Error() string {
	return fmt.Sprintf("player %d is leaving, and game %d is about to be resigned", d.Player, d.Game)
}

// Stays returns a Departing if a player leaves.
func Stays(tx *Tx, player int64) error {
	p, err := tx.DB.Player(player)
	if err == nil && p.Leaving {
		err = &Departing{Player: player}
	}
	return err
}

// MaxDeparturePiece is how many games and invitations one transaction ends.
const MaxDeparturePiece = 5

// DepartingIn returns of which player and game an error says that they must leave first.
func DepartingIn(err error) (player, game int64, ok bool) {
	if d, is := errors.AsType[*Departing](err); is {
		return d.Player, d.Game, true
	}
	return 0, 0, false
}

// LeavePiece begins what a player has confirmed, or goes on with it: d says how far it is. It
// ends games, that of number first before the others, and calls each for each that it
// has resigned. When nothing is left it reports so, the silence has begun, and the last
// letter is on its way. Who is to be forgotten is then erased by [Forget], when all
// letters of the transaction are written.
func LeavePiece(tx *Tx, d db.Departure, first int64, each func(*Table) error) (left bool, err error) {
	p, err := tx.DB.Player(d.Player)
	if err != nil {
		return false, err
	}
	if err := tx.Emit(Leaving{Player: p}); err != nil {
		return false, err
	}
	tx.Dismisses = p.ID
	n, more, err := resignSome(tx, p.ID, first, each)
	if err != nil {
		return false, err
	}
	d.Games += n
	if !more {
		ended, err := EndInvitations(tx, p.ID, MaxDeparturePiece-n)
		if err != nil {
			return false, err
		}
		d.Invitations += ended
		open, err := tx.DB.OpenInvitations(p.ID)
		if err != nil {
			return false, err
		}
		more = len(open) > 0
	}
	if more {
		return false, tx.DB.NoteDeparture(d)
	}
	if err := Unpause(tx, p.ID); err != nil { // this is more than a pause
		return false, err
	}
	if err := tx.DB.EndDeparture(p.ID); err != nil {
		return false, err
	}
	if d.What == LeaveStop {
		if err := Silence(tx, p.ID); err != nil {
			return false, err
		}
	}
	return true, tx.Emit(Left{Player: p, What: d.What, Games: d.Games, Invitations: d.Invitations})
}

// resignSome resigns some of a player's games, or a certain one if it is under way, and
// reports whether there are more.
func resignSome(tx *Tx, player, first int64, each func(*Table) error) (n int, more bool, err error) {
	running, err := tx.DB.GamesOf(player, false, MaxDeparturePiece+1)
	if err != nil {
		return 0, false, err
	}
	more = len(running) > MaxDeparturePiece
	running = running[:min(MaxDeparturePiece, len(running))]
	if g, err := tx.DB.Game(first); err == nil && !g.Over() && (g.Black == player || g.White == player) {
		running, more = []db.Game{g}, true
	} else if err != nil && !errors.Is(err, db.ErrNotFound) {
		return 0, false, err
	}
	for _, g := range running {
		t, err := tx.Table(g.ID)
		if err != nil {
			return n, false, err
		}
		if err := Resign(tx, t, t.Side(player)); err != nil {
			return n, false, err
		}
		n++
		if each == nil {
			continue
		}
		if err := each(t); err != nil {
			return n, false, err
		}
	}
	return n, more, nil
}

// ForgetPiece erases the next piece of what is left of somebody who was forgotten; see
// [db.Tx.ForgetPiece].
func ForgetPiece(tx *Tx) (last bool, err error) {
	return tx.DB.ForgetPiece(func(i db.Invitation) (string, error) {
		g, err := tx.Club.Rules(i.Rules)
		if err != nil {
			return "", err
		}
		names := map[int64]string{0: Anyone}
		for _, id := range []int64{i.Challenger, i.Invitee} {
			if id == 0 {
				continue
			}
			p, err := tx.DB.Player(id)
			if err != nil {
				return "", err
			}
			names[id] = p.Name
		}
		return Subject(g, i.ID, SideIn(i, i.Challenger), names[i.Challenger], names[i.Invitee]), nil
	})
}
