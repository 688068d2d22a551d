package desk

import (
	"fmt"

	"turnpost/db"
	"turnpost/rules"
	"turnpost/templates"
)

// table is a game on the desk while one letter is answered: its plies replayed,
// and what the letter does to it.
type table struct {
	game         db.Game
	rules        rules.Game
	base, record *rules.Record // before the letter, and with its plies
	black, white db.Player
	me           rules.Side // the writer's
	before       int        // plies when the letter came

	lines  []string // the lines that played
	failed bool     // one of the letter's plies could not be played
	resign *command
	// started says that the letter accepted the invitation, show that it asked
	// for the board.
	started, show bool

	said    []saying // what the writer tells the opponent by command
	spoke   bool     // the letter holds words for the opponent
	notes   int      // how many of the writer's notes are shown; 0: none was asked for
	publish *command // the writer's notes are to be shown to the opponent

	wasOver bool                   // the game was over when the letter came
	rated   bool                   // its end has been rated, or need not be
	ratings []templates.RatingLine // what it made of both ratings
}

// openTable replays a game from its plies and holds the stored cache against
// them.
func (d *Desk) openTable(tx *db.Tx, g db.Game, me int64) (*table, error) {
	r, err := d.game(g.Rules)
	if err != nil {
		return nil, err
	}
	plies, err := tx.Plies(g.ID)
	if err != nil {
		return nil, err
	}
	record, err := replay(r, plies)
	if err != nil {
		return nil, fmt.Errorf("game %d: %w", g.ID, err)
	}
	if record.Len() != g.Plies || record.Position().String() != g.Position {
		return nil, fmt.Errorf("game %d: the stored position is not that of its plies", g.ID)
	}
	t := &table{game: g, rules: r, base: record, record: record, before: record.Len(), me: rules.White, wasOver: g.Over()}
	if t.black, err = tx.Player(g.Black); err != nil {
		return nil, fmt.Errorf("game %d: black: %w", g.ID, err)
	}
	if t.white, err = tx.Player(g.White); err != nil {
		return nil, fmt.Errorf("game %d: white: %w", g.ID, err)
	}
	if me == g.Black {
		t.me = rules.Black
	}
	return t, nil
}

func replay(g rules.Game, plies []db.Ply) (*rules.Record, error) {
	moves := make([]rules.Move, len(plies))
	for i, p := range plies {
		if p.N != i+1 {
			return nil, fmt.Errorf("ply %d is missing", i+1)
		}
		moves[i] = rules.Move(p.Move)
	}
	return rules.Replay(g, moves)
}

// player is who sits on a side.
func (t *table) player(side rules.Side) db.Player {
	if side == rules.Black {
		return t.black
	}
	return t.white
}

// over reports whether the game has ended, in the plies or otherwise.
func (t *table) over() bool { return t.game.Over() || t.record.Outcome().Over() }

// turn is the side to move; None when the game is over.
func (t *table) turn() rules.Side {
	if t.over() {
		return rules.None
	}
	return t.record.Turn()
}

// sideOf is the side that made ply n, counted from 1.
func (t *table) sideOf(n int) rules.Side { return t.record.At(n - 1).Turn() }

// play adds a ply of the letter, on a copy until the letter is done.
func (t *table) play(m rules.Move) error {
	if t.record == t.base {
		t.record = t.base.Clone()
	}
	return t.record.Play(m)
}

// fail takes back what the letter played: its plies count together or not at
// all.
func (t *table) fail() { t.failed, t.record = true, t.base }

// commit stores what the letter did to a game: its plies, its end, its clock.
func (s *session) commit(t *table) error {
	outcome := t.record.Outcome()
	if n := t.record.Len(); n > t.before {
		var moves []string
		for _, m := range t.record.Plies()[t.before:] {
			moves = append(moves, string(m))
		}
		err := s.tx.AddPlies(t.game, s.in.ID, moves, t.record.Position().String(), outcome.Result.String(), outcome.Reason)
		if err != nil {
			return err
		}
	}
	if t.resign != nil && !outcome.Over() {
		if err := s.tx.EndGame(t.game.ID, rules.Wins(t.me.Opponent()).String(), Resigned); err != nil {
			return err
		}
	}
	return s.refresh(t)
}

// refresh reads the stored game again, and moves its clock on if the turn has
// passed from one side to the other.
func (s *session) refresh(t *table) error {
	game, err := s.tx.Game(t.game.ID)
	if err != nil {
		return err
	}
	t.game = game
	if err := s.rateGame(t); err != nil {
		return err
	}
	mover := t.base.Position().Turn()
	if t.record.Len() == t.before || mover == rules.None || t.record.Turn() == mover {
		return nil
	}
	if err := s.endTurn(t, mover); err != nil {
		return err
	}
	return s.startTurn(t)
}

// Reasons of games that ended outside their rules; their plies do not show it.
const (
	Resigned = "resigned"
	Agreed   = "agreed" // a draw
	OnTime   = "time"   // lost by the one whose clock ran out
)
