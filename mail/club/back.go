package club

import (
	"time"

	"turnpost/db"
	"turnpost/rules"
)

// A vacation that ends by itself is told to whose it was, with the time that is left in
// the games that wait for them: before their clocks remind them of anything. The
// clockwork looks at such a game at that moment, so that nothing is to be kept of it.

// backAt is when the next vacation of the side to move ends that stops its clock; zero:
// there is none.
func backAt(tx *Tx, t *Table, side rules.Side) (at time.Time, err error) {
	pauses, err := tx.Pauses(t)
	for _, p := range pauses {
		mine := p.Player == t.Player(side).ID && p.Why == db.Vacation
		if mine && p.To.After(tx.Now()) && (at.IsZero() || p.To.Before(at)) {
			at = p.To
		}
	}
	return at, err
}

// comeBack tells a player that a vacation is over, if the clockwork looks at a game for
// that, and reports whether it did. All games of the player that wait for them and stood
// still until then are told at once.
func comeBack(tx *Tx, t *Table, side rules.Side) (bool, error) {
	at, player := t.Game.ClockDue, t.Player(side)
	pauses, err := tx.Pauses(t)
	if err != nil {
		return false, err
	}
	over, standing := false, false
	for _, p := range pauses {
		over = over || p.Player == player.ID && p.Why == db.Vacation && p.To.Equal(at)
		standing = standing || !p.From.After(tx.Now()) && (p.To.IsZero() || p.To.After(tx.Now()))
	}
	if !over || standing || at.After(tx.Now()) {
		return false, nil
	}
	running, err := tx.DB.GamesOf(player.ID, false, -1)
	if err != nil {
		return false, err
	}
	e := VacationOver{Player: player}
	for _, g := range running {
		if !g.ClockDue.Equal(at) {
			continue
		}
		waiting, err := tx.Table(g.ID)
		if err != nil {
			return false, err
		}
		if waiting.Turn() != waiting.Side(player.ID) {
			continue
		}
		if err := saveClock(tx, waiting); err != nil {
			return false, err
		}
		e.Tables = append(e.Tables, waiting)
	}
	return true, tx.Emit(e)
}
