package rules

// UCI is how programs of the Universal Chess Interface (Stefan Meyer-Kahlen, 2006) play a game.
type UCI struct {
	// Variant is the value of the option UCI_Variant of programs that play several games;
	// "chess" is played by programs without the option, too.
	Variant string
	// Ply is a legal ply as the protocol writes it: "e7e8q".
	Ply func(m Move) string
	// FEN is a position as the protocol writes it, and ReadFEN its inverse. The error of ReadFEN
	// is a sentence.
	FEN     func(p Position) string
	ReadFEN func(text string) (Position, error)
}

// GTP is how programs of the Go Text Protocol, version 2 (Gunnar Farnebäck, 2002), play a game.
type GTP struct {
	// Size is the size of the board.
	Size int
	// Setup is the commands that set up the start of a game on an empty board: komi, and stones.
	// Begin is its inverse: the start with a komi, or the usual one if it is empty, and handicap
	// stones of Black, after which White begins. The error is a sentence.
	Setup func(start Position) []string
	Begin func(komi string, stones []string) (Position, error)
	// Handicap is the usual points of a number of handicap stones; nil if there are none.
	Handicap func(stones int) []string
	// Rules are commands that set the rules, which only some programs know: the first one that a
	// program knows is sent.
	Rules []string
	// Ply is a legal ply as the protocol writes it: "E5", "pass".
	Ply func(m Move) string
	// Score is the result of counting a position as the protocol writes it: "B+3.5".
	Score func(p Position) string
}
