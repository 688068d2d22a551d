package server_test

import (
	"bytes"
	"context"
	"database/sql"
	"log/slog"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest/skiptest"
	"turnpost/mail/consistency"
	"turnpost/mail/handler"
	"turnpost/mail/server/servertest"
)

const zaphodine = "zaphodine@quux.example"

// forgettable is a world in which Zaphodine has asked to be forgotten, and said yes;
// nothing is done yet but that it is answered. Before that others did something.
func forgettable(t *testing.T, others ...func(*servertest.World)) *servertest.World {
	w := servertest.New(t)
	w.Send(post{From: "Zaphodine <" + zaphodine + ">", Proven: true, Body: "challenge bob@example.org rooya as black\nA word with it"})
	w.Reply("bob@example.org", "accept")
	w.Reply(zaphodine, "a1\nGood luck from Zaphodine")
	w.Reply("bob@example.org", "a2")
	require.NoError(t, w.Deliver(sender{}))
	for _, do := range others {
		do(w)
	}
	w.Reply(zaphodine, "forget me")
	require.NoError(t, w.Deliver(sender{}))
	w.Keep(w.Raw(post{From: zaphodine, Answers: w.Last(zaphodine), Body: "yes"}))
	for worked := true; worked; {
		var err error
		worked, err = w.Server.AnswerNext(t.Context())
		require.NoError(t, err)
	}
	return w
}

// waits reports whether the last message to Zaphodine waits, and whether something of
// hers is still to be erased.
func waits(w *servertest.World) (farewell, forgetting bool) {
	for _, o := range w.Outgoing(db.OutgoingQueued) {
		farewell = farewell || handler.IsFarewell(o)
	}
	require.NoError(w.T, w.DB.View(context.Background(), func(tx *db.Tx) error {
		_, err := tx.Forgetting()
		forgetting = err == nil
		return nil
	}))
	return farewell, forgetting
}

// traces are the database's files in which Zaphodine stands.
func traces(w *servertest.World) (found []string) {
	files, err := filepath.Glob(filepath.Join(w.Dir, "*"))
	require.NoError(w.T, err)
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(w.T, err)
		text = bytes.ToLower(text)
		if bytes.Contains(text, []byte("zaphodine")) || bytes.Contains(text, []byte("quux.example")) {
			found = append(found, filepath.Base(file))
		}
	}
	return found
}

// A daemon that dies after each piece of a forgetting goes on with it at its next start;
// the ledgers are right at every moment, messages go out meanwhile, and the one that says
// that all is erased goes when it is.
func TestForgettingIsGoneOnWith(t *testing.T) {
	t.Parallel()
	skiptest.Long(t)
	w := forgettable(t)
	lives := 0
	for farewell, forgetting := waits(w); forgetting; farewell, forgetting = waits(w) {
		require.True(t, farewell)
		require.NoError(t, w.Deliver(sender{}))
		faults, err := consistency.Check(t.Context(), w.Handler.Club, w.DB, consistency.Options{})
		require.NoError(t, err)
		require.Empty(t, faults)

		require.NoError(t, w.DB.Close())
		d, err := db.Open(t.Context(), w.Where)
		require.NoError(t, err)
		t.Cleanup(func() { d.Close() })
		w.DB, d.Now = d, func() time.Time { return w.Now }
		w.Restart()
		lives++
		require.Less(t, lives, 20)
		worked, err := w.Server.Tick(t.Context())
		require.NoError(t, err)
		require.True(t, worked)
	}
	require.Greater(t, lives, 4, "it is done piece by piece")
	farewell, _ := waits(w)
	require.True(t, farewell)
	require.NoError(t, w.Deliver(sender{}))
	farewell, _ = waits(w)
	require.False(t, farewell)
	require.Empty(t, traces(w))
	require.NotEmpty(t, w.Outgoing(db.OutgoingSent))
}

