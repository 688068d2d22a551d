package server_test

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest/skiptest"
	"turnpost/db/puzzles"
	"turnpost/mail"
	"turnpost/mail/club"
	"turnpost/mail/club/analysis"
	"turnpost/mail/handler"
	"turnpost/mail/server"
	"turnpost/mail/server/servertest"
	"turnpost/rules"
	"turnpost/rules/engine/external"
	"turnpost/rules/roses"
)

// shelf is the puzzles of a database: of each game, its positions.
func shelf(t *testing.T, d *db.DB) map[int64][]string {
	t.Helper()
	out := map[int64][]string{}
	require.NoError(t, d.View(t.Context(), func(tx *db.Tx) error {
		return tx.Rows(func(scan func(...any) error) error {
			game, position := int64(0), ""
			err := scan(&game, &position)
			out[game] = append(out[game], position)
			return err
		}, `SELECT game, position FROM puzzles ORDER BY id`)
	}))
	return out
}

// A daemon that is killed when it has found the puzzles of a game leaves that to the next
// one, and they are on the shelf once; of several one seeks at a time.
func TestKilledWhileItSeeksPuzzles(t *testing.T) {
	skiptest.Killed(t)
	t.Parallel()
	skiptest.Long(t)
	for _, daemons := range []int{1, 2} {
		t.Run(fmt.Sprint(daemons), func(t *testing.T) {
			t.Parallel()
			s, _, played := killedAfterAGame(t, daemons, "sought")
			ctx, cancel := context.WithTimeout(t.Context(), patience)
			defer cancel()
			d, err := db.Open(t.Context(), s.Database)
			require.NoError(t, err)
			defer d.Close()
			require.Empty(t, shelf(t, d))
			s.spawn(t, "", 0)
			require.NoError(t, <-played)
			for waiting := true; waiting; {
				require.NoError(t, ctx.Err())
				require.NoError(t, d.View(ctx, func(tx *db.Tx) (err error) { _, _, waiting, err = puzzles.Next(tx); return err }))
				time.Sleep(50 * time.Millisecond)
			}
			var plies []rules.Move
			require.NoError(t, d.View(ctx, func(tx *db.Tx) error {
				list, err := tx.Plies(1)
				for _, p := range list {
					plies = append(plies, rules.Move(p.Move))
				}
				return err
			}))
			r, err := rules.Replay(roses.Game(), plies)
			require.NoError(t, err)
			sharp, err := analysis.FindPuzzles(ctx, r, func(time.Duration) {})
			require.NoError(t, err)
			want := map[int64][]string{}
			for _, p := range sharp {
				want[1] = append(want[1], p.Position)
			}
			require.Equal(t, want, shelf(t, d))
		})
	}
}

// sixteenPlies is a game that is over and holds two puzzles: Black's at ply 13, which was
// missed, and White's at ply 14.
func sixteenPlies(t *testing.T) *servertest.World {
	t.Helper()
	return servertest.From(t, "sixteen plies", playSixteen)
}

func playSixteen(w *servertest.World) {
	begins(w, "ada@example.org", "bob@example.org")
	playOn(w, 1, sharpGame...)
}

var sharpGame = strings.Fields("c5 d3 b4 e4 a3 c3 d5 b3 c5-e5 e4-f5 e5-d4 c3-c4 d4-c3 c4xb4 d5-d6 b3xb5")

func begins(w *servertest.World, black, white string) {
	w.T.Helper()
	w.Send(post{From: black, Proven: true, Body: "challenge " + white + " roses as black"})
	w.Reply(white, "accept")
}

// playOn plays a game on by fresh messages.
func playOn(w *servertest.World, game int64, moves ...string) {
	w.T.Helper()
	for _, m := range moves {
		g := w.Game(game)
		var from string
		require.NoError(w.T, w.DB.View(w.T.Context(), func(tx *db.Tx) error {
			p, err := tx.Player([]int64{g.Black, g.White}[g.Plies%2])
			from = p.Address
			return err
		}))
		w.Send(post{From: from, Proven: true, Body: fmt.Sprintf("#%d %s", game, m)})
		require.Equal(w.T, g.Plies+1, w.Game(game).Plies, m)
	}
}

