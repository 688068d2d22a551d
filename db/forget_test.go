package db_test

import (
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
)

func testForget(t *testing.T, d *db.DB) {
	change(t, d, func(tx *db.Tx) {
		ada, bob, eve, g := livedIn(t, tx)
		fixRobot(t, tx, &ada)
		require.NoError(t, tx.Mute(ada.ID, eve.ID))
		require.NoError(t, tx.NoteKnownAs(ada.ID, eve.ID, "Eve"))
		require.NoError(t, tx.NoteKnownAs(eve.ID, ada.ID, "Ada"))
		require.NoError(t, tx.Mute(eve.ID, ada.ID))
		sent, last := enqueue(t, tx, ada, 1, "sent"), enqueue(t, tx, ada, 0, "last")
		markSent(t, tx, sent)
		require.NoError(t, tx.Forget(ada, "somebody", time.Hour))
		_, err := tx.Claim(0, time.Hour, db.Everything)
		require.ErrorIs(t, err, db.ErrNotFound, "the last letter waits until it is true")
		forgetOn(t, tx)

		p, err := tx.Player(ada.ID)
		require.NoError(t, err)
		require.Equal(t, db.Player{ID: ada.ID, Name: "somebody", WroteAt: p.WroteAt, StoppedAt: tx.Now, Lang: "en", Timezone: "UTC",
			Board: db.BoardASCII, Messages: db.MessagesEvery, HTML: db.HTMLOn, Digest: db.DigestOff, DigestDay: time.Monday, DigestMinute: 450}, p)
		talk, err := tx.Waiting(g.ID, eve.ID)
		require.NoError(t, err)
		for _, line := range talk {
			require.Empty(t, line.Text)
		}
		notes, err := tx.Notes(g.ID, ada.ID)
		require.NoError(t, err)
		require.Empty(t, notes)
		notes, err = tx.Notes(g.ID, bob.ID)
		require.NoError(t, err)
		require.Len(t, notes, 1, "another's notes are another's")
		lines, err := tx.Conditionals(g.ID, ada.ID)
		require.NoError(t, err)
		require.Empty(t, lines)
		pauses, err := tx.Pauses(time.Time{}, ada.ID)
		require.NoError(t, err)
		require.Empty(t, pauses)
		for _, pair := range [][2]int64{{ada.ID, eve.ID}, {eve.ID, ada.ID}} {
			blocked, err := tx.Blocked(pair[0], pair[1])
			require.NoError(t, err)
			require.False(t, blocked)
			muted, err := tx.Muted(pair[0], pair[1])
			require.NoError(t, err)
			require.False(t, muted)
		}
		_, err = tx.Rating(ada.ID, "tug", false)
		require.ErrorIs(t, err, db.ErrNotFound)
		for n, want := range []string{"", "", "", "nothing of hers"} {
			message, err := tx.Incoming(int64(n + 1))
			require.NoError(t, err)
			require.Equal(t, want, string(message.Raw), "letter %d", n+1)
		}
		// They are deleted in the mailbox, too, one after the other.
		purges, err := tx.Purges("m", 2)
		require.NoError(t, err)
		require.Len(t, purges, 2)
		_, err = tx.Purged(purges[0], true)
		require.NoError(t, err)
		rest, err := tx.Purges("m", 10)
		require.NoError(t, err)
		require.Equal(t, purges[1], rest[0])
		require.Len(t, rest, 2)
		notFound(t, tx, rest[0])
		now, err := tx.Game(g.ID)
		require.NoError(t, err)
		require.Equal(t, "Tug of somebody", now.Subject)

		// The last message is still to be sent, and erased then.
		queued, err := tx.Outgoing(db.OutgoingQueued)
		require.NoError(t, err)
		require.Len(t, queued, 1)
		require.Equal(t, ada.Address, queued[0].Recipient)
		markSent(t, tx, last)
		messages, err := tx.Outgoing(db.OutgoingSent)
		require.NoError(t, err)
		require.Len(t, messages, 2)
		for _, o := range messages {
			require.Empty(t, o.Recipient)
			require.Empty(t, o.Raw)
		}
		_, err = tx.NextDigest()
		require.ErrorIs(t, err, db.ErrNotFound)
	})
}

