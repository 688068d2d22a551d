package club

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"

	"turnpost/db"
	"turnpost/rules"
)

// IsOnRunningBoard reports whether one of some positions is on the board of a running game, as
// it is or after a likeness of the game (see package rules): mirrored, or with colours
// exchanged. Whoever shows positions of finished games must ask in the transaction that shows
// them, since the answer would help a player of the running game. Positions that could arise,
// or that a running game has left, are not considered.
func IsOnRunningBoard(tx *db.Tx, g rules.Game, positions ...rules.Position) (bool, error) {
	var texts []string
	for _, p := range positions {
		texts = append(texts, rules.Equivalents(p)...)
	}
	for some := range slices.Chunk(texts, 8) {
		var asked [8]string
		for i := range asked {
			asked[i] = some[min(i, len(some)-1)]
		}
		if stands, err := tx.OnBoard(g.Name, asked); err != nil || stands {
			return stands, err
		}
	}
	return false, nil
}

// RunningBoard is the position of a running game.
type RunningBoard struct{ Rules, Position string }

// RunningBoards lists the positions of all games that are running or may go on, without repetition.
func RunningBoards(tx *db.Tx) (out []RunningBoard, err error) {
	err = tx.Rows(func(scan func(...any) error) error {
		var b RunningBoard
		err := scan(&b.Rules, &b.Position)
		out = append(out, b)
		return err
	}, `SELECT DISTINCT rules, position FROM games WHERE result = 'none' OR clock_due <> 0`)
	return out, err
}

// positionMark returns a key that is equal for two positions of a game exactly if a likeness of
// the game maps one to the other. It is stored beside shown positions so that they can be
// checked again.
func positionMark(g rules.Game, p rules.Position) string {
	sum := sha256.Sum256([]byte(g.Name + " " + rules.Equivalents(p)[0]))
	return hex.EncodeToString(sum[:12])
}

// TurningPositions returns the positions that are shown at a turning point of a game: before
// and after the ply, and after the better one.
func TurningPositions(r *rules.Record, ply int, better rules.Move) ([]rules.Position, error) {
	boards := []rules.Position{r.At(ply - 1), r.At(ply)}
	other, err := r.At(ply - 1).Play(better)
	if err != nil {
		return boards, err
	}
	return append(boards, other), nil
}

// MarksText returns the marks of positions as they are stored; strings.Fields reads it.
func MarksText(g rules.Game, positions []rules.Position) string {
	marks := make([]string, len(positions))
	for i, p := range positions {
		marks[i] = positionMark(g, p)
	}
	return strings.Join(marks, " ")
}

// RunningMarks returns the marks of boards. Unknown games and texts that are no position are
// left out.
func RunningMarks(games []rules.Game, boards []RunningBoard) map[string]bool {
	out := map[string]bool{}
	for _, b := range boards {
		i := slices.IndexFunc(games, func(g rules.Game) bool { return g.Name == b.Rules })
		if i < 0 {
			continue
		}
		if p, err := games[i].ParsePosition(b.Position); err == nil {
			out[positionMark(games[i], p)] = true
		}
	}
	return out
}
