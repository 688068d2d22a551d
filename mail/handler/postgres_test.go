package handler_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/mail/consistency"
)

// TestOnPostgreSQL runs a choice of the tests that write most kinds of rows on
// PostgreSQL, one of each kind: what the handler does in which case is the same there. The rest can be run there by
//
//	TURNPOST_DATABASE=postgres go test ./mail/handler
func TestOnPostgreSQL(t *testing.T) {
	tests := map[string]func(*testing.T){
		"whole game":     testWholeGame,
		"two desks":      testTwoHandlers,
		"conditionals":   TestConditionalsForTurnsOfTwo,
		"while down":     TestNobodyLosesWhileDown,
		"quarantine":     TestQuarantinedLinesAreErased,
		"second address": TestASecondAddress,
		"forgotten":      TestForgettingTheSecondAddress,
		"the same error": TestTheSameErrorIsToldOnce,
	}
	for _, name := range []string{"challenge-to-first-moves", "digest", "forgetting", "invitations", "offers", "talk-and-notes"} {
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

// testWholeGame plays a game to its end, each ply a message, and then makes one
// player of the winner and a third one.
func testWholeGame(t *testing.T) {
	w := begun(t, "rooya")
	for turn := 0; !w.Game(1).Over(); turn++ {
		require.Less(t, turn, 300)
		w.Reply([]string{"ada@example.org", "bob@example.org"}[turn%2], "1")
		for worked := true; worked; {
			var err error
			worked, err = w.Server.DeliverNext(context.Background(), taker{})
			require.NoError(t, err)
		}
	}
	faults, err := consistency.Check(context.Background(), w.Handler.Club, w.DB, consistency.Options{})
	require.NoError(t, err)
	require.Empty(t, faults)
	w.Proven("Cleo <cleo@example.org>", "challenge bob@example.org turro")
	require.NoError(t, w.DB.Update(context.Background(), func(tx *db.Tx) error {
		ada, err := tx.PlayerByAddress("ada@example.org")
		require.NoError(t, err)
		cleo, err := tx.PlayerByAddress("cleo@example.org")
		require.NoError(t, err)
		return tx.Merge(ada.ID, cleo.ID)
	}))
	require.Contains(t, w.Proven("ada@example.org", "games")[0].Text, "Cleo")
	faults, err = consistency.Check(context.Background(), w.Handler.Club, w.DB, consistency.Options{})
	require.NoError(t, err)
	require.Empty(t, faults)
}

// testTwoHandlers lets two handlers work on the same messages at the same time, which no
// lease keeps apart: each message counts once and has one answer.
func testTwoHandlers(t *testing.T) {
	w := newWorld(t)
	const messages = 40
	for n := range messages {
		w.Keep(w.Raw(post{From: fmt.Sprintf("p%d@club%d.example", n, n), Proven: true, Body: "challenge anyone turro"}))
	}
	var wait sync.WaitGroup
	for range 2 {
		d, err := db.Open(context.Background(), w.Where)
		require.NoError(t, err)
		defer d.Close()
		d.Now = w.DB.Now
		_, k := w.On(d)
		wait.Go(func() {
			for worked := true; worked; {
				var err error
				if worked, err = k.AnswerNext(context.Background()); err != nil && !errors.Is(err, db.ErrNotFound) && !errors.Is(err, db.ErrExists) {
					t.Error(err)
					return
				}
			}
		})
	}
	wait.Wait()
	require.NoError(t, w.DB.View(context.Background(), func(tx *db.Tx) error {
		in, err := tx.ListIncoming("", -1)
		require.NoError(t, err)
		require.Len(t, in, messages)
		for _, l := range in {
			require.Equal(t, db.IncomingDone, l.State, l.Remark)
		}
		out, err := tx.ListOutgoing("", 0, -1)
		require.NoError(t, err)
		require.Len(t, out, messages)
		open, err := tx.OpenToAnyone(-1)
		require.Len(t, open, messages)
		return err
	}))
}
