package desk_test

import (
	"context"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/db"
)

// onPostgres reports whether a test has its world on PostgreSQL: one that runs
// within TestOnPostgreSQL, or with TURNPOST_DATABASE=postgres every one.
func onPostgres(t *testing.T) bool {
	return os.Getenv("TURNPOST_DATABASE") == "postgres" || strings.HasPrefix(t.Name(), "TestOnPostgreSQL/")
}

// TestOnPostgreSQL runs a choice of the tests that write most kinds of rows on
// PostgreSQL. The rest can be run there by
//
//	TURNPOST_DATABASE=postgres go test ./mail/desk
func TestOnPostgreSQL(t *testing.T) {
	tests := map[string]func(*testing.T){
		"whole game":     testWholeGame,
		"take back":      TestTakeBack,
		"conditionals":   TestConditionalsForTurnsOfTwo,
		"digest":         TestDigestOnce,
		"while down":     TestNobodyLosesWhileDown,
		"held":           TestHeldLinesAreErased,
		"second address": TestASecondAddress,
		"forgotten":      TestForgettingTheSecondAddress,
		"what is tried":  TestWhenALetterIsTried,
		"reports":        TestReportsThatComeAgain,
		"the same error": TestTheSameErrorIsToldOnce,
	}
	for _, name := range []string{"challenge-to-first-moves", "clock", "digest", "forgetting", "invitations", "offers", "talk-and-notes"} {
		tests[name] = func(t *testing.T) {
			want, err := os.ReadFile("testdata/" + name + ".transcript")
			require.NoError(t, err)
			require.Equal(t, string(want), playTranscript(t, string(want)))
		}
	}
	for name, test := range tests {
		t.Run(name, test)
	}
}

// testWholeGame plays a game to its end, each ply a letter, and then makes one
// player of the winner and a third one.
func testWholeGame(t *testing.T) {
	w := newWorld(t)
	w.begin("rooya")
	for turn := 0; !w.game(1).Over(); turn++ {
		require.Less(t, turn, 300)
		w.reply([]string{"ada@example.org", "bob@example.org"}[turn%2], "1")
		for worked := true; worked; {
			var err error
			worked, err = w.desk.DeliverNext(context.Background(), taker{})
			require.NoError(t, err)
		}
	}
	faults, err := w.desk.Verify(context.Background(), func(int, int) {})
	require.NoError(t, err)
	require.Empty(t, faults)
	w.proven("Cleo <cleo@example.org>", "challenge bob@example.org turro")
	require.NoError(t, w.db.Update(context.Background(), func(tx *db.Tx) error {
		ada, err := tx.PlayerByAddress("ada@example.org")
		require.NoError(t, err)
		cleo, err := tx.PlayerByAddress("cleo@example.org")
		require.NoError(t, err)
		return tx.Merge(ada.ID, cleo.ID)
	}))
	require.Contains(t, w.proven("ada@example.org", "games")[0].Text, "Cleo")
	faults, err = w.desk.Verify(context.Background(), func(int, int) {})
	require.NoError(t, err)
	require.Empty(t, faults)
}
