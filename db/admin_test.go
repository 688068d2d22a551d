package db_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
)

// administration runs the part of the contract that an operator's commands rest
// on; open is as in Check.
func administration(t *testing.T, open func(t *testing.T) *db.DB) {
	for name, test := range map[string]func(*testing.T, *db.DB){
		"Active":           testActive,
		"Lists":            testLists,
		"ReplayAndRetry":   testReplayAndRetry,
		"OperatorBlocks":   testOperatorBlocks,
		"Merge":            testMerge,
		"MergeOfOpponents": testMergeOpponents,
		"MergeForgetsNone": testMergeForgetsNone,
		"WishesAreMerged":  testMergeWishes,
		"FollowersMerge":   testMergeFollowers,
		"WishesOfAMailbox": testWishesOfAMailbox,
		"MergeOfAddresses": testMergeAddresses,
		"MergeOfBarred":    testMergeBarred,
		"CountsAndDays":    testCounts,
		"Numbers":          testNumbers,
	} {
		t.Run(name, func(t *testing.T) { t.Parallel(); test(t, open(t)) })
	}
}

// game is a game under way between two players, with a rated result if ended.
func game(t *testing.T, tx *db.Tx, black, white db.Player, ended bool) db.Game {
	t.Helper()
	i, err := tx.AddInvitation(db.Invitation{Rules: "tug", Challenger: black.ID, Invitee: white.ID, Side: db.Black, Pace: "3d+1d/7d", Rated: true, ExpiresAt: tx.Now.Add(time.Hour)},
		func(id int64) string { return fmt.Sprintf("Tug #%d", id) })
	require.NoError(t, err)
	require.NoError(t, tx.AnswerInvitation(i.ID, db.InvitationAccepted))
	g, err := tx.AddGame(i, "start", time.Hour)
	require.NoError(t, err)
	message := keep(t, tx, fmt.Sprint("game", g.ID))
	require.NoError(t, tx.Settle(message, db.IncomingDone, ""))
	require.NoError(t, tx.AddPlies(&g, message, []string{"l", "r"}, "middle", db.Undecided, ""))
	if ended {
		require.NoError(t, tx.EndGame(g.ID, db.BlackWon, "resigned"))
	} else {
		g.ClockDue, g.TurnAt = tx.Now.Add(time.Hour), tx.Now
		require.NoError(t, tx.SaveClock(g))
	}
	g, err = tx.Game(g.ID)
	require.NoError(t, err)
	return g
}

func keep(t *testing.T, tx *db.Tx, id string) int64 {
	t.Helper()
	_, err := tx.Keep(db.Incoming{Mailbox: "m", Cursor: id, MessageID: id, Digest: []byte(id), Raw: []byte("raw " + id)})
	require.NoError(t, err)
	in, err := tx.ListIncoming("", 1)
	require.NoError(t, err)
	require.Equal(t, id, in[0].MessageID)
	return in[0].ID
}

