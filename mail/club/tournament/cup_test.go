package tournament_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
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

// cup makes a cup that all players of a world join, and begins it. Nobody has a rating, so that player n has
// seed n.
func (w *seasonWorld) cup(players int) {
	w.T.Helper()
	w.Do(clubtest.By("tournament new", "spring-cup", func(tx *club.Tx) error {
		_, err := tournament.Create(tx, tournaments.Tournament{Name: "spring-cup", Rules: "turro", Pace: "1d+1d/2d", Days: 30, Cup: true, StartsAt: tx.Now().Add(day)})
		return err
	}))
	for n := range players {
		w.join(int64(n+1), "spring-cup")
	}
	w.Now = w.Now.Add(day)
	w.steps()
}

// TestCups plays cups with random results, in which players leave, stop or let a date pass, and
// follows them in a second computation: the seeds that are left, and who meets whom (meets).
func TestCups(t *testing.T) {
	for _, players := range []int{3, 5, 7, 13, 64} {
		t.Run(fmt.Sprint(players), func(t *testing.T) {
			if players == 64 && testing.Short() {
				t.Skip("takes a second")
			}
			w := newSeasonWorld(t, clubtest.File(t), players)
			w.cup(players)
			playCup(w, players, rand.New(rand.NewPCG(1, uint64(players))))
		})
	}
	eachSeason(t, 6, func(w *seasonWorld) {
		w.cup(6)
		playCup(w, 6, rand.New(rand.NewPCG(2, 6)))
		w.Verify()
	})
}

func playCup(w *seasonWorld, players int, random *rand.Rand) {
	t := w.T
	var field []int
	for n := range players {
		field = append(field, n+1)
	}
	gone := map[int]bool{} // out, or stopped
	for round := 1; ; round++ {
		field = slices.DeleteFunc(field, func(seed int) bool { return gone[seed] })
		if len(field) < 2 {
			break
		}
		pairs, _ := meets(field, players, round)
		if len(pairs) == 0 { // those who are left meet later
			continue
		}
		table := w.tables("spring-cup")[0]
		require.Equal(t, round, tournament.CupRound(table.Games))
		points := map[int]int{}
		for _, pair := range pairs {
			var games []tournaments.Game
			for _, g := range table.Games {
				if g.Round == round && (g.Black == int64(pair[0]) || g.White == int64(pair[0])) {
					games = append(games, g)
				}
			}
			require.Len(t, games, 2)
			require.Equal(t, []int64{int64(pair[0]), int64(pair[1])}, []int64{games[0].Black, games[0].White})
			require.Equal(t, []int64{int64(pair[1]), int64(pair[0])}, []int64{games[1].Black, games[1].White})
			beaten := pair[1] // if they are level
			if random.IntN(5) == 0 {
				beaten = pair[random.IntN(2)]
				w.Do(func(tx *club.Tx) error { return tournament.Leave(tx, int64(beaten), "spring-cup") })
				require.Len(t, clubtest.HeardOf[tournament.MatchOver](w.World), 1)
			} else {
				for _, g := range games {
					result := []rules.Result{rules.BlackWins, rules.WhiteWins, rules.Draw}[random.IntN(3)]
					switch result {
					case rules.BlackWins:
						points[int(g.Black)] += 2
					case rules.WhiteWins:
						points[int(g.White)] += 2
					default:
						points[pair[0]]++
						points[pair[1]]++
					}
					w.Do(func(tx *club.Tx) error { return club.Adjudicate(tx, g.ID, result) })
				}
				if points[pair[1]] > points[pair[0]] {
					beaten = pair[0]
				}
			}
			over := clubtest.HeardOf[tournament.MatchOver](w.World)[0]
			require.Equal(t, int64(pair[0]+pair[1]-beaten), over.Match.Won())
			field = slices.DeleteFunc(field, func(seed int) bool { return seed == beaten })
			if winner := pair[0] + pair[1] - beaten; random.IntN(8) == 0 && len(field) > 1 { // before the next round
				gone[winner] = true
				if random.IntN(2) == 0 {
					w.Do(func(tx *club.Tx) error { return tournament.Leave(tx, int64(winner), "spring-cup") })
				} else {
					w.Do(func(tx *club.Tx) error { return club.StopMessages(tx, int64(winner)) })
				}
			}
		}
		if len(field) > 1 {
			require.Equal(t, w.Now, w.named("spring-cup").EndsAt, "the round is over before its date")
		}
		w.steps()
	}
	cup, table := w.named("spring-cup"), w.tables("spring-cup")[0]
	require.Equal(t, tournaments.Over, cup.State)
	want := int64(0)
	if len(field) == 1 {
		want = int64(field[0])
	}
	require.Equal(t, want, table.Winner())
	for _, g := range table.Games {
		require.NotEqual(t, db.Undecided, g.Result)
	}
}

