package rules

import (
	"fmt"
	"hash/maphash"
	"slices"
)

// Drawn is how often a state must arise in one game to draw it.
const Drawn = 3

// Record is a game so far: a start, the plies since, and each state on the way.
// Unlike a Position it changes as it is played, and it knows repetition. Several
// goroutines may read one that nobody plays.
type Record struct {
	game   Game
	plies  []Move
	states []Position

	// prints are hashes of the states' strings, by which earlier occurrences are
	// found: a slice and not a map, so that a long game is as soon cloned as a
	// short one. Even in thousands of plies the search is quick.
	prints []uint64
	seed   maphash.Seed
	arisen int // how often the present state has arisen
}

// NewRecord is a game of g at its start.
func NewRecord(g Game) *Record { return NewRecordFrom(g, g.Start()) }

// NewRecordFrom is a game of g that begins at another position.
func NewRecordFrom(g Game, start Position) *Record {
	r := &Record{game: g, seed: maphash.MakeSeed()}
	r.add(start)
	return r
}

// Replay plays plies from the start of g, each of which must be canonical. The
// error wraps the *MoveError of the first that cannot be played and says its
// number, counted from 1; the record then holds the plies before it.
func Replay(g Game, plies []Move) (*Record, error) {
	r := NewRecord(g)
	for i, m := range plies {
		if err := r.Play(m); err != nil {
			return r, fmt.Errorf("ply %d, %s: %w", i+1, m, err)
		}
	}
	return r, nil
}

// Game is the game that is played.
func (r *Record) Game() Game { return r.game }

// Len is the number of plies played.
func (r *Record) Len() int { return len(r.plies) }

// Plies lists the plies played. The caller must not change it.
func (r *Record) Plies() []Move { return r.plies }

// Position is the present state. It does not know repetition: ask the record
// for Turn, Legal and Outcome.
func (r *Record) Position() Position { return r.states[len(r.states)-1] }

// At is the state after n plies, 0 <= n <= Len.
func (r *Record) At(n int) Position { return r.states[n] }

// Occurrences counts how often the present state has arisen in this game, this
// time included.
func (r *Record) Occurrences() int { return r.arisen }

// Outcome is the present position's, or else a draw by repetition.
func (r *Record) Outcome() Outcome {
	if o := r.Position().Outcome(); o.Over() {
		return o
	}
	if r.Occurrences() >= Drawn {
		return Outcome{Draw, Repetition}
	}
	return Outcome{}
}

// Turn is the side to move; None when the game is over.
func (r *Record) Turn() Side {
	if r.Outcome().Over() {
		return None
	}
	return r.Position().Turn()
}

// Legal lists the legal plies as Position.Legal does; none when the game is
// over.
func (r *Record) Legal() []Move {
	if r.Outcome().Over() {
		return nil
	}
	return r.Position().Legal()
}

// Parse reads a typed ply as Position.Parse does; it refuses every ply when the
// game is over.
func (r *Record) Parse(text string) (Move, error) {
	if r.Outcome().Over() {
		return "", ErrOver(text)
	}
	return r.Position().Parse(text)
}

// Play adds one ply. The error is a *MoveError, and the record is as it was.
func (r *Record) Play(m Move) error {
	if r.Outcome().Over() {
		return ErrOver(string(m))
	}
	next, err := r.Position().Play(m)
	if err != nil {
		return err
	}
	r.plies = append(r.plies, m)
	r.add(next)
	return nil
}

// add appends a state.
func (r *Record) add(p Position) {
	r.states = append(r.states, p)
	r.prints = append(r.prints, maphash.String(r.seed, p.String()))
	r.count()
}

// count looks for the present state among those before it. Different states
// seldom have one hash, so that strings are compared for a repetition only.
func (r *Record) count() {
	last := len(r.prints) - 1
	r.arisen = 1
	for n, print := range r.prints[:last] {
		if print == r.prints[last] && r.states[n].String() == r.states[last].String() {
			r.arisen++
		}
	}
}

// Clone is a record of its own with the same plies. It costs next to nothing:
// what was played is shared until one of the two plays on.
func (r *Record) Clone() *Record { return r.Until(r.Len()) }

// Until is a record of its own of the first n plies, 0 <= n <= Len.
func (r *Record) Until(n int) *Record {
	c := *r
	// Without spare room, so that what is appended goes elsewhere.
	c.plies, c.states, c.prints = slices.Clip(r.plies[:n]), slices.Clip(r.states[:n+1]), slices.Clip(r.prints[:n+1])
	if n < r.Len() {
		c.count()
	}
	return &c
}
