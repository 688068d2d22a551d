package db_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
)

func testOutbox(t *testing.T, d *db.DB) {
	now := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
	d.Now = func() time.Time { return now }
	var ada, bob db.Player
	change(t, d, func(tx *db.Tx) {
		due, err := tx.Due(db.Everything)
		require.NoError(t, err)
		require.False(t, due)
		ada, bob = player(t, tx, "ada"), player(t, tx, "bob")
		enqueue(t, tx, ada, 1, "a1")
		enqueue(t, tx, ada, 1, "a2")
		enqueue(t, tx, bob, 1, "b1")
		enqueue(t, tx, ada, 2, "a3")
	})
	claim := func() (string, int64) {
		var o db.ClaimedMessage
		err := d.Update(context.Background(), func(tx *db.Tx) (err error) { o, err = tx.Claim(0, time.Minute, db.Everything); return err })
		if errors.Is(err, db.ErrNotFound) {
			return "", 0
		}
		require.NoError(t, err)
		return o.MessageID, o.ID
	}
	first, id := claim()
	require.Equal(t, "a1", first)
	second, _ := claim()
	require.Equal(t, "b1", second, "a2 waits for a1 of the same thread")
	none, _ := claim()
	require.Empty(t, none, "leased letters are nobody else's, and a reader gets one at a time")

	change(t, d, func(tx *db.Tx) { require.NoError(t, tx.Postpone(id, 0, now.Add(5*time.Minute), "later")) })
	third, other := claim()
	require.Equal(t, "a3", third, "another thread does not wait")
	change(t, d, func(tx *db.Tx) { require.NoError(t, tx.Postpone(other, 0, now.Add(time.Minute), "later")) })
	none, _ = claim()
	require.Empty(t, none, "a2 waits for a1 to be tried again")
	change(t, d, func(tx *db.Tx) {
		due, err := tx.Due(db.Everything)
		require.NoError(t, err)
		require.False(t, due, "before the first lease ends; a2, which waits, does not count")
	})
	now = now.Add(2 * time.Minute)
	again, _ := claim()
	require.Equal(t, "b1", again, "a lease that ended is free")
	again, other = claim()
	require.Equal(t, "a3", again)
	now = now.Add(4 * time.Minute)
	again, _ = claim()
	require.Equal(t, "b1", again, "by the moment at which it is due")
	again, id = claim()
	require.Equal(t, "a3", again, "whose lease ended; a1 waits for it")
	require.Equal(t, other, id)
	change(t, d, func(tx *db.Tx) { require.NoError(t, tx.ReleaseLeases()) })
	again, id = claim()
	require.Equal(t, "b1", again, "a released lease is free at once")
	change(t, d, func(tx *db.Tx) {
		markSent(t, tx, id)
		markSent(t, tx, id)
		sent, err := tx.Outgoing(db.OutgoingSent)
		require.NoError(t, err)
		require.Len(t, sent, 1)
		due, err := tx.Due(db.Everything)
		require.NoError(t, err)
		require.True(t, due)
	})
}

// testClaims: whoever lost a message to another daemon changes it no more, but for
// what is true whoever holds it: that it was sent.
func testClaims(t *testing.T, d *db.DB) {
	a, b := join(t, d)
	var message, unheard int64
	claim := func(daemon int64) {
		t.Helper()
		change(t, d, func(tx *db.Tx) {
			o, err := tx.Claim(daemon, time.Minute, db.Everything)
			require.NoError(t, err)
			require.Equal(t, [2]int64{message, unheard}, [2]int64{o.ID, int64(o.Unheard)})
		})
	}
	change(t, d, func(tx *db.Tx) { message = enqueue(t, tx, player(t, tx, "ada"), 1, "a1") })
	claim(a)
	change(t, d, func(tx *db.Tx) {
		claims, err := tx.Claims(a)
		require.NoError(t, err)
		require.Equal(t, []int64{message}, claims)
		require.NoError(t, tx.NoteUnheard(message, a))
		require.NoError(t, tx.PutBack(message, a, ""))
		heard := db.Everything
		heard.NoUnheard = true
		due, err := tx.Due(heard)
		require.NoError(t, err)
		require.False(t, due)
		_, err = tx.Claim(a, time.Minute, heard)
		require.ErrorIs(t, err, db.ErrNotFound)
		some, _, err := tx.ClaimSome(a, time.Minute, heard, 2)
		require.NoError(t, err)
		require.Empty(t, some)
		some, _, err = tx.ClaimSome(a, time.Minute, db.Everything, 2)
		require.NoError(t, err)
		require.Len(t, some, 1)
		require.Equal(t, 1, some[0].Unheard)
		require.NoError(t, tx.Leave(a))
	})
	unheard = 1
	claim(b)
	change(t, d, func(tx *db.Tx) {
		claims, err := tx.Claims(a)
		require.NoError(t, err)
		require.Empty(t, claims)
		for _, err := range []error{
			tx.Postpone(message, a, tx.Now, ""), tx.PutBack(message, a, ""), tx.Spare(message, a, tx.Now, ""), tx.MarkRefused(message, a, ""), tx.NoteUnheard(message, a),
		} {
			require.ErrorIs(t, err, db.ErrNotFound)
		}
		o, err := tx.Message(message)
		require.NoError(t, err)
		require.Equal(t, db.OutgoingQueued, o.State)
		require.Equal(t, 2, o.Attempts)
		markSent(t, tx, message)
		require.ErrorIs(t, tx.Postpone(message, b, tx.Now, ""), db.ErrNotFound, "it is sent")
		require.ErrorIs(t, tx.NoteUnheard(message, b), db.ErrNotFound)
		claims, err = tx.Claims(b)
		require.NoError(t, err)
		require.Empty(t, claims)
	})
}