// TestACupEndsItsRoundsOnTheirDates: games that are not over are adjudicated, and the better seed goes on
// if that leaves the players level; a player who has no opponent waits.
func TestACupEndsItsRoundsOnTheirDates(t *testing.T) {
	w := newSeasonWorld(t, clubtest.File(t), 3)
	w.cup(3)
	began := clubtest.HeardOf[tournament.DivisionBegan](w.World)
	require.Len(t, began, 1)
	require.Len(t, began[0].Games, 2)
	w.writes(1, 2, 3)
	w.Refuses("season-begun", func(tx *club.Tx) error { return tournament.Join(tx, 3, "spring-cup") })
	w.Do(func(tx *club.Tx) error { return tx.DB.Exec(`UPDATE games SET clock_due = 0`) }) // nobody loses on time
	w.Now = w.Now.Add(30*day - 1)
	require.Zero(t, w.steps())
	w.Now = w.Now.Add(1)
	w.steps()
	require.Len(t, clubtest.HeardOf[tournament.Adjudicated](w.World), 2)
	over := clubtest.HeardOf[tournament.MatchOver](w.World)
	require.Len(t, over, 1)
	require.Equal(t, int64(2), over[0].Match.Won())
	require.Equal(t, [2]int{2, 2}, over[0].Match.Points)
	cup := w.named("spring-cup")
	require.Equal(t, w.Now.Add(30*day), cup.EndsAt)
	table := w.tables("spring-cup")[0]
	require.Equal(t, [2]int64{1, 2}, table.Cup[1][0].Players)
	require.Equal(t, []int{1, 1, 3}, []int{table.Rows[0].Place, table.Rows[1].Place, table.Rows[2].Place})
	w.Refuses("not-in-season", func(tx *club.Tx) error { return tournament.Leave(tx, 3, "spring-cup") })

	// The last game of the final ends the cup at once.
	w.Do(func(tx *club.Tx) error { return club.Adjudicate(tx, table.Cup[1][0].Games[0].ID, rules.WhiteWins) })
	w.Do(func(tx *club.Tx) error { return club.Adjudicate(tx, table.Cup[1][0].Games[1].ID, rules.BlackWins) })
	ended := clubtest.HeardOf[tournament.DivisionOver](w.World)
	require.Len(t, ended, 1)
	require.Equal(t, int64(2), ended[0].Standings.Winner())
	w.steps()
	require.Equal(t, tournaments.Over, w.named("spring-cup").State)
	for _, fault := range [][3]string{ // and what takes it back
		{`UPDATE entrants SET number = 4 - number WHERE number <> 2`, `UPDATE entrants SET number = 4 - number WHERE number <> 2`, "by ratings, player 1 has seed 1"},
		{`UPDATE entrants SET lost = 2 - lost WHERE player < 3`, `UPDATE entrants SET lost = 2 - lost WHERE player < 3`, "is not the winner of the match"},
		{`UPDATE pairings SET division = 2 WHERE round = 1`, `UPDATE pairings SET division = 1`, "player 3 lost in round 1 without a game"},
		{`UPDATE divisions SET top = '1'`, `UPDATE divisions SET top = '2'`, `player "2" has won it, and its players were told that "1" has`},
		{`UPDATE pairings SET division = 2 WHERE game = 1`, `UPDATE pairings SET division = 1`, "do not play once with each side in round 1"},
		{`UPDATE pairings SET round = 2 WHERE game = 1`, `UPDATE pairings SET round = 1 WHERE game = 1`, "1 of its games are in none of its matches"},
	} {
		w.Do(func(tx *club.Tx) error { return tx.DB.Exec(fault[0]) })
		require.Contains(t, fmt.Sprint(w.Faults()), fault[2])
		w.Do(func(tx *club.Tx) error { return tx.DB.Exec(fault[1]) })
	}
	require.ErrorIs(t, w.Try(func(tx *club.Tx) error { return club.Merge(tx, 1, 3, false) }), club.ErrTable)
}

