package server_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
)

// The best of a week come on Monday, where the reader is: those that most followed.
func TestTheBestOfTheWeek(t *testing.T) {
	t.Parallel()
	w := followed(t)
	w.Proven(ada, "challenge bob@example.org rooya as black")
	w.Reply(bob, "accept")
	for game := 2; game > 0; game-- {
		for i, ply := range strings.Fields("a1 a2 a3 a4 a5 b1 b5 c1 c5 d1") {
			w.Proven([]string{ada, bob}[i%2], fmt.Sprintf("#%d %s", game, ply))
		}
		w.Proven(bob, fmt.Sprintf("#%d resign", game))
	}
	w.told(onlooker)
	w.Proven(dan, "timezone Pacific/Auckland\nbest of the week on")
	w.Proven(dan, "best of the week")
	require.Contains(t, w.Last(dan).Text, "no game ended", "this week is not over")
	w.Pass(2*24*time.Hour + 9*time.Hour) // Sunday evening; Monday there
	before := len(w.Boxes[dan])
	w.Pass(12 * time.Hour)
	require.Len(t, w.Boxes[dan], before, "once")
	text := w.Last(dan).Text
	require.Contains(t, text, "The 2 best games of the week, Dan")
	first, second := strings.Index(text, "#1"), strings.Index(text, "#2")
	require.True(t, 0 < first && first < second, "the one that was followed comes first")
	require.Contains(t, text, "1 player followed it.")
	require.Contains(t, w.Last(dan).Get("List-Unsubscribe"), "subject=best%20of%20the%20week%20off")
	w.Proven(bob, "public off")
	w.Proven(dan, "best of the week")
	require.Contains(t, w.Last(dan).Text, "no game ended", "none of his")
}

// The best of the week move with the digest's minute.
func TestTheBestOfTheWeekMoveWithTheTimezone(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Proven(dan, "timezone Pacific/Auckland\nbest of the week on")
	due := func() (at time.Time) {
		require.NoError(t, w.DB.View(t.Context(), func(tx *db.Tx) error {
			return tx.Rows(func(scan func(...any) error) error {
				millis := int64(0)
				err := scan(&millis)
				at = time.UnixMilli(millis)
				return err
			}, `SELECT due_at FROM best_weeks`)
		}))
		return at
	}
	there := due()
	w.Proven(dan, "timezone UTC")
	require.Equal(t, 13*time.Hour, due().Sub(there))
}
