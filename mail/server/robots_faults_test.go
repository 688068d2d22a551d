package server_test

import (
	"log/slog"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest"
	"turnpost/mail/club"
	"turnpost/mail/consistency"
	"turnpost/mail/server/servertest"
	"turnpost/rules"
)

const lonely = "ada@example.org"

// challengeRobot begins a game with a robot; Ada is Black.
func challengeRobot(w *servertest.World, order string) []servertest.Message {
	return w.Proven("Ada <"+lonely+">", "challenge robot "+order+" as black")
}

// The rule of what a name is changes with the program and with robot.name: a robot stays
// one all the same.
func TestRobotsKeepTheirNames(t *testing.T) {
	t.Parallel()
	w := servertest.New(t)
	challengeRobot(w, "roses level 3")
	require.NoError(t, w.DB.Update(t.Context(), func(tx *db.Tx) error {
		work := w.Handler.Club.Begin(tx, 0)
		wrong, err := club.InvalidNames(work)
		require.NoError(t, err)
		require.Empty(t, wrong)
		return club.MendNames(work, slog.New(slog.DiscardHandler))
	}))
	require.Len(t, w.Reply(lonely, "1"), 1)
	require.Equal(t, 2, w.Game(1).Plies, "it plays on")
}

// A game that cannot be opened keeps the robots from no other.
func TestARobotsGameThatIsBroken(t *testing.T) {
	t.Parallel()
	w := servertest.New(t)
	if servertest.OnPostgres(t) {
		t.Skip("it writes to a file")
	}
	first, second := challengeRobot(w, "rooya level 7"), challengeRobot(w, "roses level 7")
	for _, messages := range [][]servertest.Message{first, second} {
		w.Keep(w.Raw(servertest.PlayerMail{From: lonely, Body: "1", Answers: &messages[0]}))
		played, err := w.Server.AnswerNext(t.Context())
		require.NoError(t, err)
		require.True(t, played)
	}
	dbtest.Execute(t, w.Where, `UPDATE plies SET move = 'nonsense' WHERE game = 1`)

	worked, _, err := w.Server.PlayBotTurn(t.Context())
	require.True(t, worked)
	require.ErrorContains(t, err, "game 1")
	w.Work()
	require.Equal(t, []int{1, 2}, []int{w.Game(1).Plies, w.Game(2).Plies})

	faults, err := consistency.Check(t.Context(), w.Handler.Club, w.DB, consistency.Options{})
	require.NoError(t, err)
	require.Len(t, faults, 1, "what follows from it is no fault of its own")
}

// There is nothing of a robot's to keep away, and their settings show none.
func TestNobodyBlocksARobot(t *testing.T) {
	t.Parallel()
	w := servertest.New(t)
	challengeRobot(w, "roses level 3")
	for _, word := range []string{"block", "mute", "mute #1"} {
		messages := w.Reply(lonely, word)
		require.Len(t, messages, 1)
		require.Contains(t, messages[0].Text, "A robot invites nobody and says nothing", word)
	}
	messages := w.Proven(lonely, "name Adele")
	require.Contains(t, messages[0].Text, "blocked     none")
}

// What somebody typed is repeated as it stands, whoever is called so.
func TestTypedRobots(t *testing.T) {
	t.Parallel()
	w := servertest.New(t)
	messages := w.Proven(lonely, "challenge bob@example.org robot 3")
	require.Contains(t, messages[0].Text, `There is no game called "robot 3"`)
}

// Who comes without proof begins no game.
func TestAbuseRobotsWithoutProof(t *testing.T) {
	t.Parallel()
	w := servertest.New(t)
	messages := w.Send(servertest.PlayerMail{From: "Eve <eve@example.org>", Body: "challenge robot roses level 8 as white"})
	passed := 0
	require.NoError(t, w.DB.View(t.Context(), func(tx *db.Tx) error {
		robots, err := tx.PlayersByName("robot 8")
		passed = len(robots)
		return err
	}))
	require.Len(t, messages, 1)
	require.NotContains(t, messages[0].Text, "robot")
	t.Logf("abuse | a challenge to a robot in somebody else's name | nothing begins | %d", passed)
	require.Zero(t, passed)
}

// A game that ends while a robot thinks agrees with all that is stored.
func TestGamesThatEndWhileARobotThinks(t *testing.T) {
	t.Parallel()
	w := servertest.New(t)
	for _, texts := range [][]string{{"1", "resign"}, {"1"}} {
		challengeRobot(w, "rooya level 7")
		for _, text := range texts {
			w.Keep(w.Raw(servertest.PlayerMail{From: lonely, Body: text, Answers: w.Last(lonely)}))
			played, err := w.Server.AnswerNext(t.Context())
			require.NoError(t, err)
			require.True(t, played)
			w.Messages()
		}
	}
	require.NoError(t, w.DB.Update(t.Context(), func(tx *db.Tx) error {
		_, err := w.Handler.Act(tx, func(tx *club.Tx) error { return club.Adjudicate(tx, 2, rules.Draw) })
		return err
	}))
	w.Messages()
	require.Empty(t, w.Work(), "nobody thinks about them any more")
	require.Equal(t, []string{"resigned", "adjudicated"}, []string{w.Game(1).Reason, w.Game(2).Reason})
	faults, err := consistency.Check(t.Context(), w.Handler.Club, w.DB, consistency.Options{})
	require.NoError(t, err)
	require.Empty(t, faults)
}
