package handler_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db/dbtest/skiptest"
)

// What can be done again and again, and makes a message to the opponent each time, is
// no way to fill a mailbox: within an hour, and all day long.
func TestAbuseTogglesThatReachTheOpponent(t *testing.T) {
	t.Parallel()
	skiptest.Sequential(t)
	if testing.Short() {
		t.Skip("hundreds of letters")
	}
	begun := func() *world {
		w := begun(t, "turro")
		return w
	}
	over := func() *world {
		w := begun()
		w.Reply(bob, "resign")
		return w
	}
	for _, c := range []struct {
		name       string
		start      func() *world
		again      func(w *world, n int)
		hour, aDay int  // messages to Ada at most
		answered   bool // Ada writes too, and is answered: that is not Bob's doing
	}{
		{name: "draws offered and declined", start: begun, again: func(w *world, _ int) {
			w.Proven(bob, "#1 draw")
			w.Proven(ada, "#1 no")
		}, hour: 1, aDay: 6, answered: true},
		{name: "vacations planned and dropped", start: begun, again: func(w *world, n int) {
			if n%2 == 0 {
				w.Proven(bob, "vacation 2027-02-01 to 2027-02-03")
			} else {
				w.Proven(bob, "vacation off")
			}
		}, hour: 3, aDay: 6},
		{name: "rematches asked for and withdrawn", start: over, again: func(w *world, _ int) {
			w.Proven(bob, "#1 rematch")
			w.Proven(bob, "withdraw")
		}, hour: 2, aDay: 12},
		{name: "notes published", start: over, again: func(w *world, n int) {
			w.Proven(bob, fmt.Sprintf("#1 note %d", n))
			w.Proven(bob, "#1 publish notes")
		}, hour: 1, aDay: 6},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, in := range []struct {
				span, between time.Duration
				most          int
			}{{time.Hour, 0, c.hour}, {24 * time.Hour, 27 * time.Minute, c.aDay}} {
				w := c.start()
				n, tried := 0, 0
				for end := w.Now.Add(in.span); w.Now.Before(end); tried++ {
					before := len(w.Boxes[ada])
					c.again(w, tried)
					if n += len(w.Boxes[ada]) - before; c.answered && len(w.Boxes[ada]) > before {
						n--
					}
					w.Pass(in.between)
				}
				t.Logf("abuse | %s, %d times in %v | at most %d letters to the opponent | %d", c.name, tried, in.span, in.most, n)
				require.LessOrEqual(t, n, in.most)
				require.Positive(t, n)
			}
		})
	}
}

// TestAbuseStopWhilePaused: only the message that began a pause, and said what a stop
// costs, is answered by one without a question.
func TestAbuseStopWhilePaused(t *testing.T) {
	t.Parallel()
	skiptest.Long(t)
	ways := map[string]func(w *world, digest, paused *message){
		"the button of an old digest": func(w *world, digest, _ *message) {
			w.Send(post{From: ada, To: digest.Get("Reply-To"), Subject: "stop"})
		},
		"a fresh mail": func(w *world, _, _ *message) { w.Proven(ada, "stop") },
		"the letter of an earlier pause": func(w *world, _, paused *message) {
			w.Proven(ada, "continue")
			w.Pass(time.Hour)
			w.Proven(ada, "pause")
			w.Send(post{From: ada, Body: "stop", Answers: paused})
		},
	}
	for name, stop := range ways {
		w := theGame(t)
		w.Proven(ada, "digest daily 7:00")
		w.Pass(26 * time.Hour)
		digest := *w.Last(ada)
		require.Contains(t, digest.Get("Reply-To"), "+0.")
		w.Proven(ada, "pause")
		stop(w, &digest, w.Last(ada))
		require.False(t, w.Game(1).Over(), name)
		require.Contains(t, w.Last(ada).Text, "Are you sure, Ada?", name)
	}
	w := theGame(t)
	w.Proven(ada, "pause")
	w.Reply(ada, "stop")
	require.True(t, w.Game(1).Over(), "in reply to the letter that said so")
	t.Logf("abuse | stop while paused, in %d ways | asked first | 0 games resigned", len(ways))
}

// Many games with one opponent are no more letters of words and offers than one.
func TestAbuseTalkInManyGames(t *testing.T) {
	t.Parallel()
	skiptest.Long(t)
	w := newWorld(t)
	w.Proven(ada, "settings")
	w.Proven(bob, "challenge "+ada+" rooya as black\nchallenge "+ada+" turro as black\nchallenge "+ada+" roses as black\nchallenge "+ada+" tourrosa as black")
	for id := 1; id <= 4; id++ {
		w.Proven(ada, fmt.Sprintf("accept #%d", id))
	}
	w.Now = w.Now.Add(3 * time.Hour)
	within := func(wish string) int {
		before := len(w.Boxes[ada])
		for range 5 {
			for id := 1; id <= 4; id++ {
				w.Proven(bob, fmt.Sprintf("#%d "+wish, id))
				w.Now = w.Now.Add(2 * time.Minute)
			}
		}
		return len(w.Boxes[ada]) - before
	}
	talk, offers := within("say nuisance"), within("draw")
	t.Logf("abuse | words and draws in each of four games, over 40 minutes | a letter of each to the opponent | %d and %d", talk, offers)
	require.Equal(t, [2]int{1, 1}, [2]int{talk, offers})
	require.Contains(t, flat(*w.Last(bob)), "Ada got one less than an hour ago")

	w.Now = w.Now.Add(2 * time.Hour)
	before := len(w.Boxes[ada])
	w.Proven(bob, "#1 say good morning\n#2 say hello\n#3 draw\n#4 draw")
	require.Len(t, w.Boxes[ada], before+4, "what comes in one mail is one message in each game")
	var all string
	for _, l := range w.Boxes[ada][before:] {
		all += l.Text
	}
	for _, words := range []string{"good morning", "hello", "nuisance"} {
		require.Contains(t, all, words)
	}
}
