package tournament_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/tournaments"
	"turnpost/mail/club"
	"turnpost/mail/club/clubtest"
	"turnpost/mail/club/tournament"
	"turnpost/rules"
)

func TestWithin(t *testing.T) {
	for _, c := range []struct{ place, places, first, last int }{
		{1, 1, 2, 1}, // nobody else is on it
		{1, 2, 2, 2},
		{2, 2, 1, 1},
		{1, 30, 2, 9},
		{9, 30, 1, 8},
		{10, 30, 2, 9},
		{30, 30, 22, 29},
		{50, 89, 42, 49},
		{50, 90, 41, 49}, // a tenth is more than eight
		{200, 1000, 100, 199},
		{1, 1000, 2, 101},
	} {
		first, last := tournament.PlacesInReach(c.place, c.places)
		require.Equal(t, [2]int{c.first, c.last}, [2]int{first, last}, "place %d of %d", c.place, c.places)
	}
}

func TestUp(t *testing.T) {
	for _, c := range []struct{ winner, loser, to int }{
		{2, 1, 1}, // next to each other they change places
		{3, 1, 2},
		{4, 1, 2},
		{9, 1, 5},
		{10, 1, 5},
		{10, 2, 6},
		{1, 9, 1}, // who stood higher stays
		{5, 5, 5},
	} {
		require.Equal(t, c.to, tournament.PlaceAfterWin(c.winner, c.loser), "place %d beats %d", c.winner, c.loser)
	}
	for winner := 1; winner < 50; winner++ {
		for loser := 1; loser < winner; loser++ {
			to := tournament.PlaceAfterWin(winner, loser)
			require.Less(t, to, winner, "a win moves up")
			require.GreaterOrEqual(t, to, loser, "and past nobody who was not reached")
		}
	}
}

func TestLadderSlide(t *testing.T) {
	for _, c := range []struct{ place, places, to int }{
		{1, 1, 1},
		{1, 2, 2},
		{5, 30, 6},
		{5, 39, 6},
		{5, 40, 7},
		{95, 100, 100},
		{98, 100, 100},
		{100, 100, 100},
	} {
		require.Equal(t, c.to, tournament.PlaceAfterSlide(c.place, c.places), "place %d of %d", c.place, c.places)
	}
}

func TestOrder(t *testing.T) {
	at := func(days int) time.Time { return time.Date(2026, 1, 1+days, 0, 0, 0, 0, time.UTC) }
	for _, c := range []struct {
		name string
		of   []tournament.LadderCandidate
		want int64
	}{
		{"the fewest games", []tournament.LadderCandidate{{1, 1, 2, at(0)}, {2, 2, 1, at(9)}, {3, 3, 2, at(0)}}, 2},
		{"the longest rest", []tournament.LadderCandidate{{1, 1, 0, at(5)}, {2, 2, 0, at(3)}, {3, 3, 1, at(0)}}, 2},
		{"the highest", []tournament.LadderCandidate{{2, 2, 0, at(3)}, {1, 1, 0, at(3)}}, 1},
		{"the highest of those who play, whatever they had before", []tournament.LadderCandidate{{2, 2, 1, at(3)}, {1, 1, 1, at(5)}}, 1},
	} {
		slices.Reverse(c.of)
		tournament.OrderLadderCandidates(c.of)
		require.Equal(t, c.want, c.of[0].Player, c.name)
	}
}

func TestSlide(t *testing.T) {
	eachLadder(t, 4, func(w *ladderWorld) {
		w.Now = w.Now.Add(tournament.SlideAfter - day)
		game, _ := w.challenge(4) // against 1
		require.Zero(t, w.slides())
		w.Now = w.Now.Add(day)
		require.Equal(t, 2, w.slides())
		require.Empty(t, clubtest.HeardOf[tournament.LadderSlid](w.World), "a warning comes first")
		warned := clubtest.HeardOf[tournament.LadderSlidesSoon](w.World)
		require.Len(t, warned, 1, "2 would only pass 3, who does not play either")
		require.Equal(t, "P3", warned[0].Player.Name)
		require.Equal(t, w.Now.Add(tournament.SlideNotice), warned[0].At)
		w.Now = w.Now.Add(tournament.SlideNotice)
		w.Heard = nil
		w.slides()
		slid := clubtest.HeardOf[tournament.LadderSlid](w.World)
		require.Len(t, slid, 1)
		require.Equal(t, [3]any{"P3", 3, 4}, [3]any{slid[0].Player.Name, slid[0].From, slid[0].To})
		require.Equal(t, "1 2 4 3", w.order())
		w.Do(func(tx *club.Tx) error { return club.Abort(tx, game) })
		// A player who challenges in vain starts a new rest.
		w.Now = w.Now.Add(tournament.SlideAfter)
		for _, p := range []int64{2, 3, 4} {
			w.Do(func(tx *club.Tx) error { return club.Mute(tx, p, 1, false) })
		}
		game, _ = w.challenge(1)
		require.Zero(t, game)
		w.Heard = nil
		w.slides()
		for _, s := range clubtest.HeardOf[tournament.LadderSlid](w.World) {
			require.NotEqual(t, "P1", s.Player.Name)
		}
		w.Verify()
	})
}