func testLists(t *testing.T, d *db.DB) {
	change(t, d, func(tx *db.Tx) {
		ada, bob, cay := player(t, tx, "ada"), player(t, tx, "bob"), player(t, tx, "cay")
		first, second, third := game(t, tx, ada, bob, false), game(t, tx, bob, ada, true), game(t, tx, bob, cay, false)
		for _, c := range []struct {
			player  int64
			running bool
			limit   int
			want    []int64
		}{
			{0, false, -1, []int64{third.ID, second.ID, first.ID}},
			{0, true, -1, []int64{third.ID, first.ID}},
			{ada.ID, false, -1, []int64{second.ID, first.ID}},
			{ada.ID, true, -1, []int64{first.ID}},
			{bob.ID, false, 1, []int64{third.ID}},
		} {
			games, err := tx.ListGames(c.player, c.running, c.limit)
			require.NoError(t, err)
			var got []int64
			for _, g := range games {
				got = append(got, g.ID)
			}
			require.Equal(t, c.want, got)
		}
		enqueue(t, tx, ada, first.ID, "a1")
		enqueue(t, tx, ada, 0, "a2")
		out, err := tx.ListOutgoing("", first.ID, -1)
		require.NoError(t, err)
		require.Len(t, out, 1)
		require.Empty(t, out[0].Raw, "a list has no texts")
		whole, err := tx.Message(out[0].ID)
		require.NoError(t, err)
		require.Equal(t, "a1", string(whole.Raw))
		out, err = tx.ListOutgoing(db.OutgoingSent, 0, -1)
		require.NoError(t, err)
		require.Empty(t, out)
		in, err := tx.MessagesOfGame(second.ID)
		require.NoError(t, err)
		require.Len(t, in, 1)
		require.Equal(t, fmt.Sprint("game", second.ID), in[0].MessageID)
		require.Empty(t, in[0].Raw)
		for _, state := range []db.IncomingState{db.IncomingNew, db.IncomingDone, db.IncomingDropped, db.IncomingFailed} {
			in, err = tx.ListIncoming(state, -1)
			require.NoError(t, err)
			require.Equal(t, state == db.IncomingDone, len(in) > 0, state)
		}
		for _, state := range []db.OutgoingState{"", db.OutgoingQueued, db.OutgoingRefused} {
			out, err = tx.ListOutgoing(state, 0, 1)
			require.NoError(t, err)
			require.Equal(t, state != db.OutgoingRefused, len(out) > 0, state)
		}
		players, err := tx.ListPlayers(2)
		require.NoError(t, err)
		require.Equal(t, []db.Player{cay, bob}, players)
		testRoster(t, tx, ada, bob, cay)
	})
}

// testRoster lists three players, of whom ada has a game running, bob two and cay one.
func testRoster(t *testing.T, tx *db.Tx, ada, bob, cay db.Player) {
	t.Helper()
	_, err := tx.AddPause(db.ClockPause{Player: ada.ID, Why: db.Bounce, From: tx.Now})
	require.NoError(t, err)
	_, err = tx.AddPause(db.ClockPause{Player: bob.ID, Why: db.Bounce, From: tx.Now, Wished: true})
	require.NoError(t, err)
	require.NoError(t, tx.OperatorBlock(cay.ID))
	cay, err = tx.Player(cay.ID)
	require.NoError(t, err)
	listed, err := tx.Roster(0, -1)
	require.NoError(t, err)
	want := []db.ListedPlayer{{Player: cay, Running: 1, Blocked: true}, {Player: bob, Running: 2, Paused: true}, {Player: ada, Running: 1, Suspended: true}}
	require.Equal(t, want, listed)
	listed, err = tx.Roster(bob.ID, 1)
	require.NoError(t, err)
	require.Equal(t, want[1:2], listed)
}

func testReplayAndRetry(t *testing.T, d *db.DB) {
	now := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
	d.Now = func() time.Time { return now }
	var in, out int64
	change(t, d, func(tx *db.Tx) {
		in = keep(t, tx, "x")
		require.ErrorIs(t, tx.Replay(in), db.ErrNotFound, "it is new")
		_, err := tx.ClaimIncoming(0)
		require.NoError(t, err)
		require.NoError(t, tx.NoteFailure(in, 0, "why"))
		require.NoError(t, tx.Settle(in, db.IncomingFailed, "why"))
		require.NoError(t, tx.Replay(in))
		next, err := tx.ClaimIncoming(0)
		require.NoError(t, err)
		require.Equal(t, in, next.ID)
		require.Equal(t, 1, next.Attempts+next.Failures, "it begins at this one")
		require.Empty(t, next.Remark)

		out = enqueue(t, tx, player(t, tx, "ada"), 1, "a1")
		_, err = tx.Claim(0, time.Minute, db.Everything)
		require.NoError(t, err)
		require.NoError(t, tx.Postpone(out, 0, now.Add(time.Hour), "later"))
	})
	claim := func() error {
		return d.Update(context.Background(), func(tx *db.Tx) error { _, err := tx.Claim(0, time.Minute, db.Everything); return err })
	}
	require.ErrorIs(t, claim(), db.ErrNotFound)
	change(t, d, func(tx *db.Tx) { require.NoError(t, tx.Retry(out)) })
	require.NoError(t, claim())
	change(t, d, func(tx *db.Tx) { require.NoError(t, tx.Retry(out)) })
	require.ErrorIs(t, claim(), db.ErrNotFound, "a letter on its way is nobody else's")
	now = now.Add(24 * time.Hour)
	change(t, d, func(tx *db.Tx) {
		require.NoError(t, tx.MarkRefused(out, 0, "no such user"))
		require.NoError(t, tx.Retry(out))
		o, err := tx.Message(out)
		require.NoError(t, err)
		require.Equal(t, db.OutgoingQueued, o.State)
		require.Equal(t, now, o.CreatedAt, "its days begin again")
		require.Zero(t, o.Attempts)
	})
	require.NoError(t, claim())
	change(t, d, func(tx *db.Tx) {
		markSent(t, tx, out)
		require.ErrorIs(t, tx.Retry(out), db.ErrNotFound, "never twice")
	})
}

