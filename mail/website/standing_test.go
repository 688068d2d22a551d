package website_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest/skiptest"
	"turnpost/mail/website"
	"turnpost/rules"
	"turnpost/rules/all"
)

// TestWhatStandsOnARunningBoardIsNotTold: a game that comes to such a position later takes
// it away, though no game that is shown has changed, and it comes back when that one goes on.
func TestWhatStandsOnARunningBoardIsNotTold(t *testing.T) {
	skiptest.Sequential(t) // but for writing, which TestTheSameBytes does as well
	t.Parallel()
	skiptest.Long(t)
	bothEngines(t, func(t *testing.T, h *hall) {
		ada, bob := h.person("Ada", true), h.person("Bob", true)
		h.game("turro", bob, ada, 20, "white", "time")
		shown := h.game("turro", bob, ada, 30, "white", "time")
		g, err := rules.Find(all.Games(), "turro")
		require.NoError(t, err)
		r := rules.NewRecord(g)
		h.update(func(tx *db.Tx) error {
			moves, err := tx.Moves(shown)
			for _, m := range moves {
				require.NoError(t, r.Play(rules.Move(m)))
			}
			return err
		})
		better := r.At(11).Legal()[0]
		h.update(func(tx *db.Tx) error {
			for _, turning := range []db.TurningPly{{Ply: 12, Better: string(better), Lost: "chance", Before: 61, After: 32}, {Ply: 20, Better: "b1-b2", Lost: "hope", Before: 44, After: 0}} {
				if err := tx.AddTurning(shown, turning); err != nil {
					return err
				}
			}
			return nil
		})
		page := fmt.Sprintf("games/0/%d.html", shown)
		told := func() bool {
			_, files := h.write(website.Options{})
			require.Contains(t, files[page], "b1-b2 was better", "of another ply it is told")
			report, again := h.write(website.Options{})
			require.Zero(t, report.Written)
			require.Equal(t, files, again)
			return len(mentions(files, string(better)+" was better")) > 0
		}
		require.True(t, told())
		h.update(func(tx *db.Tx) error {
			boards, err := tx.TurningBoards()
			require.NotEmpty(t, boards[shown][12], "the marks are kept")
			return err
		})
		played, err := r.At(11).Play(better)
		require.NoError(t, err)
		for _, p := range []rules.Position{r.At(11), r.At(12), played} {
			likes := rules.Equivalents(p)
			id := h.game("turro", ada, bob, 0, "none", "")
			on := func(position string) {
				h.update(func(tx *db.Tx) error {
					return tx.Exec(`UPDATE games SET position = ? WHERE id = ?`, position, id)
				})
			}
			require.True(t, told())
			on(likes[len(likes)-1])
			require.False(t, told())
			on(r.At(13).String())
			require.True(t, told())
			on(p.String())
			require.False(t, told())
			require.NoError(t, h.db.Update(context.Background(), func(tx *db.Tx) error { return tx.EndGame(id, db.Void, "aborted") }))
			require.True(t, told())
		}
	})
}