func TestACupOfAPlayer(t *testing.T) {
	w := &seasonWorld{clubtest.New(t, clubtest.File(t), tournament.ListenToGames, 20, func(i int, p *db.Player) {
		p.Public, p.Program = i != 9, i == 4 // player 10's games are private, and player 5 is a program
	})}
	state := func(name string) tournaments.State { return w.named(name).State }
	makes := func(host int64, guests ...int64) func(*club.Tx) error {
		return func(tx *club.Tx) error { return tournament.MakeCup(tx, host, "turro", guests) }
	}
	leaves := func(player int64, name string) {
		w.Do(func(tx *club.Tx) error { return tournament.AskLeave(tx, player, name) })
	}
	w.Do(func(tx *club.Tx) error { return club.Block(tx, 4, 1, true) })
	w.Do(func(tx *club.Tx) error { return tx.DB.Exec(`UPDATE players SET wrote_at = 0 WHERE id = 6`) })
	for _, wrong := range []struct {
		code   string
		host   int64
		guests []int64
	}{
		{"cup-guests", 1, []int64{2}},
		{"cup-guests", 1, []int64{1, 2, 2}},
		{"cup-guests", 7, []int64{1, 2, 3, 4, 8, 9, 10, 11, 12, 13, 14}}, // more than invitations in a day
		{"cup-guest", 1, []int64{2, 4}},                                  // who has blocked the host
		{"cup-guest", 1, []int64{2, 5}},
		{"cup-guest", 1, []int64{2, 6}}, // who has never written
		{"season-robot", 5, []int64{1, 2}},
	} {
		w.Refuses(wrong.code, makes(wrong.host, wrong.guests...))
	}

	// One joins, one says no, one leaves again, and one never answers: with two it does not take place.
	w.Do(makes(1, 2, 3, 7, 8))
	made := clubtest.HeardOf[tournament.CupMade](w.World)[0]
	require.Equal(t, "cup-1", made.Tournament.Name)
	require.Len(t, made.Guests, 4)
	w.Refuses("cup-made", makes(1, 2, 3))
	mailbox := `UPDATE players SET mailbox = (SELECT o.mailbox FROM players AS o WHERE o.id = ?) WHERE id = 16`
	w.Do(func(tx *club.Tx) error { return tx.DB.Exec(mailbox, 1) }) // 16 is 1 under another tag
	w.Refuses("cup-made", makes(16, 2, 3))
	w.Do(func(tx *club.Tx) error { return tx.DB.Exec(mailbox, 20) })
	w.Refuses("cup-invited", func(tx *club.Tx) error { return tournament.Join(tx, 9, "cup-1") })
	answers := func(player int64, yes bool) (asked bool) {
		w.Do(func(tx *club.Tx) (err error) {
			asked, err = tournament.AnswerCup(tx, player, made.Tournament.MadeAt, yes)
			return err
		})
		return asked
	}
	require.True(t, answers(2, true))
	require.True(t, answers(3, false))
	require.False(t, answers(3, true), "it is answered")
	w.join(7, "cup-1")
	leaves(7, "cup-1")
	w.Now = w.Now.Add(7*day - 1)
	require.Zero(t, w.steps())
	w.Now = w.Now.Add(1)
	w.steps()
	require.Len(t, clubtest.HeardOf[tournament.CupClosed](w.World)[0].Players, 2)
	require.Equal(t, tournaments.Over, state("cup-1"))

	// All answer: it begins at once.
	w.Do(makes(1, 2, 17))
	w.join(2, "cup-2")
	require.Zero(t, w.steps())
	w.join(17, "cup-2")
	w.steps()
	require.Equal(t, tournaments.Running, state("cup-2"))

	// Who leaves the cup that they made closes it, and makes no other one on the same day.
	w.Do(makes(7, 8, 9, 10))
	w.join(8, "cup-3")
	leaves(9, "cup-3")
	leaves(7, "cup-3")
	closed := clubtest.HeardOf[tournament.CupClosed](w.World)[0]
	require.Equal(t, int64(7), closed.Host.ID)
	require.Len(t, closed.Players, 2) // 8, who joined, and 10, who has not answered; 9 declined
	require.Equal(t, []int64{8, 10}, []int64{closed.Players[0].ID, closed.Players[1].ID})
	require.Empty(t, clubtest.HeardOf[tournament.Withdrew](w.World))
	require.Equal(t, tournaments.Over, state("cup-3"))
	w.Refuses("cup-today", makes(7, 8, 9))
	require.Equal(t, tournament.ClosedHostLeft, closed.Why)
	w.Refuses("season-closed", func(tx *club.Tx) error { return tournament.Join(tx, 10, "cup-3") })

	// So does a host whose games may not be seen any more, and an operator who ends it. A guest's cup goes on without
	// the guest.
	closes := func(name string) tournament.CupClosed {
		heard := clubtest.HeardOf[tournament.CupClosed](w.World)
		require.Len(t, heard, 1)
		require.Equal(t, tournaments.Over, state(name))
		return heard[0]
	}
	w.Refuses("cup-guest", makes(18, 8, 9, 10)) // 9 declined a cup of another host at the same domain
	w.Do(makes(18, 8, 10, 17))
	w.join(8, "cup-4")
	w.join(10, "cup-4")
	w.Do(func(tx *club.Tx) error { return club.Switch(tx, 8, club.SettingPublic, false) })
	require.Len(t, clubtest.HeardOf[tournament.Withdrew](w.World), 1)
	require.Equal(t, tournaments.Open, state("cup-4"))
	w.Do(func(tx *club.Tx) error { return club.Switch(tx, 18, club.SettingPublic, false) })
	hidden := closes("cup-4")
	require.Equal(t, tournament.ClosedHostHidden, hidden.Why)
	require.Equal(t, int64(18), hidden.Host.ID)
	require.Equal(t, []int64{10, 17}, []int64{hidden.Players[0].ID, hidden.Players[1].ID})
	w.Do(makes(19, 2, 16, 17))
	w.join(2, "cup-5")
	w.Do(clubtest.By("tournament end", "cup-5", func(tx *club.Tx) error { _, err := tournament.End(tx, "cup-5"); return err }))
	ended := closes("cup-5")
	require.Equal(t, tournament.ClosedByOperator, ended.Why)
	require.Zero(t, ended.Host)
	require.Len(t, ended.Players, 4) // 19 and 2, and 16 and 17, who have not answered

	// A guest is forgotten, and two are one: one place.
	w.Do(makes(11, 12, 13, 14, 15))
	w.join(12, "cup-6")
	w.Do(func(tx *club.Tx) error { return club.Merge(tx, 12, 13, false) })
	w.Do(func(tx *club.Tx) error {
		p, err := tx.DB.Player(14)
		if err != nil {
			return err
		}
		return tx.DB.Forget(p, "", 0)
	})
	w.Do(func(tx *club.Tx) error {
		cup, err := tournaments.Named(tx.DB, "cup-6")
		require.NoError(t, err)
		waiting, err := tournaments.Guests(tx.DB, cup.ID)
		require.Equal(t, []int64{15}, []int64{waiting[0].Player})
		require.Len(t, waiting, 1)
		n, _ := tournaments.Count(tx.DB, cup.ID)
		require.Equal(t, 2, n)
		return err
	})

	// Of two guests who are one, the answer stays.
	w.Do(makes(10, 2, 8, 17))
	leaves(8, "cup-7")
	w.Do(func(tx *club.Tx) error { return club.Merge(tx, 8, 17, false) })
	w.Do(func(tx *club.Tx) error {
		declined, err := tx.DB.LastCupDeclined(10, 17)
		require.False(t, declined.IsZero())
		return err
	})
}

