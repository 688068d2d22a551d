package club

import "turnpost/db"

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

// Leave carries out what a player has confirmed: every running game is resigned,
// every open invitation ends, and the silence begins. last, if not nil, is called
// for each game when it is resigned. Who is to be forgotten is erased by Forget, when
// all letters of the transaction are written.
func Leave(tx *Tx, player int64, what string, last func(*Table) error) error {
	p, err := tx.DB.Player(player)
	if err != nil {
		return err
	}
	running, err := tx.DB.GamesOf(player, false, -1)
	if err != nil {
		return err
	}
	left := Left{Player: p, What: what, Games: len(running)}
	if _, _, err := liftIf(tx, player, true); err != nil {
		return err // this is more than a pause
	}
	if err := tx.Emit(Leaving{p}); err != nil {
		return err
	}
	for _, g := range running {
		t, err := tx.Table(g.ID)
		if err != nil {
			return err
		}
		if err := Resign(tx, t, t.Side(player)); err != nil {
			return err
		}
		if last != nil {
			if err := last(t); err != nil {
				return err
			}
		}
	}
	if left.Invitations, err = endInvitations(tx, player); err != nil {
		return err
	}
	if what == LeaveStop {
		if err := silence(tx, player); err != nil {
			return err
		}
	}
	return tx.Emit(left)
}

// Silence begins the silence that a player wants, who had asked for it before and
// has nothing under way: nothing is told.
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
	// Of who was forgotten there is nothing left to stop.
	if err != nil || !p.StoppedAt.IsZero() || p.Address == "" {
		return false, err
	}
	if !p.WroteAt.IsZero() {
		return TakePause(tx, player)
	}
	left := Left{Player: p, What: LeaveStop}
	if err := tx.Emit(Leaving{p}); err != nil {
		return false, err
	}
	if left.Invitations, err = endInvitations(tx, player); err != nil {
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
// their own last one is not yet sent. ForgetOn erases the rest.
func Forget(tx *Tx, player int64) error {
	p, err := tx.DB.Player(player)
	if err != nil {
		return err
	}
	return tx.DB.Forget(p, Somebody, declinedFor)
}

// ForgetOn erases the next piece of what is left of somebody who was forgotten; see
// db.Tx.ForgetOn.
func ForgetOn(tx *Tx) (last bool, err error) {
	return tx.DB.ForgetOn(func(i db.Invitation) (string, error) {
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
