package handler_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/mail/consistency"
	"turnpost/rules"
	"turnpost/rules/all"
	"turnpost/rules/engine"
	"turnpost/rules/weiqi"
)

// A game with a handicap: the invitation says so in each language, the side that the rules say begins, records have
// it, the game is unrated, a rematch begins alike, and the database is as it should be.
func TestHandicap(t *testing.T) {
	t.Parallel()
	g := weiqi.Small()
	w := newWorld(t, g)
	for _, c := range []struct{ lang, says string }{
		{"fr", "Pour cette partie : handicap 3, komi 0,5."},
		{"it", "Per questa partita: handicap 3, komi 0,5."},
		{"de", "Für diese Partie gilt: Vorgabe 3, Komi 0,5."},
		{"en", "For this game: handicap 3, komi 0.5."},
	} {
		w.Proven(bob, "lang "+c.lang)
		w.Proven(ada, "challenge "+bob+" go9 handicap 3 as black")
		require.Contains(t, w.Last(ada).Text, "For this game: handicap 3, komi 0.5.")
		require.Contains(t, strings.ReplaceAll(w.Last(bob).Text, "\n", " "), c.says)
		require.Contains(t, w.Last(bob).Get("Turnpost-Position"), "black:c3+c7+g7,white:first,komi:0.5")
		if c.lang != "en" {
			w.Proven(ada, "withdraw")
			w.Pass(2 * time.Hour) // after which another invitation goes out
		}
	}
	w.Reply(bob, "e5") // White begins, so the first move accepts
	id := int64(4)
	row := w.Game(id)
	require.Equal(t, "handicap 3, komi 0.5", row.Terms)
	require.False(t, row.Rated)
	require.Equal(t, "black:c3+c7+g7,white:first,komi:0.5,e5", row.Position)
	require.Equal(t, "black", w.Last(ada).Get("Turnpost-Turn"))
	require.Contains(t, w.Last(ada).Text, "White is given 0.5 points at the end.")
	w.Reply(ada, "d4")
	w.Reply(bob, "c5")
	w.Restart() // without the cache of records
	w.Reply(ada, "export")
	text := w.Last(ada).Text
	require.Contains(t, text, "| Terms: handicap 3, komi 0.5\n")
	require.Contains(t, text, "|    1. white")
	_, record, err := rules.ReadTranscript(w.Games, text)
	require.NoError(t, err)
	require.Equal(t, w.Game(id).Position, record.Position().String())
	_, sgf, _ := strings.Cut(text, "\n| (;")
	sgf = "| (;" + sgf
	require.Contains(t, sgf, "KM[0.5]")
	require.Contains(t, sgf, "HA[3]AB[cg][cc][gc]PL[W]")
	_, record, err = rules.ReadTranscript(w.Games, sgf)
	require.NoError(t, err)
	require.Equal(t, w.Game(id).Position, record.Position().String())
	faults, err := consistency.Check(t.Context(), w.Handler.Club, w.DB, consistency.Options{})
	require.NoError(t, err)
	require.Empty(t, faults)

	w.Reply(bob, "resign")
	w.Reply(ada, "rematch")
	require.Contains(t, w.Last(bob).Text, "For this game: handicap 3, komi 0.5.")
	w.Reply(bob, "accept")
	require.Equal(t, "handicap 3, komi 0.5", w.Game(id+1).Terms)

	// The seal of a game covers its terms.
	require.NoError(t, w.DB.Update(t.Context(), func(tx *db.Tx) error {
		return tx.Exec(`UPDATE games SET terms = '', position = '-' WHERE id = 5`)
	}))
	faults, err = consistency.Check(t.Context(), w.Handler.Club, w.DB, consistency.Options{})
	require.NoError(t, err)
	require.Len(t, faults, 1)
	require.Equal(t, int64(5), faults[0].ID)
}

// A robot plays with a handicap.
func TestHandicapAgainstARobot(t *testing.T) {
	t.Parallel()
	w := newWorld(t, weiqi.Small())
	w.Proven(ada, "challenge robot go9 level 1 handicap 4 as white")
	row := w.Game(1)
	require.Equal(t, "handicap 4, komi 0.5", row.Terms)
	require.Equal(t, "white", w.Last(ada).Get("Turnpost-Turn"))
	require.Contains(t, w.Last(ada).Text, "You are White. For this game: handicap 4, komi 0.5. The pace is\n")
	w.Reply(ada, "e5")
	require.Equal(t, 2, w.Game(1).Plies)
	require.NotContains(t, w.Last(ada).Text, "For this game: ", "it stands on the first board only")
	w.Proven(ada, "challenge robot go9 level 6 handicap 2 as black\nchallenge robot go9 level 6 handicap 5 as black")
	require.Equal(t, 1, w.Game(2).Plies)
	require.Equal(t, 1, w.Game(3).Plies, "the robot thinks of each start by itself")
	w.Proven(ada, "#1 resign")
	w.Proven(ada, "#1 rematch")
	require.Equal(t, w.Game(1).Black, w.Game(4).Black, "the handicap stays with its player")
	w.Proven(ada, "challenge robot go9 level 1 komi 5.5 as white")
	w.Proven(ada, "#5 resign")
	w.Proven(ada, "#5 rematch")
	require.Equal(t, w.Game(5).White, w.Game(6).Black, "with another komi the sides change")
	w.Proven(ada, "challenge "+bob+" go9 handicap 9")
	require.Contains(t, w.Last(ada).Text, "2-5")
	for lang, says := range map[string]string{"fr": "Pour cette partie : handicap 2, komi 6,5.",
		"it": "Per questa partita: handicap 2, komi 6,5.", "de": "Für diese Partie gilt: Vorgabe 2, Komi 6,5."} {
		w.Proven(ada, "lang "+lang)
		w.Proven(ada, "challenge robot go9 level 1 handicap 2 komi 6.5 as white")
		require.Contains(t, strings.ReplaceAll(w.Last(ada).Text, "\n", " "), says)
	}
}

// The first message of a robot says how strong it is, at each level of each game.
func TestRobotsSayHowStrongTheyAre(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, g := range all.Games() {
		for level := engine.Level(1); level <= engine.Master; level++ {
			player := fmt.Sprintf("%s%d@example.net", g.Name, level)
			w.Proven(player, fmt.Sprintf("challenge robot %s level %d as %s", g.Name, level, g.First()))
			want := fmt.Sprintf("This robot's rating is about %d; a new player begins at 1500.", 975+150*(int(level)-1))
			require.Contains(t, flat(*w.Last(player)), want, "%s, level %d", g.Name, level)
		}
	}
}
