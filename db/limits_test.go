package db_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
)

func testRestraints(t *testing.T, d *db.DB) {
	start := d.Now()
	at := func(span time.Duration) { d.Now = func() time.Time { return start.Add(span) } }
	var ada, bob db.Player
	change(t, d, func(tx *db.Tx) { ada, bob = player(t, tx, "ada"), player(t, tx, "bob") })
	for i := range 3 {
		at(time.Duration(i) * time.Hour)
		change(t, d, func(tx *db.Tx) {
			require.NoError(t, tx.NoteNotified(ada.ID, db.CountedError, fmt.Append(nil, i), 24*time.Hour))
		})
	}
	change(t, d, func(tx *db.Tx) {
		require.NoError(t, tx.NoteNotified(ada.ID, db.CountedLook, []byte("look"), 24*time.Hour))
		n, first, err := tx.Told(ada.ID, db.CountedError, tx.Now.Add(-90*time.Minute))
		require.NoError(t, err)
		require.Equal(t, 2, n, "of that kind and since then")
		require.WithinDuration(t, start.Add(time.Hour), first, time.Millisecond)
		n, first, err = tx.Told(bob.ID, db.CountedError, tx.Now.Add(-24*time.Hour))
		require.NoError(t, err)
		require.Zero(t, n, "another's")
		require.Zero(t, first)
		times, err := tx.NotifiedSame(ada.ID, []byte("1"), tx.Now.Add(-90*time.Minute))
		require.NoError(t, err)
		require.Equal(t, 1, times)
		times, err = tx.NotifiedSame(ada.ID, []byte("0"), tx.Now.Add(-90*time.Minute))
		require.NoError(t, err)
		require.Zero(t, times, "too long ago")
		require.NoError(t, tx.NoteNotified(ada.ID, db.CountedError, []byte("x"), 90*time.Minute))
		n, _, err = tx.Told(ada.ID, db.CountedError, tx.Now.Add(-24*time.Hour))
		require.NoError(t, err)
		require.Equal(t, 3, n, "what is older than that is forgotten")
		require.NoError(t, tx.Forget(ada, "somebody", time.Hour))
		n, _, err = tx.Told(ada.ID, db.CountedError, tx.Now.Add(-24*time.Hour))
		require.NoError(t, err)
		require.Zero(t, n)
	})
}

func testQuestions(t *testing.T, d *db.DB) {
	start := d.Now()
	at := func(span time.Duration) { d.Now = func() time.Time { return start.Add(span) } }
	var ada, bob db.Player
	change(t, d, func(tx *db.Tx) { ada, bob = player(t, tx, "ada"), player(t, tx, "bob") })
	for i, p := range []db.Player{ada, bob, ada} {
		at(time.Duration(i) * time.Hour)
		change(t, d, func(tx *db.Tx) { require.NoError(t, tx.NoteQuestion(p.ID, db.QuestionQuarantine, 24*time.Hour)) })
	}
	change(t, d, func(tx *db.Tx) {
		require.NoError(t, tx.NoteQuestion(ada.ID, db.QuestionAnswer, 90*time.Minute))
		n, first, err := tx.QuestionsTo(ada.ID, db.QuestionQuarantine, tx.Now.Add(-24*time.Hour))
		require.NoError(t, err)
		require.Equal(t, 1, n, "of that kind, and what is older than what is kept is forgotten")
		require.WithinDuration(t, tx.Now, first, time.Millisecond)
		require.NoError(t, tx.NoteQuestionAnswered(ada.ID))
		n, _, err = tx.QuestionsTo(ada.ID, db.QuestionQuarantine, tx.Now.Add(-24*time.Hour))
		require.NoError(t, err)
		require.Zero(t, n, "it is answered")
		n, err = tx.Questions(tx.Now.Add(-24 * time.Hour))
		require.NoError(t, err)
		require.Equal(t, 3, n, "to everybody, of every kind")
		n, err = tx.Questions(tx.Now.Add(-time.Hour))
		require.NoError(t, err)
		require.Equal(t, 2, n, "since then")
		require.NoError(t, tx.Forget(ada, "somebody", time.Hour))
		n, err = tx.Questions(tx.Now.Add(-24 * time.Hour))
		require.NoError(t, err)
		require.Equal(t, 1, n)
	})
}

