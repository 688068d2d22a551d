package follow_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/follows"
	"turnpost/db/tournaments"
	"turnpost/mail/club"
	"turnpost/mail/club/clubtest"
	"turnpost/mail/club/follow"
	"turnpost/mail/club/tournament"
	"turnpost/rules"
)

type does = func(tx *club.Tx) error

// The reader follows games of the others, who all let them be seen, except for the private player.
const reader, ada, ben, cleo, private, program = 1, 2, 3, 4, 5, 6

// clubOfFollowers is a club where news of games is noted.
type clubOfFollowers struct{ *clubtest.World }

func newClub(t *testing.T) *clubOfFollowers {
	return &clubOfFollowers{clubtest.New(t, clubtest.File(t), follow.Listen, program, func(i int, p *db.Player) {
		p.Public, p.Program = i+1 != private && i+1 != reader, i+1 == program
	})}
}

// play plays the first legal move of whoever is to move, so many times.
func (w *clubOfFollowers) play(game int64, plies int) {
	w.T.Helper()
	for range plies {
		w.in(game, func(tx *club.Tx, g *club.Game) error { return clubtest.Play(tx, g, g.Turn(), g.Record.Legal()[0]) })
	}
}

func (w *clubOfFollowers) in(game int64, f func(tx *club.Tx, g *club.Game) error) {
	w.T.Helper()
	w.Do(func(tx *club.Tx) error {
		g, err := tx.Game(game)
		require.NoError(w.T, err)
		return f(tx, g)
	})
}

// told returns the games that the reader is told of now, after the news was spread.
func (w *clubOfFollowers) told() []follow.ShownGame {
	w.T.Helper()
	var n follow.News
	w.Do(func(tx *club.Tx) error {
		game, ok, err := follows.Next(tx.DB)
		for ; ok && err == nil; game, ok, err = follows.Next(tx.DB) {
			require.NoError(w.T, follows.Spread(tx.DB, game))
		}
		require.NoError(w.T, err)
		p, err := tx.DB.Player(reader)
		require.NoError(w.T, err)
		n, err = follow.Due(tx, p)
		return err
	})
	return n.Games
}

// list returns what the reader follows.
func (w *clubOfFollowers) list() (out []follows.FollowedItem) {
	w.T.Helper()
	w.Do(func(tx *club.Tx) error {
		list, err := follow.List(tx, reader)
		for _, item := range list {
			out = append(out, item.FollowedItem)
		}
		return err
	})
	return out
}

func (w *clubOfFollowers) cup() (id int64) {
	w.Do(func(tx *club.Tx) error {
		t := tournaments.Tournament{Name: "spring-cup", Rules: "turro", Pace: "1d+1d/2d", Days: 12}
		t, err := tournament.Create(tx, t)
		id = t.ID
		return err
	})
	return id
}

func game(who, id int64) does {
	return func(tx *club.Tx) error { return follow.FollowGame(tx, who, id) }
}
func player(who int64, name, rules string) does {
	return func(tx *club.Tx) error { return follow.FollowPlayer(tx, who, name, rules) }
}

func cup(who int64, name string) does {
	return func(tx *club.Tx) error { return follow.FollowTournament(tx, who, name) }
}
func endGame(id int64) does { return func(tx *club.Tx) error { return follow.EndGame(tx, reader, id) } }

func endPlayer(name, rules string) does {
	return func(tx *club.Tx) error { return follow.EndPlayer(tx, reader, name, rules) }
}

func endCup(name string) does {
	return func(tx *club.Tx) error { return follow.EndTournament(tx, reader, name) }
}
func endAll(tx *club.Tx) error { return follow.EndAll(tx, reader) }
func block(who, other int64) does {
	return func(tx *club.Tx) error { return club.Block(tx, who, other, false) }
}

func TestWhoMayFollowWhat(t *testing.T) {
	t.Parallel()
	w := newClub(t)
	seen, hidden, own, over := w.Pair(ada, ben), w.Pair(ada, private), w.Pair(reader, ben), w.Pair(ben, ada)
	blocked := w.Pair(cleo, ben)
	w.Do(func(tx *club.Tx) error { return club.Adjudicate(tx, over, rules.BlackWins) })
	w.Do(block(cleo, reader))
	w.cup()
	for _, c := range []struct {
		name, code string
		follow     does
	}{
		{"a game of a private player", "follow-no-game", game(reader, hidden)},
		{"a game that does not exist", "follow-no-game", game(reader, 1000)},
		{"a game of a player who blocked the reader", "follow-no-game", game(reader, blocked)},
		{"their own game", "follow-own", game(reader, own)},
		{"a finished game", "follow-over", game(reader, over)},
		{"a private player", "follow-nobody", player(reader, "P5", "")},
		{"a player who does not exist", "follow-nobody", player(reader, "Nobody", "")},
		{"a player who blocked the reader", "follow-nobody", player(reader, "P4", "")},
		{"themselves", "follow-yourself", player(reader, "P1", "")},
		{"a tournament that does not exist", "no-season", cup(reader, "autumn-cup")},
		{"a game, by a program", "follow-robot", game(program, seen)},
		{"a player, by a program", "follow-robot", player(program, "P2", "")},
		{"a tournament, by a program", "follow-robot", cup(program, "spring-cup")},
		{"nothing to end", "follow-nothing", endAll},
		{"a game not followed", "follow-not-game", endGame(seen)},
		{"a player not followed", "follow-not-player", endPlayer("P2", "")},
		{"a tournament not followed", "follow-not-tournament", endCup("spring-cup")},
	} {
		t.Run(c.name, func(t *testing.T) {
			w.T = t
			w.Refuses(c.code, c.follow)
		})
	}
	w.T = t
	require.Empty(t, w.list())
	w.Player(ben, func(p *db.Player) { p.Name = "P2" })
	w.Refuses("name-several", player(reader, "P2", ""))
	w.Club.Policy.Members = []string{"p2@example.org"}
	w.Refuses("members-only", game(reader, seen))
}

