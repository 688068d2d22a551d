package breakthrough

import (
	"fmt"
	"strings"

	"turnpost/rules"
)

// In Fairy-Stockfish our Black, which begins at the bottom, is White.

// uciPly is a ply as UCI writes it.
func uciPly(m rules.Move) string { return strings.ReplaceAll(string(m), "-", "") }

// fen is a position in Forsyth-Edwards Notation. The number of the move is not known.
func fen(p rules.Position) string {
	rows, side, _ := strings.Cut(p.String(), " ")
	rows = strings.NewReplacer("b", "P", "w", "p", "-", "1").Replace(rows)
	for n := size; n > 1; n-- {
		rows = strings.ReplaceAll(rows, strings.Repeat("1", n), fmt.Sprint(n))
	}
	return rows + map[string]string{"b": " w", "w": " b"}[side] + " - - 0 1"
}

// readFEN is the inverse of fen.
func readFEN(text string) (rules.Position, error) {
	fields := strings.Fields(text)
	if len(fields) < 2 || fields[1] != "w" && fields[1] != "b" {
		return nil, fmt.Errorf("no FEN of Breakthrough: %q", text)
	}
	rows := strings.NewReplacer("P", "b", "p", "w").Replace(fields[0])
	for n := 1; n <= size; n++ {
		rows = strings.ReplaceAll(rows, fmt.Sprint(n), strings.Repeat("-", n))
	}
	return parsePosition(rows + map[string]string{"w": " b", "b": " w"}[fields[1]])
}
