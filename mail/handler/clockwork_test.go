package handler_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest/skiptest"
)

const day = 24 * time.Hour

// heads are the first lines of messages, with their receivers.
func heads(messages []message) (out []string) {
	for _, l := range messages {
		head, _, _ := strings.Cut(l.Text, "\n")
		out = append(out, strings.Trim(l.Get("To"), "<>")+": "+head)
	}
	return out
}

// TestClockworkNeverDoubles: however often it looks, and whenever the program
// is killed, each reminder, warning and loss comes once.
func TestClockworkNeverDoubles(t *testing.T) {
	t.Parallel()
	skiptest.Long(t)
	w := begun(t, "rooya")
	var all []string
	for range 200 {
		w.Now = w.Now.Add(30 * time.Minute)
		// Killed after the work and before the commit: nothing happened.
		killed, kill := context.WithCancel(context.Background())
		kill()
		_, err := w.Server.Tick(killed)
		require.Error(t, err)
		w.Restart()
		w.Tick()
		w.Tick()
		all = append(all, heads(w.Work())...)
	}
	require.Len(t, all, 5, "%s", strings.Join(all, "\n"))
	require.Contains(t, all[0], "A reminder, Ada: move 1 is due")
	require.Contains(t, all[1], "A reminder, Ada")
	require.Contains(t, all[2], "Your time is up, Ada")
	require.Contains(t, all[3], "You have lost, Ada: your clock ran out")
	require.Contains(t, all[4], "You have won, Bob: Ada's clock ran out")
	require.Equal(t, db.WhiteWon, w.Game(1).Result)
	require.Equal(t, "time", w.Game(1).Reason)
	require.Equal(t, 1, w.player(ada).Turns)
	require.Equal(t, 1, w.player(ada).Late)
}

// TestNobodyLosesWhileDown: the deadline passes while the daemon is away.
func TestNobodyLosesWhileDown(t *testing.T) {
	t.Parallel()
	skiptest.Long(t)
	w := begun(t, "rooya")
	w.Pass(70 * time.Hour) // two hours are left
	w.Work()
	require.Empty(t, w.Down(10*day), "nobody is warned, nobody loses")
	require.False(t, w.Game(1).Over())
	messages := w.Pass(2*time.Hour + 5*time.Minute)
	require.Len(t, messages, 1)
	require.Contains(t, messages[0].Text, "Your time is up, Ada: move before")
	require.Contains(t, messages[0].Text, "The server was down from")
	theirs := w.Reply(ada, "a1")
	require.Len(t, theirs, 2)
	require.False(t, w.Game(1).Over())
	require.Equal(t, day, w.Game(1).BlackLeft, "the increment; the time away was not counted")
}

// TestMailThatWaitedOut: what was in the mailbox while nobody looked is answered
// as if no time had passed.
func TestMailThatWaitedOut(t *testing.T) {
	t.Parallel()
	skiptest.Long(t)
	w := begun(t, "rooya")
	w.Pass(71 * time.Hour)
	w.Server.HeartbeatGap = 10 * time.Minute
	w.Now = w.Now.Add(5 * day)
	w.Send(post{From: ada, Body: "a1", Answers: w.Last(ada)}) // before any tick
	require.Equal(t, []string{"a1"}, w.Plies(1))
	require.Greater(t, w.Game(1).BlackLeft, day, "some of the last hour is left, and the increment")
	require.Zero(t, w.player(ada).Late)
}

// TestAMoveInTimeIsNotOvertaken: while a message waits to be answered no clock
// ends a game.
func TestAMoveInTimeIsNotOvertaken(t *testing.T) {
	t.Parallel()
	skiptest.Long(t)
	w := begun(t, "rooya")
	w.Pass(83 * time.Hour)
	raw := w.Raw(post{From: ada, Body: "a1", Answers: w.Last(ada)})
	w.Now = w.Now.Add(30 * time.Minute)
	w.Keep(raw)
	w.Now = w.Now.Add(2 * time.Hour)
	w.Tick()
	require.False(t, w.Game(1).Over())
	w.Work()
	w.Tick()
	require.False(t, w.Game(1).Over())
	require.Equal(t, []string{"a1"}, w.Plies(1))
}

