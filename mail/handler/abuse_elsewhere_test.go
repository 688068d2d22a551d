package handler_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/db/dbtest/race"
)

// TestAbuseAnswersToOthers: whoever writes to a player, and names us as who is to be
// answered, gets no word of the answer carried out here: it is proven to be the player's,
// fresh and addressed to us, and was meant for somebody else.
func TestAbuseAnswersToOthers(t *testing.T) {
	t.Parallel()
	race.Long(t)
	asked := func(first string) []string {
		return []string{"In-Reply-To: <which@evil.example>", "References: " + first + "<which@evil.example>"}
	}
	const below = "\n\nOn Fri, 20 Nov 2026 at 10:00, Bob <bob@example.org> wrote:\n\n> Which chapter do you like best, b1 or b2?\n"
	played, asking := 0, 0
	for _, c := range []struct {
		name   string
		body   string
		header []string
		done   bool
	}{
		{"a word that is a move", "b1" + below, asked(""), false},
		{"behind a thread of others", "b1" + below, asked("<a@example.net> <b@example.net>\n "), false},
		{"References alone", "b1" + below, asked("")[1:], false},
		{"to be forgotten", "forget me" + below, asked(""), false},
		{"to resign", "#1 resign" + below, asked(""), false},
		{"no answer to anything", "b1", nil, true},
		{"to an own letter to us", "b1", []string{"In-Reply-To: <OWN>", "References: <OWN>"}, true},
		{"to an own letter that answered another", "b1", []string{"In-Reply-To: <OWN>", "References: <which@evil.example> <OWN>"}, true},
	} {
		w := theGame(t)
		w.Send(post{From: ada, Proven: true, Body: "settings"})
		own := fmt.Sprintf("<%d@client.example>", w.Serial-1) // the mail before it was kept
		for i := range c.header {
			c.header[i] = strings.ReplaceAll(c.header[i], "<OWN>", own)
		}
		before := len(w.Boxes[ada])
		w.Send(post{From: ada, Subject: "Re: A book", Proven: true, Header: c.header, Body: c.body})
		moved := len(w.Plies(1)) != 2 || w.Game(1).Over()
		require.Equal(t, c.done, moved, c.name)
		if c.done {
			continue
		}
		if moved {
			played++
		}
		require.Len(t, w.Boxes[ada], before+1, c.name)
		require.Contains(t, flat(*w.Last(ada)), "Did you write to me", c.name)
		asking++
		w.Send(post{From: ada, Proven: true, Body: "yes"})
		require.Contains(t, flat(*w.Last(ada)), "nothing waits for a yes", c.name)
	}
	t.Logf("abuse | a player answers a mail of somebody else's, which named us in Reply-To | nothing is done, and the player is asked | %d of %d done", played, asking)

	// Whoever follows a friend's advice, in an answer to it, is no player yet.
	w := newWorld(t)
	w.Send(post{From: ada, Proven: true, Header: asked(""), Body: "challenge " + bob + " turro"})
	require.Len(t, w.Boxes[bob], 1)
}