// notFound looks for a mail that is not there until nobody looks for it any more, and
// for how long the operator can see that.
func notFound(t *testing.T, tx *db.Tx, p db.MailboxDeletion) {
	begun := tx.Now
	defer func() { tx.Now = begun }()
	wait := []time.Duration{10 * time.Minute, time.Hour, 24 * time.Hour, 72 * time.Hour}
	for i := range 5 {
		due, err := tx.Purges("m", 10)
		require.NoError(t, err)
		at := slices.IndexFunc(due, func(d db.MailboxDeletion) bool { return d.ID == p.ID })
		require.GreaterOrEqual(t, at, 0)
		require.Equal(t, i, due[at].Looks)
		lost, err := tx.Purged(due[at], false)
		require.NoError(t, err)
		require.Equal(t, i == 4, lost)
		due, err = tx.Purges("m", 10)
		require.NoError(t, err)
		require.False(t, slices.ContainsFunc(due, func(d db.MailboxDeletion) bool { return d.ID == p.ID }), "not before its time")
		unpurged, err := tx.Unpurged(begun, 10)
		require.NoError(t, err)
		require.Equal(t, i == 4, len(unpurged) == 1, "%v", unpurged)
		if i < 4 {
			tx.Now = tx.Now.Add(wait[i])
		}
	}
	unpurged, err := tx.Unpurged(begun.Add(time.Second), 10)
	require.NoError(t, err)
	require.Len(t, unpurged, 2, "also what waits for long")
	tx.Now = begun.Add(31 * 24 * time.Hour)
	require.NoError(t, tx.ForgetPurges())
	unpurged, err = tx.Unpurged(tx.Now, 10)
	require.NoError(t, err)
	require.Empty(t, unpurged)
}

// livedIn is a database in which ada has left what a player can leave: a game with
// bob, words, settings and messages, also in those of others.
func livedIn(t *testing.T, tx *db.Tx) (ada, bob, eve db.Player, g db.Game) {
	ada, bob, i := invite(t, tx)
	eve = player(t, tx, "eve")
	g, err := tx.AddGame(i, "start", time.Hour)
	require.NoError(t, err)
	ada.WroteAt, ada.Timezone, ada.Digest, ada.DigestDue = tx.Now, "Europe/Rome", db.DigestDaily, tx.Now
	require.NoError(t, tx.SavePlayer(ada))
	require.NoError(t, tx.CountTurn(ada.ID, true))
	require.NoError(t, tx.Say(g.ID, ada.ID, 0, "hello"))
	require.NoError(t, tx.Say(g.ID, bob.ID, 0, "hello ada"))
	require.NoError(t, tx.AddNote(g.ID, ada.ID, 0, "a note"))
	require.NoError(t, tx.AddNote(g.ID, bob.ID, 0, "bob's note"))
	require.NoError(t, tx.SetConditionals(g.ID, ada.ID, []string{"if l then r"}))
	require.NoError(t, tx.Block(ada.ID, eve.ID))
	require.NoError(t, tx.Block(eve.ID, ada.ID))
	require.NoError(t, tx.SaveRating(db.Rating{Player: ada.ID, Rules: "tug"}))
	_, err = tx.AddPause(db.ClockPause{Player: ada.ID, Why: db.Vacation, From: tx.Now, To: tx.Now.Add(time.Hour)})
	require.NoError(t, err)
	in := func(cursor, raw string, from int64) {
		_, err := tx.Keep(db.Incoming{Mailbox: "m", Cursor: cursor, MessageID: cursor, Digest: []byte(cursor), Raw: []byte(raw)})
		require.NoError(t, err)
		message, err := tx.ClaimIncoming(0)
		require.NoError(t, err)
		require.NoError(t, tx.NoteSender(message.ID, from))
		require.NoError(t, tx.Settle(message.ID, db.IncomingDone, ""))
	}
	in("1", "from ada", ada.ID)
	in("2", "bob quotes her name", bob.ID)
	in("3", "challenge Ada@Example.org tug", eve.ID)
	in("4", "nothing of hers", eve.ID)
	return ada, bob, eve, g
}