// A player who has declined a cup is not asked to another one by the same person for 90 days, unless they invite
// that person: not from another address of the same mailbox, nor after that person was forgotten and came back.
func TestADeclinedCupIsRemembered(t *testing.T) {
	eachSeason(t, 9, func(w *seasonWorld) {
		asks := func(host int64, guests ...int64) func(*club.Tx) error {
			return func(tx *club.Tx) error { return tournament.MakeCup(tx, host, "turro", guests) }
		}
		leave := func(player int64, name string) {
			w.Do(func(tx *club.Tx) error { return tournament.AskLeave(tx, player, name) })
		}
		w.Do(func(tx *club.Tx) error { return tx.DB.Exec(`UPDATE players SET challenges = 1`) })
		w.Club.Policy.Shared = []string{"example.org"}
		w.Do(asks(1, 2, 3, 4))
		leave(2, "cup-1")
		said := clubtest.HeardOf[tournament.CupDeclined](w.World)[0]
		require.Equal(t, []int64{1, 2}, []int64{said.Host.ID, said.Player.ID})
		w.join(2, "cup-1") // has thought better of it
		leave(2, "cup-1")  // which is no decline
		w.join(3, "cup-1")
		leave(4, "cup-1")
		leave(1, "cup-1")
		w.Now = w.Now.Add(day)

		w.Refuses("cup-declined", asks(1, 3, 4))
		w.Do(func(tx *club.Tx) error { // 9 is 1 under another tag
			return tx.DB.Exec(`UPDATE players SET mailbox = (SELECT o.mailbox FROM players AS o WHERE o.id = 1) WHERE id = 9`)
		})
		w.Refuses("cup-declined", asks(9, 3, 4))
		w.Do(asks(5, 3, 4, 6)) // somebody else's
		leave(5, "cup-2")
		w.Do(func(tx *club.Tx) error { return club.MayInvite(tx, player(tx, 1), player(tx, 4)) }) // to a game
		w.Do(asks(1, 2, 3))
		leave(1, "cup-3")
		w.Now = w.Now.Add(88 * day)
		w.Refuses("cup-declined", asks(1, 3, 4))
		w.Now = w.Now.Add(day)
		w.Do(asks(1, 3, 4))

		// An invitation of the other side ends it.
		leave(4, "cup-4")
		leave(1, "cup-4")
		w.Now = w.Now.Add(day)
		w.Refuses("cup-declined", asks(1, 3, 4))
		w.Do(asks(4, 1, 2))
		leave(4, "cup-5")
		w.Do(asks(1, 3, 4))

		w.Now = w.Now.Add(time.Minute)
		leave(4, "cup-6")
		w.Do(func(tx *club.Tx) error { return club.Forget(tx, 1) })
		w.Do(func(tx *club.Tx) error {
			last, err := tx.DB.LastDeclined(1, 4)
			require.Zero(t, last)
			return err
		})
		var back int64
		w.Do(func(tx *club.Tx) error {
			p, _, err := club.PlayerAt(tx, "p1@example.org", "p1@example.org", "Again", "en")
			back = p.ID
			return err
		})
		w.Refuses("cup-guest", asks(back, 3, 4))

		// Who has asked the other side to a cup since declines nothing of it, also when it is forgotten.
		w.Do(asks(6, 7, 8))
		leave(7, "cup-7")
		leave(6, "cup-7")
		w.Do(asks(7, 6, 8))
		leave(7, "cup-8")
		w.Do(func(tx *club.Tx) error { return club.Forget(tx, 6) })
		w.Do(func(tx *club.Tx) error {
			p, _, err := club.PlayerAt(tx, "p6@example.org", "p6@example.org", "Again", "en")
			back = p.ID
			return err
		})
		w.Do(asks(back, 7, 8))
	})
}