func testRetention(t *testing.T, d *db.DB) {
	start := d.Now().Truncate(time.Millisecond)
	d.Now = func() time.Time { return start }
	const day = 24 * time.Hour
	change(t, d, func(tx *db.Tx) {
		ada := player(t, tx, "ada")
		for i := range 5 {
			kept, err := tx.Keep(db.Incoming{Mailbox: "m", Cursor: fmt.Sprint(i), MessageID: fmt.Sprint(i), Digest: []byte{1}, Raw: []byte("in")})
			require.NoError(t, err)
			require.True(t, kept)
			id, err := tx.EnqueueAs(db.Outgoing{Player: ada.ID, Thread: 7, Kind: "turn", MessageID: fmt.Sprint("out", i), Recipient: "ada@example.org", Raw: []byte("out")}, db.ClassGame)
			require.NoError(t, err)
			if i < 4 { // one of each waits
				require.NoError(t, tx.Settle(int64(i+1), db.IncomingDone, ""))
				markSent(t, tx, id)
			}
		}
		due, err := tx.Overdue(start)
		require.NoError(t, err)
		require.False(t, due, "not older than that")
	})
	d.Now = func() time.Time { return start.Add(40 * day) }
	var erased []int64
	for {
		done := false
		change(t, d, func(tx *db.Tx) {
			due, err := tx.Overdue(tx.Now.Add(-30 * day))
			require.NoError(t, err)
			if done = !due; done {
				return
			}
			n, err := tx.EmptyMessages(tx.Now.Add(-30*day), 3)
			require.NoError(t, err)
			erased = append(erased, n)
		})
		if done {
			break
		}
	}
	require.Equal(t, []int64{6, 2}, erased, "in batches")
	change(t, d, func(tx *db.Tx) {
		first, err := tx.Incoming(1)
		require.NoError(t, err)
		require.Empty(t, first.Raw)
		require.Equal(t, "0", first.MessageID)
		waiting, err := tx.ClaimIncoming(0)
		require.NoError(t, err)
		require.Equal(t, "in", string(waiting.Raw))
		unread, err := tx.Unread(tx.Now)
		require.NoError(t, err)
		require.True(t, unread)
		queued, err := tx.Outgoing(db.OutgoingQueued)
		require.NoError(t, err)
		require.Len(t, queued, 1)
		require.Equal(t, "out", string(queued[0].Raw))
		ids, err := tx.ThreadIDs(1, 7, 10)
		require.NoError(t, err)
		require.Len(t, ids, 5, "the thread hangs together")
		kept, err := tx.Keep(db.Incoming{Mailbox: "m", Cursor: "again", MessageID: "0", Digest: []byte{1}, Raw: []byte("in")})
		require.NoError(t, err)
		require.False(t, kept, "a letter counts once for ever")
	})
}

// testInvitationsSince: those to robots are counted apart, whoever has a name like theirs.
func testInvitationsSince(t *testing.T, d *db.DB) {
	start := d.Now().Truncate(time.Millisecond)
	change(t, d, func(tx *db.Tx) {
		ada, program := player(t, tx, "ada"), player(t, tx, "program")
		robot, err := tx.AddPlayer("", "robot 1", "robot 1")
		require.NoError(t, err)
		for _, p := range []*db.Player{&program, &robot} {
			p.Program = true
			require.NoError(t, tx.SavePlayer(*p))
		}
		for _, to := range []int64{robot.ID, program.ID, 0, robot.ID, robot.ID} {
			_, err := tx.AddInvitation(db.Invitation{
				Rules: "tug", Challenger: ada.ID, Invitee: to, Side: db.Black, Pace: "p", ExpiresAt: start.Add(time.Hour),
			}, func(int64) string { return "s" })
			require.NoError(t, err)
		}
		for challenger, want := range map[int64][2]int{ada.ID: {2, 3}, program.ID: {0, 0}} {
			n, robots, err := tx.InvitationsSince(challenger, start.Add(-time.Minute))
			require.NoError(t, err)
			require.Equal(t, want, [2]int{n, robots})
		}
		n, robots, err := tx.InvitationsSince(ada.ID, tx.Now.Add(time.Millisecond))
		require.NoError(t, err)
		require.Zero(t, n+robots)
	})
}