// declines is for how long a decline holds here.
const declines = 10 * time.Hour

// wishing is a database in which people want nothing of each other.
type wishing struct {
	t             *testing.T
	start         time.Time
	ada, bob, cay db.Player
}

func forget(t *testing.T, tx *db.Tx, p db.Player) {
	require.NoError(t, tx.Forget(p, "somebody", declines))
	forgetOn(t, tx)
}

// forgetOn erases all that is left of forgotten players, and returns the number of pieces.
func forgetOn(t *testing.T, tx *db.Tx) (pieces int) {
	for {
		last, err := tx.ForgetPiece(func(db.Invitation) (string, error) { return "Tug of somebody", nil })
		require.NoError(t, err)
		if pieces++; last {
			return pieces
		}
	}
}

// confirm gives a player a second address that counts.
func confirm(t *testing.T, tx *db.Tx, p db.Player, address string) {
	a, err := tx.AskAddress(p.ID, address, address)
	require.NoError(t, err)
	require.NoError(t, tx.ConfirmAddress(a.ID))
}

// of reports what one wants of another.
func (w *wishing) of(tx *db.Tx, of, by db.Player) (blocked, muted bool, declined time.Time) {
	blocked, err := tx.Blocked(by.ID, of.ID)
	require.NoError(w.t, err)
	muted, err = tx.Muted(by.ID, of.ID)
	require.NoError(w.t, err)
	declined, err = tx.LastDeclined(of.ID, by.ID)
	require.NoError(w.t, err)
	return blocked, muted, declined
}

func (w *wishing) invite(tx *db.Tx, from, to db.Player) db.Invitation {
	i, err := tx.AddInvitation(db.Invitation{Rules: "tug", Challenger: from.ID, Invitee: to.ID, Side: db.Black, Pace: "p", ExpiresAt: w.start}, func(int64) string { return "s" })
	require.NoError(w.t, err)
	return i
}

// testWishes: blocks, mutes and declines against a forgotten player hold for the next player of
// the address, until they expire, are taken back, or their author is forgotten too.
func testWishes(t *testing.T, d *db.DB) {
	w := &wishing{t: t, start: d.Now().Truncate(time.Millisecond)}
	for _, step := range []struct {
		after time.Duration
		do    func(tx *db.Tx)
	}{
		{0, w.forgotten}, {time.Hour, w.back}, {2 * time.Hour, w.takenBack}, {3 * time.Hour, w.confirmed}, {declines, w.over},
	} {
		d.Now = func() time.Time { return w.start.Add(step.after) }
		change(t, d, step.do)
	}
}

func (w *wishing) forgotten(tx *db.Tx) {
	t := w.t
	w.ada, w.bob, w.cay = player(t, tx, "ada"), player(t, tx, "bob"), player(t, tx, "cay")
	eve := player(t, tx, "eve")
	confirm(t, tx, w.ada, "second")
	for _, by := range []db.Player{w.bob, eve} {
		require.NoError(t, tx.Block(by.ID, w.ada.ID))
		require.NoError(t, tx.Mute(by.ID, w.ada.ID))
		require.NoError(t, tx.AnswerInvitation(w.invite(tx, w.ada, by).ID, db.InvitationDeclined))
	}
	require.NoError(t, tx.Block(w.ada.ID, w.bob.ID), "what ada wanted goes with her")
	require.NoError(t, tx.Block(w.cay.ID, w.bob.ID))
	due, err := tx.Overdue(time.Time{})
	require.NoError(t, err)
	require.False(t, due)
	w.invite(tx, w.ada, w.cay)
	w.invite(tx, w.ada, w.cay)
	w.invite(tx, w.cay, w.ada)
	forget(t, tx, w.ada)
	forget(t, tx, eve)
}