func TestFollowingBeginsAndEnds(t *testing.T) {
	t.Parallel()
	w := newClub(t)
	seen, spring := w.Pair(ada, ben), w.cup()
	for _, c := range []struct {
		name       string
		begin, end does
		want       follows.FollowedItem
	}{
		{"a game", game(reader, seen), endGame(seen), follows.FollowedItem{Game: seen}},
		{"a player", player(reader, "p2", ""), endPlayer("p2", ""), follows.FollowedItem{Player: ada}},
		{"a player's games of Turro", player(reader, "P2", "turro"), endPlayer("P2", "turro"),
			follows.FollowedItem{Player: ada, Rules: "turro"}},
		{"a tournament", cup(reader, "spring-cup"), endCup("spring-cup"), follows.FollowedItem{Tournament: spring}},
	} {
		t.Run(c.name, func(t *testing.T) {
			w.T = t
			for _, end := range []does{c.end, endAll} {
				for _, already := range []bool{false, true} {
					w.Do(c.begin)
					require.Equal(t, already, clubtest.HeardOf[follow.FollowingBegan](w.World)[0].Already)
				}
				require.Equal(t, []follows.FollowedItem{c.want}, w.list())
				w.Do(end)
				require.Equal(t, []string{"FollowingEnded"}, w.Kinds())
				require.Empty(t, w.list())
			}
		})
	}
	w.T = t
	w.Do(player(reader, "P2", ""))
	w.Refuses("follow-all-of", endPlayer("P2", "turro"))
}

func TestHowMuchMayBeFollowed(t *testing.T) {
	t.Parallel()
	w := newClub(t)
	for range w.Club.Policy.Following.Most {
		w.Do(game(reader, w.Pair(ada, ben)))
	}
	w.Refuses("follow-many", player(reader, "P2", ""))
	w.Do(game(reader, w.list()[0].Game)) // followed before
	w.Do(endGame(w.list()[0].Game))
	w.Do(player(reader, "P2", ""))
	w.Club.Policy.Following.Most = 0
	w.Refuses("follow-off", game(reader, 1))
}

func TestNewsIsTwoPliesLate(t *testing.T) {
	t.Parallel()
	w := newClub(t)
	id := w.Pair(ada, ben)
	w.Do(player(reader, "P2", ""))
	for _, c := range []struct{ plies, first, last int }{{2, 0, 0}, {1, 1, 1}, {0, 0, 0}, {3, 2, 4}} {
		w.play(id, c.plies)
		games := w.told()
		require.Len(t, games, min(c.last, 1))
		for _, g := range games {
			require.Equal(t, []int{c.first, c.last}, []int{g.First, g.Record.Len()})
		}
	}
	for range 3 { // one of the plies that the reader saw, too
		w.in(id, func(tx *club.Tx, game *club.Game) error { return clubtest.AskUndo(tx, game, game.Turn().Opponent()) })
		w.in(id, func(tx *club.Tx, game *club.Game) error { return club.AnswerOffer(tx, game, game.Turn(), true, "") })
	}
	require.Empty(t, w.told())
	w.Do(func(tx *club.Tx) error { return club.Adjudicate(tx, id, rules.BlackWins) })
	games := w.told()
	require.Len(t, games, 1)
	require.True(t, games[0].Over && games[0].Undone)
	require.Equal(t, 3, games[0].Record.Len(), "a finished game is shown completely")
	require.Empty(t, w.told(), "nothing is told twice")
}

// Nothing is told any more when the player blocks the reader, the reader blocks them or ends
// everything, or the player no longer lets their games be seen.
func TestWhatEndsFollowing(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]does{
		"blocked by the player": block(ada, reader), "blocking the player": block(reader, ada), "ending all": endAll,
		"made private": func(tx *club.Tx) error { return club.Switch(tx, ada, club.SettingPublic, false) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newClub(t)
			id := w.Pair(ada, ben)
			w.Do(player(reader, "P2", ""))
			w.Do(game(reader, id))
			w.play(id, 3)
			w.Do(end)
			require.Empty(t, w.list())
			require.Empty(t, w.told())
		})
	}
}