// TestABrokenGameStopsNoOther: a duty that fails is put off.
func TestABrokenGameStopsNoOther(t *testing.T) {
	t.Parallel()
	w := begun(t, "rooya")
	w.Send(post{From: ada, Proven: true, Body: "challenge bob@example.org roses as black"})
	w.Reply(bob, "accept")
	require.NoError(t, w.DB.Update(context.Background(), func(tx *db.Tx) error {
		g := w.Game(1)
		return tx.AddPlies(&g, 1, []string{"nonsense"}, "nonsense", db.Undecided, "")
	}))
	failed := 0
	for range 200 {
		w.Now = w.Now.Add(30 * time.Minute)
		for {
			worked, err := w.Server.Tick(context.Background())
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
	require.Equal(t, "time", w.Game(2).Reason)
}

// TestExpiredInvitations: both are told, the receiver only if they ever wrote;
// and nothing more can come of it.
func TestExpiredInvitations(t *testing.T) {
	t.Parallel()
	skiptest.Long(t)
	w := newWorld(t)
	w.Send(post{From: bob, Proven: true, Body: "help"})
	w.Send(post{From: "Ada <ada@example.org>", Proven: true, Body: "challenge bob@example.org rooya\nchallenge eve@example.org rooya"})
	require.NoError(t, w.DB.Update(t.Context(), func(tx *db.Tx) error { // else it does not expire
		return tx.Exec(`UPDATE outbox SET state = 'sent' WHERE kind = 'invitation'`)
	}))
	got := heads(w.Pass(15 * day))
	require.Len(t, got, 3, "%s", strings.Join(got, "\n"))
	require.Contains(t, got[0], "Your invitation has expired, Ada: Bob did not answer")
	require.Contains(t, got[1], "Ada's invitation has expired")
	require.Contains(t, got[2], "Your invitation has expired, Ada: Eve did not answer")
	require.Empty(t, w.Pass(day))
}

// TestMessagesMine: no message about one's own ply, one for each turn.
func TestMessagesMine(t *testing.T) {
	t.Parallel()
	w := begun(t, "rooya")
	w.Send(post{From: ada, Proven: true, Body: "letters mine"})
	messages := w.Send(post{From: ada, Proven: true, Body: "#1 a1\nGood luck!"})
	require.Len(t, messages, 1, "%s", heads(messages))
	require.Contains(t, messages[0].Text, "Your move, Bob")
	require.Contains(t, messages[0].Text, "Good luck!")
	messages = w.Reply(bob, "a2")
	require.Len(t, messages, 2)
	messages = w.Send(post{From: ada, Proven: true, Body: "#1 a1"})
	require.Len(t, messages, 1)
	require.Contains(t, messages[0].Text, "Nothing was done, Ada")
	messages = w.Send(post{From: ada, Proven: true, Body: "board"})
	require.Len(t, messages, 1, "what is asked for comes")
	messages = w.Send(post{From: ada, Proven: true, Body: "#1 resign"})
	require.Len(t, messages, 2, "the end comes to both")
}

// TestVacationStopsClocks: the deadline moves by the days, and back when the
// vacation is dropped.
func TestVacationStopsClocks(t *testing.T) {
	t.Parallel()
	skiptest.Long(t)
	w := begun(t, "rooya")
	looksAt := w.Game(1).ClockDue
	w.Send(post{From: bob, Proven: true, Body: "vacation 2026-11-21 to 2026-11-30"})
	w.Pass(5 * day)
	require.Equal(t, looksAt.Add(10*day), w.Game(1).ClockDue)
	w.Now = w.Now.Add(-5 * day)
	w.Send(post{From: bob, Proven: true, Body: "vacation off"})
	require.Equal(t, looksAt, w.Game(1).ClockDue)
}

// TestVacationOfferOnce: once ever, never to strangers, lists or bounces, and
// never an answer to our own.
func TestVacationOfferOnce(t *testing.T) {
	t.Parallel()
	w := begun(t, "rooya")
	auto := []string{"Auto-Submitted: auto-replied (vacation)"}
	require.Empty(t, w.Send(post{From: "eve@example.org", Header: auto, Body: "I am away"}))
	require.Empty(t, w.Send(post{From: ada, Header: append(auto, "List-Id: <x.example>"), Body: "away"}))
	require.Empty(t, w.Send(post{From: ada, Header: append(auto, "Turnpost-Game: 1"), Body: "away"}))
	require.Empty(t, w.Send(post{From: ada, Header: []string{"Auto-Submitted: auto-generated"}, Body: "away"}))
	messages := w.Send(post{From: ada, Header: auto, Subject: "Out of office", Body: "a1", Answers: w.Last(ada)})
	require.Len(t, messages, 1)
	require.Equal(t, "auto-replied", messages[0].Get("Auto-Submitted"))
	require.Empty(t, w.Plies(1))
	for range 3 {
		require.Empty(t, w.Send(post{From: ada, Header: auto, Body: "away", Answers: w.Last(ada)}))
	}
	messages = w.Reply(ada, "vacation 2026-12-20 to 2027-01-03")
	require.Contains(t, w.Last(ada).Text, "Your vacation is set")
	require.Len(t, messages, 2)
}

// TestVacationAcrossYears: each calendar year has its days, counted where the
// player lives.
func TestVacationAcrossYears(t *testing.T) {
	t.Parallel()
	skiptest.Long(t)
	w := begun(t, "rooya")
	say := func(text string) string {
		w.Send(post{From: bob, Proven: true, Body: text})
		return strings.Join(strings.Fields(w.Last(bob).Text), " ")
	}
	require.Contains(t, say("vacation 2026-12-02 to 2027-01-30"), "the limit is 30 days in any half year")
	require.Contains(t, say("vacation 2026-12-02 to 2026-12-31"), "You have 0 days of 30 left in 2026.")
	require.Contains(t, say("vacation 2026-11-21 to 2026-11-21"), "would be 1 day in 2026, and you have 0 of 30 left")
	require.Contains(t, say("vacation 2027-02-01 - 2027-02-02"), "30 days in any half year")
	require.Contains(t, say("vacation 2027-07-03 - 2027-08-01"), "You have 0 days of 30 left in 2026. You have 0 days of 30 left in 2027.")
	require.Contains(t, say("vacation 2027-10-01 - 2027-10-02"), "2 days in 2027")
	require.Contains(t, say("vacation off"), "You have 30 days of 30 left in 2026.")
	w.Now = w.Now.Add(2 * time.Hour) // there are three changes an hour
	require.Contains(t, say("vacation from 2026-11-20 until 2026-11-20"), "1 day, Friday 20 November 2026")
	require.Contains(t, say("vacation tomorrow to 2026-11-22"), "27 days")
	require.Contains(t, say("vacation 2026-12-01 to 2026-12-02"), "Your vacation is set")
	require.Contains(t, say("vacation 2026-12-05 to 2026-12-06"), "you have 3 planned vacations, which is the limit")
	require.Contains(t, say("vacation 2029-12-05 to 2029-12-06"), "too far ahead")
}

// TestAClockThatJumps: for a minute the machine's clock is forty days ahead. That is
// time in which nobody was here, until the clock is right again, and no longer.
func TestAClockThatJumps(t *testing.T) {
	t.Parallel()
	skiptest.Long(t)
	w := begun(t, "rooya")
	w.Pass(60 * time.Hour) // twelve hours are left
	w.Server.HeartbeatGap = 10 * time.Minute
	right := w.Now
	w.Now = right.Add(40 * day)
	w.Tick()
	require.False(t, w.Game(1).Over())
	w.Now = right.Add(time.Minute)
	w.Tick()
	require.NoError(t, w.DB.View(context.Background(), func(tx *db.Tx) error {
		pauses, err := tx.ListPauses(true, -1)
		require.NoError(t, err)
		require.Len(t, pauses, 1)
		require.False(t, pauses[0].To.After(w.Now))
		return nil
	}))
	require.True(t, w.Game(1).ClockDue.Before(right.Add(day)), "the clock is computed again")
	w.Server.HeartbeatGap = 1 << 62
	w.Pass(24*time.Hour + 5*time.Minute) // with the grace
	require.Equal(t, "time", w.Game(1).Reason, "it runs on")

	// And a jump of seconds, back and forth, is none.
	w.Begin("turro")
	w.Server.HeartbeatGap = 10 * time.Minute
	for range 3 {
		w.Now = w.Now.Add(-2 * time.Minute)
		w.Tick()
		w.Now = w.Now.Add(3 * time.Minute)
		w.Tick()
	}
	require.NoError(t, w.DB.View(context.Background(), func(tx *db.Tx) error {
		pauses, err := tx.ListPauses(false, -1)
		require.Empty(t, pauses)
		return err
	}))
}
