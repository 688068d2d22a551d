package server_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/mail/desk"
	"turnpost/mail/server/servertest"
	"turnpost/mail/verify"
)

const zaphodine = "zaphodine@quux.example"

// forgettable is a world in which Zaphodine has asked to be forgotten, and said yes;
// nothing is done yet but that it is answered.
func forgettable(t *testing.T) *servertest.World {
	w := servertest.New(t)
	w.Send(post{From: "Zaphodine <" + zaphodine + ">", Proven: true, Body: "challenge bob@example.org rooya as black\nA word with it"})
	w.Reply("bob@example.org", "accept")
	w.Reply(zaphodine, "a1\nGood luck from Zaphodine")
	w.Reply("bob@example.org", "a2")
	require.NoError(t, w.Deliver(sender{}))
	w.Reply(zaphodine, "forget me")
	require.NoError(t, w.Deliver(sender{}))
	w.Keep(w.Raw(post{From: zaphodine, Answers: w.Last(zaphodine), Body: "yes"}))
	for worked := true; worked; {
		var err error
		worked, err = w.Server.PlayNext(t.Context())
		require.NoError(t, err)
	}
	return w
}

// waits reports whether the last letter to Zaphodine waits, and whether something of
// hers is still to be erased.
func waits(w *servertest.World) (farewell, forgetting bool) {
	for _, o := range w.Outgoing(db.OutgoingQueued) {
		farewell = farewell || desk.IsFarewell(o)
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
// the ledgers are right at every moment, letters go out meanwhile, and the one that says
// that all is erased goes when it is.
func TestForgettingIsGoneOnWith(t *testing.T) {
	w := forgettable(t)
	lives := 0
	for farewell, forgetting := waits(w); forgetting; farewell, forgetting = waits(w) {
		require.True(t, farewell)
		require.NoError(t, w.Deliver(sender{}))
		faults, err := verify.Database(t.Context(), w.Desk.Club, w.DB, nil)
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