// On a ladder on which nobody plays, nobody moves down and nobody is written to.
func TestAnIdleLadderIsSilent(t *testing.T) {
	w := ladderOnFile(t, 6)
	for range 12 {
		w.Now = w.Now.Add(15 * day)
		w.Heard = nil
		w.slides()
		require.Empty(t, clubtest.HeardOf[tournament.LadderSlidesSoon](w.World))
		require.Empty(t, clubtest.HeardOf[tournament.LadderSlid](w.World))
		for player := range int64(6) {
			w.Do(func(tx *club.Tx) error {
				places, err := tournament.LadderPlaces(tx, player+1)
				require.Len(t, places, 1)
				require.Zero(t, places[0].Slides, "nor does a digest warn")
				return err
			})
		}
	}
	require.Equal(t, "1 2 3 4 5 6", w.order())
}

// plays starts the rest of players as if a game of theirs had just ended.
func (w *ladderWorld) plays(players ...int64) {
	w.T.Helper()
	w.Do(func(tx *club.Tx) error {
		for _, p := range players {
			r, err := tournaments.GetRung(tx.DB, "turro", p)
			if err == nil {
				r.RestAt, r.SlideAt = tx.Now(), tx.Now().Add(tournament.SlideAfter)
				err = tournaments.SaveRung(tx.DB, r)
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// warned lets a player be warned of a slide, and waits until it is due.
func (w *ladderWorld) warned(player int64) {
	w.T.Helper()
	w.Do(func(tx *club.Tx) error { return tournament.SlideDown(tx, "turro", player) })
	require.Len(w.T, clubtest.HeardOf[tournament.LadderSlidesSoon](w.World), 1)
	w.Now = w.Now.Add(tournament.SlideNotice)
}

// A slide or a challenge in vain does not shorten a rest when opponents are picked.
func TestWhoHasRestedLongestIsPicked(t *testing.T) {
	w := ladderOnFile(t, 4)
	game, picked := w.challenge(4)
	require.EqualValues(t, 1, picked)
	w.Now = w.Now.Add(day)
	w.Do(func(tx *club.Tx) error { return club.Adjudicate(tx, game, rules.Draw) })
	w.Now = w.Now.Add(tournament.SlideAfter)
	w.plays(3)
	w.warned(2)
	w.Do(func(tx *club.Tx) error { return tournament.SlideDown(tx, "turro", 2) })
	require.Equal(t, "1 3 2 4", w.order())
	w.Do(func(tx *club.Tx) error { return tournament.LeaveLadder(tx, 3, "") })
	_, picked = w.challenge(4)
	require.EqualValues(t, 2, picked, "who has had no game yet, though 1 stands higher")
}

// A slide is done once.
func TestASlideIsDoneOnce(t *testing.T) {
	w := ladderOnFile(t, 4)
	w.Now = w.Now.Add(tournament.SlideAfter)
	w.plays(2, 3, 4)
	w.warned(1)
	for range 3 {
		w.Do(func(tx *club.Tx) error { return tournament.SlideDown(tx, "turro", 1) })
	}
	require.Equal(t, "2 1 3 4", w.order())
	w.Do(func(tx *club.Tx) error { return tournament.PutOffSlide(tx, "turro", 2, w.Now.Add(time.Hour)) })
	w.Do(func(tx *club.Tx) error { return tournament.SlideDown(tx, "turro", 2) })
	require.Equal(t, "2 1 3 4", w.order())
	w.Do(func(tx *club.Tx) error { return tournament.SlideDown(tx, "rooya", 2) })
}

// Vacations and downtimes do not count as rest.
func TestRestsWithoutVacations(t *testing.T) {
	w := ladderOnFile(t, 4)
	w.Do(func(tx *club.Tx) error {
		for _, p := range []db.ClockPause{
			{Player: 1, Why: db.Vacation, From: w.Now.Add(5 * day), To: w.Now.Add(15 * day)},
			{Why: db.Down, From: w.Now.Add(10 * day), To: w.Now.Add(17 * day)},
			{Player: 1, Why: db.Vacation, From: w.Now.Add(59 * day), To: w.Now.Add(64 * day)},
		} {
			if _, err := tx.DB.AddPause(p); err != nil {
				return err
			}
		}
		return nil
	})
	begun := w.Now
	w.Now = begun.Add(tournament.SlideAfter)
	w.Do(func(tx *club.Tx) error { return tournament.SlideDown(tx, "turro", 1) })
	require.Equal(t, "1 2 3 4", w.order(), "13 days did not count yet")
	w.Now = begun.Add(73 * day)
	w.Do(func(tx *club.Tx) error { return tournament.SlideDown(tx, "turro", 1) })
	require.Equal(t, "1 2 3 4", w.order(), "nor did four more")
	w.Now = begun.Add(77 * day)
	w.plays(2)
	w.warned(1)
	w.Do(func(tx *club.Tx) error { return tournament.SlideDown(tx, "turro", 1) })
	require.Equal(t, "2 1 3 4", w.order())
}

func TestJoin(t *testing.T) {
	eachLadder(t, 3, func(w *ladderWorld) {
		joined := clubtest.HeardOf[tournament.LadderJoined](w.World)[0]
		require.Equal(t, [4]any{3, 3, "P3", false}, [4]any{joined.Ladder.Mine, joined.Ladder.Places, joined.Player.Name, joined.Already})
		w.join(2)
		require.True(t, clubtest.HeardOf[tournament.LadderJoined](w.World)[0].Already)
		require.Equal(t, "1 2 3", w.order())
		w.player(1, func(p *db.Player) { p.Program = true })
		w.Refuses("ladder-robot", func(tx *club.Tx) error { return tournament.JoinLadder(tx, 1, "rooya") })
		w.player(1, func(p *db.Player) { p.Program = false })
		w.Club.Policy.Members = []string{"p3@example.org"}
		w.Refuses("members-only", func(tx *club.Tx) error { return tournament.JoinLadder(tx, 2, "rooya") })
		w.Refuses("members-only", func(tx *club.Tx) error { _, err := tournament.ChallengeOnLadder(tx, 2, "turro"); return err })
		w.Verify()
	})
}

func TestAGameOfTheLadder(t *testing.T) {
	eachLadder(t, 12, func(w *ladderWorld) {
		game, picked := w.challenge(12)
		require.EqualValues(t, 4, picked, "all have rested as long; the highest of eight")
		c := clubtest.HeardOf[tournament.LadderChallenged](w.World)[0]
		require.Equal(t, [3]any{12, 4, "P12"}, [3]any{c.Place, c.Theirs, c.By.Name})
		require.True(t, c.Game.Row.Rated)
		require.Equal(t, club.DefaultPolicy().Pace.String(), c.Game.Row.Pace)
		require.Contains(t, c.Game.Row.Subject, "(ladder)")
		w.won(game, 12)
		require.Equal(t, [2]int{12, 8}, [2]int{clubtest.HeardOf[tournament.LadderClimbed](w.World)[0].From, clubtest.HeardOf[tournament.LadderClimbed](w.World)[0].To})
		require.Equal(t, "1 2 3 4 5 6 7 12 8 9 10 11", w.order())
		w.Verify()
	})
}

func TestResults(t *testing.T) {
	for _, c := range []struct {
		name, want string
		end        func(w *ladderWorld, game, picked int64)
	}{
		{"who stands higher wins", "1 2 3 4", func(w *ladderWorld, game, picked int64) { w.won(game, picked) }},
		{"a draw", "1 2 3 4", func(w *ladderWorld, game, _ int64) {
			w.Do(func(tx *club.Tx) error { return club.Adjudicate(tx, game, rules.Draw) })
		}},
		{"called off", "1 2 3 4", func(w *ladderWorld, game, _ int64) { w.Do(func(tx *club.Tx) error { return club.Abort(tx, game) }) }},
		{"who stands lower wins", "1 4 2 3", func(w *ladderWorld, game, _ int64) { w.won(game, 4) }},
		{"and has overtaken meanwhile", "4 2 3 1", func(w *ladderWorld, game, picked int64) {
			w.Do(func(tx *club.Tx) error {
				for _, move := range [][2]int64{{4, 1}, {1, 3}} {
					r, err := tournaments.GetRung(tx.DB, "turro", move[0])
					if err != nil {
						return err
					}
					there, err := tournaments.GetRung(tx.DB, "turro", move[1])
					if err != nil {
						return err
					}
					if err := tournaments.MoveRung(tx.DB, r, there.Position); err != nil {
						return err
					}
				}
				return nil
			})
			w.won(game, 4)
		}},
		{"the loser has left the ladder", "2 3 4", func(w *ladderWorld, game, picked int64) {
			w.Do(func(tx *club.Tx) error {
				t, err := tx.Game(game)
				if err != nil {
					return err
				}
				return clubtest.Play(tx, t, t.Turn(), t.Record.Legal()[0])
			})
			w.Do(func(tx *club.Tx) error { return tournament.LeaveLadder(tx, picked, "turro") })
			require.Equal(w.T, 1, clubtest.HeardOf[tournament.LadderLeft](w.World)[0].Running)
			w.won(game, 4)
		}},
		{"the loser has left the server", "4 2 3", func(w *ladderWorld, game, picked int64) {
			w.Do(func(tx *club.Tx) error {
				_, err := club.LeavePiece(tx, db.Leaving{Player: picked, What: db.LeaveStop}, 0, nil)
				return err
			})
			require.Equal(w.T, [2]int{4, 2}, [2]int{clubtest.HeardOf[tournament.LadderClimbed](w.World)[0].From, clubtest.HeardOf[tournament.LadderClimbed](w.World)[0].To})
			w.Do(func(tx *club.Tx) error {
				g, err := tx.DB.Game(game)
				require.Equal(w.T, rules.Resigned, g.Reason)
				return err
			})
		}},
		{"the loser has not moved, and leaves", "2 3 4", func(w *ladderWorld, game, picked int64) {
			w.Do(func(tx *club.Tx) error { return tournament.LeaveLadder(tx, picked, "") })
			require.Len(w.T, clubtest.HeardOf[tournament.LadderLeft](w.World)[0].CalledOff, 1)
			require.Equal(w.T, db.Void, clubtest.HeardOf[club.GameEnded](w.World)[0].Game.Row.Result)
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := ladderOnFile(t, 4)
			game, picked := w.challenge(4)
			require.EqualValues(t, 1, picked)
			c.end(w, game, picked)
			require.Equal(t, c.want, w.order())
			w.Do(func(tx *club.Tx) error {
				g, err := tournaments.LadderGameOf(tx.DB, game)
				require.False(t, g.EndedAt.IsZero())
				if err != nil {
					return err
				}
				r, err := tournaments.GetRung(tx.DB, "turro", 4)
				require.Equal(t, w.Now.Add(tournament.SlideAfter), r.SlideAt, "who has no game under way rests from now on")
				return err
			})
			w.Verify()
		})
	}
}

// Who is not picked: the ladder has two players, so that nobody else can be.
func TestWhoIsNotChallenged(t *testing.T) {
	for _, c := range []struct {
		name  string
		given func(w *ladderWorld)
		then  func(w *ladderWorld) // after which they can be
	}{
		{"who wants no letters", func(w *ladderWorld) { w.player(1, func(p *db.Player) { p.StoppedAt = w.Now }) },
			func(w *ladderWorld) { w.player(1, func(p *db.Player) { p.StoppedAt = time.Time{} }) }},
		{"who is a program", func(w *ladderWorld) { w.player(1, func(p *db.Player) { p.Program = true }) },
			func(w *ladderWorld) { w.player(1, func(p *db.Player) { p.Program = false }) }},
		{"who is no member", func(w *ladderWorld) { w.Club.Policy.Members = []string{"p2@example.org"} },
			func(w *ladderWorld) { w.Club.Policy.Members = []string{"@example.org"} }},
		{"whose letters come back", func(w *ladderWorld) { w.Do(func(tx *club.Tx) error { return club.Suspend(tx, 1, false) }) },
			func(w *ladderWorld) { w.Do(func(tx *club.Tx) error { return club.Resume(tx, 1) }) }},
		{"who has paused", func(w *ladderWorld) { w.Do(func(tx *club.Tx) error { _, err := club.BeginPause(tx, 1); return err }) },
			func(w *ladderWorld) { w.Do(func(tx *club.Tx) error { return club.EndPause(tx, 1) }) }},
		{"who is on vacation", func(w *ladderWorld) {
			w.Do(func(tx *club.Tx) error {
				_, err := tx.DB.AddPause(db.ClockPause{Player: 1, Why: db.Vacation, From: w.Now.Add(-day), To: w.Now.Add(day)})
				return err
			})
		}, func(w *ladderWorld) { w.Now = w.Now.Add(2 * day) }},
		{"whom one has blocked", func(w *ladderWorld) { w.Do(func(tx *club.Tx) error { return club.Block(tx, 2, 1, false) }) },
			func(w *ladderWorld) { w.Do(func(tx *club.Tx) error { return tx.DB.Unblock(2, 1) }) }},
		{"who has blocked one", func(w *ladderWorld) { w.Do(func(tx *club.Tx) error { return club.Block(tx, 1, 2, false) }) },
			func(w *ladderWorld) { w.Do(func(tx *club.Tx) error { return tx.DB.Unblock(1, 2) }) }},
		{"whom one has muted", func(w *ladderWorld) { w.Do(func(tx *club.Tx) error { return club.Mute(tx, 2, 1, false) }) },
			func(w *ladderWorld) { w.Do(func(tx *club.Tx) error { return club.Unmute(tx, 2, 1, false) }) }},
		{"who has muted one", func(w *ladderWorld) { w.Do(func(tx *club.Tx) error { return club.Mute(tx, 1, 2, false) }) },
			func(w *ladderWorld) { w.Do(func(tx *club.Tx) error { return club.Unmute(tx, 1, 2, false) }) }},
		{"with whom one plays", func(w *ladderWorld) { w.challenge(2) },
			func(w *ladderWorld) {
				w.Do(func(tx *club.Tx) error { return club.Abort(tx, 1) })
				w.Now = w.Now.Add(tournament.LadderRematchAfter)
			}},
		{"whom one has met of late", func(w *ladderWorld) {
			game, _ := w.challenge(2)
			w.won(game, 1)
			w.Now = w.Now.Add(tournament.LadderRematchAfter - time.Second)
		}, func(w *ladderWorld) { w.Now = w.Now.Add(time.Second) }},
		{"who challenged one of late", func(w *ladderWorld) {
			game, picked := w.challenge(1) // nobody stands above
			require.EqualValues(w.T, 2, picked)
			w.won(game, 1)
		}, func(w *ladderWorld) { w.Now = w.Now.Add(tournament.LadderRematchAfter) }},
		{"who has left", func(w *ladderWorld) { w.Do(func(tx *club.Tx) error { return tournament.LeaveLadder(tx, 1, "") }) },
			func(w *ladderWorld) { w.join(1) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := ladderOnFile(t, 2)
			c.given(w)
			game, _ := w.challenge(2)
			require.Zero(t, game)
			require.Len(t, clubtest.HeardOf[tournament.LadderNoOpponent](w.World), 1)
			c.then(w)
			_, picked := w.challenge(2)
			require.EqualValues(t, 1, picked)
			w.Verify()
		})
	}
}

// A player with three games of a ladder is not challenged, and cannot challenge.
func TestThreeGamesAtMost(t *testing.T) {
	eachLadder(t, 6, func(w *ladderWorld) {
		for _, want := range []int64{1, 2, 3} {
			_, picked := w.challenge(6)
			require.Equal(t, want, picked)
		}
		w.Refuses("ladder-enough", func(tx *club.Tx) error { _, err := tournament.ChallengeOnLadder(tx, 6, "turro"); return err })
		_, picked := w.challenge(5)
		require.EqualValues(t, 4, picked, "who has none before who has one")
		_, picked = w.challenge(5)
		require.EqualValues(t, 1, picked)
		_, picked = w.challenge(4)
		require.EqualValues(t, 2, picked)
		_, picked = w.challenge(4)
		require.EqualValues(t, 3, picked)
		w.Refuses("ladder-enough", func(tx *club.Tx) error { _, err := tournament.ChallengeOnLadder(tx, 4, "turro"); return err })
		w.Refuses("not-on-ladder", func(tx *club.Tx) error { _, err := tournament.ChallengeOnLadder(tx, 4, "rooya"); return err })
		w.Club.Policy.Challenges = 3
		w.won(1, 1)
		w.Refuses("challenges-today", func(tx *club.Tx) error { _, err := tournament.ChallengeOnLadder(tx, 6, "turro"); return err })
		w.Now = w.Now.Add(day + time.Second)
		_, picked = w.challenge(6)
		require.EqualValues(t, 5, picked)
		w.Verify()
	})
}

// Many addresses of one domain begin no more games in a day than the domain may.
func TestADomainChallengesWithinItsDay(t *testing.T) {
	w := ladderOnFile(t, 6)
	w.Club.Policy.Challenges, w.Club.Policy.ChallengesOfDomain = 1, 2
	w.challenge(6)
	w.challenge(5)
	w.Refuses("challenges-domain", func(tx *club.Tx) error { _, err := tournament.ChallengeOnLadder(tx, 4, "turro"); return err })
	w.Now = w.Now.Add(day + time.Second)
	_, picked := w.challenge(4)
	require.NotZero(t, picked)
}

func TestWhoIsNeverThereIsTakenOff(t *testing.T) {
	eachLadder(t, 4, func(w *ladderWorld) {
		lose := func() {
			game, picked := w.challenge(4)
			require.EqualValues(t, 1, picked)
			for over := false; !over; {
				w.Do(func(tx *club.Tx) error {
					g, err := tx.DB.Game(game)
					if over = g.Over(); err != nil || over {
						return err
					}
					w.Now = w.Now.Add(day)
					return nil
				})
				if !over {
					w.Do(func(tx *club.Tx) error { return club.LookAtClock(tx, game, nil) })
				}
				over = len(clubtest.HeardOf[club.GameEnded](w.World)) > 0
			}
		}
		lose()
		require.Equal(t, "P1", clubtest.HeardOf[tournament.LadderWarned](w.World)[0].Player.Name)
		require.Equal(t, "1 4 2 3", w.order())
		w.Do(func(tx *club.Tx) error { return tournament.LeaveLadder(tx, 2, "") })
		w.Do(func(tx *club.Tx) error { return tournament.LeaveLadder(tx, 3, "") })
		w.Now = w.Now.Add(tournament.LadderRematchAfter)
		lose()
		require.Empty(t, clubtest.HeardOf[tournament.LadderWarned](w.World))
		left := clubtest.HeardOf[tournament.LadderLeft](w.World)[0]
		require.Equal(t, "P1", left.Player.Name)
		require.Equal(t, tournament.LeftOnTime, left.Why)
		require.Equal(t, "4", w.order())
		w.join(1)
		w.Do(func(tx *club.Tx) error {
			r, err := tournaments.GetRung(tx.DB, "turro", 1)
			require.Zero(t, r.Late, "a player who comes back begins from the start")
			return err
		})
		w.Verify()
	})
}

// A player is taken off even if their opponent in another game is leaving the server.
func TestWhoIsNeverThereAndPlaysWhoLeaves(t *testing.T) {
	w := ladderOnFile(t, 3)
	game, picked := w.challenge(3)
	require.EqualValues(t, 1, picked)
	other, picked := w.challenge(2)
	require.EqualValues(t, 1, picked)
	w.Do(func(tx *club.Tx) error {
		r, err := tournaments.GetRung(tx.DB, "turro", 1)
		if err != nil {
			return err
		}
		r.Late = tournament.MaxLadderTimeouts - 1
		return tournaments.SaveRung(tx.DB, r)
	})
	w.Do(func(tx *club.Tx) error { return tx.DB.NoteLeaving(db.Leaving{Player: 2, What: db.LeaveStop}) })
	w.Now = w.Now.Add(60 * day)
	for range 9 {
		w.Do(func(tx *club.Tx) error { return club.LookAtClock(tx, game, nil) })
		if len(clubtest.HeardOf[club.GameEnded](w.World)) > 0 {
			break
		}
		w.Now = w.Now.Add(60 * day)
	}
	left := clubtest.HeardOf[tournament.LadderLeft](w.World)[0]
	require.Equal(t, [2]any{tournament.LeftOnTime, 1}, [2]any{left.Why, left.Running})
	require.Empty(t, left.CalledOff)
	w.Do(func(tx *club.Tx) error {
		g, err := tournaments.LadderGameOf(tx.DB, other)
		require.False(t, g.EndedAt.IsZero())
		return err
	})
}

func TestLeave(t *testing.T) {
	eachLadder(t, 3, func(w *ladderWorld) {
		w.Do(func(tx *club.Tx) error { return tournament.JoinLadder(tx, 2, "rooya") })
		game, _ := w.challenge(2) // P1 has the first move
		w.Do(func(tx *club.Tx) error { return tournament.LeaveLadder(tx, 2, "turro") })
		left := clubtest.HeardOf[tournament.LadderLeft](w.World)
		require.Len(t, left, 1)
		require.Equal(t, [3]any{"P2", tournament.LeftByCommand, game}, [3]any{left[0].Player.Name, left[0].Why, left[0].CalledOff[0].Row.ID})
		require.Equal(t, "1 3", w.order())
		w.Refuses("not-on-ladder", func(tx *club.Tx) error { return tournament.LeaveLadder(tx, 2, "turro") })
		w.Do(func(tx *club.Tx) error { return tournament.LeaveLadder(tx, 2, "") })
		require.Equal(t, "Le Rooya", clubtest.HeardOf[tournament.LadderLeft](w.World)[0].Rules.Title)
		w.Refuses("on-no-ladder", func(tx *club.Tx) error { return tournament.LeaveLadder(tx, 2, "") })
		w.join(2)
		require.Equal(t, "1 3 2", w.order(), "last again")
		// A program is on no ladder.
		w.Do(func(tx *club.Tx) error { return club.SetProgram(tx, 3, true, false) })
		require.Equal(t, tournament.LeftAsProgram, clubtest.HeardOf[tournament.LadderLeft](w.World)[0].Why)
		require.Equal(t, "1 2", w.order())
		w.Verify()
	})
}

func TestWhomTheOperatorBlocksIsTakenOff(t *testing.T) {
	w := ladderOnFile(t, 3)
	game, picked := w.challenge(3)
	require.EqualValues(t, 1, picked)
	w.Do(func(tx *club.Tx) error { return club.BlockByOperator(tx, 1) })
	require.Equal(t, "2 3", w.order())
	require.Empty(t, clubtest.HeardOf[tournament.LadderLeft](w.World))
	require.Empty(t, clubtest.HeardOf[club.GameEnded](w.World))
	w.won(game, 3)
	require.Equal(t, "2 3", w.order())
	w.Do(func(tx *club.Tx) error {
		r, err := tournaments.GetRung(tx.DB, "turro", 3)
		require.False(t, r.SlideAt.IsZero())
		return err
	})
	w.Verify()
}

// A player who gets no messages is taken off at the next slide.
func TestWhoGetsNoMessagesIsTakenOff(t *testing.T) {
	w := ladderOnFile(t, 3)
	w.player(1, func(p *db.Player) { p.StoppedAt = w.Now })
	w.Now = w.Now.Add(tournament.SlideAfter)
	w.Do(func(tx *club.Tx) error { return tournament.SlideDown(tx, "turro", 1) })
	require.Equal(t, "2 3", w.order())
	require.Empty(t, clubtest.HeardOf[tournament.LadderLeft](w.World))
}

// So is a player whose messages have bounced for all of the rest.
func TestWhoseMessagesComeBackIsTakenOff(t *testing.T) {
	w := ladderOnFile(t, 3)
	w.Now = w.Now.Add(day)
	w.Do(func(tx *club.Tx) error { return club.Suspend(tx, 1, false) })
	w.Now = w.Now.Add(tournament.SlideAfter)
	w.plays(2)
	w.warned(1)
	w.Do(func(tx *club.Tx) error { return tournament.SlideDown(tx, "turro", 1) })
	require.Equal(t, "2 1 3", w.order())
	w.Now = w.Now.Add(tournament.SlideAgainAfter)
	w.Do(func(tx *club.Tx) error { return tournament.SlideDown(tx, "turro", 1) })
	require.Equal(t, "2 3", w.order())
	require.Empty(t, clubtest.HeardOf[tournament.LadderSlid](w.World))
}

func TestLook(t *testing.T) {
	w := ladderOnFile(t, 40)
	for player, want := range map[int64][]int{
		5:  {1, 2, 3, 4, 5, 6, 7, 8, 9, 10},
		12: {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14},
		30: {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32},
		40: {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 32, 33, 34, 35, 36, 37, 38, 39, 40},
		99: {1, 2, 3, 4, 5, 6, 7, 8, 9, 10},
	} {
		w.Do(func(tx *club.Tx) error {
			l, err := tournament.LookAtLadder(tx, "turro", player)
			if err != nil {
				return err
			}
			var places []int
			for _, r := range l.Rows {
				places = append(places, r.Place)
				require.EqualValues(t, r.Place, r.Player.ID)
			}
			require.Equal(t, want, places, "of player %d", player)
			require.Equal(t, 40, l.Places)
			return nil
		})
	}
}

// A digest shows a player's place in the digest before, and a near slide if it would move them.
func TestStands(t *testing.T) {
	eachLadder(t, 3, func(w *ladderWorld) {
		stands := func(player int64) (s tournament.LadderPlace) {
			w.T.Helper()
			w.Do(func(tx *club.Tx) error {
				all, err := tournament.LadderPlaces(tx, player)
				require.Len(w.T, all, 1)
				s = all[0]
				s.Rules = rules.Game{}
				return errors.Join(err, tournament.NoteLadderTold(tx, player, all))
			})
			return s
		}
		require.Equal(w.T, tournament.LadderPlace{Place: 1, Places: 3}, stands(1))
		game, picked := w.challenge(3)
		require.EqualValues(w.T, 1, picked)
		w.won(game, 3)
		require.Equal(w.T, tournament.LadderPlace{Place: 3, Places: 3}, stands(2))
		require.Equal(w.T, tournament.LadderPlace{Place: 1, Places: 3, Before: 1}, stands(1))
		slides := w.Now.Add(tournament.SlideAfter)
		w.Now = slides.Add(-tournament.SlideNotice - time.Millisecond)
		require.Equal(w.T, tournament.LadderPlace{Place: 2, Places: 3}, stands(3))
		w.Now = slides.Add(-tournament.SlideNotice)
		require.Equal(w.T, tournament.LadderPlace{Place: 2, Places: 3, Before: 2}, stands(3), "the player below is as idle")
		w.plays(2)
		require.Equal(w.T, tournament.LadderPlace{Place: 2, Places: 3, Before: 2, Slides: slides, News: true}, stands(3))
		require.Equal(w.T, tournament.LadderPlace{Place: 2, Places: 3, Before: 2, Slides: slides}, stands(3), "it is news once")
		require.Equal(w.T, tournament.LadderPlace{Place: 3, Places: 3, Before: 3}, stands(2), "nobody stands below")
	})
}

const day = 24 * time.Hour

// ladderWorld is a club with ladders on a real database, whose time the test moves.
type ladderWorld struct{ *clubtest.World }

// newLadderWorld returns a world with so many players, all on a ladder.
func newLadderWorld(t *testing.T, where string, players int) *ladderWorld {
	w := &ladderWorld{clubtest.New(t, where, tournament.ListenToLadderGames, players, nil)}
	for i := range players {
		w.join(int64(i + 1))
	}
	return w
}

func (w *ladderWorld) join(player int64) {
	w.T.Helper()
	w.Do(func(tx *club.Tx) error { return tournament.JoinLadder(tx, player, "turro") })
}

// challenge lets a player challenge, and returns the game and the opponent; 0: nobody.
func (w *ladderWorld) challenge(player int64) (game, picked int64) {
	w.T.Helper()
	w.Do(func(tx *club.Tx) error {
		g, err := tournament.ChallengeOnLadder(tx, player, "turro")
		if g != nil {
			game, picked = g.Row.ID, g.Player(g.Turn()).ID
		}
		return err
	})
	return game, picked
}

// won ends a game with a win of a player.
func (w *ladderWorld) won(game, player int64) {
	w.T.Helper()
	w.Do(func(tx *club.Tx) error {
		g, err := tx.Game(game)
		if err != nil {
			return err
		}
		result := rules.BlackWins
		if g.Side(player) == rules.White {
			result = rules.WhiteWins
		}
		return club.Adjudicate(tx, game, result)
	})
}

// order returns the players of the ladder in order.
func (w *ladderWorld) order() string {
	w.T.Helper()
	var names []string
	w.Do(func(tx *club.Tx) error {
		rungs, err := tournaments.RungPlaces(tx.DB, "turro", 1, 1000)
		for _, r := range rungs {
			names = append(names, fmt.Sprint(r.Player))
		}
		return err
	})
	return strings.Join(names, " ")
}

// slides does all slides that are due, and returns the number of transactions.
func (w *ladderWorld) slides() (n int) {
	w.T.Helper()
	for {
		var due tournaments.LadderRung
		err := w.DB.View(context.Background(), func(tx *db.Tx) (err error) { due, err = tournaments.NextSlide(tx, 0); return err })
		if err != nil {
			require.ErrorIs(w.T, err, db.ErrNotFound)
			return n
		}
		heard := w.Heard
		w.Do(func(tx *club.Tx) error { return tournament.SlideDown(tx, due.Rules, due.Player) })
		w.Heard = append(heard, w.Heard...)
		n++
		require.Less(w.T, n, 1000, "it goes round")
	}
}

// player changes a player's row.
func (w *ladderWorld) player(id int64, f func(p *db.Player)) {
	w.T.Helper()
	w.Do(func(tx *club.Tx) error {
		p, err := tx.DB.Player(id)
		if err != nil {
			return err
		}
		f(&p)
		return tx.DB.SavePlayer(p)
	})
}

// eachLadder runs a test on both engines, with so many players on the ladder.
func eachLadder(t *testing.T, players int, f func(w *ladderWorld)) {
	clubtest.Each(t, func(t *testing.T, where string) { f(newLadderWorld(t, where, players)) })
}

// ladderOnFile returns a world on SQLite.
func ladderOnFile(t *testing.T, players int) *ladderWorld {
	return newLadderWorld(t, clubtest.File(t), players)
}
