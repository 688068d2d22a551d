package db_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/follows"
)

func testFollows(t *testing.T, d *db.DB) {
	var ada, bob, eve db.Player
	var g db.Game
	change(t, d, func(tx *db.Tx) {
		ada, bob, eve, g = livedIn(t, tx)
		require.NoError(t, tx.AddPlies(&g, 0, []string{"l", "r"}, "middle", db.Undecided, ""))
		may, _, err := follows.May(tx, g.ID)
		require.NoError(t, err)
		require.False(t, may, "neither player lets others see")
		unseenFollowed(t, tx, ada, eve, g)
		for _, p := range []db.Player{ada, bob} {
			p, err := tx.Player(p.ID)
			require.NoError(t, err)
			p.Public = true
			require.NoError(t, tx.SavePlayer(p))
			lets, err := follows.Lets(tx, p.ID)
			require.NoError(t, err)
			require.True(t, lets)
		}
		may, over, err := follows.May(tx, g.ID)
		require.NoError(t, err)
		require.True(t, may)
		require.False(t, over)
		require.NoError(t, follows.MarkNews(tx, g.ID, g.Black, g.White))
		_, ok, err := follows.Next(tx)
		require.NoError(t, err)
		require.False(t, ok, "nobody follows it")

		require.NoError(t, follows.SetNewsSetting(tx, eve.ID, follows.NewsSetting{Every: true, Due: tx.Now.Add(time.Hour)}))
		require.NoError(t, follows.AddPlayer(tx, eve.ID, ada.ID, g.Rules))
		require.NoError(t, follows.AddPlayer(tx, eve.ID, ada.ID, g.Rules), "twice is once")
		require.NoError(t, follows.AddTournament(tx, eve.ID, 1))
		require.NoError(t, follows.AddGame(tx, eve.ID, g.ID))
		list, err := follows.List(tx, eve.ID)
		require.NoError(t, err)
		require.Equal(t, []follows.FollowedItem{{Game: g.ID}, {Player: ada.ID, Rules: g.Rules}, {Tournament: 1}}, list)
	})
	change(t, d, func(tx *db.Tx) { readFollowed(t, tx, eve, g) })
	change(t, d, func(tx *db.Tx) { readTables(t, tx, eve) })
	change(t, d, func(tx *db.Tx) { endFollowed(t, tx, eve, g) })
	change(t, d, func(tx *db.Tx) { dropFollowed(t, tx, ada, bob, eve, g) })
}

// unseenFollowed follows a player and a tournament whose game nobody may see: nothing is
// noted of it.
func unseenFollowed(t *testing.T, tx *db.Tx, ada, eve db.Player, g db.Game) {
	require.NoError(t, follows.AddPlayer(tx, eve.ID, ada.ID, ""))
	require.NoError(t, follows.AddTournament(tx, eve.ID, aTournament(t, tx, g)))
	require.NoError(t, follows.Spread(tx, g.ID))
	dropped, err := follows.Drop(tx, eve.ID, follows.FollowedItem{Game: g.ID})
	require.NoError(t, err)
	require.False(t, dropped)
	require.NoError(t, follows.DropAll(tx, eve.ID))
}

// aTournament is one of which a game is.
func aTournament(t *testing.T, tx *db.Tx, g db.Game) int64 {
	t.Helper()
	require.NoError(t, tx.Exec(`INSERT INTO tournaments (id, name, rules, pace, days, made_at) VALUES (1, 'cup-1', ?, '1d', 90, 1)`, g.Rules))
	require.NoError(t, tx.Exec(`INSERT INTO pairings (game, tournament, division, round) VALUES (?, 1, 1, 1)`, g.ID))
	return 1
}

