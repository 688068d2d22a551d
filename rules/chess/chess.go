// Package chess is chess by the Laws of Chess of FIDE (in force since 2023),
// https://handbook.fide.com/chapter/E012023.
//
// # The model
//
// A state is six sets of squares for the kinds of pieces and two for the colours, the side to move,
// the rights to castle, the square on which a pawn can be taken en passant, and the two counters of
// Forsyth-Edwards Notation, which is the position string. A ply is two squares and a promotion in 16
// bits. Plies are found without regard to the king, and played on a copy that shows whether it is in
// check.
//
// # Plies as text
//
// The canonical text is in no language: "e2-e4", "e7-e8=Q", castling "e1-g1". Players read and write
// the short algebraic notation with the letters of their language, "Nf3", "Sf3", "Cf3". One letter
// differs in its meaning, not only in its piece: R is a rook in English and a king in French and
// Italian. Game.ReadIn settles it by the language of the writer; without a language it is asked
// about when both can move. A small letter at the beginning is a column before it is a piece:
// "bxc3" is the pawn's, and nothing else is played for it without a question.
//
// # What was settled here
//
// By mail nobody claims a draw: the third repetition (article 9.2) and fifty moves (9.3) end the
// game by themselves, and so does material with which no series of legal moves can mate (5.2.2), in
// its simple cases. A square en passant counts in a repetition only if a capture there is legal.
package chess

import (
	"embed"
	"strings"

	"turnpost/rules"
)

// Game is chess.
func Game() rules.Game {
	return rules.Game{
		Name:     "chess",
		Title:    "Chess",
		Aliases:  []string{"schach", "échecs", "echecs", "scacchi", "gli scacchi", "les échecs", "les echecs"},
		Author:   "tradition",
		Year:     1929,
		Words:    words(),
		Examples: examples(),
		Figures: map[rune]rune{'K': '♔', 'Q': '♕', 'R': '♖', 'B': '♗', 'N': '♘', 'P': '♙',
			'k': '♚', 'q': '♛', 'r': '♜', 'b': '♝', 'n': '♞', 'p': '♟'},
		Start:         func() rules.Position { return start },
		ParsePosition: parsePosition,
		HasForm:       hasForm,
		ReadIn:        readIn,
		Format:        &rules.RecordFormat{Name: "PGN", Write: writePGN, Read: readPGN},
		UCI:           &rules.UCI{Variant: "chess", Ply: uciPly, FEN: rules.Position.String, ReadFEN: parsePosition},
	}.In("en")
}

// uciPly is a ply in the long algebraic notation of UCI, in which castling is the king's move too.
func uciPly(m rules.Move) string {
	return strings.ToLower(strings.NewReplacer("-", "", "=", "").Replace(string(m)))
}

//go:embed words
var wordFiles embed.FS

// words is the game in each language.
var words = rules.LazyWords(wordFiles)

// examples are the pictures in the rules for players.
func examples() []rules.PictureExample {
	return []rules.PictureExample{
		{Caption: rules.Phrasef(
			"The board: columns a to h, rows 1 to 8. White begins, and each side has a king, a queen, two rooks, two bishops, two knights and eight pawns.")},
		{Plies: []rules.Move{"e2-e4"},
			Caption: rules.Phrasef("e2-e4: from its first place a pawn may go two squares.")},
		{From: "r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4", Plies: []rules.Move{"e1-g1"},
			Caption: rules.Phrasef(
				"e1-g1: castling. The king goes two squares towards a rook, and the rook jumps over it.")},
		{From: "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", Plies: []rules.Move{"e5-f6"},
			Caption: rules.Phrasef(
				"e5-f6: a pawn that has just gone two squares is taken as if it had gone one (en passant).")},
		{From: "8/1P2k3/8/8/8/8/5K2/8 w - - 0 50", Plies: []rules.Move{"b7-b8=Q"},
			Caption: rules.Phrasef("b7-b8=Q: on the last row a pawn becomes a queen, rook, bishop or knight.")},
		{From: "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4", Plies: []rules.Move{"h5-f7"},
			Caption: rules.Phrasef("h5-f7: checkmate. The king is attacked and nothing helps; White has won.")},
	}
}
