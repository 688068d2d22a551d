package desk_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
)

const day = 24 * time.Hour

// heads are the first lines of letters, with their receivers.
func heads(letters []letter) (out []string) {
	for _, l := range letters {
		head, _, _ := strings.Cut(l.Text, "\n")
		out = append(out, strings.Trim(l.Get("To"), "<>")+": "+head)
	}
	return out
}

func (w *world) restart() {
	w.t.Helper()
	gap := w.desk.Gap
	w.desk = w.newDesk()
	w.desk.Gap = gap
}

// TestClockworkNeverDoubles: however often it looks, and whenever the program
// is killed, each reminder, warning and loss comes once.
func TestClockworkNeverDoubles(t *testing.T) {
	w := newWorld(t)
	w.begin("rooya")
	var all []string
	for range 200 {
		w.now = w.now.Add(30 * time.Minute)
		// Killed after the work and before the commit: nothing happened.
		killed, kill := context.WithCancel(context.Background())
		kill()
		_, err := w.desk.Tick(killed)
		require.Error(t, err)
		w.restart()
		w.tick()
		w.tick()
		all = append(all, heads(w.work())...)
	}
	require.Len(t, all, 5, "%s", strings.Join(all, "\n"))
	require.Contains(t, all[0], "A reminder, Ada: ply 1 is due")
	require.Contains(t, all[1], "A reminder, Ada")
	require.Contains(t, all[2], "Your time is over, Ada")
	require.Contains(t, all[3], "You have lost, Ada: your clock ran out")
	require.Contains(t, all[4], "You have won, Bob: Ada's clock ran out")
	require.Equal(t, "white", w.game(1).Result)
	require.Equal(t, "time", w.game(1).Reason)
	require.Equal(t, 1, w.player(ada).Turns)
	require.Equal(t, 1, w.player(ada).Late)
}

// TestNobodyLosesWhileDown: the deadline passes while the daemon is away.
func TestNobodyLosesWhileDown(t *testing.T) {
	w := newWorld(t)
	w.begin("rooya")
	w.pass(70 * time.Hour) // two hours are left
	w.work()
	require.Empty(t, w.down(10*day), "nobody is warned, nobody loses")
	require.False(t, w.game(1).Over())
	letters := w.pass(2*time.Hour + 5*time.Minute)
	require.Len(t, letters, 1)
	require.Contains(t, letters[0].Text, "Your time is over, Ada: move before")
	require.Contains(t, letters[0].Text, "The server was down from")
	theirs := w.reply(ada, "a1")
	require.Len(t, theirs, 2)
	require.False(t, w.game(1).Over())
	require.Equal(t, day, w.game(1).BlackLeft, "the increment; the time away was not counted")
}

// TestMailThatWaitedOut: what was in the mailbox while nobody looked is answered
// as if no time had passed.
func TestMailThatWaitedOut(t *testing.T) {
	w := newWorld(t)
	w.begin("rooya")
	w.pass(71 * time.Hour)
	w.desk.Gap = 10 * time.Minute
	w.now = w.now.Add(5 * day)
	w.send(post{from: ada, body: "a1", answers: w.last(ada)}) // before any tick
	require.Equal(t, []string{"a1"}, w.plies(1))
	require.Greater(t, w.game(1).BlackLeft, day, "some of the last hour is left, and the increment")
	require.Zero(t, w.player(ada).Late)
}

// TestAMoveInTimeIsNotOvertaken: while a letter waits to be answered no clock
// ends a game.
func TestAMoveInTimeIsNotOvertaken(t *testing.T) {
	w := newWorld(t)
	w.begin("rooya")
	w.pass(83 * time.Hour)
	raw := w.raw(post{from: ada, body: "a1", answers: w.last(ada)})
	w.now = w.now.Add(30 * time.Minute)
	w.keep(raw)
	w.now = w.now.Add(2 * time.Hour)
	w.tick()
	require.False(t, w.game(1).Over())
	w.work()
	w.tick()
	require.False(t, w.game(1).Over())
	require.Equal(t, []string{"a1"}, w.plies(1))
}

// TestABrokenGameStopsNoOther: a duty that fails is put off.
func TestABrokenGameStopsNoOther(t *testing.T) {
	w := newWorld(t)
	w.begin("rooya")
	w.send(post{from: ada, proven: true, body: "challenge bob@example.org roses as black"})
	w.reply(bob, "accept")
	require.NoError(t, w.db.Update(context.Background(), func(tx *db.Tx) error {
		return tx.AddPlies(w.game(1), 1, []string{"nonsense"}, "nonsense", "none", "")
	}))
	failed := 0
	for range 200 {
		w.now = w.now.Add(30 * time.Minute)
		for {
			worked, err := w.desk.Tick(context.Background())
			if err != nil {
				require.ErrorContains(t, err, "clock of game 1: ")
				failed++
			}
			if !worked {
				break
			}
		}
	}
	require.NotZero(t, failed)
	require.Less(t, failed, 100, "tried again once an hour at most")
	require.Equal(t, "time", w.game(2).Reason)
}

