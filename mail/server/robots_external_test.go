package server_test

import (
	"bytes"
	"log/slog"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest/skiptest"
	"turnpost/mail/consistency"
	"turnpost/mail/server/servertest"
	"turnpost/rules"
	"turnpost/rules/engine/external"
)

// playedBy has a program play a game for the robots of a world, and returns the program's log.
func playedBy(t *testing.T, w *servertest.World, game, command string, patience time.Duration) *bytes.Buffer {
	t.Helper()
	g, err := rules.Find(w.Games, game)
	require.NoError(t, err)
	var log bytes.Buffer
	e, err := external.New(g, command, slog.New(slog.NewTextHandler(&log, nil)))
	require.NoError(t, err)
	e.Nice, e.Patience = 0, patience
	t.Cleanup(func() { require.NoError(t, e.Close()) })
	w.Handler.Bots.Engines = map[string]*external.Engine{game: e}
	w.Handler.Club.Policy.EngineGames = []string{game}
	return &log
}

// A robot whose plies an external engine chooses plays by mail like any other, but never in the
// answer to a message; and when the program does not work, the built-in engine plays.
func TestARobotOfOthers(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, game, command string
		replies             []string
		fails               bool
	}{
		{"stockfish", "chess", "/usr/games/stockfish", slices.Repeat([]string{"1"}, 100), false},
		{"gnugo", "go9", "/usr/games/gnugo --mode gtp --chinese-rules", []string{"a1", "b1"}, false},
		{"another program", "chess", "/bin/cat", []string{"1", "1"}, true},
		{"no program", "chess", "/usr/games/none", []string{"1", "1"}, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			patience := 2 * time.Minute
			if c.fails {
				patience = 200 * time.Millisecond
			} else {
				skiptest.Without(t, c.command)
			}
			w := servertest.New(t)
			const ada = "ada@example.org"
			log := playedBy(t, w, c.game, c.command, patience)
			w.Proven("Ada <"+ada+">", "challenge robot "+c.game+" level 3 as white")
			first := strings.ReplaceAll(w.Boxes[ada][0].Text, "\n", " ")
			require.Contains(t, first,
				"The program "+filepath.Base(strings.Fields(c.command)[0])+" chooses the moves of this robot, at level 3.")
			require.NotContains(t, first, "rating is about", "that of the built-in engine")
			for _, reply := range c.replies {
				before := w.Game(1).Plies
				messages := w.Reply(ada, reply)
				if w.Game(1).Result != db.Undecided {
					break
				}
				require.Len(t, messages, 2, "the answer did not wait for the robot")
				require.Equal(t, before+2, w.Game(1).Plies)
			}
			if w.Game(1).Result == db.Undecided {
				w.Reply(ada, "resign")
			}
			require.Equal(t, c.fails, strings.Contains(log.String(), "the built-in engine plays"), log.String())
			require.LessOrEqual(t, strings.Count(log.String(), "\n"), 1)
			faults, err := consistency.Check(t.Context(), w.Handler.Club, w.DB, consistency.Options{})
			require.NoError(t, err)
			require.Empty(t, faults)
		})
	}
}

// A robot that thinks for long, or hangs, delays no other robot: slow ones wait in a queue of their own.
func TestSlowRobotsWaitApart(t *testing.T) {
	t.Parallel()
	w := servertest.New(t)
	playedBy(t, w, "chess", "/bin/cat", time.Millisecond)
	people := []string{"ada@example.org", "bob@example.org", "cleo@example.org"}
	for i, against := range []string{"chess level 1", "rooya level 9", "rooya level 7"} {
		w.Proven(people[i], "challenge robot "+against+" as black")
	}
	before := []int{w.Game(1).Plies, w.Game(2).Plies, w.Game(3).Plies}
	for _, address := range people {
		w.Now = w.Now.Add(time.Minute)
		w.Keep(w.Raw(servertest.PlayerMail{From: address, Body: "1", Answers: w.Last(address)}))
		_, err := w.Server.AnswerNext(t.Context())
		require.NoError(t, err)
	}
	turns := []int{w.Game(1).Reminded, w.Game(2).Reminded, w.Game(3).Reminded}
	require.Equal(t, []int{db.SlowBotsTurn, db.SlowBotsTurn, db.BotsTurn}, turns)
	worked, _, err := w.Server.PlayBotTurn(t.Context())
	require.NoError(t, err)
	require.True(t, worked)
	require.Equal(t, []int{before[0] + 1, before[1] + 1, before[2] + 2},
		[]int{w.Game(1).Plies, w.Game(2).Plies, w.Game(3).Plies},
		"the quick one played, which waited for the shortest time")
	worked, _, err = w.Server.PlayBotTurn(t.Context())
	require.NoError(t, err)
	require.True(t, worked)
	require.Equal(t, before[0]+2, w.Game(1).Plies, "then the slow one that waited longest")
}
