package rules

import (
	"context"
	"io"
	"strconv"
	"time"
)

// Value is what perfect play makes of a position, seen by the side to move. Play
// that need never end is a draw: a state that arises for the third time draws a
// game, so that whoever does not want to lose may go round in circles.
type Value struct {
	// Sign is +1 if the side to move wins, -1 if it loses, and 0 for a draw.
	Sign int
	// Plies is how many plies the winner needs at most, when the winner hurries
	// and the loser delays; 0 for a draw, and where the game is over.
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

// Solved is an optional interface of a Position of a game that is solved: every
// position that ParsePosition reads has an exact value. If its positions are Walkable,
// the Walker is Solved as well.
type Solved interface {
	// Value is the value of the position by itself, as if it had not arisen
	// before. That of a finished game is the side's that would move next, in 0
	// plies.
	Value() Value
}

// Solver is an optional interface of a Position of a game whose exact values the
// program can compute anew, not only look up.
type Solver interface {
	// Solve computes the table that Solved looks up, and returns it as it is kept
	// with the sum of what stands in it. It calls report with a sentence now and
	// then. The position does not matter. It takes long.
	Solve(report func(format string, args ...any)) (Solution, error)
}

// LongSolver is an optional interface of a Position of a game that takes hours to solve,
// and whose exact values fill a file that does not ship with the program.
type LongSolver interface {
	// SolveInto solves the game, or goes on with a task that was interrupted or killed.
	// The position does not matter. When ctx is done it keeps what it has, and returns
	// the context's error.
	SolveInto(ctx context.Context, t Task) (Solution, error)
	// Stored opens the file of a game that has been solved.
	Stored(file string) (Stored, error)
}

// Task is how a game is solved that takes hours.
type Task struct {
	// File keeps the values, and the work so far; "": they are not kept.
	File string
	// Every is how often it is written.
	Every time.Duration
	// Workers is how many work at once.
	Workers int
	// Small solves the game on a smaller board instead, which shows how long all takes.
	Small bool
	// Report is called with a sentence now and then.
	Report func(format string, args ...any)
}

// Stored are the values of a game in a file. It is safe for concurrent use. The first value
// that is asked for may take some seconds; none does after that of the start.
type Stored interface {
	// Sign is the value of a position by itself: +1 if the side to move wins, -1 if it
	// loses, and 0 for a draw. In how many plies, the file does not say. A finished
	// game has none: that is an error.
	Sign(Position) (int, error)
	io.Closer
}

// Solution is a solved game.
type Solution struct {
	// Table is the file that ships with the game.
	Table []byte
	// Totals are the phases of the game in the order in which they are solved.
	Totals []Totals
	// Start is the value of the start.
	Start Value
}

// Totals counts the states of a phase by their value.
type Totals struct {
	Phase             string
	Won, Lost, Drawn  int
	LongestWin        int // in plies; 0: it is not known
	LongestWinExample string
}
