package club

import (
	"time"

	"turnpost/rules"
)

// What an operator does to a game, as the arbiter of a tournament would.

// Reasons of games that an operator ended.
const (
	Adjudicated = rules.Adjudicated
	Aborted     = rules.Aborted
)

// Void is the result of a game that was called off: it counts for nobody.
const Void = "void"

// Adjudicate ends a running game with a result, as if it had been played to it: it
// is rated as others are. Refuses with "over" if the game is over.
func Adjudicate(tx *Tx, game int64, result rules.Result) error {
	return arbitrate(tx, game, result.String(), Adjudicated)
}

// Abort calls a running game off: it ends without a winner, and is not rated.
// Refuses with "over" if the game is over.
func Abort(tx *Tx, game int64) error { return arbitrate(tx, game, Void, Aborted) }

func arbitrate(tx *Tx, game int64, result, reason string) error {
	t, err := tx.Table(game)
	if err != nil {
		return err
	}
	if t.Over() {
		return Refuse("over")
	}
	if err := tx.DB.EndGame(game, result, reason); err != nil {
		return err
	}
	if err := tx.reload(t); err != nil {
		return err
	}
	return dropTrees(tx, t, "over")
}

// Extended: an operator has given a side more time.
type Extended struct {
	Table *Table
	Side  rules.Side
	By    time.Duration
}

// Extend gives a side of a running game more time, beyond the pace's most if it
// comes to that. What it was reminded of is forgotten, so that it is reminded again.
// Refuses with "over" if the game is over.
func Extend(tx *Tx, game int64, side rules.Side, by time.Duration) error {
	t, err := tx.Table(game)
	if err != nil {
		return err
	}
	if t.Over() {
		return Refuse("over")
	}
	if side == rules.Black {
		t.Game.BlackLeft += by
	} else {
		t.Game.WhiteLeft += by
	}
	if t.Turn() == side {
		t.Game.Reminded = 0
	}
	if err := saveClock(tx, t); err != nil {
		return err
	}
	return tx.Emit(Extended{t, side, by})
}
