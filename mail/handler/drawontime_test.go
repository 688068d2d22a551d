package handler_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/mail/consistency"
	"turnpost/rules"
	"turnpost/rules/chess"
)

// A player whose clock runs out does not lose to a lone king, which cannot mate (FIDE, article 6.9).
func TestADrawOnTime(t *testing.T) {
	t.Parallel()
	for start, want := range map[string]struct {
		result db.Result
		says   string
	}{
		"4k3/8/8/8/8/8/8/Q3K3 w - - 0 1":  {db.Drawn, "time ran out, but the other side could not win"},
		"4k3/8/8/8/8/8/8/Q3K3 b - - 0 1":  {db.WhiteWon, "You have won, Ada: Bob's clock ran out"},
		"4k3/p7/8/8/8/8/8/Q3K3 w - - 0 1": {db.BlackWon, "You have lost, Ada: your clock ran out"},
	} {
		g := chess.Game()
		from, err := g.ParsePosition(start)
		require.NoError(t, err)
		g.Start = func() rules.Position { return from }
		w := newWorld(t, g)
		w.Proven(bob, "lang de")
		w.Proven("Ada <"+ada+">", "challenge "+bob+" chess as white")
		w.Proven("Bob <"+bob+">", "#1 accept")
		w.Pass(6 * 24 * time.Hour)
		require.Equal(t, want.result, w.Game(1).Result)
		require.Equal(t, rules.OnTime, w.Game(1).Reason)
		require.Contains(t, w.Last(ada).Text, want.says)
		if want.result == db.Drawn {
			require.Contains(t, w.Last(bob).Text, "Zeit abgelaufen, doch die andere Seite kann nicht gewinnen")
			require.Equal(t, "draw: time", w.Last(bob).Get("Turnpost-Outcome"))
			w.Reply(ada, "export")
			_, _, err = rules.ReadTranscript(w.Games, w.Last(ada).Text)
			require.NoError(t, err)
		}
		faults, err := consistency.Check(t.Context(), w.Handler.Club, w.DB, consistency.Options{})
		require.NoError(t, err)
		require.Empty(t, faults)
	}
}
