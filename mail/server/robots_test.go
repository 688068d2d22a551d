package server_test

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest"
	"turnpost/db/dbtest/skiptest"
	"turnpost/mail/consistency"
	"turnpost/mail/server/servertest"
)

// solo is somebody who plays against the robot of a level, and nobody else.
func solo(t *testing.T, s station, name string, seed uint64) *scriptedPlayer {
	t.Helper()
	b := newBot(name, officeDomain, s.person(strings.ToLower(name)), s.Robot, seed, 1)
	s.knows(t, b)
	return b
}

// begins challenges the robot of a level.
func (b *scriptedPlayer) begins(t *testing.T, game string, level int) {
	t.Helper()
	require.NoError(t, b.challenge("robot", fmt.Sprintf("%s level %d", game, level)))
}

// plays plays until the game is over.
func (b *scriptedPlayer) plays(t *testing.T) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	require.NoError(t, b.play(ctx))
}

// checkRobots: everything that is stored agrees, and no message went to a robot.
func checkRobots(t *testing.T, s station, b *scriptedPlayer) {
	t.Helper()
	l := s.readLedger(t)
	require.Empty(t, l.faults)
	require.Len(t, l.games, 1)
	require.NotEqual(t, db.Undecided, l.games[0].Result)
	require.False(t, l.games[0].Rated)
	for _, o := range l.out {
		require.Equal(t, b.address, o.Recipient)
	}
	for i, p := range l.plies[1] {
		require.Equal(t, i+1, p.N)
	}
}

// One person and a robot play a whole game by mail, at a level that answers in the same
// message, and at one that thinks for longer.
func TestAWholeGameAgainstARobot(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		game  string
		level int
		later bool // it answers in a message of its own
	}{{"turro", 7, false}, {"rooya", 4, false}, {"roses", 8, false}, {"tourrosa", 6, false}, {"tourrosa", 7, true}} {
		if skiptest.Working() && c.game != "roses" {
			continue
		}
		t.Run(fmt.Sprint(c.game, c.level), func(t *testing.T) {
			t.Parallel()
			s, _ := newOffice(t)
			ada := solo(t, s, "Ada", 7)
			stop := s.start(t)
			ada.begins(t, c.game, c.level)
			ada.plays(t)
			s.settle(t)
			stop()
			require.Empty(t, ada.copies)
			checkRobots(t, s, ada)
			if !c.later { // a message for each of hers, and no other
				require.Len(t, ada.messages, ada.posted)
			}
		})
	}
}

// A daemon that is killed while a robot plays, or before, leaves its turn to the next
// one, which plays it once.
func TestKilledWhileARobotThinks(t *testing.T) {
	skiptest.Killed(t)
	t.Parallel()
	skiptest.Long(t)
	for _, c := range []struct {
		step  string
		nth   int
		level int
	}{{"played", 2, 7}, {"thought", 1, 7}, {"thought", 3, 7}, {"written", 2, 2}} {
		t.Run(fmt.Sprintf("%s%d", c.step, c.nth), func(t *testing.T) {
			t.Parallel()
			s, _ := newOffice(t)
			ada := solo(t, s, "Ada", 3)
			dying := s.spawn(t, c.step, c.nth)
			ada.begins(t, "rooya", c.level)
			ended := make(chan struct{})
			go func() {
				defer close(ended)
				if dying.wait() != nil {
					s.spawn(t, "", 0)
				}
			}()
			ada.plays(t)
			<-ended
			s.settle(t)
			checkRobots(t, s, ada)
		})
	}
}

// Of several daemons one thinks at a time, and when it is killed another one does.
func TestSeveralDaemonsAndRobots(t *testing.T) {
	skiptest.Killed(t)
	t.Parallel()
	s, _ := newOffice(t)
	s.Database, s.Lease = dbtest.Postgres(t), 1500*time.Millisecond
	ada := solo(t, s, "Ada", 5)
	// Whichever leads dies at its second thought, and so does the other one then.
	var daemons []*daemon
	for i := range 2 {
		at := s
		at.Name = fmt.Sprint("daemon ", i)
		daemons = append(daemons, at.spawn(t, "thought", 2))
	}
	played := make(chan error, 1)
	ada.begins(t, "rooya", 7)
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	go func() { played <- ada.play(ctx) }()
	for _, d := range daemons {
		require.Error(t, d.wait(), "it was killed")
	}
	s.spawn(t, "", 0)
	require.NoError(t, <-played)
	s.settle(t)
	checkRobots(t, s, ada)
}

