package tournament_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/ladders"
	"turnpost/mail/club"
	"turnpost/mail/club/clubtest"
	"turnpost/mail/club/tournament"
	"turnpost/rules"
)

const day = 24 * time.Hour

// ladderWorld is a club with ladders on a real database, in a time that the test moves.
type ladderWorld struct{ *clubtest.World }

// newLadderWorld has so many players, all on a ladder.
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

// challenge lets a player challenge, and returns the game and who was picked; 0: nobody.
func (w *ladderWorld) challenge(player int64) (game, picked int64) {
	w.T.Helper()
	w.Do(func(tx *club.Tx) error {
		t, err := tournament.ChallengeOnLadder(tx, player, "turro")
		if t != nil {
			game, picked = t.Game.ID, t.Player(t.Turn()).ID
		}
		return err
	})
	return game, picked
}

// won ends a game that a player wins.
func (w *ladderWorld) won(game, player int64) {
	w.T.Helper()
	w.Do(func(tx *club.Tx) error {
		t, err := tx.Table(game)
		if err != nil {
			return err
		}
		result := rules.BlackWins
		if t.Side(player) == rules.White {
			result = rules.WhiteWins
		}
		return club.Adjudicate(tx, game, result)
	})
}

// order is who stands on the ladder.
func (w *ladderWorld) order() string {
	w.T.Helper()
	var names []string
	w.Do(func(tx *club.Tx) error {
		rungs, err := ladders.Places(tx.DB, "turro", 1, 1000)
		for _, r := range rungs {
			names = append(names, fmt.Sprint(r.Player))
		}
		return err
	})
	return strings.Join(names, " ")
}

// slides does all slides that are due, and returns how many transactions it took.
func (w *ladderWorld) slides() (n int) {
	w.T.Helper()
	for {
		var due ladders.Rung
		err := w.DB.View(context.Background(), func(tx *db.Tx) (err error) { due, err = ladders.NextSlide(tx, 0); return err })
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

// eachLadder tries something on both engines, with so many on the ladder.
func eachLadder(t *testing.T, players int, f func(w *ladderWorld)) {
	clubtest.Each(t, func(t *testing.T, where string) { f(newLadderWorld(t, where, players)) })
}

// ladderOnFile tries something on SQLite.
func ladderOnFile(t *testing.T, players int) *ladderWorld {
	return newLadderWorld(t, clubtest.File(t), players)
}
