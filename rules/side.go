package rules

// Side is one of the two players at the board. Game.First says which of them begins.
type Side uint8

// The sides. None is the side to move when a game is over.
const (
	None Side = iota
	Black
	White
)

// Opponent is the other side; None has no opponent but None.
func (s Side) Opponent() Side {
	switch s {
	case Black:
		return White
	case White:
		return Black
	}
	return None
}

// String is "black", "white" or "none".
func (s Side) String() string {
	switch s {
	case Black:
		return "black"
	case White:
		return "white"
	}
	return "none"
}

// Letter is the side in a position string: "b", "w" or "-".
func (s Side) Letter() string {
	switch s {
	case Black:
		return "b"
	case White:
		return "w"
	}
	return "-"
}

// Word is the name of the side in sentences: "Black". None has no name.
func (s Side) Word() Word {
	switch s {
	case Black:
		return "Black"
	case White:
		return "White"
	}
	return ""
}

// Near is the side at the bottom of a view: itself, or Black for None.
func (s Side) Near() Side {
	if s == White {
		return White
	}
	return Black
}

// ParseSide reads the String or Letter of Black or White.
func ParseSide(text string) (Side, bool) {
	switch text {
	case "black", "b":
		return Black, true
	case "white", "w":
		return White, true
	}
	return None, false
}