// testCourtesy: how often somebody was invited, from where, and whom they do not
// want to hear.
func testCourtesy(t *testing.T, d *db.DB) {
	start := d.Now().Truncate(time.Millisecond)
	at := func(span time.Duration) { d.Now = func() time.Time { return start.Add(span) } }
	at(0)
	var ada, bob, eve db.Player
	invite := func(tx *db.Tx, from, to db.Player, origin string) db.Invitation {
		i, err := tx.AddInvitation(db.Invitation{
			Rules: "tug", Challenger: from.ID, Invitee: to.ID, Side: db.Black, Pace: "p", ExpiresAt: start.Add(time.Hour),
		}, func(int64) string { return "s" })
		require.NoError(t, err)
		require.NoError(t, tx.NoteOrigin(i.ID, []byte(origin), 24*time.Hour))
		return i
	}
	from := func(tx *db.Tx, origin string) int {
		n, err := tx.InvitationsFrom([]byte(origin), start.Add(-time.Hour))
		require.NoError(t, err)
		return n
	}
	asked := func(tx *db.Tx, digest string) int {
		n, err := tx.AddressQuestionsTo([]byte(digest), start.Add(-time.Hour))
		require.NoError(t, err)
		return n
	}
	change(t, d, func(tx *db.Tx) {
		ada, bob, eve = player(t, tx, "ada"), player(t, tx, "bob"), player(t, tx, "eve")
		i := invite(tx, ada, bob, "here")
		invite(tx, eve, bob, "there")
		require.Equal(t, [2]int{1, 1}, [2]int{from(tx, "here"), from(tx, "there")})
		last, err := tx.LastDeclined(ada.ID, bob.ID)
		require.NoError(t, err)
		require.True(t, last.IsZero())
		require.NoError(t, tx.AnswerInvitation(i.ID, db.InvitationDeclined))
		last, err = tx.LastDeclined(ada.ID, bob.ID)
		require.NoError(t, err)
		require.True(t, last.Equal(start), last)
		last, err = tx.LastDeclined(eve.ID, bob.ID)
		require.NoError(t, err)
		require.True(t, last.IsZero(), "another's")
		declined, err := tx.DeclinedBy(bob.ID, start.Add(-time.Hour))
		require.NoError(t, err)
		require.Len(t, declined, 1)
		require.True(t, declined[0].At.Equal(start))
		require.Contains(t, declined[0].Folded, "ada@")
		declined, err = tx.DeclinedBy(bob.ID, start)
		require.NoError(t, err)
		require.Empty(t, declined)
		require.NoError(t, tx.NoteAddressQuestion([]byte("here"), []byte("them"), 24*time.Hour))
		require.Equal(t, [2]int{2, 1}, [2]int{from(tx, "here"), from(tx, "there")}, "questions count, too")
		require.Equal(t, [2]int{1, 0}, [2]int{asked(tx, "them"), asked(tx, "others")})
		folded, err := tx.AddressKey(ada.ID)
		require.NoError(t, err)
		require.Contains(t, folded, "ada@")
	})
	at(25 * time.Hour)
	change(t, d, func(tx *db.Tx) {
		i := invite(tx, ada, bob, "here")
		require.NoError(t, tx.NoteAddressQuestion([]byte("there"), []byte("others"), 24*time.Hour))
		require.Equal(t, [3]int{0, 1, 1}, [3]int{asked(tx, "them"), asked(tx, "others"), from(tx, "there")}, "so are questions")
		require.NoError(t, tx.NoteAddressQuestion([]byte("elsewhere"), []byte("others"), 0))
		require.Equal(t, [2]int{1, 0}, [2]int{from(tx, "here"), from(tx, "there")}, "what is older than a day is forgotten")
		n, last, err := tx.InvitationsBetween(ada.ID, bob.ID, start)
		require.NoError(t, err)
		require.Equal(t, 1, n, "since then")
		require.True(t, last.Equal(tx.Now), last)
		n, last, err = tx.InvitationsBetween(bob.ID, ada.ID, start)
		require.NoError(t, err)
		require.Zero(t, n)
		require.True(t, last.IsZero())
		n, err = tx.InvitationsOfStrangers(bob.ID, start.Add(-time.Hour))
		require.NoError(t, err)
		require.Equal(t, 3, n)
		require.NoError(t, tx.AnswerInvitation(i.ID, db.InvitationAccepted))
		_, err = tx.AddGame(i, "p", time.Hour)
		require.NoError(t, err)
		n, err = tx.InvitationsOfStrangers(bob.ID, start.Add(-time.Hour))
		require.NoError(t, err)
		require.Equal(t, 1, n, "they know each other by now")
		talkAndMutes(t, tx, i.ID, ada, bob, eve, start)
	})
}

func talkAndMutes(t *testing.T, tx *db.Tx, game int64, ada, bob, eve db.Player, start time.Time) {
	require.NoError(t, tx.Say(game, ada.ID, 0, "one"))
	alone, err := tx.TalkedAlone(ada.ID, bob.ID, start)
	require.NoError(t, err)
	unanswered, err := tx.TalkUnanswered(game, ada.ID, start)
	require.NoError(t, err)
	require.Equal(t, [2]int{0, 1}, [2]int{alone, unanswered}, "it waits")
	require.NoError(t, tx.Passed(game, bob.ID))
	alone, err = tx.TalkedAlone(ada.ID, bob.ID, start)
	require.NoError(t, err)
	require.Equal(t, 1, alone)
	for _, c := range [][2]db.Player{{bob, ada}, {ada, eve}} {
		alone, err = tx.TalkedAlone(c[0].ID, c[1].ID, start)
		require.NoError(t, err)
		require.Zero(t, alone, "nothing was said")
	}
	require.NoError(t, tx.Say(game, bob.ID, 0, "two"))
	unanswered, err = tx.TalkUnanswered(game, ada.ID, start)
	require.NoError(t, err)
	require.Zero(t, unanswered)

	require.NoError(t, tx.Mute(bob.ID, ada.ID))
	require.NoError(t, tx.Mute(bob.ID, ada.ID), "twice is once")
	for _, c := range []struct {
		a, b  db.Player
		muted bool
	}{{bob, ada, true}, {ada, bob, false}, {bob, eve, false}} {
		muted, err := tx.Muted(c.a.ID, c.b.ID)
		require.NoError(t, err)
		require.Equal(t, c.muted, muted)
	}
	who, err := tx.Mutes(bob.ID)
	require.NoError(t, err)
	require.Len(t, who, 1)
	require.Equal(t, ada.ID, who[0].ID)
	require.NoError(t, tx.Unmute(bob.ID, ada.ID))
	muted, err := tx.Muted(bob.ID, ada.ID)
	require.NoError(t, err)
	require.False(t, muted)
}