// Who reads the database as it was keeps nobody waiting, and what they kept in its log
// goes when they are done.
func TestForgettingWhileSomebodyReads(t *testing.T) {
	t.Parallel()
	w := forgettable(t)
	reads, done := make(chan struct{}), make(chan struct{})
	ended := make(chan error, 1)
	go func() {
		ended <- w.DB.View(context.Background(), func(tx *db.Tx) error {
			_, err := tx.Player(1)
			close(reads)
			<-done
			return err
		})
	}()
	<-reads
	w.Tick()
	_, forgetting := waits(w)
	require.False(t, forgetting)
	require.NoError(t, w.Deliver(sender{}))
	require.ErrorIs(t, w.DB.Scrub(t.Context()), db.ErrHeld)
	require.NotEmpty(t, traces(w))
	close(done)
	require.NoError(t, <-ended)
	w.Now = w.Now.Add(2 * time.Minute)
	w.Tick()
	require.Empty(t, traces(w))
}

// Of whom a piece cannot be erased waits, and is tried again later; whoever else is
// forgotten does not wait for it. The log says so, and what the operator asks.
func TestForgettingThatFailsIsPutOff(t *testing.T) {
	t.Parallel()
	const other = "carol@example.org"
	w := forgettable(t, func(w *servertest.World) { // whose game is the second
		w.Send(post{From: other, Proven: true, Body: "challenge bob@example.org rooya as black"})
		w.Reply("bob@example.org", "accept")
		w.Reply(other, "forget me")
		require.NoError(t, w.Deliver(sender{}))
	})
	var log bytes.Buffer
	w.Use(w.Handler, slog.New(slog.NewTextHandler(&log, nil)))
	raw, err := sql.Open("sqlite3", "file:"+w.Where+"?_txlock=immediate&_busy_timeout=60000")
	require.NoError(t, err)
	defer raw.Close()
	_, err = raw.Exec(`CREATE TRIGGER stuck BEFORE UPDATE ON talk WHEN new.game = 1 BEGIN SELECT RAISE(ABORT, 'stuck'); END`)
	require.NoError(t, err)
	standing := func() (s db.ForgettingProgress) {
		require.NoError(t, w.DB.View(t.Context(), func(tx *db.Tx) (err error) { s, err = tx.Forgettings(); return err }))
		return s
	}
	tick := func() (worked bool, failed error) {
		for range 100 {
			worked, failed = w.Server.Tick(t.Context())
			if !worked || failed != nil {
				return worked, failed
			}
		}
		require.Fail(t, "it never ends")
		return worked, failed
	}

	w.Keep(w.Raw(post{From: other, Answers: w.Last(other), Body: "yes"}))
	for worked := true; worked; {
		worked, err = w.Server.AnswerNext(t.Context())
		require.NoError(t, err)
	}
	require.Equal(t, db.ForgettingProgress{Players: 2, Since: w.Now}, standing())
	_, err = tick()
	require.ErrorContains(t, err, "stuck")
	require.Contains(t, log.String(), "could not be erased")
	worked, err := tick()
	require.NoError(t, err, "the other's turn")
	require.False(t, worked)
	require.Equal(t, db.ForgettingProgress{Players: 1, Since: w.Now, Failing: 1, Next: w.Now.Add(time.Minute)}, standing())
	require.NoError(t, w.Deliver(sender{}))
	farewell, forgetting := waits(w)
	require.True(t, farewell, "to her it is not true yet")
	require.False(t, forgetting)

	w.Now = w.Now.Add(time.Minute)
	_, err = tick()
	require.ErrorContains(t, err, "stuck")
	require.Equal(t, w.Now.Add(2*time.Minute), standing().Next)
	_, err = raw.Exec(`DROP TRIGGER stuck`)
	require.NoError(t, err)
	w.Now = w.Now.Add(2 * time.Minute)
	_, err = tick()
	require.NoError(t, err)
	require.Equal(t, db.ForgettingProgress{}, standing())
	require.NoError(t, w.Deliver(sender{}))
	farewell, _ = waits(w)
	require.False(t, farewell)
}
