package server_test

import (
	"database/sql"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest/skiptest"
	"turnpost/mail/club"
	"turnpost/mail/consistency"
	"turnpost/mail/server/servertest"
)

// incoming is a message in by its number among all.
func incoming(w *servertest.World, id int64) (in db.Incoming) {
	require.NoError(w.T, w.DB.View(w.T.Context(), func(tx *db.Tx) (err error) { in, err = tx.Incoming(id); return err }))
	return in
}

// lastIncoming is the number of the message that came last.
func lastIncoming(w *servertest.World) (id int64) {
	conn, err := sql.Open("sqlite3", w.Where)
	require.NoError(w.T, err)
	defer conn.Close()
	require.NoError(w.T, conn.QueryRow(`SELECT max(id) FROM inbox`).Scan(&id))
	return id
}

// next answers one letter.
func next(w *servertest.World) (worked bool) {
	worked, err := w.Server.AnswerNext(w.T.Context())
	require.NoError(w.T, err)
	return worked
}

// While somebody leaves, a message of theirs and one that invites them wait behind what
// others write: each piece of the leaving lets others go first. However many pieces there
// are, none of them counts as an attempt.
func TestOthersPlayWhileSomebodyLeaves(t *testing.T) {
	t.Parallel()
	skiptest.Long(t)
	w := crowd(t, "forget me")
	says(w, post{From: zaphodine, Answers: w.Last(zaphodine), Body: "yes"})
	require.True(t, next(w))
	says(w, post{From: zaphodine, Proven: true, Body: "games"})
	hers := lastIncoming(w)
	says(w, post{From: "ada@example.org", Proven: true, Body: "challenge " + zaphodine + " rooya"})
	invites := lastIncoming(w)
	says(w, post{From: "other6@example.org", Proven: true, Body: "games"})
	other := lastIncoming(w)
	games, _ := under(w, 1)
	require.Equal(t, 14-club.MaxLeavingPiece, games)
	for _, state := range []db.IncomingState{db.IncomingNew, db.IncomingDone} { // hers, the other's
		require.True(t, next(w))
		games, _ = under(w, 1)
		require.Equal(t, 14-2*club.MaxLeavingPiece, games)
		require.Equal(t, state, incoming(w, other).State)
	}
	for _, id := range []int64{hers, invites} {
		in := incoming(w, id)
		require.Equal(t, [3]any{db.IncomingNew, int64(0), int64(0)}, [3]any{in.State, int64(in.Attempts), int64(in.Failures)})
	}
	_, invitations := under(w, 1)
	require.NotZero(t, invitations, "she has not left")
	played(w)
	for _, id := range []int64{hers, invites} {
		require.Equal(t, db.IncomingDone, incoming(w, id).State)
	}
	faults, err := consistency.Check(t.Context(), w.Handler.Club, w.DB, consistency.Options{})
	require.NoError(t, err)
	require.Empty(t, faults)
}

// stuck is a crowd in which Zaphodine has said yes to leave and cannot, because of a ply of
// a game that is nonsense; set makes it another. Those who are playing have a game each with
// somebody else.
func stuck(t *testing.T, playing ...string) (w *servertest.World, set func(move string)) {
	w = crowd(t, "forget me")
	for _, black := range playing {
		w.Send(post{From: black, Proven: true, Body: "challenge dora@example.org rooya as black"})
		w.Reply("dora@example.org", "accept")
	}
	says(w, post{From: zaphodine, Answers: w.Last(zaphodine), Body: "yes"})
	require.True(t, next(w))
	conn, err := sql.Open("sqlite3", w.Where)
	require.NoError(t, err)
	t.Cleanup(func() { conn.Close() })
	var broken int64
	require.NoError(t, conn.QueryRow(`SELECT min(id) FROM games WHERE result = 'none' AND plies > 0`).Scan(&broken))
	set = func(move string) {
		_, err := conn.Exec(`UPDATE plies SET move = ? WHERE game = ?`, move, broken)
		require.NoError(t, err)
	}
	set("nonsense")
	return w, set
}

