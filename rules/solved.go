package rules

import (
	"context"
	"io"
	"strconv"
	"time"
)

// Value is the result of perfect play for the side to move. Endless play is a draw, because a state
// that arises for the third time draws the game.
type Value struct {
	// Sign is +1 if the side to move wins, -1 if it loses, and 0 for a draw.
	Sign int
	// Plies is the number of plies to the end if the winner plays as fast and the loser as
	// slowly as possible; 0 for a draw and for a finished game.
	Plies int
}

// String is "win N", "loss N" or "draw", N in plies.
func (v Value) String() string {
	switch {
	case v.Sign > 0:
		return "win " + strconv.Itoa(v.Plies)
	case v.Sign < 0:
		return "loss " + strconv.Itoa(v.Plies)
	}
	return "draw"
}

// Solved is an optional interface of a Position of a solved game: every position that ParsePosition
// reads has an exact value. If its positions are Walkable, the Walker is Solved as well.
type Solved interface {
	// Value is the value of the position without regard to repetition. The value of a
	// finished game is that for the side that would move next, in 0 plies.
	Value() Value
}

// HardDraws is an optional interface of a Walker that is Solved: how hard its drawn positions are to hold.
type HardDraws interface {
	// Hardness is how likely the side to move loses a drawn position if the other side plays for
	// that, 0 to 1, where later errors count less; see Overlooked and LaterError. It is 0 for any other
	// position. known is false in a part of the game of which it was not computed.
	Hardness() (h float64, known bool)
}

// LaterError is what an error counts that can be made one turn later.
const LaterError = 0.8

// Overlooked is how likely a player overlooks that a ply loses in so many plies, compared with the
// chance to play a ply that draws: hardly ever if the loss is near, and nearly always if it is far.
func Overlooked(plies int) float64 {
	n := float64(plies * plies * plies)
	return n / (n + 14*14*14)
}

// Solver is an optional interface of a Position of a game whose table of exact values the program
// can compute.
type Solver interface {
	// Solve computes the table for Solved and returns it with its totals. It calls report
	// with a sentence from time to time. The position does not matter. It takes long.
	Solve(report func(format string, args ...any)) (Solution, error)
}

// LongSolver is an optional interface of a Position of a game that takes hours to solve and whose
// values are in a file that does not ship with the program.
type LongSolver interface {
	// SolveInto solves the game, or continues a task that was interrupted or killed. The
	// position does not matter. When ctx is done it writes the file and returns ctx's error.
	SolveInto(ctx context.Context, t SolveOptions) (Solution, error)
	// StoredValues opens the file of a solved game.
	Stored(file string) (StoredValues, error)
}

// SolveOptions is the task of a LongSolver.
type SolveOptions struct {
	// File is for the values and the work so far; "": they are not written.
	File string
	// Every is the time between two writes.
	Every time.Duration
	// Workers is the number of concurrent workers.
	Workers int
	// Small solves the game on a smaller board instead, to estimate the time.
	Small bool
	// Report is called with a sentence from time to time.
	Report func(format string, args ...any)
}

// StoredValues is the values of a game in a file. It is safe for concurrent use. The first value may take
// some seconds; after that of the start, none does.
type StoredValues interface {
	// Sign is the value of a position without regard to repetition: +1 if the side to move
	// wins, -1 if it loses, and 0 for a draw. A finished game is an error.
	Sign(Position) (int, error)
	io.Closer
}

// Solution is a solved game.
type Solution struct {
	// Table is the file that ships with the game.
	Table []byte
	// SolvedTotals are those of the phases, in the order in which they are solved.
	Totals []SolvedTotals
	// Start is the value of the start.
	Start Value
}

// SolvedTotals counts the states of a phase by their value.
type SolvedTotals struct {
	Phase             string
	Won, Lost, Drawn  int
	LongestWin        int // in plies; 0: unknown
	LongestWinExample string
}