// readFollowed spreads news of a game, and reads it.
func readFollowed(t *testing.T, tx *db.Tx, eve db.Player, g db.Game) {
	require.NoError(t, follows.MarkNews(tx, g.ID, g.Black, g.White))
	require.NoError(t, follows.MarkNews(tx, g.ID, g.Black, g.White), "twice is once")
	game, ok, err := follows.Next(tx)
	require.NoError(t, err)
	require.True(t, ok)
	require.Equal(t, g.ID, game)
	require.NoError(t, follows.PutOff(tx, game, tx.Now))
	require.NoError(t, follows.Spread(tx, game))
	_, ok, err = follows.Next(tx)
	require.NoError(t, err)
	require.False(t, ok)
	_, ok, err = follows.NextReader(tx)
	require.NoError(t, err)
	require.False(t, ok, "whoever waits already is not due sooner")
	require.NoError(t, follows.SetNewsSetting(tx, eve.ID, follows.NewsSetting{Every: true}))
	require.NoError(t, follows.Spread(tx, game))
	player, ok, err := follows.NextReader(tx)
	require.NoError(t, err)
	require.True(t, ok)
	require.Equal(t, eve.ID, player)
	g, err = tx.Game(g.ID)
	require.NoError(t, err)
	for late, want := range map[int]int{0: 1, g.Plies: 0} {
		news, err := follows.Unreads(tx, eve.ID, late, false, 9)
		require.NoError(t, err)
		require.Len(t, news, want, "%d plies late", late)
	}
	news, err := follows.Unreads(tx, eve.ID, 0, true, 9)
	require.NoError(t, err)
	require.Empty(t, news, "it is not over")
	require.NoError(t, follows.Told(tx, eve.ID, g.ID, g.Plies, false))
	require.NoError(t, follows.TakenBack(tx, g.ID, g.Plies-1))
	news, err = follows.Unreads(tx, eve.ID, 0, false, 9)
	require.NoError(t, err)
	require.Equal(t, []follows.UnreadGame{{Game: g.ID, Read: g.Plies - 1, Undone: true}}, news)
	waits, err := follows.Waits(tx, eve.ID)
	require.NoError(t, err)
	require.False(t, waits)
	_, err = tx.EnqueueAs(db.Outgoing{Player: eve.ID, Thread: db.ThreadFollowing, Recipient: eve.Address}, db.ClassDigest)
	require.NoError(t, err)
	waits, err = follows.Waits(tx, eve.ID)
	require.NoError(t, err)
	require.True(t, waits)
}

// readTables spreads news of the tables of a tournament, and reads them.
func readTables(t *testing.T, tx *db.Tx, eve db.Player) {
	first, second := follows.DivisionKey{Tournament: 1, Division: 1}, follows.DivisionKey{Tournament: 1, Division: 2}
	for ended, d := range []follows.DivisionKey{first, second} {
		require.NoError(t, tx.Exec(`INSERT INTO divisions (tournament, number, ended_at) VALUES (?, ?, ?)`, d.Tournament, d.Division, ended))
		require.NoError(t, follows.TableNews(tx, d))
		require.NoError(t, follows.TableNews(tx, d), "twice is once")
	}
	unread := func(ends bool, want ...follows.DivisionKey) {
		t.Helper()
		got, err := follows.UnreadTables(tx, eve.ID, ends, 9)
		require.NoError(t, err)
		require.Equal(t, want, got)
	}
	for _, want := range []follows.DivisionKey{first, second} {
		require.NoError(t, follows.SetNewsSetting(tx, eve.ID, follows.NewsSetting{Every: true, Ends: true}))
		next, ok, err := follows.NextTable(tx)
		require.NoError(t, err)
		require.True(t, ok)
		require.Equal(t, want, next)
		require.NoError(t, follows.PutOffTable(tx, next, tx.Now))
		require.NoError(t, follows.SpreadTable(tx, next))
		require.NoError(t, follows.SpreadTable(tx, next))
		_, due, err := follows.NextReader(tx)
		require.NoError(t, err)
		require.Equal(t, want == second, due, "who reads ends alone is due when it is over")
	}
	_, ok, err := follows.NextTable(tx)
	require.NoError(t, err)
	require.False(t, ok)
	unread(false, second, first)
	unread(true, second)
	require.NoError(t, follows.TableTold(tx, eve.ID, second))
	unread(false, first)
	dropped, err := follows.Drop(tx, eve.ID, follows.FollowedItem{Tournament: 1})
	require.NoError(t, err)
	require.True(t, dropped)
	unread(false)
	require.NoError(t, follows.SpreadTable(tx, first))
	unread(false)
	require.NoError(t, follows.AddTournament(tx, eve.ID, 1))
	require.NoError(t, follows.SetNewsSetting(tx, eve.ID, follows.NewsSetting{Every: true}))
}

// endFollowed ends a game that was followed, which may be one of the best of the week.
func endFollowed(t *testing.T, tx *db.Tx, eve db.Player, g db.Game) {
	require.NoError(t, tx.EndGame(g.ID, db.Drawn, "agreed"))
	ended, err := tx.Game(g.ID)
	require.NoError(t, err)
	require.NoError(t, follows.Ended(tx, ended))
	news, err := follows.Unreads(tx, eve.ID, 2, true, 9)
	require.NoError(t, err)
	require.Len(t, news, 1)
	require.NoError(t, follows.Told(tx, eve.ID, g.ID, 2, true))
	require.NoError(t, follows.Tidy(tx, eve.ID))
	best, err := follows.BestBetween(tx, tx.Now, tx.Now.Add(time.Millisecond), 9)
	require.NoError(t, err)
	require.Equal(t, []follows.BestGame{{Game: g.ID, Readers: 1}}, best)
	best, err = follows.BestBetween(tx, tx.Now.Add(time.Millisecond), tx.Now.Add(time.Hour), 9)
	require.NoError(t, err)
	require.Empty(t, best)

	_, wanted, err := follows.BestDue(tx, eve.ID)
	require.NoError(t, err)
	require.False(t, wanted)
	require.NoError(t, follows.SetBest(tx, eve.ID, tx.Now))
	due, wanted, err := follows.BestDue(tx, eve.ID)
	require.NoError(t, err)
	require.True(t, wanted)
	require.Equal(t, tx.Now, due)
	player, ok, err := follows.NextBest(tx)
	require.NoError(t, err)
	require.True(t, ok)
	require.Equal(t, eve.ID, player)
	require.NoError(t, follows.StopBest(tx, eve.ID))
}

