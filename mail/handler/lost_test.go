package handler_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"turnpost/db/dbtest/skiptest"

	"github.com/stretchr/testify/require"

	"turnpost/db"
)

// save copies the database. The result makes the copy the database again, as a restore
// without a replay does.
func (w *world) save() (goBack func()) {
	w.T.Helper()
	file := filepath.Join(w.Dir, "backup.db")
	require.NoError(w.T, db.Copy(w.T.Context(), w.Where, file, nil))
	return func() {
		w.T.Helper()
		d, err := db.Open(w.T.Context(), file)
		require.NoError(w.T, err)
		w.T.Cleanup(func() { d.Close() })
		w.DB, w.Handed = d, 0
		d.Now = func() time.Time { return w.Now }
		require.NoError(w.T, d.Update(w.T.Context(), func(tx *db.Tx) error {
			w.Handed, err = tx.LastNumber("outbox")
			require.NoError(w.T, err)
			return tx.NewGeneration()
		}))
		w.Restart()
	}
}

// stands is all that can be changed in a game or invitation.
func (w *world) stands(id int64) (all string) {
	w.T.Helper()
	require.NoError(w.T, w.DB.View(w.T.Context(), func(tx *db.Tx) error {
		i, err := tx.Invitation(id)
		require.NoError(w.T, err)
		g, err := tx.Game(id)
		all = fmt.Sprintf("%+v %+v %v %q", i, g, err, w.conditionals(id, ada))
		return nil
	}))
	return all
}

// What was signed in a game that a restore has lost does nothing in the game that has its
// number now, also between the same players, and the writer reads why.
func TestALostGameIsNotTheOneOfItsNumber(t *testing.T) {
	t.Parallel()
	for i, body := range skiptest.EveryFourth([]string{"1", "b4", "resign", "draw", "accept", "decline", "#2 b4", "#2 resign", "abort",
		"yes", "if b4 then c3", "undo", "say hello", "preview b4", "board", "history", "note hm"}) {
		started := i%2 == 0 // or else only invited to
		t.Run(fmt.Sprint(body, " ", started), func(t *testing.T) {
			w := begun(t, "turro")
			goBack := w.save()
			w.Proven(ada, "challenge "+bob+" turro black")
			if started {
				w.Reply(bob, "accept")
			}
			lost := map[string]*message{ada: w.Last(ada), bob: w.Last(bob)}
			goBack()
			w.Proven(ada, "challenge "+bob+" turro white")
			if started {
				w.Reply(bob, "accept")
			}
			before := w.stands(2)
			for writer, answered := range lost {
				out := w.Send(post{From: writer, Answers: answered, Body: body})
				require.Equal(t, before, w.stands(2))
				require.Len(t, out, 1, writer)
				require.Contains(t, strings.Join(strings.Fields(out[0].Text), " "), "game #2 was lost when this server went back to a backup")
			}
			w.Reply(ada, "board")
			require.NotContains(t, w.Last(ada).Text, "lost")
		})
	}
}

// A position that a restore has lost is none of its game: what answers it plays nothing. The
// same position, reached again, is the same.
func TestALostPositionIsNotPlayedIn(t *testing.T) {
	t.Parallel()
	for _, again := range []bool{false, true} {
		w := begun(t, "rooya")
		goBack := w.save()
		w.Reply(ada, "a1")
		lost := w.Last(bob)
		w.Reply(bob, "b1")
		ahead := w.Last(ada)
		goBack()
		out := w.Send(post{From: ada, Answers: ahead, Body: "c1"})
		require.Contains(t, strings.Join(strings.Fields(out[0].Text), " "), "a position that no longer exists")
		require.Empty(t, w.Plies(1))
		w.Reply(ada, map[bool]string{true: "a1", false: "a2"}[again])
		w.Send(post{From: bob, Answers: lost, Body: "b5"})
		require.Len(t, w.Plies(1), map[bool]int{true: 2, false: 1}[again])
	}
}