// asks has somebody write, and returns the one letter that answers.
func asks(w *servertest.World, from, body string) servertest.Message {
	w.T.Helper()
	messages := w.Send(post{From: from, Proven: true, Body: body})
	require.Len(w.T, messages, 1)
	return messages[0]
}

const cleo, shipped, empty = "cleo@example.org", "between two robots", "There is no puzzle"

// Two that have sought in the same game shelve it once; in one that was called off, or of
// whose players one wants no analysis, is found none.
func TestPuzzlesAreShelvedOnce(t *testing.T) {
	t.Parallel()
	skiptest.Long(t)
	w := sixteenPlies(t)
	var found []analysis.FoundPuzzles
	for range 2 {
		var g analysis.PuzzleGame
		require.NoError(t, w.DB.View(t.Context(), func(tx *db.Tx) (err error) { g, err = analysis.NextPuzzleGame(w.Handler.Club.Begin(tx, 0)); return err }))
		f, err := g.Think(t.Context(), func(time.Duration) {})
		require.NoError(t, err)
		found = append(found, f)
	}
	require.Equal(t, found[0], found[1])
	for _, f := range found {
		require.NoError(t, w.DB.Update(t.Context(), func(tx *db.Tx) error { _, err := w.Handler.Act(tx, f.Shelve); return err }))
		require.Len(t, shelf(t, w.DB)[1], 2)
	}
	w.Seek()
	require.Len(t, shelf(t, w.DB)[1], 2)

	w = sixteenPlies(t)
	w.Send(post{From: "bob@example.org", Proven: true, Body: "analysis off"})
	w.Seek()
	require.Empty(t, shelf(t, w.DB))

	w = servertest.New(t)
	begins(w, "ada@example.org", "bob@example.org")
	playOn(w, 1, sharpGame[:15]...)
	require.NoError(t, w.DB.Update(t.Context(), func(tx *db.Tx) error {
		_, err := w.Handler.Act(tx, func(tx *club.Tx) error { return club.Abort(tx, 1) })
		return err
	}))
	w.Seek()
	require.Empty(t, shelf(t, w.DB))
}

// A game that ends while puzzles are sought in another one is told of before they are found,
// and the loop is not taken to stand still meanwhile.
func TestPlayersDoNotWaitForPuzzles(t *testing.T) {
	t.Parallel()
	w := sixteenPlies(t)
	require.NotEmpty(t, w.Look())
	begins(w, "cleo@example.org", "dora@example.org")
	told, round := 0, 0
	w.Server.Observe = func(o handler.Observation) {
		if o.What == server.Pulse && o.Label == "post-mortems" {
			round++
		}
	}
	rest := w.Server.PostMortemsFirst(t.Context(), 0, func(time.Duration) {})
	more, err := w.Server.FindPuzzles(t.Context(), func(spent time.Duration) {
		if told == 0 {
			playOn(w, 2, sharpGame...)
			rest(spent)
			told = len(w.Work())
			require.Equal(t, 2, round, "with the game, and when none waits")
			require.Empty(t, shelf(t, w.DB))
		}
	})
	require.NoError(t, err)
	require.True(t, more)
	require.Equal(t, 2, told)
	require.NotEmpty(t, shelf(t, w.DB))
}

// Several games that are over are looked at together, also where the processes for it do not work.
func TestGamesAreLookedAtTogether(t *testing.T) {
	t.Parallel()
	w := sixteenPlies(t)
	begins(w, "cleo@example.org", "dora@example.org")
	playOn(w, 2, sharpGame...)
	for range 3 {
		e := external.NewOwn([]string{"/bin/cat"}, slog.New(slog.DiscardHandler))
		t.Cleanup(func() { require.NoError(t, e.Close()) })
		w.Handler.Bots.Searchers = append(w.Handler.Bots.Searchers, e)
	}
	round := 0
	w.Server.Observe = func(o handler.Observation) {
		if o.What == server.Pulse && o.Label == "post-mortems" {
			round++
		}
	}
	w.Server.PostMortemsFirst(t.Context(), 0, func(time.Duration) {})(0)
	require.Len(t, w.Work(), 4)
	require.Equal(t, 2, round, "both, and when none waits")
}

