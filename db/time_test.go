package db_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
)

func testPauses(t *testing.T, d *db.DB) {
	change(t, d, func(tx *db.Tx) {
		ada, bob := player(t, tx, "ada"), player(t, tx, "bob")
		cleo := player(t, tx, "cleo")
		add := func(player int64, why db.ClockPauseReason, from, to time.Duration) db.ClockPause {
			p := db.ClockPause{Player: player, Why: why, From: tx.Now.Add(from)}
			if to != 0 {
				p.To = tx.Now.Add(to)
			}
			p, err := tx.AddPause(p)
			require.NoError(t, err)
			return p
		}
		add(ada.ID, db.Vacation, -3*time.Hour, -2*time.Hour) // over
		add(cleo.ID, db.Vacation, -time.Hour, time.Hour)     // another's
		down := add(0, db.Down, -2*time.Hour, 30*time.Minute)
		bounce := add(bob.ID, db.Bounce, -time.Hour, 0)
		later := add(ada.ID, db.Vacation, time.Hour, 2*time.Hour)

		got, err := tx.Pauses(tx.Now, ada.ID, bob.ID)
		require.NoError(t, err)
		require.Equal(t, []db.ClockPause{down, bounce, later}, got, "everybody's and theirs, by their beginning")

		listed, err := tx.ListPauses(false, -1)
		require.NoError(t, err)
		require.Len(t, listed, 4, "one is over")
		require.Equal(t, later, listed[0])
		listed, err = tx.ListPauses(true, 2)
		require.NoError(t, err)
		require.Equal(t, []db.ClockPause{later, bounce}, listed)

		own, err := tx.PausesOf(bob.ID)
		require.NoError(t, err)
		require.NotEmpty(t, own)
		for _, p := range own {
			require.Equal(t, bob.ID, p.Player)
		}

		_, err = tx.OpenBounce(ada.ID)
		require.ErrorIs(t, err, db.ErrNotFound)
		open, err := tx.OpenBounce(bob.ID)
		require.NoError(t, err)
		require.Equal(t, bounce, open)
		require.NoError(t, tx.EndPause(bounce.ID, tx.Now))
		_, err = tx.OpenBounce(bob.ID)
		require.ErrorIs(t, err, db.ErrNotFound)
		_, err = tx.AddPause(db.ClockPause{Player: bob.ID, Why: db.Bounce, From: tx.Now.Add(-time.Minute), Wished: true})
		require.NoError(t, err)
		open, err = tx.OpenBounce(bob.ID)
		require.NoError(t, err)
		require.True(t, open.Wished)
		suspended, paused, err := tx.Suspended(bob.ID)
		require.NoError(t, err)
		require.Equal(t, [2]bool{false, true}, [2]bool{suspended, paused})
		require.NoError(t, tx.EndPause(open.ID, tx.Now))
		require.NoError(t, tx.DropPause(later.ID))
		got, err = tx.Pauses(tx.Now, ada.ID, bob.ID)
		require.NoError(t, err)
		require.Equal(t, []db.ClockPause{down}, got)

		// Of a clock that was ahead.
		beyond := add(0, db.Down, time.Hour, 2*time.Hour)
		n, err := tx.EndAhead()
		require.NoError(t, err)
		require.Equal(t, 2, n)
		_, err = tx.PauseByID(beyond.ID)
		require.ErrorIs(t, err, db.ErrNotFound)
		down, err = tx.PauseByID(down.ID)
		require.NoError(t, err)
		require.Equal(t, tx.Now, down.To)
		ended, err := tx.EndDown(down)
		require.NoError(t, err)
		require.False(t, ended)
	})
}

// testHeldInvitation: the time of an invitation to somebody new begins when it goes out.
func testHeldInvitation(t *testing.T, d *db.DB) {
	change(t, d, func(tx *db.Tx) {
		_, bob, i := invite(t, tx)
		id, err := tx.EnqueueAs(db.Outgoing{Player: bob.ID, Thread: i.ID, Kind: "invitation", MessageID: "i", Recipient: bob.Address,
			Raw: []byte("x")}, db.ClassStranger)
		require.NoError(t, err)
		waits, err := tx.InvitationWaits(i)
		require.NoError(t, err)
		require.True(t, waits)

		tx.Now = i.ExpiresAt.Add(100 * time.Hour)
		_, err = tx.NextExpired(0)
		require.ErrorIs(t, err, db.ErrNotFound, "it has not gone out")
		_, err = tx.MarkSent(id)
		require.NoError(t, err)
		_, err = tx.NextExpired(0)
		require.ErrorIs(t, err, db.ErrNotFound, "it has an hour from now")
		waits, err = tx.InvitationWaits(i)
		require.NoError(t, err)
		require.False(t, waits)
		gone, err := tx.Invitation(i.ID)
		require.NoError(t, err)
		require.Equal(t, tx.Now.Add(time.Hour), gone.ExpiresAt)

		tx.Now = gone.ExpiresAt
		due, err := tx.NextExpired(0)
		require.NoError(t, err)
		require.Equal(t, gone, due)
	})
}