func testOperatorBlocks(t *testing.T, d *db.DB) {
	change(t, d, func(tx *db.Tx) {
		ada, bob := player(t, tx, "ada"), player(t, tx, "bob")
		require.NoError(t, tx.Block(ada.ID, bob.ID))
		for _, want := range []bool{false, true, false} {
			blocked, err := tx.OperatorBlocked(ada.ID)
			require.NoError(t, err)
			require.Equal(t, want, blocked)
			p, err := tx.Player(ada.ID)
			require.NoError(t, err)
			require.Equal(t, want, !p.StoppedAt.IsZero())
			if want {
				require.NoError(t, tx.OperatorUnblock(ada.ID))
			} else {
				require.NoError(t, tx.OperatorBlock(ada.ID))
			}
			other, err := tx.OperatorBlocked(bob.ID)
			require.NoError(t, err)
			require.False(t, other, "who is blocked by a player is not blocked by the operator")
		}
	})
}

// old and now are two addresses of one person; the rest are others.
func testMerge(t *testing.T, d *db.DB) {
	change(t, d, func(tx *db.Tx) {
		require.NoError(t, tx.AddKey())
		old, now, bob, cay := player(t, tx, "old"), player(t, tx, "now"), player(t, tx, "bob"), player(t, tx, "cay")
		mine, theirs, ended := game(t, tx, old, bob, false), game(t, tx, bob, now, false), game(t, tx, old, bob, true)
		game(t, tx, now, bob, true)
		open, err := tx.AddInvitation(db.Invitation{Rules: "tug", Challenger: old.ID, Invitee: now.ID, Side: db.Black, Pace: "1d", ExpiresAt: tx.Now.Add(time.Hour)},
			func(int64) string { return "" })
		require.NoError(t, err)
		require.NoError(t, tx.SaveOffer(mine.ID, db.OfferDraw, old.ID, 0))
		require.NoError(t, tx.Say(mine.ID, old.ID, 0, "hello"))
		require.NoError(t, tx.AddNote(mine.ID, old.ID, 0, "note"))
		require.NoError(t, tx.SetConditionals(mine.ID, old.ID, []string{"if l then r"}))
		require.NoError(t, tx.CountTurn(old.ID, true))
		require.NoError(t, tx.CountTurn(now.ID, false))
		for _, b := range [][2]int64{{old.ID, cay.ID}, {now.ID, cay.ID}, {cay.ID, old.ID}, {now.ID, old.ID}, {old.ID, bob.ID}} {
			require.NoError(t, tx.Block(b[0], b[1]))
		}
		for _, r := range []db.Rating{
			{Player: old.ID, Rules: "tug", Rating: 1700, Deviation: 90, Volatility: 0.06, Games: 1, RatedAt: tx.Now},
			{Player: now.ID, Rules: "tug", Rating: 1400, Deviation: 200, Volatility: 0.05, Games: 1, RatedAt: tx.Now},
			{Player: bob.ID, Rules: "tug", Rating: 1500, Deviation: 200, Volatility: 0.05, Games: 2, RatedAt: tx.Now},
		} {
			require.NoError(t, tx.SaveRating(r))
		}
		_, err = tx.AddPause(db.ClockPause{Player: old.ID, Why: db.Bounce, From: tx.Now})
		require.NoError(t, err)
		_, err = tx.AddPause(db.ClockPause{Player: old.ID, Why: db.Vacation, From: tx.Now.Add(time.Hour), To: tx.Now.Add(2 * time.Hour)})
		require.NoError(t, err)
		message := keep(t, tx, "both")
		require.NoError(t, tx.Settle(message, db.IncomingDone, ""))
		for _, p := range []db.Player{old, now} {
			_, err = tx.EnqueueAs(db.Outgoing{Player: p.ID, Answers: message, MessageID: p.Address, Recipient: p.Address, Raw: []byte("x")}, db.ClassGame)
			require.NoError(t, err)
		}

		require.NoError(t, tx.Merge(old.ID, now.ID))
		for id, want := range map[int64][2]int64{mine.ID: {now.ID, bob.ID}, theirs.ID: {bob.ID, now.ID}, ended.ID: {now.ID, bob.ID}} {
			g, err := tx.Game(id)
			require.NoError(t, err)
			require.Equal(t, want, [2]int64{g.Black, g.White})
			if !g.Over() {
				require.False(t, g.ClockDue.After(tx.Now), "the clockwork looks at it")
			}
		}
		g, err := tx.Game(mine.ID)
		require.NoError(t, err)
		require.Equal(t, now.ID, g.OfferBy)
		i, err := tx.Invitation(open.ID)
		require.NoError(t, err)
		require.Equal(t, db.InvitationWithdrawn, i.State)
		lines, err := tx.Conditionals(mine.ID, now.ID)
		require.NoError(t, err)
		require.Len(t, lines, 1)
		notes, err := tx.Notes(mine.ID, now.ID)
		require.NoError(t, err)
		require.Len(t, notes, 1)
		checkMerged(t, tx, now, cay)
		heir, err := tx.PlayerByAddress(old.Address)
		require.NoError(t, err)
		require.Equal(t, now.ID, heir.ID, "the old address is the second one now")
		damages, err := tx.Damages()
		require.NoError(t, err)
		require.Empty(t, damages)
	})
}

