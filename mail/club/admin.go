package club

import (
	"errors"
)

// What an operator does to a player, on a running server.

// ErrNothingToDo says that a player is already as the operator wants.
var ErrNothingToDo = errors.New("nothing to do")

// Suspend stops the letters to a player, and the clocks of the player's games,
// as when letters to there come back, until the player writes or Resume is
// called; the clocks for no longer than pause.go says. With letters the opponents
// are told, if the clocks do stand still.
func Suspend(tx *Tx, player int64, letters bool) error {
	if suspended, err := tx.IsSuspended(player); err != nil {
		return err
	} else if suspended {
		return ErrNothingToDo
	}
	p, err := tx.DB.Player(player)
	if err != nil {
		return err
	}
	return suspend(tx, p, tx.Now(), "not sent: the operator has suspended the player", letters)
}

// Resume starts the clocks again that Suspend, or letters that came back, have stopped.
func Resume(tx *Tx, player int64) error {
	_, lifted, err := lift(tx, player)
	if err == nil && !lifted {
		return ErrNothingToDo
	}
	return err
}

// ErrMixed says that two players cannot be one, because a program plays for one alone.
var ErrMixed = errors.New("a program plays for one of them and a person for the other; make them alike first with \"turnpost player robot\" or \"turnpost player person\"")

// Merge makes two addresses of one person one player (see [db.Tx.Merge]). With
// letters the boards of all running games go to the address that stays: what the
// other one has got proves nothing any more. ErrMixed if one alone is a program: its
// games would become a person's, and its opponents would not know.
func Merge(tx *Tx, from, into int64, letters bool) error {
	gone, err := tx.DB.Player(from)
	if err != nil {
		return err
	}
	p, err := tx.DB.Player(into)
	if err != nil {
		return err
	}
	if gone.Robot != p.Robot {
		return ErrMixed
	}
	if err := tx.DB.Merge(from, into); err != nil || !letters {
		return err
	}
	if p, err = tx.DB.Player(into); err != nil {
		return err
	}
	return tx.Emit(Merged{p})
}