// testClaimsOfManyReaders: however many messages wait for one reader, a claim of some has
// the first of each.
func testClaimsOfManyReaders(t *testing.T, d *db.DB) {
	a, _ := join(t, d)
	var firsts []int64
	change(t, d, func(tx *db.Tx) {
		for _, name := range []string{"ada", "bob"} {
			reader := player(t, tx, name)
			for thread := range int64(5) {
				id := enqueue(t, tx, reader, 1+thread, fmt.Sprint(name, thread))
				if thread == 0 {
					firsts = append(firsts, id)
				}
			}
		}
	})
	change(t, d, func(tx *db.Tx) {
		some, _, err := tx.ClaimSome(a, time.Minute, db.Everything, 3)
		require.NoError(t, err)
		var claimed []int64
		for _, o := range some {
			claimed = append(claimed, o.ID)
		}
		require.ElementsMatch(t, firsts, claimed)
		some, _, err = tx.ClaimSome(a, time.Minute, db.Everything, 3)
		require.True(t, len(some) == 0 && (err == nil || errors.Is(err, db.ErrNotFound)), err)
	})
}

// testOutboxOrder: a message never overtakes an earlier one of its thread to the
// same player, and one that will never arrive holds up nobody.
func testOutboxOrder(t *testing.T, d *db.DB) {
	now := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
	d.Now = func() time.Time { return now }
	var ada db.Player
	change(t, d, func(tx *db.Tx) {
		ada = player(t, tx, "ada")
		for _, id := range []string{"1", "2", "3"} {
			enqueue(t, tx, ada, 7, id)
		}
	})
	claim := func(want string) (o db.ClaimedMessage) {
		t.Helper()
		err := d.Update(context.Background(), func(tx *db.Tx) (err error) { o, err = tx.Claim(0, time.Minute, db.Everything); return err })
		if want == "" {
			require.ErrorIs(t, err, db.ErrNotFound)
			return o
		}
		require.NoError(t, err)
		require.Equal(t, want, o.MessageID)
		return o
	}
	first := claim("1")
	change(t, d, func(tx *db.Tx) { require.NoError(t, tx.Postpone(first.ID, 0, now.Add(time.Hour), "later")) })
	now = now.Add(59 * time.Minute)
	claim("")
	now = now.Add(time.Minute)
	claim("1")
	change(t, d, func(tx *db.Tx) { require.NoError(t, tx.MarkRefused(first.ID, 0, "no such person")) })
	second := claim("2")
	change(t, d, func(tx *db.Tx) { require.NoError(t, tx.PutBack(second.ID, 0, "our fault")) })
	require.Equal(t, 1, claim("2").Attempts, "what was put back was no try")
	change(t, d, func(tx *db.Tx) { markSent(t, tx, second.ID) })
	third := claim("3")
	// A moment that no Postpone of this clock can have meant.
	change(t, d, func(tx *db.Tx) { require.NoError(t, tx.Postpone(third.ID, 0, now.Add(db.Ahead+time.Second), "")) })
	change(t, d, func(tx *db.Tx) {
		due, err := tx.Due(db.Everything)
		require.NoError(t, err)
		require.True(t, due)
	})
	claim("3")
}