// checkMerged checks what now has of the old one, but for games and addresses.
func checkMerged(t *testing.T, tx *db.Tx, now, cay db.Player) {
	blocked, err := tx.Blocks(now.ID)
	require.NoError(t, err)
	require.Len(t, blocked, 2, "cay and bob")
	byCay, err := tx.Blocked(cay.ID, now.ID)
	require.NoError(t, err)
	require.True(t, byCay)
	r, err := tx.Rating(now.ID, "tug", false)
	require.NoError(t, err)
	require.Equal(t, 1700.0, r.Rating, "the more certain one")
	require.Equal(t, 2, r.Games)
	p, err := tx.Player(now.ID)
	require.NoError(t, err)
	require.Equal(t, [2]int{2, 1}, [2]int{p.Turns, p.Late})
	suspended, _, err := tx.Suspended(now.ID)
	require.NoError(t, err)
	require.False(t, suspended)
	pauses, err := tx.Pauses(tx.Now, now.ID)
	require.NoError(t, err)
	require.Len(t, pauses, 1, "the vacation")
}

// Games of the two that are over stay as they are; the others of the player who was merged, before
// and after these, move.
func testMergeOpponents(t *testing.T, d *db.DB) {
	change(t, d, func(tx *db.Tx) {
		ada, bob, cay := player(t, tx, "ada"), player(t, tx, "bob"), player(t, tx, "cay")
		var shared, moved []db.Game
		for range 2 {
			moved = append(moved, game(t, tx, ada, cay, false), game(t, tx, cay, ada, true))
			shared = append(shared, game(t, tx, ada, bob, true), game(t, tx, bob, ada, true))
		}
		running := game(t, tx, ada, bob, false)
		require.NoError(t, tx.Say(shared[0].ID, ada.ID, 1, "hello"))
		require.NoError(t, tx.Say(moved[0].ID, ada.ID, 1, "hello"))
		for _, p := range []db.Player{ada, bob} { // told of the same
			enqueue(t, tx, p, running.ID, p.Name)
		}
		require.ErrorIs(t, tx.Merge(ada.ID, bob.ID), db.ErrPlaying)
		require.ErrorIs(t, tx.Merge(bob.ID, ada.ID), db.ErrPlaying)
		require.Error(t, tx.Merge(ada.ID, ada.ID))

		require.NoError(t, tx.EndGame(running.ID, db.Void, "aborted"))
		between, err := tx.Between(bob.ID, ada.ID)
		require.NoError(t, err)
		require.Len(t, between, 5)
		require.NoError(t, tx.Merge(ada.ID, bob.ID))
		still, err := tx.Between(bob.ID, ada.ID)
		require.NoError(t, err)
		require.Equal(t, between, still)
		for _, g := range moved {
			now, err := tx.Game(g.ID)
			require.NoError(t, err)
			require.ElementsMatch(t, []int64{cay.ID, bob.ID}, []int64{now.Black, now.White})
		}
		left, err := tx.References(ada.ID)
		require.NoError(t, err)
		require.Equal(t, []string{"games.black", "games.white", "invitations.challenger", "invitations.invitee", "talk.author"}, left)
		words, err := tx.Waiting(moved[0].ID, cay.ID)
		require.NoError(t, err)
		require.Equal(t, bob.ID, words[0].Author)
		damages, err := tx.Damages()
		require.NoError(t, err)
		require.Empty(t, damages)
	})
}