// A game that cannot be ended keeps its player from leaving, and is nobody else's fault: a
// message of the player's own and one that invites them wait, uncounted, until it can. All
// others are answered, also who has a game with the player.
func TestALeavingThatFailsIsNoMessagesFault(t *testing.T) {
	t.Parallel()
	skiptest.Long(t)
	w, set := stuck(t)
	says(w, post{From: zaphodine, Proven: true, Body: "games"})
	hers := lastIncoming(w)
	says(w, post{From: "ada@example.org", Proven: true, Body: "challenge " + zaphodine + " rooya"})
	invites := lastIncoming(w)
	says(w, post{From: "other6@example.org", Proven: true, Body: "#19 a2"})
	wants := lastIncoming(w)
	for range 8 { // far more often than a message may fail
		played(w)
		w.Now = w.Now.Add(time.Second)
	}
	for _, id := range []int64{hers, invites} {
		in := incoming(w, id)
		require.Equal(t, [3]any{db.IncomingNew, int64(0), int64(0)}, [3]any{in.State, int64(in.Attempts), int64(in.Failures)})
	}
	require.Equal(t, db.IncomingDone, incoming(w, wants).State)

	set("a1")
	w.Now = w.Now.Add(2 * time.Hour)
	played(w)
	games, invitations := under(w, 1)
	require.Zero(t, games+invitations)
	for _, id := range []int64{hers, invites} {
		require.Equal(t, db.IncomingDone, incoming(w, id).State)
	}
	faults, err := consistency.Check(t.Context(), w.Handler.Club, w.DB, consistency.Options{})
	require.NoError(t, err)
	require.Empty(t, faults)
}

// ticked does what is due.
func ticked(w *servertest.World) {
	for worked := true; worked; {
		var err error
		worked, err = w.Server.Tick(w.T.Context())
		require.NoError(w.T, err)
	}
}

// due makes the clock of a player's game due, and then that of the next game.
func due(w *servertest.World, player int64) (theirs, next int64) {
	conn, err := sql.Open("sqlite3", w.Where)
	require.NoError(w.T, err)
	defer conn.Close()
	require.NoError(w.T, conn.QueryRow(`SELECT id FROM games WHERE black = ?`, player).Scan(&theirs))
	require.NoError(w.T, conn.QueryRow(`SELECT min(id) FROM games WHERE id > ?`, theirs).Scan(&next))
	_, err = conn.Exec(`UPDATE games SET clock_due = ?1 + id WHERE id IN (?2, ?3)`, w.Now.Add(-time.Minute).UnixMilli(), theirs, next)
	require.NoError(w.T, err)
	return theirs, next
}

