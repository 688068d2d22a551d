package tournament_test

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest"
	"turnpost/db/tournaments"
	"turnpost/mail/club"
	"turnpost/mail/club/clubtest"
	"turnpost/mail/club/tournament"
	"turnpost/rules"
)

// TestASeasonAloneIsPublic: to join lets everybody see the games of that season and of those that
// follow it, and nothing else of a private player; "public off" hides them too, and to join the
// running season again shows them.
func TestASeasonAloneIsPublic(t *testing.T) {
	eachSeason(t, 4, func(w *seasonWorld) {
		seen := func() (games []int64, people []bool) {
			require.NoError(t, w.DB.View(t.Context(), func(tx *db.Tx) error {
				public, err := tx.PublicGames()
				for _, g := range public {
					games = append(games, g.ID)
				}
				players, wrong := tx.PublicPlayers()
				for _, p := range players {
					people = append(people, p.Tournaments)
				}
				return errors.Join(err, wrong)
			}))
			return games, people
		}
		private := func() {
			for player := range int64(4) {
				w.Do(func(tx *club.Tx) error { return club.Switch(tx, player+1, club.SettingPublic, false) })
			}
		}
		private()
		for player := range int64(4) {
			w.join(player+1, "turro")
		}
		games, people := seen()
		require.Empty(t, games)
		require.Empty(t, people, "it has not begun")
		w.Now = w.Now.Add(20 * day)
		w.steps()
		all := w.tables("turro-1")[0].Games
		var other *club.Game
		w.Do(func(tx *club.Tx) (err error) {
			proposed := club.ProposedGame{Game: must(tx.Club.Rules("turro")), Side: rules.Black, Pace: tx.Club.Policy.Pace}
			one, _ := tx.DB.Player(1)
			two, _ := tx.DB.Player(2)
			other, err = club.Pair(tx, club.Pairing{ProposedGame: proposed, First: one, Second: two})
			return err
		})
		end := func(id int64) {
			w.Do(func(tx *club.Tx) error { return club.Adjudicate(tx, id, rules.BlackWins) })
		}
		end(other.Row.ID)
		for _, g := range all[:3] {
			end(g.ID)
		}
		games, people = seen()
		require.ElementsMatch(t, []int64{all[0].ID, all[1].ID, all[2].ID}, games, "not the other one")
		require.Equal(t, []bool{true, true, true, true}, people)

		off := all[0].Black
		w.Do(func(tx *club.Tx) error { return club.Switch(tx, off, club.SettingPublic, false) })
		games, people = seen()
		require.NotContains(t, games, all[0].ID)
		require.Len(t, people, 3)
		w.join(off, "turro-1")
		require.Len(t, clubtest.HeardOf[tournament.GamesPublicAgain](w.World), 1)
		w.Refuses("season-begun", func(tx *club.Tx) error { return tournament.Join(tx, off, "turro-1") })
		games, _ = seen()
		require.Contains(t, games, all[0].ID)

		for _, g := range all[3:] {
			end(g.ID)
		}
		w.writes(1, 2, 3, 4)
		w.steps()
		w.Do(func(tx *club.Tx) error {
			next, err := tournaments.Named(tx.DB, "turro-2")
			require.NoError(t, err)
			in, err := tournaments.Entrants(tx.DB, next.ID)
			require.Len(t, in, 4)
			for _, e := range in {
				require.True(t, e.Public)
			}
			return err
		})
	})
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func TestASeasonBeginsWithFourAfterTwoWeeks(t *testing.T) {
	eachSeason(t, 6, func(w *seasonWorld) {
		w.join(1, "turro")
		w.join(2, "Turro")
		require.False(t, clubtest.HeardOf[tournament.Joined](w.World)[0].Already)
		w.join(2, "turro-1")
		require.True(t, clubtest.HeardOf[tournament.Joined](w.World)[0].Already)
		w.Refuses("no-season", func(tx *club.Tx) error { _, err := tournament.Find(tx, "rooya"); return err })
		w.Refuses("no-season", func(tx *club.Tx) error { return tournament.Join(tx, 1, "halma") })
		w.join(3, "turro")
		w.Now = w.Now.Add(20 * day)
		require.Zero(t, w.steps(), "three are too few")
		w.join(4, "turro")
		w.join(5, "turro")
		w.Do(func(tx *club.Tx) error { return tournament.Leave(tx, 5, "turro") })
		require.Len(t, clubtest.HeardOf[tournament.Withdrew](w.World), 1)
		w.Refuses("not-in-season", func(tx *club.Tx) error { return tournament.Leave(tx, 5, "turro") })
		w.Heard = nil
		require.Equal(t, 2, w.steps(), "one for the divisions, and one for each")
		began := clubtest.HeardOf[tournament.DivisionBegan](w.World)
		require.Len(t, began, 1)
		require.Len(t, began[0].Games, 12, "each pair twice")
		now := w.named("turro-1")
		require.Equal(t, tournaments.Running, now.State)
		require.Equal(t, w.Now.Add(tournament.SeasonDays*day), now.EndsAt)
		for _, g := range began[0].Games {
			require.True(t, g.Row.Rated)
			require.Contains(t, g.Row.Subject, "(turro-1)")
		}
		// A player who comes late is in the next season, which waits.
		w.join(6, "turro")
		require.Equal(t, "turro-2", clubtest.HeardOf[tournament.Joined](w.World)[0].Tournament.Name)
		require.True(t, w.named("turro-2").StartsAt.IsZero())
		w.Verify()
	})
}

// resign lets a player resign a game.
func (w *seasonWorld) resign(game, player int64) {
	w.T.Helper()
	w.Do(func(tx *club.Tx) error {
		g, err := tx.Game(game)
		if err != nil {
			return err
		}
		return club.Resign(tx, g, g.Side(player))
	})
}

// begun returns a world with a running season of so many players, who have written since it began.
func begun(w *seasonWorld, rules string, players int) {
	begunInSilence(w, rules, players)
	for i := range players {
		w.writes(int64(i + 1))
	}
}

// begunInSilence is begun with players who have not written.
func begunInSilence(w *seasonWorld, rules string, players int) {
	for i := range players {
		w.join(int64(i+1), rules)
	}
	w.Now = w.Now.Add(15 * day)
	w.steps()
}

// of lists a player's running games in the first division.
func (w *seasonWorld) of(player int64) (out []int64) {
	for _, g := range w.tables("turro-1")[0].Games {
		if (g.Black == player || g.White == player) && g.Result == db.Undecided {
			out = append(out, g.ID)
		}
	}
	return out
}

// Nobody calls off a game of a tournament, not even before the first ply.
func TestGamesOfATournamentAreNotCalledOff(t *testing.T) {
	eachSeason(t, 4, func(w *seasonWorld) {
		begun(w, "turro", 4)
		id := w.of(1)[0]
		w.Do(func(tx *club.Tx) error {
			g, err := tx.Game(id)
			require.NoError(t, err)
			out, err := club.CarryOut(tx, g, g.Side(1), club.GameRequest{Abort: true})
			require.NoError(t, err)
			require.Equal(t, "abort-tournament", out.Abort.Code)
			return nil
		})
		require.Contains(t, w.of(1), id)
	})
}

func TestWhoLeavesEarlyIsCancelled(t *testing.T) {
	eachSeason(t, 4, func(w *seasonWorld) {
		begun(w, "turro", 4)
		w.resign(w.of(1)[0], 1)
		require.Len(t, clubtest.HeardOf[tournament.LeadersChanged](w.World), 1)
		w.Do(func(tx *club.Tx) error { return tournament.Leave(tx, 1, "turro") })
		out := clubtest.HeardOf[tournament.PlayerOut](w.World)
		require.Len(t, out, 1)
		require.True(t, out[0].Cancelled)
		require.Len(t, out[0].Games, 5)
		require.Empty(t, w.of(1))
		for _, row := range w.tables("turro-1")[0].Rows {
			require.Zero(t, row.Played, "the game that he has lost counts for nobody")
			require.Equal(t, row.ID == 1, row.Place == 4)
		}
		w.Refuses("not-in-season", func(tx *club.Tx) error { return tournament.Leave(tx, 1, "turro") })
		w.Verify()
	})
}

func TestWhoLeavesLateHasLost(t *testing.T) {
	eachSeason(t, 4, func(w *seasonWorld) {
		begun(w, "turro", 4)
		for _, g := range w.of(1)[:3] {
			w.Do(func(tx *club.Tx) error { return club.Adjudicate(tx, g, rules.Draw) })
		}
		// Leaving the server means leaving the season.
		w.Do(func(tx *club.Tx) error {
			p, err := tx.DB.Player(1)
			if err != nil {
				return err
			}
			return tx.Emit(club.PlayerLeaving{Player: p})
		})
		require.False(t, clubtest.HeardOf[tournament.PlayerOut](w.World)[0].Cancelled)
		table := w.tables("turro-1")[0]
		require.Equal(t, 12, 3+3+len(w.of(2))+len(w.of(3))+len(w.of(4))-6, "the six of the others go on")
		for _, row := range table.Rows {
			if row.ID == 1 {
				require.Equal(t, 3, row.Points)
				require.Equal(t, 4, row.Place)
			}
		}
		w.Verify()
	})
}

// turn lets both players play until a turn of the player begins.
func (w *seasonWorld) turn(game, player int64) {
	w.T.Helper()
	w.Do(func(tx *club.Tx) error {
		for others := false; ; {
			g, err := tx.Game(game)
			if err != nil {
				return err
			}
			now := g.Player(g.Turn()).ID == player
			if now && others {
				return nil
			}
			others = others || !now
			if err := clubtest.Play(tx, g, g.Turn(), g.Record.Legal()[0]); err != nil {
				return err
			}
		}
	})
}

// nextClock waits for the next clock that runs out, and for all that do at the same moment.
func (w *seasonWorld) nextClock() {
	w.T.Helper()
	w.Do(func(tx *club.Tx) error {
		games, err := tx.DB.GamesAfter(0, 1<<40, 10000)
		var first time.Time
		for _, g := range games {
			if !g.Over() && !g.ClockDue.IsZero() && (first.IsZero() || g.ClockDue.Before(first)) {
				first = g.ClockDue
			}
		}
		if first.After(w.Now) {
			w.Now = first
		}
		return err
	})
	w.clocks()
}

// lost lets clocks run out until an event is heard.
func lost[T any](w *seasonWorld) []T {
	w.T.Helper()
	var all []T
	w.Hear = func() { all = append(all, clubtest.HeardOf[T](w.World)...) }
	defer func() { w.Hear = nil }()
	for range 100 {
		if w.nextClock(); len(all) > 0 {
			break
		}
	}
	return all
}

// All games begin at once, so an absent player loses all first turns at the same moment: that
// is one warning, and nobody is out who could not have read it.
func TestFirstLossesAtOnceAreOneWarning(t *testing.T) {
	eachSeason(t, 4, func(w *seasonWorld) {
		begun(w, "turro", 4)
		outs := 0
		w.Hear = func() { outs += len(clubtest.HeardOf[tournament.PlayerOut](w.World)) }
		for range 20 {
			w.nextClock()
		}
		require.Zero(t, outs)
		for _, g := range w.tables("turro-1")[0].Games {
			require.Equal(t, rules.OnTime, g.Reason, "all twelve are over")
		}
		w.Verify()
	})
}

// One message reminds of all games for which a reminder is due, or is due soon, and the end of
// the time is told once as well.
func TestOneReminderForAllGames(t *testing.T) {
	w := newSeasonWorld(t, filepath.Join(dbtest.Dir(t), "reminders.db"), 5)
	begun(w, "turro", 5)
	for i, id := range w.of(1) { // the others move some hours apart
		w.Now = w.Now.Add(time.Hour)
		g := w.game(id)
		if i%2 == 0 && g.Turn() != g.Side(1) {
			w.turn(id, 1)
		}
	}
	waiting := map[int64]bool{}
	for _, id := range w.of(1) {
		g := w.game(id)
		waiting[id] = g.Turn() == g.Side(1)
	}
	marks := map[int][]int{} // by mark, of how many games each transaction reminded player 1
	w.Hear = func() {
		n := map[int]int{}
		for _, e := range clubtest.HeardOf[club.ClockMarkReached](w.World) {
			if e.Game.Player(e.Side).ID == 1 {
				n[e.Mark]++
			}
		}
		for mark, games := range n {
			marks[mark] = append(marks[mark], games)
		}
	}
	for len(clubtest.HeardOf[tournament.Warned](w.World)) == 0 {
		w.nextClock()
	}
	all := 0
	for _, waits := range waiting {
		if waits {
			all++
		}
	}
	require.Greater(t, all, 4)
	for _, mark := range []int{club.RemindedHalf, club.RemindedDay, club.RemindedOver} {
		require.Equal(t, []int{all}, marks[mark], "mark %d", mark)
	}
}

// game returns a game as it is now.
func (w *seasonWorld) game(id int64) (g *club.Game) {
	w.T.Helper()
	w.Do(func(tx *club.Tx) (err error) { g, err = tx.Game(id); return err })
	return g
}

func TestOutAfterAWarning(t *testing.T) {
	eachSeason(t, 4, func(w *seasonWorld) {
		begun(w, "turro", 4)
		var second []int64 // the games in which player 1 moves second
		for _, g := range w.tables("turro-1")[0].Games {
			var first int64
			w.Do(func(tx *club.Tx) error {
				game, err := tx.Game(g.ID)
				first = game.Player(game.Turn()).ID
				return err
			})
			if first != 1 && (g.Black == 1 || g.White == 1) {
				second = append(second, g.ID)
			}
		}
		w.Now = w.Now.Add(day)
		for _, g := range second {
			w.turn(g, 1)
		}
		for _, id := range []int64{2, 3, 4} {
			for _, g := range w.of(id) {
				if !slices.Contains(w.of(1), g) {
					w.resign(g, id)
				}
			}
		}
		warned := lost[tournament.Warned](w)
		require.Len(t, warned, 1)
		require.EqualValues(t, 1, warned[0].Player.ID)
		require.Len(t, w.of(1), 3)
		w.Now = w.Now.Add(time.Minute)
		w.turn(second[0], 1)
		for len(w.of(1)) > 1 {
			w.nextClock()
			require.Empty(t, clubtest.HeardOf[tournament.PlayerOut](w.World), "these turns began before")
		}
		out := lost[tournament.PlayerOut](w)
		require.Len(t, out, 1)
		require.EqualValues(t, 1, out[0].Player.ID)
		require.Equal(t, tournament.OutOnTime, out[0].Why)
		w.Verify()
	})
}

// A player whose own last game is over loses nothing by leaving, though others play on: they
// keep the place, without a question, and are only not in the next season.
func TestWhoLeavesAfterTheirLastGameKeepsThePlace(t *testing.T) {
	eachSeason(t, 5, func(w *seasonWorld) {
		begun(w, "turro", 5)
		for _, id := range w.of(1) {
			w.Do(func(tx *club.Tx) error {
				g, err := tx.Game(id)
				if err != nil {
					return err
				}
				return club.Resign(tx, g, g.Side(1).Opponent())
			})
		}
		before := w.tables("turro-1")[0]
		require.EqualValues(t, 1, before.Rows[0].ID)
		require.True(t, before.Division.EndedAt.IsZero())
		w.Do(func(tx *club.Tx) error { return tournament.AskLeave(tx, 1, "turro") })
		require.Empty(t, clubtest.HeardOf[tournament.LeaveAsked](w.World))
		require.Empty(t, clubtest.HeardOf[tournament.PlayerOut](w.World))
		require.Len(t, clubtest.HeardOf[tournament.Withdrew](w.World), 1)
		require.Equal(t, before.Rows, w.tables("turro-1")[0].Rows)
		// Others lose their places, and are told which.
		w.Do(func(tx *club.Tx) error { return tournament.AskLeave(tx, 2, "turro") })
		asked := clubtest.HeardOf[tournament.LeaveAsked](w.World)
		require.Len(t, asked, 1)
		require.Equal(t, 6, asked[0].Lost[0].Running)
		require.Len(t, asked[0].Lost[0].Standings.Rows, 5)
		w.Now = w.named("turro-1").EndsAt
		w.steps()
		require.Equal(t, before.Rows[0].Place, w.tables("turro-1")[0].Rows[0].Place)
		require.EqualValues(t, 1, w.tables("turro-1")[0].Rows[0].ID, "the title stays")
		next := w.named("turro-2").ID
		w.Do(func(tx *club.Tx) error {
			places, err := tournaments.PlacesOf(tx.DB, next, 1)
			require.Empty(t, places)
			return err
		})
		w.Verify()
	})
}

// A player from whom nothing has come since a season began is asked once after the first loss on
// time, is out after the second, and is in no later season until they join it.
func TestWhoNeverMovesIsOut(t *testing.T) {
	eachSeason(t, 4, func(w *seasonWorld) {
		begunInSilence(w, "turro", 4)
		warned, outs := 0, 0
		w.Hear = func() {
			for _, e := range clubtest.HeardOf[tournament.Warned](w.World) {
				if e.Player.ID == 4 {
					require.True(t, e.Silent)
					warned++
				}
			}
			for _, e := range clubtest.HeardOf[tournament.PlayerOut](w.World) {
				require.EqualValues(t, 4, e.Player.ID)
				require.Equal(t, tournament.OutSilent, e.Why)
				outs++
			}
		}
		for _, id := range w.of(4) { // the others move a day apart
			second := false
			w.Do(func(tx *club.Tx) error {
				g, err := tx.Game(id)
				second = err == nil && g.Turn() != g.Side(4)
				return err
			})
			if second {
				w.Now = w.Now.Add(day)
				w.turn(id, 4)
			}
		}
		for _, id := range []int64{1, 2, 3} { // and end their own games, but for one
			for _, g := range w.of(id) {
				if !slices.Contains(w.of(4), g) {
					w.resign(g, id)
				}
			}
		}
		for range 20 {
			w.nextClock()
		}
		require.Equal(t, 1, warned)
		require.Equal(t, 1, outs)
		w.Now = w.named("turro-1").EndsAt
		w.steps()
		in := func() (places []tournaments.Entrant) {
			w.Do(func(tx *club.Tx) (err error) {
				next, err := tournaments.Named(tx.DB, "turro-2")
				if err == nil {
					places, err = tournaments.PlacesOf(tx.DB, next.ID, 4)
				}
				return err
			})
			return places
		}
		require.Empty(t, in())
		w.join(4, "turro")
		require.Len(t, in(), 1)
		w.Verify()
	})
}

// A player who leaves when their division is over keeps the result, and is not in the following
// season.
func TestWhoLeavesAtTheEndIsNotInTheNext(t *testing.T) {
	eachSeason(t, 10, func(w *seasonWorld) {
		begun(w, "roses", 10)
		first := w.tables("roses-1")[0]
		for _, g := range first.Games {
			w.Do(func(tx *club.Tx) error { return club.Adjudicate(tx, g.ID, rules.Draw) })
		}
		before := w.tables("roses-1")[0]
		leaves, stays := before.Rows[0].ID, before.Rows[1].ID
		w.Do(func(tx *club.Tx) error { return tournament.Leave(tx, leaves, "roses-1") })
		require.Empty(t, clubtest.HeardOf[tournament.PlayerOut](w.World))
		require.Len(t, clubtest.HeardOf[tournament.Withdrew](w.World), 1)
		require.Equal(t, before.Rows, w.tables("roses-1")[0].Rows, "the points stay")
		w.Now = w.named("roses-1").EndsAt
		w.steps()
		in := func(player int64) (in bool) {
			next := w.named("roses-2")
			w.Do(func(tx *club.Tx) error {
				places, err := tournaments.PlacesOf(tx.DB, next.ID, player)
				in = len(places) > 0
				return err
			})
			return in
		}
		require.False(t, in(leaves))
		require.True(t, in(stays))
		// The final table of a finished season is shown by the same command.
		w.Do(func(tx *club.Tx) error { return tournament.Leave(tx, stays, "roses-1") })
		require.False(t, in(stays))
		w.Refuses("not-in-season", func(tx *club.Tx) error { return tournament.Leave(tx, stays, "roses-1") })
		w.join(leaves, "roses")
		require.True(t, in(leaves))
		w.Verify()
	})
}

// A player who does not let their games be seen any more is in no season that begins.
func TestWhoIsNotPublicIsNotInIt(t *testing.T) {
	eachSeason(t, 5, func(w *seasonWorld) {
		for i := range 5 {
			w.join(int64(i+1), "roses")
		}
		w.Do(func(tx *club.Tx) error { return club.Switch(tx, 5, club.SettingPublic, false) })
		require.Len(t, clubtest.HeardOf[tournament.Withdrew](w.World), 1)
		w.Now = w.Now.Add(15 * day)
		w.steps()
		require.Len(t, w.tables("roses-1")[0].Rows, 4)
		w.writes(1, 2, 3, 4)
		w.Do(func(tx *club.Tx) error { return club.Switch(tx, 4, club.SettingPublic, false) })
		require.Empty(t, clubtest.HeardOf[tournament.PlayerOut](w.World), "what has begun goes on")
		w.Now = w.named("roses-1").EndsAt
		w.steps()
		next, n := w.named("roses-2"), 0
		w.Do(func(tx *club.Tx) (err error) { n, err = tournaments.Count(tx.DB, next.ID); return err })
		require.Equal(t, 3, n)
		w.Verify()
	})
}

// Commands about the next season do not affect the running one.
func TestTheNextIsEndedOrStartedTooEarly(t *testing.T) {
	eachSeason(t, 8, func(w *seasonWorld) {
		begun(w, "roses", 4)
		for id := int64(5); id <= 8; id++ {
			w.join(id, "roses")
		}
		err := w.Try(func(tx *club.Tx) error { _, err := tournament.Start(tx, "roses-2"); return err })
		require.ErrorAs(t, err, new(tournament.OperatorError))
		require.ErrorContains(t, err, "roses-1 goes on")
		w.Do(clubtest.By("tournament end", "roses-2", func(tx *club.Tx) error { _, err := tournament.End(tx, "roses-2"); return err }))
		w.Do(func(tx *club.Tx) error {
			found, err := tournament.Find(tx, "roses")
			require.Equal(t, "roses-1", found.Name)
			return err
		})
		w.join(5, "roses")
		require.True(t, w.named("roses-3").StartsAt.IsZero(), "roses-1 goes on")
		w.Now = w.named("roses-1").EndsAt
		w.steps()
		next := w.named("roses-3")
		require.Equal(t, tournaments.Open, next.State)
		require.Equal(t, w.named("roses-1").ID, next.Previous)
		n := 0
		w.Do(func(tx *club.Tx) (err error) { n, err = tournaments.Count(tx.DB, next.ID); return err })
		require.Equal(t, 5, n)
		w.Now = w.Now.Add(15 * day)
		w.steps()
		require.Equal(t, tournaments.Running, w.named("roses-3").State)
		w.writes(1, 2, 3, 4, 5)
		// If it is ended without players, another one follows.
		w.Do(clubtest.By("tournament end", "roses-3", func(tx *club.Tx) error { _, err := tournament.End(tx, "roses-3"); return err }))
		w.join(8, "roses")
		w.Do(clubtest.By("tournament end", "roses-4", func(tx *club.Tx) error { _, err := tournament.End(tx, "roses-4"); return err }))
		w.steps()
		next = w.named("roses-5")
		require.Equal(t, w.named("roses-3").ID, next.Previous)
		w.Do(func(tx *club.Tx) (err error) { n, err = tournaments.Count(tx.DB, next.ID); return err })
		require.Equal(t, 5, n)
		w.Verify()
	})
}

// On the last day all games end, and the season with them; its players are in the next one.
func TestTheEventDate(t *testing.T) {
	eachSeason(t, 5, func(w *seasonWorld) {
		begun(w, "roses", 5)
		w.Do(func(tx *club.Tx) error { return tournament.Leave(tx, 5, "roses") })
		w.Now = w.named("roses-1").EndsAt
		w.Heard = nil
		w.steps()
		judged := clubtest.HeardOf[tournament.Adjudicated](w.World)
		require.Len(t, judged, 12)
		for _, j := range judged {
			require.Equal(t, tournaments.ByProof, j.How, "roses is solved")
			require.Equal(t, db.Drawn, j.Game.Row.Result)
		}
		require.Len(t, clubtest.HeardOf[tournament.DivisionOver](w.World), 1)
		for _, g := range w.tables("roses-1")[0].Games {
			require.Equal(t, map[bool]tournaments.AdjudicationGround{true: "", false: tournaments.ByProof}[g.Result == db.Void], g.Judged)
		}
		over, next := w.named("roses-1"), w.named("roses-2")
		require.Equal(t, tournaments.Over, over.State)
		require.Equal(t, w.Now, over.EndedAt)
		require.Equal(t, w.Now.Add(tournament.SignUpTime), next.StartsAt)
		var players []int64
		w.Do(func(tx *club.Tx) error {
			entrants, err := tournaments.Entrants(tx.DB, next.ID)
			for _, e := range entrants {
				players = append(players, e.Player)
			}
			return err
		})
		require.Equal(t, []int64{1, 2, 3, 4}, players)
		w.Verify()
	})
}

// A player who would lose games by leaving is asked first; a no or a week ends the question.
// Leaving that costs nothing needs no question.
func TestWhoLeavesIsAsked(t *testing.T) {
	eachSeason(t, 4, func(w *seasonWorld) {
		ask := func(name string) { w.Do(func(tx *club.Tx) error { return tournament.AskLeave(tx, 1, name) }) }
		answer := func(message time.Time, yes bool) (asked bool) {
			w.Do(func(tx *club.Tx) (err error) { asked, err = tournament.AnswerLeave(tx, 1, message, yes); return err })
			return asked
		}
		w.join(1, "turro")
		ask("turro")
		require.Len(t, clubtest.HeardOf[tournament.Withdrew](w.World), 1)
		begun(w, "turro", 4)
		require.False(t, answer(time.Time{}, true))
		ask("turro-1")
		asked := clubtest.HeardOf[tournament.LeaveAsked](w.World)
		require.Len(t, asked, 1)
		require.True(t, asked[0].Lost[0].Cancelled)
		require.Equal(t, 6, asked[0].Lost[0].Running)
		require.False(t, answer(time.Time{}, false), "to an unknown letter")
		require.True(t, answer(w.Now.Truncate(time.Second), false))
		require.Len(t, clubtest.HeardOf[tournament.LeaveDeclined](w.World), 1)
		require.False(t, answer(w.Now.Truncate(time.Second), true))

		ask("turro")
		require.False(t, answer(w.Now.Add(-time.Second), true), "to a letter of before")
		first := w.Now
		w.Now = w.Now.Add(time.Hour)
		ask("turro")
		require.False(t, answer(first.Truncate(time.Second), false), "to the letter before the last")
		require.True(t, answer(w.Now.Truncate(time.Second), false))
		ask("turro")
		first = w.Now
		w.Now = w.Now.Add(8 * day)
		require.False(t, answer(first.Truncate(time.Second), true))
		w.Refuses("no-season", func(tx *club.Tx) error { return tournament.AskLeave(tx, 1, "roses-7") })
		for _, g := range w.of(1)[:3] {
			w.resign(g, 1)
		}
		ask("turro")
		require.False(t, clubtest.HeardOf[tournament.LeaveAsked](w.World)[0].Lost[0].Cancelled)
		require.Equal(t, 3, clubtest.HeardOf[tournament.LeaveAsked](w.World)[0].Lost[0].Running)
		first = w.Now
		w.Now = w.Now.Add(time.Minute)
		require.True(t, answer(first.Truncate(time.Second), true))
		require.False(t, clubtest.HeardOf[tournament.PlayerOut](w.World)[0].Cancelled)
		w.Verify()
	})
}

// A season begins with one transaction for the divisions, and one for each of them. If one
// fails, nothing of its division has begun, and another daemon continues there.
func TestASeasonBeginsADivisionATransaction(t *testing.T) {
	clubtest.Each(t, func(t *testing.T, where string) {
		const players, divisions = 20, 3
		w := newSeasonWorld(t, where, players)
		for i := range players - 1 {
			w.join(int64(i+1), "roses")
		}
		w.Now = w.Now.Add(tournament.SignUpTime)
		early := w.step()
		w.join(players, "roses")
		w.Do(early.Run)
		require.Equal(t, -1, w.begun("roses-1"), "somebody has joined since the divisions were computed")
		begun := map[int]int{}
		for n := range 1 + divisions {
			step := w.step()
			require.NotNil(t, step)
			killed := errors.New("killed")
			err := w.DB.Update(context.Background(), func(tx *db.Tx) error {
				if err := step.Run(w.Club.Begin(tx, 0)); err != nil {
					return err
				}
				return killed
			})
			require.ErrorIs(t, err, killed)
			require.Equal(t, n-1, w.begun("roses-1"), "nothing of it is there")

			other, err := db.Open(t.Context(), where)
			require.NoError(t, err)
			t.Cleanup(func() { require.NoError(t, other.Close()) })
			other.Now = func() time.Time { return w.Now }
			w.DB = other
			w.Heard = nil
			w.Do(w.step().Run)
			for _, e := range clubtest.HeardOf[tournament.DivisionBegan](w.World) {
				begun[e.Standings.Division.Number] += len(e.Games)
			}
			require.Equal(t, n, w.begun("roses-1"))
		}
		require.Equal(t, map[int]int{1: 21, 2: 21, 3: 15}, begun, "each division once, by seven, seven and six")
		require.Nil(t, w.step(), "nothing is left to do")
		require.Equal(t, tournaments.Running, w.named("roses-1").State)
		for _, table := range w.tables("roses-1") {
			require.Len(t, table.Games, begun[table.Division.Number])
		}
		w.Verify()
	})
}

// begun returns how many divisions of a tournament have begun; -1: it has none yet.
func (w *seasonWorld) begun(name string) (n int) {
	w.T.Helper()
	w.Do(func(tx *club.Tx) error {
		t, err := tournaments.Named(tx.DB, name)
		if err != nil {
			return err
		}
		divisions, err := tournaments.Divisions(tx.DB, t.ID)
		if len(divisions) == 0 {
			n = -1
		}
		for _, d := range divisions {
			if !d.BegunAt.IsZero() {
				n++
			}
		}
		return err
	})
	return n
}

// A game that cannot be opened on the last day delays only its own tournament.
func TestADamagedGameHoldsItsTournamentUpAlone(t *testing.T) {
	path := filepath.Join(dbtest.Dir(t), "damaged.db")
	w := newSeasonWorld(t, path, 8)
	begun(w, "roses", 4)
	for player := int64(5); player <= 8; player++ {
		w.join(player, "turro")
	}
	w.Now = w.Now.Add(15 * day)
	w.steps()
	broken := w.tables("roses-1")[0].Games[0].ID
	dbtest.Execute(t, path, `UPDATE games SET plies = 1 WHERE id = ?`, broken)
	w.Now = w.named("turro-1").EndsAt.Add(day)
	var step *tournament.DueStep
	find := func(tx *club.Tx) (err error) { step, err = tournament.NextStep(w.Club, tx.DB); return err }
	w.Do(find)
	require.Equal(t, "roses-1", step.Tournament.Name)
	require.NoError(t, step.Think(t.Context()))
	w.Do(func(tx *club.Tx) error {
		require.Error(t, step.Run(tx))
		return step.PutOff(tx.DB)
	})
	w.Do(find)
	require.Equal(t, "turro-1", step.Tournament.Name)
}