// Nothing in any table names the player who was merged, whatever tables a later
// schema brings.
func testMergeForgetsNone(t *testing.T, d *db.DB) {
	change(t, d, func(tx *db.Tx) {
		old, now, bob := player(t, tx, "old"), player(t, tx, "now"), player(t, tx, "bob")
		g := game(t, tx, old, bob, false)
		require.NoError(t, tx.Say(g.ID, old.ID, 0, "hello"))
		enqueue(t, tx, old, g.ID, "o1")
		left, err := tx.References(old.ID)
		require.NoError(t, err)
		require.Equal(t, []string{"games.black", "invitations.challenger", "outbox.player", "talk.author", "thread_totals.player"}, left)
		require.NoError(t, tx.Merge(old.ID, now.ID))
		left, err = tx.References(old.ID)
		require.NoError(t, err)
		require.Empty(t, left)
	})
}

// The address that is given up leads to the player, whatever second addresses
// the two had; but one that counts stays.
func testMergeAddresses(t *testing.T, d *db.DB) {
	change(t, d, func(tx *db.Tx) {
		ask := func(p db.Player, address string) db.SecondAddress {
			a, err := tx.AskAddress(p.ID, address, address)
			require.NoError(t, err)
			return a
		}
		for n, c := range []struct {
			name   string
			before func(old, now db.Player)
			heir   bool
		}{
			{"none", func(old, now db.Player) {}, true},
			{"the same was asked for", func(old, now db.Player) { ask(now, old.Address) }, true},
			{"another was asked for", func(old, now db.Player) { ask(now, "else@example.org") }, true},
			{"one was taken away", func(old, now db.Player) { require.NoError(t, tx.DropAddress(ask(now, "gone@example.org").ID)) }, true},
			{"the old one had one", func(old, now db.Player) { require.NoError(t, tx.ConfirmAddress(ask(old, "older@example.org").ID)) }, true},
			{"the new one has one", func(old, now db.Player) { require.NoError(t, tx.ConfirmAddress(ask(now, "newer@example.org").ID)) }, false},
		} {
			old, now := player(t, tx, fmt.Sprint("old", n)), player(t, tx, fmt.Sprint("now", n))
			c.before(old, now)
			require.NoError(t, tx.Merge(old.ID, now.ID), c.name)
			heir, err := tx.PlayerByAddress(old.Address)
			if !c.heir {
				require.ErrorIs(t, err, db.ErrNotFound, c.name)
				continue
			}
			require.NoError(t, err, c.name)
			require.Equal(t, now.ID, heir.ID, c.name)
		}
	})
}

