package rules

import (
	"errors"
	"fmt"
	"hash/maphash"
	"slices"
)

// Drawn is the number of times that a state must arise in a game to draw it.
const Drawn = 3

// Record is a game so far: a start, the plies since, and each state on the way. Unlike a Position
// it changes when it is played, and it knows repetition. Several goroutines may read a Record while
// none plays it.
type Record struct {
	game   Game
	lang   string // of typed plies; "": unknown
	plies  []Move
	states []Position

	// prints are hashes of the states' strings, to find earlier occurrences. They are a
	// slice and not a map, so that Clone costs the same for games of any length. The search
	// is fast even in thousands of plies.
	prints []uint64
	seed   maphash.Seed
	arisen int // the occurrences of the present state
}

// NewRecord is a game of g at its start.
func NewRecord(g Game) *Record { return NewRecordFrom(g, g.Start()) }

// NewRecordFrom is a game of g from another position.
func NewRecordFrom(g Game, start Position) *Record {
	r := &Record{game: g, seed: maphash.MakeSeed()}
	r.add(start)
	return r
}

// Replay plays canonical plies from the start of g. The error wraps the *MoveError of the first one
// that cannot be played and has its number, counted from 1; the record then has the plies before
// it.
func Replay(g Game, plies []Move) (*Record, error) {
	r := NewRecord(g)
	for i, m := range plies {
		if err := r.Play(m); err != nil {
			return r, fmt.Errorf("ply %d, %s: %w", i+1, m, err)
		}
	}
	return r, nil
}

// Game is the game of the record.
func (r *Record) Game() Game { return r.game }

// Len is the number of plies played.
func (r *Record) Len() int { return len(r.plies) }

// Plies lists the plies played. The caller must not change the slice.
func (r *Record) Plies() []Move { return r.plies }

// Position is the present state. It does not know repetition: use the record's Turn, Legal and Outcome.
func (r *Record) Position() Position { return r.states[len(r.states)-1] }

// At is the state after n plies, 0 <= n <= Len.
func (r *Record) At(n int) Position { return r.states[n] }

// Occurrences is the number of times that the present state has arisen in this game, this time
// included.
func (r *Record) Occurrences() int { return r.arisen }

// Outcome is the present position's, or a draw by repetition.
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

// Legal lists the legal plies as Position.Legal does; none when the game is over.
func (r *Record) Legal() []Move {
	if r.Outcome().Over() {
		return nil
	}
	return r.Position().Legal()
}

// Parse reads a typed ply as Position.Parse does; it refuses every ply when the game is over.
func (r *Record) Parse(text string) (Move, error) {
	if r.Outcome().Over() {
		return "", ErrOver(text)
	}
	if read := r.game.ReadIn; read != nil {
		m, err := r.Position().Parse(read(r.lang, text))
		if refusal, ok := errors.AsType[*MoveError](err); ok {
			for i, a := range refusal.Args {
				if a == any(refusal.Text) {
					refusal.Args[i] = text
				}
			}
			refusal.Text = text
		}
		return m, err
	}
	return r.Position().Parse(text)
}

// In is a record of the same plies that reads typed plies in a language.
func (r *Record) In(lang string) *Record {
	c := r.Clone()
	c.lang = lang
	return c
}

// Play adds one ply. If it returns an error, which is a *MoveError, the record is unchanged.
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
	r.prints = append(r.prints, maphash.String(r.seed, uncounted(p)))
	r.count()
}

// uncounted is what must be equal in a state that arises again.
func uncounted(p Position) string {
	if c, ok := p.(PlyCounter); ok {
		return c.Uncounted()
	}
	return p.String()
}

// count counts the occurrences of the present state. It compares strings only if the hashes are equal.
func (r *Record) count() {
	last := len(r.prints) - 1
	r.arisen = 1
	for n, print := range r.prints[:last] {
		if print == r.prints[last] && uncounted(r.states[n]) == uncounted(r.states[last]) {
			r.arisen++
		}
	}
}

// Clone is an independent record with the same plies. It is cheap: both share the plies so far.
func (r *Record) Clone() *Record { return r.Until(r.Len()) }

// Until is an independent record of the first n plies, 0 <= n <= Len.
func (r *Record) Until(n int) *Record {
	c := *r
	// Without spare capacity, so that appending copies.
	c.plies, c.states, c.prints = slices.Clip(r.plies[:n]), slices.Clip(r.states[:n+1]), slices.Clip(r.prints[:n+1])
	if n < r.Len() {
		c.count()
	}
	return &c
}
