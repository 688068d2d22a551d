package rules

import "strconv"

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
// position that ParsePosition reads has an exact value.
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
	LongestWin        int // in plies
	LongestWinExample string
}