func testOneAnswer(t *testing.T, d *db.DB) {
	var ada db.Player
	change(t, d, func(tx *db.Tx) {
		ada = player(t, tx, "ada")
		_, err := tx.EnqueueAs(db.Outgoing{Player: ada.ID, Answers: 9, MessageID: "1", Raw: []byte("x")}, db.ClassGame)
		require.NoError(t, err)
	})
	err := d.Update(context.Background(), func(tx *db.Tx) error {
		_, err := tx.EnqueueAs(db.Outgoing{Player: ada.ID, Answers: 9, MessageID: "2", Raw: []byte("x")}, db.ClassGame)
		return err
	})
	require.ErrorIs(t, err, db.ErrExists)
}

func testThreadIDs(t *testing.T, d *db.DB) {
	change(t, d, func(tx *db.Tx) {
		ada, bob := player(t, tx, "ada"), player(t, tx, "bob")
		for i := range 6 {
			enqueue(t, tx, ada, 1, fmt.Sprint("a", i))
			enqueue(t, tx, bob, 1, fmt.Sprint("b", i))
		}
		ids, err := tx.ThreadIDs(ada.ID, 1, 2)
		require.NoError(t, err)
		require.Equal(t, []string{"a0", "a4", "a5"}, ids)
	})
}

// claimWithin claims a message for a minute; one without a number if there is none.
func claimWithin(t *testing.T, d *db.DB, within db.ClaimFilter) (o db.ClaimedMessage) {
	t.Helper()
	err := d.Update(context.Background(), func(tx *db.Tx) (err error) {
		require.NoError(t, tx.LockSending())
		due, err := tx.Due(within)
		require.NoError(t, err)
		o, err = tx.Claim(0, time.Minute, within)
		require.Equal(t, due, err == nil)
		return err
	})
	if !errors.Is(err, db.ErrNotFound) {
		require.NoError(t, err)
	}
	return o
}

// testSending: messages go by class, within what is allowed; what was sent is
// counted; and the account is put off.
func testSending(t *testing.T, d *db.DB) {
	now := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
	d.Now = func() time.Time { return now }
	claim := func(within db.ClaimFilter) db.Outgoing { return claimWithin(t, d, within).Outgoing }
	put := func(tx *db.Tx, p db.Player, thread int64, class db.MessageClass, id string) {
		_, err := tx.EnqueueAs(db.Outgoing{Player: p.ID, Thread: thread, Kind: "k", MessageID: id, Recipient: p.Address, Raw: []byte(id)}, class)
		require.NoError(t, err)
	}
	sent := func(o db.Outgoing) { change(t, d, func(tx *db.Tx) { markSent(t, tx, o.ID) }) }
	var ada, bot, eve, zoe db.Player
	change(t, d, func(tx *db.Tx) {
		ada, bot, eve, zoe = player(t, tx, "ada"), player(t, tx, "bot"), player(t, tx, "eve"), player(t, tx, "zoe")
		put(tx, eve, 0, db.ClassStranger, "eve 1")
		put(tx, zoe, 0, db.ClassStranger, "zoe 1")
		put(tx, ada, db.ThreadDigests, db.ClassDigest, "digest")
		put(tx, ada, 0, db.ClassAnswer, "answer")
		put(tx, bot, 0, db.ClassProgram, "program")
		put(tx, ada, 1, db.ClassStranger, "invited")
		put(tx, ada, 1, db.ClassGame, "turn")
		waiting, err := tx.WaitingByClass()
		require.NoError(t, err)
		require.Equal(t, [db.Classes]int{2, 1, 1, 2, 1}, waiting, "what waits before a letter about a game is as urgent")
	})
	require.Empty(t, claim(db.ClaimFilter{}).MessageID, "nothing is allowed")
	for _, want := range []string{"invited", "turn"} {
		o := claim(db.ClaimFilter{Classes: 1})
		require.Equal(t, want, o.MessageID)
		if want == "invited" {
			require.Empty(t, claim(db.ClaimFilter{Classes: 1}).MessageID, "the next one of its thread waits for it")
		}
		sent(o)
	}
	require.Empty(t, claim(db.ClaimFilter{Classes: 1}).MessageID)
	answer := claim(db.ClaimFilter{Classes: db.Classes})
	require.Equal(t, "answer", answer.MessageID)
	change(t, d, func(tx *db.Tx) {
		s, err := tx.Sent()
		require.NoError(t, err)
		require.Equal(t, [db.Classes]int{2, 1}, s.Day, "what is being sent counts")
		require.Equal(t, s.Day, s.Minute)
		require.Equal(t, 1, s.FirstContacts, "two letters to ada are one")
	})
	sent(answer)
	peaceful := db.ClaimFilter{Classes: db.Classes, Newcomers: true, NoStrangers: true}
	for _, want := range []string{"digest", "program"} {
		o := claim(peaceful)
		require.Equal(t, want, o.MessageID)
		sent(o)
	}
	require.Empty(t, claim(peaceful).MessageID, "no strangers, whoever they are")
	require.Empty(t, claim(db.ClaimFilter{Classes: db.Classes}).MessageID, "no newcomers")
	first := claim(db.Everything)
	require.Equal(t, "eve 1", first.MessageID)
	sent(first)
	change(t, d, func(tx *db.Tx) { put(tx, eve, 0, db.ClassStranger, "eve 2") })
	second := claim(db.ClaimFilter{Classes: db.Classes})
	require.Equal(t, "eve 2", second.MessageID, "eve is no newcomer any more, and zoe still waits")

	change(t, d, func(tx *db.Tx) { require.NoError(t, tx.Spare(second.ID, 0, now.Add(time.Hour), "421")) })
	require.Empty(t, claim(db.ClaimFilter{Classes: db.Classes}).MessageID)
	now = now.Add(2 * time.Hour)
	second = claim(db.ClaimFilter{Classes: db.Classes})
	sent(second)
	change(t, d, func(tx *db.Tx) {
		spared, last, err := tx.Spared(second.ID)
		require.NoError(t, err)
		require.Equal(t, []any{1, 2, now.Add(-2 * time.Hour)}, []any{spared, second.Attempts, last})
		s, err := tx.Sent()
		require.NoError(t, err)
		require.Equal(t, [db.Classes]int{0, 0, 0, 1, 0}, s.Hour)
		require.Equal(t, [db.Classes]int{2, 1, 1, 2, 1}, s.Day)
		require.Equal(t, 3, s.FirstContacts)
		after, err := tx.SentAfter(now.Add(-time.Second))
		require.NoError(t, err)
		require.True(t, after)
		after, err = tx.SentAfter(now)
		require.NoError(t, err)
		require.False(t, after)
	})
}