// A message that cannot be answered while somebody fails to leave waits beside the queue in
// the end, and its writer's clocks with it: neither their later messages nor the clocks of
// others wait, not even after a restart. When the player has left it is answered.
func TestALeavingThatNeverEndsHoldsNobodyUp(t *testing.T) {
	t.Parallel()
	skiptest.Long(t)
	const ada = "ada@example.org"
	w, set := stuck(t, ada, "bob@example.org")
	says(w, post{From: ada, Proven: true, Body: "games"}) // so that she is known
	played(w)
	var her db.Player
	unread := func() (yes bool) {
		require.NoError(t, w.DB.View(t.Context(), func(tx *db.Tx) (err error) { yes, err = tx.Unread(w.Now); return err }))
		return yes
	}
	require.NoError(t, w.DB.View(t.Context(), func(tx *db.Tx) (err error) { her, err = tx.PlayerByAddress(ada); return err }))
	says(w, post{From: ada, Proven: true, Body: "challenge " + zaphodine + " rooya"})
	invites := lastIncoming(w)
	says(w, post{From: ada, Proven: true, Body: "games"})
	later := lastIncoming(w)
	for range 20 {
		played(w)
		w.Now = w.Now.Add(30 * time.Minute)
	}
	require.Equal(t, db.IncomingDone, incoming(w, later).State)
	w.Restart()
	played(w)
	in := incoming(w, invites)
	require.Equal(t, [3]any{db.IncomingNew, 0, 0}, [3]any{in.State, in.Attempts, in.Failures})
	require.Contains(t, in.Remark, "player 1 has left")
	require.False(t, unread())
	hers, others := due(w, her.ID)
	for range 20 {
		_, _ = w.Server.Tick(t.Context()) // the leaving fails, among others
	}
	var now [2]db.Game
	require.NoError(t, w.DB.View(t.Context(), func(tx *db.Tx) (err error) {
		now[0], err = tx.Game(hers)
		require.NoError(t, err)
		now[1], err = tx.Game(others)
		return err
	}))
	require.True(t, now[0].ClockDue.Before(w.Now), "it may hold a move of hers")
	require.True(t, now[1].ClockDue.After(w.Now), "the clocks of others go on")

	set("a1")
	w.Now = w.Now.Add(2 * time.Hour)
	ticked(w)
	require.True(t, unread(), "it is as new")
	played(w)
	require.Equal(t, db.IncomingDone, incoming(w, invites).State)
	require.False(t, unread())
	ticked(w) // now hers is looked at
	faults, err := consistency.Check(t.Context(), w.Handler.Club, w.DB, consistency.Options{})
	require.NoError(t, err)
	require.Empty(t, faults)
}

// Two daemons, one of which dies after each thing that it does, carry out together what
// somebody has confirmed who writes on meanwhile: the ledgers are right at every moment,
// everything happens once, and every message is answered once.
func TestLeavingByTwoDaemonsThatDie(t *testing.T) {
	t.Parallel()
	skiptest.Long(t)
	w := crowd(t, "stop")
	says(w, post{From: zaphodine, Answers: w.Last(zaphodine), Body: "yes\nGoodbye all"})
	require.True(t, next(w))
	messages := []int64{}
	for _, p := range []post{
		{From: zaphodine, Proven: true, Body: "games"},
		{From: "ada@example.org", Proven: true, Body: "challenge " + zaphodine + " rooya"},
		{From: "other5@example.org", Proven: true, Body: "games"},
		{From: "other6@example.org", Proven: true, Body: "#19 a2"},
	} {
		says(w, p)
		messages = append(messages, lastIncoming(w))
	}
	for idle := 0; idle < 4; {
		require.NoError(t, w.DB.Close())
		d, err := db.Open(t.Context(), w.Where)
		require.NoError(t, err)
		t.Cleanup(func() { d.Close() })
		w.DB, d.Now = d, func() time.Time { return w.Now }
		w.Restart()
		w.Handler.Club.Policy.Strangers = 100
		_, other := w.On(d)
		idle++
		for _, do := range []func() (bool, error){
			func() (bool, error) { return w.Server.AnswerNext(t.Context()) },
			func() (bool, error) { return other.Tick(t.Context()) },
			func() (bool, error) { return other.AnswerNext(t.Context()) },
		} {
			worked, err := do()
			require.NoError(t, err)
			if worked {
				idle = 0
			}
			faults, err := consistency.Check(t.Context(), w.Handler.Club, w.DB, consistency.Options{})
			require.NoError(t, err)
			require.Empty(t, faults)
		}
	}
	for _, id := range messages {
		in := incoming(w, id)
		require.Equal(t, [2]any{db.IncomingDone, int64(1)}, [2]any{in.State, int64(in.Attempts)})
	}
	games, invitations := under(w, 1)
	require.Zero(t, games+invitations)
	boxes := map[string]int{}
	for to, box := range w.Boxes {
		boxes[to] = len(box)
	}
	w.Messages()
	for n := range 7 {
		other := fmt.Sprintf("other%d@example.org", n)
		var read strings.Builder
		for _, l := range w.Boxes[other][boxes[other]:] {
			read.WriteString(l.Text)
		}
		require.Equal(t, 2, strings.Count(read.String(), "Zaphodine has resigned"), other)
	}
}
