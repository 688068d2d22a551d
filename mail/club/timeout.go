package club

import (
	"time"

	"turnpost/rules"
)

// What a turn's clock has brought so far: the number of db.Game.Reminded, and
// the place in clock.Clock.Marks.
const (
	RemindedHalf = 1 + iota
	RemindedDay
	RemindedOver
	lostOnTime
)

// LookAtClock reminds the player to move, or ends the game, if it is time to, or
// tells them that a vacation is over.
// Otherwise pauses were added since the moment was set, and a later one is.
func LookAtClock(tx *Tx, game int64) error {
	t, err := tx.Table(game)
	if err != nil {
		return err
	}
	side := t.Turn()
	if side == rules.None {
		return saveClock(tx, t)
	}
	if back, err := comeBack(tx, t, side); err != nil || back {
		return err
	}
	c, err := tx.Clock(t, side)
	if err != nil {
		return err
	}
	if due := c.Due(t.Game.Reminded); due.IsZero() || due.After(tx.Now()) {
		return saveClock(tx, t)
	}
	reached, used := t.Game.Reminded, c.Used(tx.Now())
	for n, mark := range c.Marks() {
		if used >= mark {
			reached = max(reached, n+1)
		}
	}
	if reached >= lostOnTime {
		return loseOnTime(tx, t, side)
	}
	t.Game.Reminded = reached
	if err := saveClock(tx, t); err != nil {
		return err
	}
	return tx.Emit(Reminded{t, side, reached})
}

// loseOnTime ends a game whose clock ran out.
func loseOnTime(tx *Tx, t *Table, side rules.Side) error {
	if err := tx.DB.CountTurn(t.Player(side).ID, true); err != nil {
		return err
	}
	if err := tx.DB.EndGame(t.Game.ID, rules.Wins(side.Opponent()).String(), OnTime); err != nil {
		return err
	}
	if err := tx.reload(t); err != nil {
		return err
	}
	return dropTrees(tx, t, "over")
}

// PutOff has the clockwork look at a game's clock later: when to look failed.
func PutOff(tx *Tx, game int64, until time.Time) error {
	g, err := tx.DB.Game(game) // as it is by now
	if err != nil || g.Over() {
		return err
	}
	g.ClockDue = until
	return tx.DB.SaveClock(g)
}