func player(tx *club.Tx, id int64) db.Player {
	p, _ := tx.DB.Player(id)
	return p
}

// Each player who is asked to a cup counts as an invitation of its host's day, and of the origin's: the limits
// allow a whole cup or nothing of it.
func TestCupQuestionsCountAsInvitations(t *testing.T) {
	eachSeason(t, 16, func(w *seasonWorld) {
		asks := func(host int64, guests ...int64) func(*club.Tx) error {
			return func(tx *club.Tx) error { return tournament.MakeCup(tx, host, "turro", guests) }
		}
		left := func(player int64) (n int) {
			w.Do(func(tx *club.Tx) (err error) {
				p, err := tx.DB.Player(player)
				require.NoError(t, err)
				n, err = club.InvitationsLeft(tx, p)
				return err
			})
			return n
		}
		posts := func(tx *club.Tx) error {
			g, _ := w.Club.Rules("turro")
			return club.PostOpen(tx, 1, club.ProposedGame{Game: g, Pace: w.Club.Policy.Pace}, "")
		}
		for range 4 {
			w.Do(posts)
		}
		require.Equal(t, 6, left(1))
		w.Refuses("cup-left", asks(1, 2, 3, 4, 5, 6, 7, 8))
		require.Empty(t, clubtest.HeardOf[tournament.CupMade](w.World))
		require.Equal(t, 6, left(1), "nobody was asked")
		w.Do(asks(1, 2, 3, 4, 5, 6, 1))
		require.Len(t, clubtest.HeardOf[tournament.CupMade](w.World)[0].Guests, 5)
		require.Equal(t, 1, left(1))
		for _, guest := range []int64{2, 3, 4, 5, 6} { // answers change nothing
			w.Do(func(tx *club.Tx) error { return tournament.AskLeave(tx, guest, "cup-1") })
		}
		w.steps()
		require.Equal(t, 1, left(1))
		w.Do(posts)
		require.Zero(t, left(1))
		w.Do(func(tx *club.Tx) error { return tx.DB.Exec(`UPDATE tournaments SET made_at = 0`) })
		w.Refuses("challenges-today", asks(1, 7, 8))

		// The thirty of example.org: 10 by player 1, and 19 more.
		w.Do(asks(2, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
		require.Equal(t, 10, left(3))
		w.Do(func(tx *club.Tx) error {
			return tournament.MakeCup(tx, 3, "turro", []int64{1, 7, 8, 9, 10, 11, 12, 13, 14})
		})
		require.Equal(t, 1, left(4))
		w.Refuses("cup-tomorrow", asks(4, 11, 12))
		w.Now = w.Now.Add(day + 1)
		require.Equal(t, 10, left(4))
		w.Club.Policy.Challenges = 1
		w.Refuses("cup-never", asks(4, 11, 12))
	})
}
