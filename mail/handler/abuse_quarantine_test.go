package handler_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest/skiptest"
)

// Whoever forges a message of a player's uses up the question of the day; what the player
// writes without proof then is shown all the same, and a flood of forgeries afterwards
// does not hide what was asked about; each is decided for itself.
func TestAbuseForgeriesHideNoMessage(t *testing.T) {
	t.Parallel()
	skiptest.Long(t)
	for _, c := range []struct {
		name          string
		before, after int // forgeries
		nos           int // to what is shown first
	}{
		{"none", 0, 0, 0}, {"one before", 1, 0, 1}, {"hundreds before", 300, 0, 1}, {"hundreds after", 0, 300, 0}, {"four after", 1, 4, 5}, {"before and after", 30, 2, 3},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := withLimits(theGame(t))
			messages := 0
			forge := func(n int) {
				for i := range n {
					messages += len(w.Send(post{From: ada, Body: fmt.Sprintf("#1 resign\n#1 note %d", i)}))
				}
			}
			forge(c.before)
			messages += len(w.Send(post{From: ada, Body: "#1 b1"}))
			forge(c.after)
			require.Equal(t, 1, messages, "one question a day")
			question := w.Last(ada)
			w.Reply(ada, "yes")
			for range c.nos {
				require.Contains(t, w.Last(ada).Text, "#1 resign")
				w.Reply(ada, "no")
				require.Contains(t, w.Last(ada).Text, "that message is dropped")
			}
			require.Contains(t, w.Last(ada).Text, "| #1 b1\n", "the player's own is shown")
			require.NotContains(t, w.Last(ada).Text, "resign", "and nothing beside it")
			w.Reply(ada, "yes")
			require.Equal(t, []string{"a1", "a2", "b1"}, w.Plies(1))
			require.False(t, w.Game(1).Over(), "what was not said yes to is not done")
			w.Send(post{From: ada, Body: "yes", Answers: question})
			if c.before > 1 || c.after > 5 {
				require.Contains(t, w.Last(ada).Text, "#1 resign", "the question brings what is left")
			} else {
				require.Contains(t, w.Last(ada).Text, "that question is closed")
			}
			rows := 0
			require.NoError(t, w.DB.View(t.Context(), func(tx *db.Tx) error {
				all, err := tx.QuarantinesOf(adaID, 10_000)
				rows = len(all)
				return err
			}))
			require.LessOrEqual(t, rows, 11)
			t.Logf("abuse | %d forgeries before and %d after a player's own unproven letter | it is shown, and alone carried out | %d letters to the player, after %d times no; %d rows", c.before, c.after, messages, c.nos, rows)
		})
	}
}

// Who was asked about a forgery, and decided, is asked about what comes next on that
// day; and what a player writes right after a forgery is not pushed aside by others.
func TestAbuseForgeriesSilenceNobody(t *testing.T) {
	t.Parallel()
	skiptest.Long(t)
	w := withLimits(theGame(t))
	w.Send(post{From: ada, Body: "#1 resign"})
	w.Reply(ada, "yes")
	w.Reply(ada, "no")
	require.Len(t, w.Send(post{From: ada, Body: "#1 b1"}), 1, "the question of the day is given back")
	require.Empty(t, w.Send(post{From: ada, Body: "#1 note forged"}), "once for each that was answered")
	w.Reply(ada, "yes")
	w.Reply(ada, "yes")
	require.Equal(t, []string{"a1", "a2", "b1"}, w.Plies(1))
	t.Logf("abuse | a forgery a day, answered with no | the player's own unproven letter is asked about | carried out: %s", w.Plies(1)[2])

	w = withLimits(theGame(t))
	w.Send(post{From: ada, Body: "#1 resign"})
	w.Send(post{From: ada, Body: "#1 b1"})
	for i := range 30 {
		w.Send(post{From: ada, Body: fmt.Sprintf("#1 note %d", i)})
	}
	kept, rows := 0, 0
	require.NoError(t, w.DB.View(t.Context(), func(tx *db.Tx) error {
		all, err := tx.WaitingQuarantines(adaID)
		for _, h := range all {
			if rows++; h.Lines == "#1 b1" {
				kept++
			}
		}
		return err
	}))
	require.Equal(t, 1, kept)
	require.LessOrEqual(t, rows, 11)
	t.Logf("abuse | a forgery, the player's own letter, 30 forgeries | the player's own is quarantined | %d of 1, in %d rows", kept, rows)
}