func testClocks(t *testing.T, d *db.DB) {
	change(t, d, func(tx *db.Tx) {
		_, _, i := invite(t, tx)
		_, err := tx.NextExpired(0)
		require.ErrorIs(t, err, db.ErrNotFound)
		g, err := tx.AddGame(i, "start", 72*time.Hour)
		require.NoError(t, err)
		require.Equal(t, [2]time.Duration{72 * time.Hour, 72 * time.Hour}, [2]time.Duration{g.BlackLeft, g.WhiteLeft})
		_, err = tx.NextClock(db.PersonsTurn, 0)
		require.ErrorIs(t, err, db.ErrNotFound)

		theirs, err := tx.AddPause(db.ClockPause{Player: g.White, Why: db.Vacation, From: tx.Now, To: tx.Now.Add(time.Hour)})
		require.NoError(t, err)
		for player, want := range map[int64][]db.ClockPause{g.Black: {theirs}, g.White: {theirs}, 99: nil} {
			among, err := tx.PausesAmong(player, tx.Now)
			require.NoError(t, err)
			require.Equal(t, want, among, "of player %d", player)
		}
		past, err := tx.PausesAmong(g.Black, tx.Now.Add(time.Hour))
		require.NoError(t, err)
		require.Empty(t, past)
		require.NoError(t, tx.DropPause(theirs.ID))

		g.BlackLeft, g.TurnAt, g.Reminded, g.ClockDue = time.Hour, tx.Now.Add(-time.Minute), 2, tx.Now
		require.NoError(t, tx.SaveClock(g))
		due, err := tx.NextClock(db.PersonsTurn, 0)
		require.NoError(t, err)
		require.Equal(t, g, due)
		_, err = tx.NextClock(db.BotsTurn, 0)
		require.ErrorIs(t, err, db.ErrNotFound, "it is a person's turn")
		g.Reminded = db.BotsTurn
		require.NoError(t, tx.SaveClock(g))
		due, err = tx.NextClock(db.BotsTurn, 0)
		require.NoError(t, err)
		require.Equal(t, g, due)
		_, err = tx.NextClock(db.PersonsTurn, 0)
		require.ErrorIs(t, err, db.ErrNotFound, "it is a robot's turn")

		require.NoError(t, tx.SaveOffer(g.ID, db.OfferDraw, g.Black, 0))
		require.NoError(t, tx.EndGame(g.ID, db.Drawn, "agreed"))
		over, err := tx.Game(g.ID)
		require.NoError(t, err)
		require.Empty(t, over.Offer, "an offer ends with its game")
		require.True(t, over.ClockDue.IsZero(), "a clock stops with its game")
	})
}

func testRatings(t *testing.T, d *db.DB) {
	change(t, d, func(tx *db.Tx) {
		ada, bob := player(t, tx, "ada"), player(t, tx, "bob")
		_, err := tx.Rating(ada.ID, "tug", false)
		require.ErrorIs(t, err, db.ErrNotFound)
		low := db.Rating{Player: ada.ID, Rules: "tug", Rating: 1400, Deviation: 90, Volatility: 0.06, Games: 3, RatedAt: tx.Now}
		high := db.Rating{Player: bob.ID, Rules: "tug", Rating: 1600, Deviation: 80, Volatility: 0.06, Games: 4, RatedAt: tx.Now}
		for _, r := range []db.Rating{low, high, low} { // the last one replaces
			require.NoError(t, tx.SaveRating(r))
		}
		got, err := tx.Rating(ada.ID, "tug", false)
		require.NoError(t, err)
		require.Equal(t, low, got)
		for i, of := range [][2]int{{1500, 1540}, {1540, 1400}} {
			g := game(t, tx, ada, bob, true)
			require.NoError(t, tx.Exec(`UPDATE games SET black_before = ?, black_after = ?, ended_at = ?, against_programs = 0 WHERE id = ?`,
				of[0], of[1], i+1, g.ID))
		}
		courses, err := tx.RatingCourses(ada.ID)
		require.NoError(t, err)
		require.Equal(t, map[string][]int{"tug": {1500, 1540, 1400}}, courses)
		mine, err := tx.Ratings(ada.ID)
		require.NoError(t, err)
		require.Equal(t, []db.Rating{low}, mine)
	})
}

// testNotices counts what others were told of: since a moment, and before now.
func testNotices(t *testing.T, d *db.DB) {
	change(t, d, func(tx *db.Tx) {
		ada, bob, _ := invite(t, tx)
		now := tx.Now
		count := func(player int64, what string) int {
			n, err := tx.Notices(player, what, now.Add(-time.Hour))
			require.NoError(t, err)
			return n
		}
		for _, ago := range []time.Duration{25 * time.Hour, time.Hour, time.Minute, 0} {
			tx.Now = now.Add(-ago)
			require.NoError(t, tx.NoteNotice(ada.ID, "offer 1", 24*time.Hour))
		}
		require.Equal(t, [3]int{1, 0, 0}, [3]int{count(ada.ID, "offer 1"), count(ada.ID, "offer 2"), count(bob.ID, "offer 1")})
		n, err := tx.Notices(ada.ID, "offer 1", now.AddDate(-1, 0, 0))
		require.NoError(t, err)
		require.Equal(t, 2, n, "those of yesterday are forgotten")
	})
}