// TestExpiredInvitations: both are told, the receiver only if they ever wrote;
// and nothing more can come of it.
func TestExpiredInvitations(t *testing.T) {
	w := newWorld(t)
	w.send(post{from: bob, proven: true, body: "help"})
	w.send(post{from: "Ada <ada@example.org>", proven: true, body: "challenge bob@example.org rooya\nchallenge eve@example.org rooya"})
	got := heads(w.pass(15 * day))
	require.Len(t, got, 3, "%s", strings.Join(got, "\n"))
	require.Contains(t, got[0], "Nobody took up your invitation, Ada: Bob did not answer")
	require.Contains(t, got[1], "Ada's invitation has run out")
	require.Contains(t, got[2], "Nobody took up your invitation, Ada: Eve did not answer")
	require.Empty(t, w.pass(day))
}

// TestLettersMine: no letter about one's own ply, one for each turn.
func TestLettersMine(t *testing.T) {
	w := newWorld(t)
	w.begin("rooya")
	w.send(post{from: ada, proven: true, body: "letters mine"})
	letters := w.send(post{from: ada, proven: true, body: "#1 a1\nGood luck!"})
	require.Len(t, letters, 1, "%s", heads(letters))
	require.Contains(t, letters[0].Text, "Your move, Bob")
	require.Contains(t, letters[0].Text, "Good luck!")
	letters = w.reply(bob, "a2")
	require.Len(t, letters, 2)
	letters = w.send(post{from: ada, proven: true, body: "#1 a1"})
	require.Len(t, letters, 1)
	require.Contains(t, letters[0].Text, "Nothing was done, Ada")
	letters = w.send(post{from: ada, proven: true, body: "board"})
	require.Len(t, letters, 1, "what is asked for comes")
	letters = w.send(post{from: ada, proven: true, body: "#1 resign"})
	require.Len(t, letters, 2, "the end comes to both")
}

// TestVacationStopsClocks: the deadline moves by the days, and back when the
// vacation is dropped.
func TestVacationStopsClocks(t *testing.T) {
	w := newWorld(t)
	w.begin("rooya")
	looksAt := w.game(1).ClockDue
	w.send(post{from: bob, proven: true, body: "vacation 2026-11-21 to 2026-11-30"})
	w.pass(5 * day)
	require.Equal(t, looksAt.Add(10*day), w.game(1).ClockDue)
	w.now = w.now.Add(-5 * day)
	w.send(post{from: bob, proven: true, body: "vacation off"})
	require.Equal(t, looksAt, w.game(1).ClockDue)
}

// TestVacationOfferOnce: once ever, never to strangers, lists or bounces, and
// never an answer to our own.
func TestVacationOfferOnce(t *testing.T) {
	w := newWorld(t)
	w.begin("rooya")
	auto := []string{"Auto-Submitted: auto-replied (vacation)"}
	require.Empty(t, w.send(post{from: "eve@example.org", header: auto, body: "I am away"}))
	require.Empty(t, w.send(post{from: ada, header: append(auto, "List-Id: <x.example>"), body: "away"}))
	require.Empty(t, w.send(post{from: ada, header: append(auto, "Turnpost-Game: 1"), body: "away"}))
	require.Empty(t, w.send(post{from: ada, header: []string{"Auto-Submitted: auto-generated"}, body: "away"}))
	letters := w.send(post{from: ada, header: auto, subject: "Out of office", body: "a1", answers: w.last(ada)})
	require.Len(t, letters, 1)
	require.Equal(t, "auto-replied", letters[0].Get("Auto-Submitted"))
	require.Empty(t, w.plies(1))
	for range 3 {
		require.Empty(t, w.send(post{from: ada, header: auto, body: "away", answers: w.last(ada)}))
	}
	letters = w.reply(ada, "vacation 2026-12-20 to 2027-01-03")
	require.Contains(t, w.last(ada).Text, "Your vacation is set")
	require.Len(t, letters, 2)
}

// TestVacationAcrossYears: each calendar year has its days, counted where the
// player lives.
func TestVacationAcrossYears(t *testing.T) {
	w := newWorld(t)
	w.begin("rooya")
	say := func(text string) string {
		w.send(post{from: bob, proven: true, body: text})
		return strings.Join(strings.Fields(w.last(bob).Text), " ")
	}
	require.Contains(t, say("vacation 2026-12-02 to 2027-01-30"), "You have 0 days of 30 left in 2026. You have 0 days of 30 left in 2027.")
	require.Contains(t, say("vacation 2026-11-21 to 2026-11-21"), "would be 1 day in 2026, and you have 0 of 30 left")
	require.Contains(t, say("vacation 2027-02-01 - 2027-02-02"), "2 days in 2027")
	require.Contains(t, say("vacation off"), "You have 30 days of 30 left in 2026.")
	require.Contains(t, say("vacation from 2026-11-20 until 2026-11-20"), "1 day, Friday 20 November 2026")
	require.Contains(t, say("vacation tomorrow to 2026-11-22"), "27 days")
	require.Contains(t, say("vacation 2026-12-01 to 2026-12-02"), "Your vacation is set")
	require.Contains(t, say("vacation 2026-12-05 to 2026-12-06"), "3 vacations planned already, and that is the most")
	require.Contains(t, say("vacation 2029-12-05 to 2029-12-06"), "too far ahead")
}