// dropFollowed follows no more.
func dropFollowed(t *testing.T, tx *db.Tx, ada, bob, eve db.Player, g db.Game) {
	for _, f := range []follows.FollowedItem{{Player: ada.ID}, {Tournament: 1}} {
		for _, want := range []bool{true, false} {
			dropped, err := follows.Drop(tx, eve.ID, f)
			require.NoError(t, err)
			require.Equal(t, want, dropped)
		}
	}
	dropped, err := follows.Drop(tx, eve.ID, follows.FollowedItem{Game: g.ID})
	require.NoError(t, err)
	require.False(t, dropped, "it was told to its end")
	require.NoError(t, follows.DropAll(tx, eve.ID))
	r, set, err := follows.NewsSettingOf(tx, eve.ID)
	require.NoError(t, err)
	require.True(t, set)
	require.Equal(t, follows.NewsSetting{Every: true}, r)

	for _, end := range []func() error{
		func() error { return follows.DropPlayer(tx, ada.ID) },
		func() error { return follows.DropBetween(tx, ada.ID, eve.ID) },
	} {
		require.NoError(t, follows.AddPlayer(tx, eve.ID, ada.ID, ""))
		require.NoError(t, follows.AddGame(tx, eve.ID, g.ID))
		require.NoError(t, end())
		list, err := follows.List(tx, eve.ID)
		require.NoError(t, err)
		require.Empty(t, list)
	}

	require.NoError(t, follows.AddPlayer(tx, eve.ID, ada.ID, ""))
	require.NoError(t, follows.AddPlayer(tx, eve.ID, bob.ID, ""))
	require.NoError(t, follows.SetBest(tx, ada.ID, tx.Now))
	require.NoError(t, tx.Forget(ada, "", time.Hour))
	list, err := follows.List(tx, eve.ID)
	require.NoError(t, err)
	require.Equal(t, []follows.FollowedItem{{Player: bob.ID}}, list, "nobody follows a forgotten player")
}

// Merged players follow neither themselves nor their own games, and nobody follows whose
// games are not public any more.
func testMergeFollowers(t *testing.T, d *db.DB) {
	for _, public := range []bool{true, false} {
		change(t, d, func(tx *db.Tx) {
			old, now := player(t, tx, fmt.Sprint("old", public)), player(t, tx, fmt.Sprint("now", public))
			bob, eve := player(t, tx, fmt.Sprint("bob", public)), player(t, tx, fmt.Sprint("eve", public))
			for _, p := range []*db.Player{&old, &now, &bob} {
				p.Public = public || p.ID != old.ID
				require.NoError(t, tx.SavePlayer(*p))
			}
			g := game(t, tx, old, bob, false)
			require.NoError(t, follows.AddPlayer(tx, now.ID, old.ID, ""))
			require.NoError(t, follows.AddGame(tx, now.ID, g.ID))
			require.NoError(t, follows.AddPlayer(tx, now.ID, bob.ID, ""))
			require.NoError(t, follows.SetNewsSetting(tx, now.ID, follows.NewsSetting{Every: true}))
			require.NoError(t, follows.AddPlayer(tx, eve.ID, now.ID, ""))
			require.NoError(t, follows.AddGame(tx, eve.ID, g.ID))
			require.NoError(t, tx.Merge(old.ID, now.ID))
			require.NoError(t, follows.AfterMerge(tx, now.ID))
			list, err := follows.List(tx, now.ID)
			require.NoError(t, err)
			require.Equal(t, []follows.FollowedItem{{Player: bob.ID}}, list)
			r, _, err := follows.NewsSettingOf(tx, now.ID)
			require.NoError(t, err)
			require.Equal(t, tx.Now, r.Due)
			list, err = follows.List(tx, eve.ID)
			require.NoError(t, err)
			if public {
				require.Equal(t, []follows.FollowedItem{{Game: g.ID}, {Player: now.ID}}, list)
			} else {
				require.Empty(t, list)
			}
		})
	}
}