// Nothing in a message with a puzzle tells whose game it was, or which.
func TestPuzzlesNameNobody(t *testing.T) {
	t.Parallel()
	w := sixteenPlies(t)
	w.Seek()
	for _, body := range []string{"puzzle roses", "2", "puzzle", "1"} {
		var l servertest.Message
		if len(body) == 1 {
			messages := w.Reply(cleo, body)
			require.Len(t, messages, 1)
			l = messages[0]
		} else {
			l = asks(w, cleo, body)
		}
		require.NotContains(t, l.Text, empty)
		for _, secret := range []string{"ada", "Ada", "bob", "Bob", "#1", "2026"} {
			require.NotContains(t, l.Text, secret, body)
			require.NotContains(t, l.Get("Subject"), secret, body)
		}
		for _, field := range []string{"Turnpost-Game", "Turnpost-Position", "Turnpost-Ply"} {
			require.Empty(t, l.Get(field))
		}
		require.Contains(t, l.Get("Reply-To"), "games+0.")
	}
}

// What stands on a running board, with the colours exchanged as well, is not shown, and no
// answer to it is told: that waits until the board is another.
func TestNoPuzzleFromARunningBoard(t *testing.T) {
	t.Parallel()
	w := sixteenPlies(t)
	w.Seek()
	// White's is of ply 14, and Black's of ply 13.
	require.Contains(t, asks(w, cleo, "puzzle").Text, "does White win")
	question := w.Last(cleo)
	begins(w, cleo, "dan@example.org")
	playOn(w, 2, sharpGame[:13]...)
	require.Contains(t, asks(w, "eve@example.org", "puzzle").Text, "does Black win", "White's stands there, and Black's does no more")
	answered := w.Send(post{From: cleo, Answers: question, Body: "2"})
	require.Len(t, answered, 1)
	require.Contains(t, answered[0].Get("Subject")+answered[0].Text, "his puzzle can be answered in a few days")
	require.NotContains(t, answered[0].Text, "c4xb4")
	playOn(w, 2, sharpGame[13])
	require.Contains(t, asks(w, "fay@example.org", "puzzle").Text, "does Black win", "what comes of White's stands there")
	playOn(w, 2, sharpGame[14])
	require.Contains(t, asks(w, "fay@example.org", "puzzle").Text, "does White win")
	answered = w.Send(post{From: cleo, Answers: question, Body: "2"})
	require.Len(t, answered, 1)
	require.Contains(t, answered[0].Text, "Only c4xb4 keeps the win")
}

// Whoever wants no analysis any more, or is forgotten, takes their games' puzzles along;
// an answer to a puzzle that is gone is told so.
func TestPuzzlesOfWhoLeaves(t *testing.T) {
	t.Parallel()
	w := sixteenPlies(t)
	w.Seek()
	asks(w, cleo, "puzzle")
	question := w.Last(cleo)
	w.Send(post{From: "ada@example.org", Proven: true, Body: "analysis off"})
	require.Contains(t, asks(w, "eve@example.org", "puzzle").Text, shipped)
	w.Send(post{From: "ada@example.org", Proven: true, Body: "analysis on"})
	require.NotContains(t, asks(w, "eve@example.org", "puzzle").Text, shipped)
	w.Send(post{From: "bob@example.org", Proven: true, Body: "forget me"})
	w.Reply("bob@example.org", "yes")
	require.Empty(t, shelf(t, w.DB))
	gone := w.Send(post{From: cleo, Answers: question, Body: "2"})
	require.Len(t, gone, 1)
	require.Contains(t, gone[0].Text, "that puzzle is no longer kept")

	w.Send(post{From: cleo, Proven: true, Body: "puzzle daily 07:30"})
	w.Send(post{From: cleo, Proven: true, Body: "forget me"})
	w.Reply(cleo, "yes")
	require.NoError(t, w.DB.View(t.Context(), func(tx *db.Tx) error {
		for _, table := range []string{"puzzle_messages", "puzzle_answers", "puzzle_days"} {
			require.NoError(t, tx.Rows(func(scan func(...any) error) error {
				n := 0
				require.NoError(t, scan(&n))
				require.Zero(t, n, table)
				return nil
			}, `SELECT count(*) FROM `+table+` WHERE player = (SELECT max(player) FROM (SELECT id AS player FROM players WHERE folded LIKE '#%') AS gone)`))
		}
		return nil
	}))
}

