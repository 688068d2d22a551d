package templates

// InWords is a position as words in an order that can be listened to.
type InWords struct {
	Game      int64
	Title     string
	Opponent  string
	Side      string // the reader's
	Next      int
	ToMove    string   // you, opponent or nobody
	Sentences []string // the position
	// Moves are the legal plies, when the reader is to move.
	Moves []MoveInWords
}

// MoveInWords is a legal ply, its number in the list of all, and what it does.
type MoveInWords struct {
	N           int
	Move, Words string
}

func (*InWords) template() string { return "inwords" }
