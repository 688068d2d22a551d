package club

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
// their own last one is not yet sent. departure.ForgetOn erases the rest.
func Forget(tx *Tx, player int64) error {
	p, err := tx.DB.Player(player)
	if err != nil {
		return err
	}
	return tx.DB.Forget(p, Somebody, declinedFor)
}
