package handler_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// told is the text of the last message to a reader, in one line.
func told(w *world, reader string) string {
	return strings.Join(strings.Fields(w.Last(reader).Text), " ")
}

// Of several blocked players of one name, the number of a game says which is meant. Without it the writer is asked.
func TestUnblockAsksWhichOfOneName(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Proven(bob, "name Bob")
	for _, p := range []string{ada, "cleo@example.org"} {
		w.Proven(p, "name Eve\nchallenge bob@example.org turro as white")
		w.Reply(bob, "accept")
		w.Reply(bob, "block")
		w.Proven(p, "name Zelda")
	}
	w.Proven(bob, "settings")
	require.Contains(t, told(w, bob), "| blocked Eve (#1), Eve (#2)")
	w.Proven(bob, "unblock Eve")
	require.Contains(t, told(w, bob), "Whom do you mean?")
	w.Proven(bob, "unblock")
	require.Contains(t, told(w, bob), "Whom do you mean?")
	w.Proven(bob, "unblock Eve (#2)")
	require.Contains(t, told(w, bob), "reach you again")
	w.Proven(bob, "settings")
	require.Contains(t, told(w, bob), "| blocked Eve (#1) |")
	w.Proven(bob, "unblock eve")
	require.Contains(t, told(w, bob), "reach you again")
}

// A refused unblock calls the opponent as the writer knows them.
func TestUnblockRefusesByTheKnownName(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Proven(bob, "name Bob")
	w.Proven(ada, "name Evelyn\nchallenge bob@example.org turro as white")
	w.Reply(bob, "accept\nmute")
	w.Proven(ada, "name Zelda")
	w.Proven(bob, "#1 unblock")
	require.Contains(t, told(w, bob), `You have blocked nobody under "Evelyn"`)
	require.NotContains(t, told(w, bob), "Zelda")
}

// A block in reply to the question of a cup blocks its host, by name, and declines the cup.
func TestBlockInReplyToACup(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, p := range []string{"Bob", "Cleo", "Dora"} {
		w.Proven(strings.ToLower(p)+"@example.org", "name "+p+"\nchallenges on")
	}
	w.Proven(ada, "name Evelyn\ncup turro with Bob, Cleo, Dora")
	require.Contains(t, told(w, bob), "Evelyn")
	w.Reply(bob, "block")
	require.Contains(t, told(w, bob), "write unblock Evelyn")
	require.Contains(t, told(w, ada), "Bob")
	w.Proven(bob, "settings")
	require.Contains(t, told(w, bob), "| blocked Evelyn |")
	w.Proven(bob, "unblock Evelyn")
	require.Contains(t, told(w, bob), "Evelyn reach you again")
	for _, m := range w.Boxes[bob] {
		require.NotContains(t, m.Text, ada)
	}
	w.Proven("cleo@example.org", "block")
	require.Contains(t, told(w, "cleo@example.org"), "Whom do you want to block?")
}
