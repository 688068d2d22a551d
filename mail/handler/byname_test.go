package handler_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Neither side of a challenge by name is ever told the other's address, not even in a list of blocked players.
func TestAChallengeByNameNeverShowsAnAddress(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Proven(bob, "name Bob\nchallenges on")
	w.Proven(ada, "name Ada\nchallenge Bob turro")
	for _, p := range []struct{ reader, other string }{{bob, ada}, {ada, bob}} {
		w.Reply(p.reader, "block")
		w.Proven(p.reader, "settings")
		require.Contains(t, w.Last(p.reader).Text, map[string]string{ada: "| blocked     Bob", bob: "| blocked     Ada"}[p.reader])
		for _, m := range w.Boxes[p.reader] {
			require.NotContains(t, m.Text, p.other)
		}
	}
}

// A player whom somebody challenged by name may challenge them back by name, as the messages offer.
func TestAChallengeByNameCanBeReturned(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Proven(bob, "name Bob\nchallenges on")
	w.Proven(ada, "name Ada")
	w.Proven(bob, "challenge Ada turro")
	require.Contains(t, w.Last(bob).Text, `nobody called "Ada" can be challenged by name`)
	w.Proven(ada, "challenge Bob turro")
	w.Reply(bob, "decline")
	w.Proven(bob, "challenge Ada turro")
	require.Contains(t, w.Last(ada).Text, "Bob would like to play Turro")
}

// What a cup says of an address does not depend on whether somebody plays from there, except of players whom the
// host has met: otherwise a list of addresses would show who plays, and their names.
func TestACupDoesNotShowWhoPlaysFromAnAddress(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Proven(ada, "name Ada")
	w.Proven("bob@example.org", "name Robert")
	w.Proven("cleo@example.org", "name Patra\nchallenges on")
	answers := map[string]string{}
	for _, address := range []string{"bob@example.org", "cleo@example.org", "none@example.org"} {
		w.Proven(ada, "cup turro with "+address+", other@example.org")
		text := w.Last(ada).Text
		require.Contains(t, strings.Join(strings.Fields(text), " "), "ask "+address+" to a cup")
		require.NotRegexp(t, "Robert|Patra", text)
		answers[strings.Join(strings.Fields(strings.ReplaceAll(strings.ToLower(text), address, "ADDRESS")), " ")] = address
	}
	require.Len(t, answers, 1)
}
