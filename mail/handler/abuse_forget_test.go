package handler_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db/dbtest/skiptest"
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
	skiptest.Long(t)
	if servertest.OnPostgres(t) {
		t.Skip("a server has more files than a test may read")
	}
	const zaphod = "zaphodine@quux.example"
	for name, last := range map[string]func(w *world) error{
		"the opponent's is sent last": func(w *world) error { return w.Deliver(sender{}) },
		"it is refused":               func(w *world) error { return w.Deliver(servertest.RefuseRecipient(bob)) },
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

// Forget me also erases what others made for other forms of the mailbox, and the name from what
// the opponent noted.
func TestAbuseForgottenMailbox(t *testing.T) {
	t.Parallel()
	skiptest.Long(t)
	if servertest.OnPostgres(t) {
		t.Skip("a server has more files than a test may read")
	}
	const zaphod = "zaphodine@quux.example"
	forms := []string{"zaphodine+games@quux.example", "Zaphodine+A.B@quux.example", "ZAPHODINE+x@QUUX.example"}
	notes := []string{
		"Zaphodine always plays a1", "zaphodine is weak on the left", "beat ZAPHODINE!", "(Zaphodine)", "Zaphodines Fehler", "write to zaphodine@quux.example",
		"zaphodine+games@quux.example too", "Beeblebrox, Zaphodine", "Zaphodine Beeblebrox Zaphodine", "l'erreur de Zaphodine, encore", "Beeblebrox's plan", "«Zaphodine»",
		"zaphodine/beeblebrox", "Zaphodine", "Zaphodine Zaphodine", "Attack e7 next",
		"Zaphodine joue toujours a1", "attention à Zaphodine !", "le coup préféré de ZAPHODINE", "d'après Zaphodine: b2", "Zaphodine-la-rusée",
		"Zaphodine gioca sempre a1", "contro Zaphodine attaccare", "il trucco di Zaphodine?", "ha scritto zaphodine@quux.example", "Beeblebrox: debole",
		"Zaphodine spielt immer a1", "gegen Zaphodine links angreifen", "Beeblebrox' Plan", "laut zaphodine+games@quux.example", "\u201eZaphodine\u201c", "[Zaphodine] e7",
	}
	w := newWorld(t)
	w.Send(post{From: "Zaphodine Beeblebrox <" + zaphod + ">", Proven: true, Body: "challenge bob@example.org rooya as black\nA word with it"})
	w.Reply(bob, "accept")
	for i, form := range forms {
		w.Send(post{From: "Carol <carol@example.org>", Proven: true, Body: "challenge " + form + " rooya\nCome and play, Zaphodine " + form})
		w.Send(post{From: "Zaphodine Forged <" + strings.Replace(form, "+", "+forged", 1) + ">", Body: "challenge dave@example.org turro\nfrom Zaphodine"})
		w.Send(post{From: "Eve <eve" + string(rune('0'+i)) + "@example.org>", Proven: true, Body: "address " + strings.Replace(form, "+", "+eve", 1)})
	}
	require.NoError(t, w.Deliver(sender{}))
	for _, note := range notes {
		w.Reply(bob, "note "+note)
	}
	w.Reply(zaphod, "a1")
	require.NoError(t, w.Deliver(sender{}))
	w.Reply(zaphod, "forget me")
	w.Reply(zaphod, "yes")
	require.NoError(t, w.Deliver(sender{}))
	w.Now = w.Now.Add(2 * time.Hour)
	w.Work()
	require.NoError(t, w.Deliver(sender{}))
	left := w.traces("Zaphodine", "quux.example", "Beeblebrox")
	t.Logf("abuse | forget me, with %d rows of others for the mailbox and %d notes of the opponent | no trace | %q", 3*len(forms), len(notes), left)
	require.Empty(t, left)
	w.Send(post{From: bob, Proven: true, Body: "#1 notes"})
	require.Contains(t, w.Last(bob).Text, "Attack e7 next", "the notes themselves stay")
	require.Contains(t, w.Last(bob).Text, "… always plays a1")
}
