package club

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"

	"turnpost/db"
	"turnpost/rules"
)

// IsOnRunningBoard reports whether one of the positions of a game stands on the board of one under
// way.
func IsOnRunningBoard(tx *db.Tx, g rules.Game, positions ...rules.Position) (bool, error) {
	var texts []string
	for _, p := range positions {
		texts = append(texts, rules.Likes(p)...)
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

// RunningBoard is a position on the board of a running game.
type RunningBoard struct{ Rules, Position string }

// RunningBoards lists the boards of all games under way, the same one once.
func RunningBoards(tx *db.Tx) (out []RunningBoard, err error) {
	err = tx.Rows(func(scan func(...any) error) error {
		var b RunningBoard
		err := scan(&b.Rules, &b.Position)
		out = append(out, b)
		return err
	}, `SELECT DISTINCT rules, position FROM games WHERE result = 'none'`)
	return out, err
}

// PositionMark is the same for all positions of a game that are one but for a likeness, and for no
// others.
func PositionMark(g rules.Game, p rules.Position) string {
	sum := sha256.Sum256([]byte(g.Name + " " + rules.Likes(p)[0]))
	return hex.EncodeToString(sum[:12])
}

// TurningPositions are the boards of which is spoken where a game turned: before and after a ply, and
// after the better one, without which there is an error.
func TurningPositions(r *rules.Record, ply int, better rules.Move) ([]rules.Position, error) {
	boards := []rules.Position{r.At(ply - 1), r.At(ply)}
	other, err := r.At(ply - 1).Play(better)
	if err != nil {
		return boards, err
	}
	return append(boards, other), nil
}

// MarksText is the marks of some positions of a game as they are kept; strings.Fields reads it.
func MarksText(g rules.Game, positions []rules.Position) string {
	marks := make([]string, len(positions))
	for i, p := range positions {
		marks[i] = PositionMark(g, p)
	}
	return strings.Join(marks, " ")
}

// RunningMarks are those of some boards, of games that are known; what is no position has none.
func RunningMarks(games []rules.Game, boards []RunningBoard) map[string]bool {
	out := map[string]bool{}
	for _, b := range boards {
		i := slices.IndexFunc(games, func(g rules.Game) bool { return g.Name == b.Rules })
		if i < 0 {
			continue
		}
		if p, err := games[i].ParsePosition(b.Position); err == nil {
			out[PositionMark(games[i], p)] = true
		}
	}
	return out
}