// What a robot is to its opponent: whom no clock runs out for, whom no reminder goes to,
// and whose levels differ in when they answer.
func TestManners(t *testing.T) {
	t.Parallel()
	w := servertest.New(t)
	ada := "ada@example.org"
	messages := w.Send(servertest.PlayerMail{From: "Ada <" + ada + ">", Proven: true, Body: "challenge robot roses level 3 as white"})
	require.Len(t, messages, 1)
	require.Contains(t, messages[0].Get("From"), "Robot (level 3) via Turnpost")
	game, err := strconv.ParseInt(messages[0].Get("Turnpost-Game"), 10, 64)
	require.NoError(t, err)
	require.Equal(t, 1, w.Game(game).Plies, "the robot begins in the first letter")

	messages = w.Reply(ada, "1\n\nGood luck!")
	require.Len(t, messages, 1, "one letter tells of both")
	require.Equal(t, 3, w.Game(game).Plies)
	require.Contains(t, messages[0].Text, "A robot reads no words")
	require.True(t, strings.HasPrefix(messages[0].Text, "Your move, "), "what was polite is no failure: %s", messages[0].Text)
	messages = w.Reply(ada, "a9\n\nThat was a surprise!")
	require.Contains(t, messages[0].Text, "A robot reads no words")
	require.NotContains(t, messages[0].Text, "| say")
	messages = w.Reply(ada, "say Good luck!")
	require.True(t, strings.HasPrefix(messages[0].Text, "Nothing was done"), messages[0].Text)

	// Conditional lines answer it, and it answers them.
	p := w.Game(game).Plies
	messages = w.Reply(ada, "1\nif * then 1")
	require.Len(t, messages, 1)
	require.Greater(t, w.Game(game).Plies, p)
	faults, err := consistency.Check(t.Context(), w.Handler.Club, w.DB, consistency.Options{})
	require.NoError(t, err)
	require.Empty(t, faults)
}

// One letter may begin several games, and each robot plays its own.
func TestSeveralAtOnce(t *testing.T) {
	t.Parallel()
	w := servertest.New(t)
	messages := w.Send(servertest.PlayerMail{From: "Ada <ada@example.org>", Proven: true, Body: "challenge robot turro level 2 as white\n" +
		"challenge robot rooya level 2 as white\nchallenge robot roses level 2 as white\nchallenge robot tourrosa level 2 as white\nchallenge robot turro level 2 as white"})
	require.Len(t, messages, 1)
	for game := range int64(5) {
		require.Equal(t, 1, w.Game(game+1).Plies)
	}
}

// No clock of a robot's runs out, whatever kept it from thinking.
func TestNoRobotLosesOnTime(t *testing.T) {
	t.Parallel()
	skiptest.Long(t)
	w := servertest.New(t)
	w.Send(servertest.PlayerMail{From: "Ada <ada@example.org>", Proven: true, Body: "challenge robot rooya level 7 as black pace fast"})
	w.Keep(w.Raw(servertest.PlayerMail{From: "ada@example.org", Body: "1", Answers: w.Last("ada@example.org")}))
	played, err := w.Server.AnswerNext(t.Context())
	require.NoError(t, err)
	require.True(t, played)
	w.Now = w.Now.Add(40 * 24 * time.Hour)
	w.Tick()
	g := w.Game(1)
	require.Equal(t, []any{1, db.Undecided, db.BotsTurn}, []any{g.Plies, g.Result, g.Reminded})
	faults, err := consistency.Check(t.Context(), w.Handler.Club, w.DB, consistency.Options{})
	require.NoError(t, err)
	require.Empty(t, faults)

	messages := w.Work()
	require.Len(t, messages, 2, "that she played, and that it did")
	require.Equal(t, 2, w.Game(1).Plies)
	messages = w.Pass(10 * 24 * time.Hour)
	require.Equal(t, "time", w.Game(1).Reason, "hers does")
	for _, l := range messages {
		require.Contains(t, l.Get("To"), "ada@example.org")
	}
}
