package handler_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db/dbtest/race"
	"turnpost/mail/server/servertest"
)

// traces counts the files of the database, its log among them, in whose raw bytes
// one of some words stands, in any case of a-z.
func (w *world) traces(words ...string) (found []string) {
	w.T.Helper()
	require.NoError(w.T, filepath.WalkDir(w.Dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		for _, word := range words {
			if bytes.Contains(bytes.ToLower(text), bytes.ToLower([]byte(word))) {
				found = append(found, word+" in "+filepath.Base(path))
			}
		}
		return err
	}))
	return found
}

// Of who is forgotten nothing stays in the database's files, not even where rows
// were deleted, when the messages that were under way then have gone: whichever of
// them goes last, and whether it is taken or refused.
func TestAbuseForgottenBytes(t *testing.T) {
	t.Parallel()
	race.Long(t)
	if servertest.OnPostgres(t) {
		t.Skip("a server has more files than a test may read")
	}
	const zaphod = "zaphodine@quux.example"
	for name, last := range map[string]func(w *world) error{
		"the opponent's is sent last": func(w *world) error { return w.Deliver(sender{}) },
		"it is refused":               func(w *world) error { return w.Deliver(servertest.Refuse(bob)) },
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			w.Send(post{From: "Zaphodine <" + zaphod + ">", Proven: true, Body: "challenge bob@example.org rooya as black\nA word with it"})
			w.Reply(bob, "accept")
			w.Reply(zaphod, "a1\nGood luck from Zaphodine")
			w.Reply(bob, "a2")
			require.NoError(t, w.Deliver(sender{}))
			w.Reply(zaphod, "note Zaphodine was here")
			w.Reply(zaphod, "forget me")
			w.Reply(zaphod, "yes")
			require.Error(t, w.Deliver(sender{bob: errors.New("452 come back later")}), "Bob's server is busy")
			require.NotEmpty(t, w.traces("Zaphodine"), "what is not sent yet")
			w.Now = w.Now.Add(2 * time.Hour)
			require.NoError(t, last(w))
			left := w.traces("Zaphodine", "quux.example", "Good luck")
			require.Empty(t, left)
			t.Logf("abuse | forget me, and %s | no trace of the name in the database's files | %d traces", name, len(left))
		})
	}
}