// A ply that can be played in a game under way as well is asked about; the number of a
// puzzle's list is not.
func TestAPlyForThePuzzleOrTheGame(t *testing.T) {
	t.Parallel()
	w := sixteenPlies(t)
	w.Seek()
	begins(w, cleo, "dan@example.org")
	playOn(w, 2, strings.Fields("c5 d3 b4 e4 a3 c3 d5 f5")...)
	l := asks(w, cleo, "puzzle") // with White to move: d5-d6 is Black's
	require.Contains(t, l.Text, "does White win")
	require.Len(t, w.Reply(cleo, "6"), 1)
	asks(w, cleo, "puzzle")
	messages := w.Reply(cleo, "d5-d6")
	require.Len(t, messages, 1)
	require.Contains(t, strings.Join(strings.Fields(messages[0].Text), " "), "write #2 d5-d6 or puzzle d5-d6")
	require.Equal(t, 8, w.Game(2).Plies)
	require.Contains(t, asks(w, cleo, "puzzle d5-d6").Text, "You have solved 0 of 2 puzzles")
}

// The puzzle of the day comes at its minute of the day where its reader is, also when
// daylight saving begins; none comes twice, none comes to a player
// who has paused.
func TestThePuzzleOfTheDay(t *testing.T) {
	t.Parallel()
	w := sixteenPlies(t)
	w.Seek()
	w.Now = time.Date(2027, 3, 27, 9, 0, 0, 0, time.UTC)
	w.Tick()
	w.Work()
	asks(w, cleo, "timezone Europe/Rome\npuzzle daily 07:30")
	asks(w, "dan@example.org", "puzzle daily 07:30\ntimezone America/New_York")
	asks(w, "eve@example.org", "puzzle daily 07:30")
	w.Send(post{From: "eve@example.org", Proven: true, Body: "pause"})
	came := map[string][]string{}
	for range 4 * 24 * 2 {
		for _, l := range w.Pass(30 * time.Minute) {
			if strings.Contains(l.Text, "The puzzle of the day") {
				came[l.Get("To")] = append(came[l.Get("To")], w.Now.Format("02T15:04"))
			}
		}
	}
	require.Len(t, came, 2)
	for to, want := range map[string][]string{
		"cleo@example.org": {"28T05:30", "29T05:30", "30T05:30", "31T05:30"},
		"dan@example.org":  {"27T11:30", "28T11:30", "29T11:30", "30T11:30"},
	} {
		for address, times := range came {
			if strings.Contains(address, to) {
				require.Len(t, times, len(want))
				for i, at := range times { // the clockwork is run twice an hour
					require.LessOrEqual(t, want[i], at)
					require.Equal(t, want[i][:3], at[:3])
				}
			}
		}
	}
}

// While messages to somebody bounce no puzzle of the day is used up.
func TestNoPuzzleOfTheDayForASuspendedAddress(t *testing.T) {
	t.Parallel()
	w := sixteenPlies(t)
	w.Seek()
	asks(w, cleo, "puzzle daily 07:30")
	require.NoError(t, w.DB.Update(t.Context(), func(tx *db.Tx) error {
		p, err := tx.PlayerByAddress(mail.Key(cleo))
		require.NoError(t, err)
		_, err = tx.AddPause(db.ClockPause{Player: p.ID, Why: db.Bounce, From: tx.Now})
		require.NoError(t, err)
		require.NoError(t, puzzles.SetDaily(tx, p.ID, 450, tx.Now.UnixMilli()))
		due, err := analysis.DueDailyPuzzle(w.Handler.Club.Begin(tx, 0), p)
		require.NoError(t, err)
		require.Nil(t, due)
		fresh, err := puzzles.Unanswered(tx, p.ID, "", true, 9)
		require.NoError(t, err)
		require.Len(t, fresh, 2)
		return nil
	}))
}
