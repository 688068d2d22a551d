package server_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest/skiptest"
	"turnpost/db/puzzles"
	"turnpost/mail/club"
	"turnpost/mail/server/servertest"
)

// mirrored returns a world in which Ada and Bob have a running game of so many plies, #1, and a
// game with the same moves and more, #2, has ended between Ada and another.
func mirrored(t *testing.T, plies int, other string) *servertest.World {
	t.Helper()
	w := servertest.New(t)
	const ada, bob = "ada@example.org", "bob@example.org"
	w.Proven("Ada <"+ada+">", "challenge "+bob+" roses as black")
	w.Reply(bob, "accept")
	w.Proven("Ada <"+ada+">", "challenge "+other+" roses as black")
	w.Proven("Other <"+other+">", "#2 accept")
	for i, move := range twelve {
		if i < plies {
			w.Proven([]string{ada, bob}[i%2], "#1 "+move)
		}
		w.Proven([]string{ada, other}[i%2], "#2 "+move)
	}
	w.Proven(other, "#2 resign")
	w.Pass(club.RetractFor)
	require.Equal(t, []int{plies, len(twelve)}, []int{w.Game(1).Plies, w.Game(2).Plies})
	require.NotEqual(t, db.Undecided, w.Game(2).Result)
	return w
}

// found counts the messages that tell where a game turned, and the puzzles there are.
func found(t *testing.T, w *servertest.World) (told, shelved int) {
	t.Helper()
	told = len(w.Look())
	w.Seek()
	for _, positions := range shelf(t, w.DB) {
		shelved += len(positions)
	}
	return told, shelved
}

// unsought counts the games that are still to be searched for puzzles.
func unsought(t *testing.T, w *servertest.World) (n int) {
	t.Helper()
	require.NoError(t, w.DB.View(t.Context(), func(tx *db.Tx) error {
		games, err := puzzles.Waiting(tx)
		n = games["roses"]
		return err
	}))
	return n
}

// A post-mortem does not serve as an engine: a player who plays the moves of a running game
// against a friend, in another game with the same opponent, or against another address of their
// own is not told what was better until the running game ends, or never.
func TestAbusePostMortemsOfMirroredGames(t *testing.T) {
	t.Parallel()
	inputs, passed := 0, 0
	for plies := 4; plies <= len(twelve); plies++ {
		others := []string{"carol@example.org", "bob@example.org", "carol+friend@example.org", "ada+two@example.org"}
		for i, other := range others {
			// All of them with one length, and each with some; while somebody works, each with one.
			if i != plies%len(others) && plies != 6 || skiptest.Working() && plies != 6 {
				continue
			}
			w := mirrored(t, plies, other)
			inputs++
			told, shelved := found(t, w)
			passed += told + shelved
			// Nor when the running game goes on, hours later.
			if plies < len(twelve) {
				w.Proven([]string{"ada@example.org", "bob@example.org"}[plies%2], "#1 "+twelve[plies])
			}
			w.Now = w.Now.Add(3 * time.Hour)
			told, shelved = found(t, w)
			passed += told + shelved
			require.Equal(t, map[bool]int{true: 0, false: 1}[other == "ada+two@example.org"], unsought(t, w), "games to be searched for puzzles")
			w.Now = w.Now.Add(30 * time.Hour)
			w.Proven("bob@example.org", "#1 resign")
			w.Pass(club.RetractFor)
			told, _ = found(t, w)
			require.Zero(t, unsought(t, w))
			if other == "ada+two@example.org" {
				require.LessOrEqual(t, told, 2, "of the running game alone, at most")
			} else {
				require.GreaterOrEqual(t, told, 2, "when the running game is over")
			}
		}
	}
	t.Logf("abuse | games that mirror a running one, %d | no post-mortem and no puzzle before that ends | %d", inputs, passed)
	require.Zero(t, passed)
}

// A game that has only its opening in common with a running one, or is of other rules, is told of
// at once.
func TestPostMortemsOfOtherGames(t *testing.T) {
	t.Parallel()
	for _, plies := range []int{0, 1, 2, 3} {
		w := mirrored(t, plies, "carol@example.org")
		told, _ := found(t, w)
		require.Equal(t, 2, told, plies)
	}
	w := mirrored(t, 9, "carol@example.org")
	require.NoError(t, w.DB.Update(t.Context(), func(tx *db.Tx) error {
		_, err := w.Handler.Act(tx, func(tx *club.Tx) error { return club.Abort(tx, 1) })
		return err
	}))
	w.Work()
	told, _ := found(t, w)
	require.Equal(t, 2, told, "the running game was called off")
}

// No puzzle is made of a game while a position of it stands, or stood after the opening, on the
// board of another game of one of its players, whoever the other is. When that game has ended, or
// if it went another way from the opening on, the same puzzles are made.
func TestAbusePuzzlesOfRunningBoards(t *testing.T) {
	t.Parallel()
	skiptest.Long(t)
	const ada, bob, cleo = "ada@example.org", "bob@example.org", "cleo@example.org"
	inputs := 0
	for plies := 0; plies < len(sharpGame); plies++ {
		pairs := [][2]string{{ada, cleo}, {cleo, bob}, {ada, bob}, {"ada+two@example.org", cleo}}
		for i, pair := range pairs {
			if i != plies%len(pairs) && plies != 6 {
				continue
			}
			inputs++
			w := servertest.New(t)
			begins(w, pair[0], pair[1])
			playOn(w, 1, sharpGame[:plies]...)
			begins(w, ada, bob)
			playOn(w, 2, sharpGame...)
			require.NotEqual(t, db.Undecided, w.Game(2).Result)
			w.Seek()
			if plies >= 4 {
				require.Empty(t, shelf(t, w.DB), "%d plies of %s and %s", plies, pair[0], pair[1])
				playOn(w, 1, sharpGame[plies:min(plies+2, len(sharpGame)-1)]...)
				w.Now = w.Now.Add(2 * time.Hour)
				w.Seek()
				require.Empty(t, shelf(t, w.DB), "the game has gone on")
				w.Proven(pair[0], "#1 resign")
				w.Pass(2 * time.Hour)
				w.Seek()
			}
			made := shelf(t, w.DB) // of the running game, too, when it was long
			require.Len(t, append(made[1], made[2]...), 2, "%d plies of %s and %s", plies, pair[0], pair[1])
		}
	}
	t.Logf("abuse | games with positions of a running one (%d) | no puzzle before that ends, and the same ones afterwards | so it is", inputs)
}
