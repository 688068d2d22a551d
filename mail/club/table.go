package club

import (
	"fmt"

	"turnpost/db"
	"turnpost/rules"
)

// Table is a game as it is in a transaction: its row, its plies replayed, and its
// players. Operations keep it true.
type Table struct {
	Game         db.Game
	Rules        rules.Game
	Record       *rules.Record // not to be played; see Try
	Black, White db.Player
	// Base and Before are the record and the number of plies when the transaction
	// came to the game, or when plies were taken back in it.
	Base   *rules.Record
	Before int
	// WasOver says that the game was over when the transaction came to it.
	WasOver bool
	// Began says that the game began in this transaction.
	Began bool

	ended   bool     // GameEnded was emitted, or need not be
	company *Company // that it was laid out among; nil: no one's
}

// Table returns the game of that number, opened once in each transaction.
// db.ErrNotFound if there is none, and a Departing if a player of it is leaving.
func (tx *Tx) Table(id int64) (*Table, error) {
	for _, t := range tx.tables {
		if t.Game.ID == id {
			return t, nil
		}
	}
	g, err := tx.DB.LockGame(id)
	if err != nil {
		return nil, err
	}
	t, err := tx.Open(g)
	if err != nil {
		return nil, err
	}
	for _, p := range []db.Player{t.Black, t.White} {
		// Also if both leave: one of them ends it.
		if p.Leaving && tx.Dismisses != t.Black.ID && tx.Dismisses != t.White.ID && !t.Over() {
			return nil, &Departing{p.ID, id}
		}
	}
	tx.tables = append(tx.tables, t)
	return t, nil
}

// Open lays out a game as its plies have made it, to look at it: operations want
// the one of Table.
func (tx *Tx) Open(g db.Game) (*Table, error) { return tx.OpenAmong(nil, g) }

// Company is a player and the opponents in the games under way, with what stops
// their clocks: who lays many of these games out has them read at once.
type Company struct {
	people map[int64]db.Player
	pauses []db.Pause
}

// Company is that of a player with these games under way, as it is now.
func (tx *Tx) Company(player int64, games []db.Game) (*Company, error) {
	people, err := tx.DB.Opponents(player)
	if err != nil {
		return nil, err
	}
	c := &Company{people: make(map[int64]db.Player, len(people))}
	for _, p := range people {
		c.people[p.ID] = p
	}
	since := tx.Now()
	for _, g := range games {
		if g.TurnAt.Before(since) {
			since = g.TurnAt
		}
	}
	c.pauses, err = tx.DB.PausesAmong(player, since)
	return c, err
}

// pausesOf are those of a game's clocks since its turn began.
func (c *Company) pausesOf(g db.Game) (out []db.Pause) {
	for _, p := range c.pauses {
		if (p.Player == 0 || p.Player == g.Black || p.Player == g.White) && (p.To.IsZero() || p.To.After(g.TurnAt)) {
			out = append(out, p)
		}
	}
	return out
}

// OpenAmong is Open for a game of those in a company; nil: of anybody.
func (tx *Tx) OpenAmong(company *Company, g db.Game) (*Table, error) {
	r, err := tx.Club.Rules(g.Rules)
	if err != nil {
		return nil, err
	}
	record, err := tx.Club.records.Open(tx.DB, r, g)
	if err != nil {
		return nil, fmt.Errorf("game %d: %w", g.ID, err)
	}
	t := &Table{Game: g, Rules: r, Base: record, Record: record, Before: record.Len(), WasOver: g.Over(), ended: g.Over(), company: company}
	for _, seat := range []struct {
		id     int64
		player *db.Player
	}{{g.Black, &t.Black}, {g.White, &t.White}} {
		if company != nil {
			var ok bool
			if *seat.player, ok = company.people[seat.id]; ok {
				continue
			}
		}
		if *seat.player, err = tx.DB.Player(seat.id); err != nil {
			return nil, fmt.Errorf("game %d: player %d: %w", g.ID, seat.id, err)
		}
	}
	return t, nil
}

// Player is who sits on a side.
func (t *Table) Player(side rules.Side) db.Player {
	if side == rules.Black {
		return t.Black
	}
	return t.White
}

// Side is the side of a player; None for who has no part in the game.
func (t *Table) Side(player int64) rules.Side {
	switch player {
	case t.Game.Black:
		return rules.Black
	case t.Game.White:
		return rules.White
	}
	return rules.None
}

// Over reports whether the game has ended, by its plies or otherwise.
func (t *Table) Over() bool { return t.Game.Over() || t.Record.Outcome().Over() }

// Turn is the side to move; None when the game is over.
func (t *Table) Turn() rules.Side {
	if t.Over() {
		return rules.None
	}
	return t.Record.Turn()
}

// Mover is the side that made ply n, counted from 1.
func (t *Table) Mover(n int) rules.Side { return t.Record.At(n - 1).Turn() }

// AmidTurn reports whether a side has made a ply of a turn that is not over.
func (t *Table) AmidTurn(side rules.Side) bool {
	n := t.Record.Len()
	return n > 0 && t.Turn() == side && t.Mover(n) == side
}

// TakenBackTo is how many plies stay when a side takes its last turn back.
func (t *Table) TakenBackTo(side rules.Side) int { return takenBackTo(t.Record, side) }

// TurnBefore is how many plies were played when the turn of ply n began; 0 for
// ply 0.
func (t *Table) TurnBefore(n int) int { return turnBefore(t.Record, n) }

// reload reads the stored game again, and tells when it has ended.
func (tx *Tx) reload(t *Table) error {
	if err := tx.reread(t); err != nil {
		return err
	}
	return tx.emitEnd(t)
}

// reread reads the stored game again.
func (tx *Tx) reread(t *Table) (err error) {
	t.Game, err = tx.DB.Game(t.Game.ID)
	return err
}

// emitEnd emits, once, that a game has ended.
func (tx *Tx) emitEnd(t *Table) error {
	if t.ended || !t.Game.Over() {
		return nil
	}
	t.ended = true
	return tx.Emit(GameEnded{t})
}

// lastPlyOf is the number of a side's last ply; 0 if it has none.
func lastPlyOf(r *rules.Record, side rules.Side) int {
	n := r.Len()
	for n > 0 && r.At(n-1).Turn() != side {
		n--
	}
	return n
}

func turnBefore(r *rules.Record, n int) int {
	if n == 0 {
		return 0
	}
	side := r.At(n - 1).Turn()
	for n > 0 && r.At(n-1).Turn() == side {
		n--
	}
	return n
}

func takenBackTo(r *rules.Record, side rules.Side) int { return turnBefore(r, lastPlyOf(r, side)) }