// Who is blocked by the operator stays so under another address. What came back from the address
// that is given up does not count against the other.
func testMergeBarred(t *testing.T, d *db.DB) {
	change(t, d, func(tx *db.Tx) {
		old, now := player(t, tx, "old"), player(t, tx, "now")
		require.NoError(t, tx.OperatorBlock(old.ID))
		out, err := tx.Message(enqueue(t, tx, old, 0, "o1"))
		require.NoError(t, err)
		fresh, err := tx.AddBounce(out, "5.1.1")
		require.NoError(t, err)
		require.True(t, fresh)
		require.NoError(t, tx.Merge(old.ID, now.ID))
		blocked, err := tx.OperatorBlocked(now.ID)
		require.NoError(t, err)
		require.True(t, blocked)
		p, err := tx.Player(now.ID)
		require.NoError(t, err)
		require.False(t, p.StoppedAt.IsZero(), "nothing goes there")
		counted, err := tx.Bounces(now.ID, tx.Now.Add(-time.Hour))
		require.NoError(t, err)
		require.Empty(t, counted)
	})
}

func testCounts(t *testing.T, d *db.DB) {
	now := time.Date(2026, 1, 1, 23, 0, 0, 0, time.UTC)
	d.Now = func() time.Time { return now }
	change(t, d, func(tx *db.Tx) {
		ada, bob := player(t, tx, "ada"), player(t, tx, "bob")
		game(t, tx, ada, bob, false)
		markSent(t, tx, enqueue(t, tx, ada, 1, "a1"))
		enqueue(t, tx, ada, 1, "a2")
	})
	now = now.Add(2 * time.Hour)
	change(t, d, func(tx *db.Tx) {
		keep(t, tx, "next day")
		days, err := tx.MailDays(10)
		require.NoError(t, err)
		require.Equal(t, []db.MailDay{{Date: "2026-01-02", In: 1}, {Date: "2026-01-01", In: 1, Out: 1}}, days)
		counts, err := tx.StateCounts()
		require.NoError(t, err)
		require.Equal(t, []db.RowCount{
			{Of: "games", Kind: "tug running", N: 1}, {Of: "inbox", Kind: "done", N: 1}, {Of: "inbox", Kind: "new", N: 1},
			{Of: "invitations", Kind: "accepted", N: 1}, {Of: "outbox", Kind: "turn queued", N: 1}, {Of: "outbox", Kind: "turn sent", N: 1},
			{Of: "players", Kind: "never wrote", N: 2}, {Of: "plies", Kind: "tug", N: 2},
		}, counts)
		size, free, err := tx.Size()
		require.NoError(t, err)
		require.Greater(t, size, free)
		version, err := tx.SchemaVersion()
		require.NoError(t, err)
		require.Positive(t, version)
	})
}

// No number ever stands for two players, invitations or games, whatever ends or goes.
func testNumbers(t *testing.T, d *db.DB) {
	first, lastPlayer, lastGame := int64(0), int64(0), int64(0)
	for n, end := range []func(tx *db.Tx, old, other db.Player, g db.Game) error{
		func(tx *db.Tx, old, _ db.Player, _ db.Game) error { return tx.Forget(old, "somebody", time.Hour) },
		func(tx *db.Tx, old, _ db.Player, _ db.Game) error { return tx.Merge(old.ID, first) },
		func(tx *db.Tx, _, _ db.Player, g db.Game) error { return tx.EndGame(g.ID, db.Void, "aborted") },
		func(tx *db.Tx, _, _ db.Player, g db.Game) error { return tx.EndGame(g.ID, db.BlackWon, "resigned") },
		func(tx *db.Tx, _, other db.Player, g db.Game) error {
			i, err := tx.AddInvitation(db.Invitation{Rules: "tug", Challenger: other.ID, Side: db.Black, Pace: "3d+1d/7d", ExpiresAt: tx.Now},
				func(id int64) string { return "Tug" })
			lastGame = i.ID
			return errors.Join(err, tx.AnswerInvitation(i.ID, db.InvitationWithdrawn))
		},
		func(tx *db.Tx, old, _ db.Player, _ db.Game) error { return tx.OperatorBlock(old.ID) },
	} {
		change(t, d, func(tx *db.Tx) {
			other, old := player(t, tx, fmt.Sprint("other", n)), player(t, tx, fmt.Sprint("old", n))
			require.Greater(t, other.ID, lastPlayer, n)
			g := game(t, tx, old, other, false)
			require.Greater(t, g.ID, lastGame, n)
			first, lastPlayer, lastGame = cmp.Or(first, other.ID), old.ID, g.ID
			require.NoError(t, end(tx, old, other, g), n)
		})
	}
}