// testStrangers: of one class are counted those that wait, and those of the last hour,
// among them who is written to.
func testStrangers(t *testing.T, d *db.DB) {
	now := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
	d.Now = func() time.Time { return now }
	expect := func(queued, hour int) {
		t.Helper()
		change(t, d, func(tx *db.Tx) {
			n, err := tx.Queued(db.ClassStranger, 2)
			require.NoError(t, err)
			require.Equal(t, queued, n)
			n, err = tx.LastHour(db.ClassStranger)
			require.NoError(t, err)
			require.Equal(t, hour, n)
		})
	}
	expect(0, 0)
	change(t, d, func(tx *db.Tx) {
		for n, name := range []string{"ada", "bob", "eve", "zoe"} {
			p := player(t, tx, name)
			o := db.Outgoing{Player: p.ID, Kind: "k", MessageID: name, Recipient: p.Address, Raw: []byte(name)}
			_, err := tx.EnqueueAs(o, []db.MessageClass{db.ClassStranger, db.ClassAnswer}[n/3])
			require.NoError(t, err)
		}
	})
	expect(2, 0) // and no more are counted
	for range 4 {
		o := claimWithin(t, d, db.Everything)
		if o.MessageID == "eve" {
			continue // the last of them stays leased
		}
		change(t, d, func(tx *db.Tx) { markSent(t, tx, o.ID) })
	}
	expect(1, 3)
	now = now.Add(time.Hour)
	expect(1, 0)
}

// testAccount: how the account stands is remembered.
func testAccount(t *testing.T, d *db.DB) {
	now := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
	d.Now = func() time.Time { return now }
	change(t, d, func(tx *db.Tx) {
		a, err := tx.Account()
		require.NoError(t, err)
		require.Equal(t, db.SendingAccount{}, a)
		want := db.SendingAccount{DeferredUntil: now.Add(time.Minute), Failures: 2, DeferredAt: now, Status: "5.4.5"}
		require.NoError(t, tx.SaveAccount(want))
		a, err = tx.Account()
		require.NoError(t, err)
		require.Equal(t, want, a)
		require.True(t, tx.Deferred(a))
		a.DeferredUntil = now.Add(db.Ahead + time.Second)
		require.False(t, tx.Deferred(a), "the clock was ahead then")
		a.DeferredUntil = now
		require.False(t, tx.Deferred(a))
	})
}