// asked is how often one invited another, of late.
func (w *wishing) asked(tx *db.Tx, from, to db.Player) int {
	n, _, err := tx.InvitationsBetween(from.ID, to.ID, w.start.Add(-time.Hour))
	require.NoError(w.t, err)
	return n
}

func (w *wishing) back(tx *db.Tx) {
	t := w.t
	w.ada = player(t, tx, "ada")
	blocked, muted, declined := w.of(tx, w.ada, w.bob)
	require.True(t, blocked)
	require.True(t, muted)
	require.True(t, declined.Equal(w.start), declined)
	require.Equal(t, 1, w.asked(tx, w.ada, w.bob))
	require.Zero(t, w.asked(tx, w.ada, w.cay), "who invited her back")
	w.invite(tx, w.ada, w.bob)
	blocked, err := tx.Blocked(w.ada.ID, w.bob.ID)
	require.NoError(t, err)
	require.False(t, blocked)
	blocked, muted, declined = w.of(tx, w.ada, player(t, tx, "eve"))
	require.False(t, blocked || muted || !declined.IsZero(), "who is forgotten wants nothing")
}

// takenBack: all but the mute, of one address; of the other nothing is.
func (w *wishing) takenBack(tx *db.Tx) {
	t := w.t
	require.NoError(t, tx.Unblock(w.bob.ID, w.ada.ID))
	w.invite(tx, w.bob, w.ada)
	forget(t, tx, w.ada)
	w.ada = player(t, tx, "ada")
	blocked, muted, declined := w.of(tx, w.ada, w.bob)
	require.False(t, blocked)
	require.True(t, muted)
	require.True(t, declined.IsZero())
	require.Equal(t, 1, w.asked(tx, w.ada, w.bob), "what counted before he invited her, in her life before")
}

// confirmed: of a second address it holds as soon as that counts.
func (w *wishing) confirmed(tx *db.Tx) {
	t := w.t
	_, err := tx.AskAddress(w.cay.ID, "second", "second")
	require.NoError(t, err)
	blocked, _, _ := w.of(tx, w.cay, w.bob)
	require.False(t, blocked)
	confirm(t, tx, w.cay, "second")
	require.Equal(t, 1, w.asked(tx, w.cay, w.bob))
	blocked, muted, declined := w.of(tx, w.cay, w.bob)
	require.True(t, blocked)
	require.True(t, muted)
	require.True(t, declined.Equal(w.start), declined)
	// Who blocks oneself is one whom the operator blocks: that is nobody here.
	forget(t, tx, w.cay)
	confirm(t, tx, w.bob, "second")
	blocked, err = tx.OperatorBlocked(w.bob.ID)
	require.NoError(t, err)
	require.False(t, blocked)
}

func (w *wishing) over(tx *db.Tx) {
	t := w.t
	for _, due := range []bool{true, false} {
		found, err := tx.Overdue(time.Time{})
		require.NoError(t, err)
		require.Equal(t, due, found)
		_, err = tx.EmptyMessages(time.Time{}, 10)
		require.NoError(t, err)
	}
	_, _, declined := w.of(tx, player(t, tx, "cay"), w.bob)
	require.True(t, declined.IsZero(), "its time is over")
	require.Zero(t, w.asked(tx, w.ada, w.bob))
	damages, err := tx.Damages()
	require.NoError(t, err)
	require.Empty(t, damages)
}

// testWishesOfAMailbox: they are those of all its subaddresses, whoever of them was
// forgotten when.
func testWishesOfAMailbox(t *testing.T, d *db.DB) {
	w := &wishing{t: t}
	change(t, d, func(tx *db.Tx) {
		bob, cay := player(t, tx, "bob"), player(t, tx, "cay")
		one, two := player(t, tx, "ada+1"), player(t, tx, "ada+2")
		require.NoError(t, tx.Block(bob.ID, one.ID))
		require.NoError(t, tx.Mute(cay.ID, two.ID))
		require.NoError(t, tx.AnswerInvitation(w.invite(tx, two, cay).ID, db.InvitationDeclined))
		forget(t, tx, one)
		forget(t, tx, two)
		ada := player(t, tx, "ada")
		blocked, _, _ := w.of(tx, ada, bob)
		require.True(t, blocked)
		_, muted, declined := w.of(tx, ada, cay)
		require.True(t, muted)
		require.False(t, declined.IsZero())
		require.Equal(t, 1, w.asked(tx, ada, cay))
		blocked, muted, declined = w.of(tx, player(t, tx, "adam"), bob)
		require.False(t, blocked || muted || !declined.IsZero())
	})
}

