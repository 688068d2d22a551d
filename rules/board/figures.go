package board

// The figures of pieces in Unicode, for rules.Game.Figures.
const (
	BlackDisc = '●'
	WhiteDisc = '○'
	BlackKing = '♚'
	WhiteKing = '♔'
)

// Discs are the figures of a game in whose diagrams X is Black's piece and O is White's.
var Discs = map[rune]rune{'X': BlackDisc, 'O': WhiteDisc}
