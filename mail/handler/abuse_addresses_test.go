package handler_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db/dbtest/skiptest"
)

// TestAbuseAddressQuestions: questions whether an address is a player's are messages to
// strangers as invitations are: many addresses of one domain bring few of them, and as
// many wait as may go in an hour.
func TestAbuseAddressQuestions(t *testing.T) {
	t.Parallel()
	skiptest.Long(t)
	asked := func(w *world, from string, n int, between time.Duration) (messages int, refused map[string]int) {
		refused = map[string]int{}
		for i := range n {
			mallory, victim := fmt.Sprintf(from, i), fmt.Sprintf("victim%d@v%d.example", i, i)
			w.Send(post{From: mallory, Proven: true, Body: "address " + victim})
			messages += len(w.Boxes[victim])
			switch text := flat(*w.Last(mallory)); {
			case strings.Contains(text, "our domain has sent too many invitations"):
				refused["domain"]++
			case strings.Contains(text, "oo many messages to new people are waiting"):
				refused["queue"]++
			}
			w.Now = w.Now.Add(between)
		}
		return messages, refused
	}
	t.Run("of a domain", func(t *testing.T) {
		w := newWorld(t)
		w.Proven("m99@evil.example", "challenge guest1@world.example turro\nchallenge guest2@world.example turro")
		n, refused := asked(w, "m%d@evil.example", 60, time.Minute)
		t.Logf("abuse | 60 addresses of a domain that made 2 invitations ask as many others whether they are theirs | 28 a day | %d", n)
		require.Equal(t, 28, n)
		require.Equal(t, map[string]int{"domain": 32}, refused)
		w.Proven("m98@evil.example", "challenge guest3@world.example turro")
		require.Empty(t, w.Boxes["guest3@world.example"], "they count together")
		w.Now = w.Now.Add(24 * time.Hour)
		n, _ = asked(w, "n%d@evil.example", 1, 0)
		require.Equal(t, 2, n, "the day after")
	})
	t.Run("of a player who is forgotten repeatedly", func(t *testing.T) {
		w, n := newWorld(t), 0
		for i := range 20 {
			victim := fmt.Sprintf("victim%d@v%d.example", i, i)
			w.Proven(fmt.Sprintf("mal+%d@gmail.com", i), "address "+victim)
			n += len(w.Boxes[victim])
		}
		t.Logf("abuse | 20 subaddresses of one mailbox ask | 10 a day | %d", n)
		require.Equal(t, 10, n)
	})
	t.Run("of many domains", func(t *testing.T) {
		w := withLimits(newWorld(t))
		w.Handler.Limits.QuestionsAnHour = 5
		n, refused := asked(w, "m@evil%d.example", 20, 0)
		t.Logf("abuse | 20 domains ask, 5 letters an hour may go to strangers | 5 wait | %d", n)
		require.Equal(t, 5, n)
		require.Equal(t, map[string]int{"queue": 15}, refused)
	})
	t.Run("to one address", func(t *testing.T) {
		w := newWorld(t)
		for i := range 10 {
			w.Proven(fmt.Sprintf("m@evil%d.example", i), "address "+ada2)
			w.Proven(fmt.Sprintf("m@evil%d.example", i), "address off")
		}
		t.Logf("abuse | 10 players ask an address, each taking it back | one letter a day | %d", len(w.Boxes[ada2]))
		require.Len(t, w.Boxes[ada2], 1)
	})
}

// TestAbuseAddressOracle: who asks whether an address is theirs does not learn who
// plays, by no order of questions.
func TestAbuseAddressOracle(t *testing.T) {
	t.Parallel()
	skiptest.Long(t)
	told := func(before []string, asked string) (out []string) {
		w := theGame(t)
		for _, other := range append(before, asked) {
			w.Proven("Mal <mal@evil.example>", "address "+other)
			out = append(out, strings.ReplaceAll(flat(*w.Last("mal@evil.example")), other, "X"))
		}
		w.Proven("mal@evil.example", "settings\naddress off")
		out = append(out, strings.ReplaceAll(flat(*w.Last("mal@evil.example")), asked, "X"))
		w.Proven("eve@evil.example", "address "+asked)
		return append(out, strings.ReplaceAll(flat(*w.Last("eve@evil.example")), asked, "X"))
	}
	differ := 0
	for _, before := range [][]string{nil, {"nobody1@example.org"}, {bob}} {
		if player, nobody := told(before, ada), told(before, "eda@example.org"); fmt.Sprint(player) != fmt.Sprint(nobody) {
			differ++
			t.Errorf("after %q:\n%q\n%q", before, player, nobody)
		}
	}
	t.Logf("abuse | a player's address and nobody's are asked for, first and again | the answers are the same | %d of 3 differ", differ)

	w := theGame(t)
	n := len(w.Boxes[ada])
	w.Proven("mal@evil.example", "address "+ada)
	require.Len(t, w.Boxes[ada], n, "no letter to her")
}