// testMergeWishes: they are the heir's, and none of them is of the heir.
func testMergeWishes(t *testing.T, d *db.DB) {
	change(t, d, func(tx *db.Tx) {
		ada, old, now := player(t, tx, "ada"), player(t, tx, "old"), player(t, tx, "now")
		require.NoError(t, tx.Block(old.ID, ada.ID))
		require.NoError(t, tx.Block(now.ID, ada.ID))
		require.NoError(t, tx.Mute(old.ID, ada.ID))
		forget(t, tx, ada)
		require.NoError(t, tx.Merge(old.ID, now.ID))
		found, err := tx.References(old.ID)
		require.NoError(t, err)
		require.Empty(t, found)
		ada = player(t, tx, "ada")
		blocked, err := tx.Blocked(now.ID, ada.ID)
		require.NoError(t, err)
		require.True(t, blocked)
		muted, err := tx.Muted(now.ID, ada.ID)
		require.NoError(t, err)
		require.True(t, muted)
	})
}

// fixRobot is an operator who says that a program plays there.
func fixRobot(t *testing.T, tx *db.Tx, p *db.Player) {
	t.Helper()
	p.Program, p.ProgramFixed = true, true
	require.NoError(t, tx.SavePlayer(*p))
}

// testForgetNew: a message of the player's that waits beside the queue is erased with the
// others, and one that names them and is still to be answered when it was.
func testForgetNew(t *testing.T, d *db.DB) {
	keep := func(tx *db.Tx, daemon int64, raw string) int64 {
		_, err := tx.Keep(db.Incoming{Mailbox: "m", Cursor: raw, MessageID: raw, Digest: []byte(raw), Raw: []byte(raw)})
		require.NoError(t, err)
		in, err := tx.ClaimIncoming(daemon)
		require.NoError(t, err)
		require.Equal(t, raw, string(in.Raw))
		return in.ID
	}
	raw := func(tx *db.Tx, id int64) (db.Incoming, string) {
		in, err := tx.Incoming(id)
		require.NoError(t, err)
		return in, string(in.Raw)
	}
	change(t, d, func(tx *db.Tx) {
		ada, bob := player(t, tx, "ada"), player(t, tx, "bob")
		hers := keep(tx, 1, "not a word of her address")
		require.ErrorIs(t, tx.Await(hers, 4, bob.ID, ada.ID), db.ErrNotFound, "it is another daemon's")
		require.NoError(t, tx.Await(hers, 1, bob.ID, ada.ID))
		names := keep(tx, 2, "challenge "+ada.Address)
		later := keep(tx, 3, "to "+ada.Address)
		require.NoError(t, tx.Settle(later, db.IncomingDone, ""))
		require.NoError(t, tx.Forget(ada, "somebody", time.Hour))
		subject := func(db.Invitation) (string, error) { return "", nil }
		for err := error(nil); err == nil; {
			var last bool
			last, err = tx.ForgetPiece(subject)
			require.False(t, last, "a letter is to be answered that names her")
		}
		in, text := raw(tx, hers)
		require.Equal(t, db.IncomingDropped, in.State)
		require.Empty(t, text)
		_, text = raw(tx, names)
		require.NotEmpty(t, text, "it is to be answered")
		require.NoError(t, tx.Settle(names, db.IncomingDone, ""))
		_, err := tx.ForgetPiece(subject)
		require.ErrorIs(t, err, db.ErrNotFound)
		tx.Now = tx.Now.Add(time.Hour)
		forgetOn(t, tx)
		for _, id := range []int64{names, later} {
			_, text = raw(tx, id)
			require.Empty(t, text)
		}
	})
}
