package rules

// Result is the result of a game.
type Result uint8

// The results.
const (
	Undecided Result = iota
	BlackWins
	WhiteWins
	Draw
)

// Wins is the result in which side wins; Undecided for None.
func Wins(side Side) Result {
	switch side {
	case Black:
		return BlackWins
	case White:
		return WhiteWins
	}
	return Undecided
}

// String is "none", "black", "white" or "draw".
func (r Result) String() string {
	switch r {
	case BlackWins:
		return "black"
	case WhiteWins:
		return "white"
	case Draw:
		return "draw"
	}
	return "none"
}

// ParseResult is the inverse of String.
func ParseResult(text string) (Result, bool) {
	for r := Undecided; r <= Draw; r++ {
		if r.String() == text {
			return r, true
		}
	}
	return Undecided, false
}

// Repetition is the reason of the draw when a state arises for the third time in a [Record].
const Repetition = "repetition"

// Outcome is a result and its reason, one lower-case word such as "captured". Both are zero while
// the game goes on.
type Outcome struct {
	Result Result
	Reason string
}

// Over reports whether the game has ended.
func (o Outcome) Over() bool { return o.Result != Undecided }

// Winner is the side that won, or None.
func (o Outcome) Winner() Side {
	switch o.Result {
	case BlackWins:
		return Black
	case WhiteWins:
		return White
	}
	return None
}

// String is "none", or the result and the reason: "black captured".
func (o Outcome) String() string {
	if o.Reason == "" {
		return o.Result.String()
	}
	return o.Result.String() + " " + o.Reason
}

// The reasons of games that ended outside their rules.
const (
	Resigned = "resigned" // by the side that lost
	Agreed   = "agreed"   // a draw
	OnTime   = "time"     // lost by the side whose clock ran out, or a draw if the other one could not win

	Adjudicated = "adjudicated" // by the operator
	Aborted     = "aborted"     // by the operator, without a result
)

// Summary is the outcome for programs in one line of ASCII: "black won: captured", "white won: black
// resigned", "white won: black out of time", "draw: agreed", "void: aborted"; "none" while the game
// goes on.
func (o Outcome) Summary() string {
	winner, reason := o.Winner(), o.Reason
	switch {
	case o.Result == Draw:
		return "draw: " + reason
	case winner == None && reason != "":
		return "void: " + reason
	case winner == None:
		return o.Result.String()
	}
	switch reason {
	case Resigned:
		reason = winner.Opponent().String() + " resigned"
	case OnTime:
		reason = winner.Opponent().String() + " out of time"
	}
	return winner.String() + " won: " + reason
}
