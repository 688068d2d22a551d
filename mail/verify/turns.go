package verify

import (
	"context"
	"fmt"
	"slices"

	"turnpost/db"
	"turnpost/db/examine"
	"turnpost/rules"
)

// turned is how many turns players have made, by their games: at the least, and how many more
// it may be, that were taken back or not made in time.
type turned map[int64][2]int

// mostAgain is of how many players the games are looked at again whose turns seem wrong.
const mostAgain = 100

// add counts the turns of a game. Of one that cannot be played again, which is said of it, any
// ply may have ended one.
func (t turned) add(g *played) {
	made, unknown := [2]int{}, 0
	plies := g.plies
	if g.record == nil || g.record.Len() != len(plies) {
		plies, unknown = nil, len(plies)
	}
	for i := range plies {
		mover := g.record.At(i).Turn()
		if after := g.record.At(i + 1).Turn(); after == mover && (i+1 < len(g.plies) || g.record.Turn() == mover) {
			continue // it goes on with the turn
		}
		if mover == rules.Black {
			made[0]++
		} else {
			made[1]++
		}
	}
	for n, player := range []int64{g.Black, g.White} {
		before, more := t[player], g.Undone+unknown
		if g.Reason == rules.OnTime { // which is counted as a turn of the loser's
			more++
		}
		t[player] = [2]int{before[0] + made[n], before[1] + more}
	}
}

// join adds what was counted elsewhere.
func (t turned) join(other turned) {
	for player, n := range other {
		t[player] = [2]int{t[player][0] + n[0], t[player][1] + n[1]}
	}
}

// wrong lists whose rows count other turns than their games, of all players or of some.
func (t turned) wrong(tx *db.Tx, w *world, some ...int64) (players []int64, faults []Fault, err error) {
	if len(w.merged) > 0 { // of two rows, one was counted on
		return nil, nil, nil
	}
	query, args := `SELECT id, turns FROM players WHERE address <> '' ORDER BY id`, []any(nil)
	if len(some) > 0 {
		for _, id := range some {
			args = append(args, id)
		}
		query = `SELECT id, turns FROM players WHERE address <> '' AND id IN (` + marks(len(some)) + `) ORDER BY id`
	}
	err = tx.Rows(func(scan func(...any) error) error {
		var id int64
		var turns int
		err := scan(&id, &turns)
		if made := t[id]; turns < made[0] || turns > made[0]+made[1] {
			players = append(players, id)
			faults = append(faults, Fault{Of: "player", ID: id, What: fmt.Sprintf("%d turns of theirs are counted, and in their games they made %d", turns, made[0]), Mend: mend("turns")})
		}
		return err
	}, query, args...)
	return players, faults, err
}

// countAgain looks once more at the turns of players whose counts seem wrong, with their games
// as they are at one moment: turns were made while games were looked at.
func countAgain(ctx context.Context, store *db.DB, w *world, t turned) (faults []Fault, err error) {
	err = store.View(ctx, func(tx *db.Tx) error {
		players, _, err := t.wrong(tx, w)
		if err != nil || len(players) == 0 {
			return err
		}
		players = players[:min(len(players), mostAgain)]
		again := turned{}
		for _, player := range players {
			if err := again.of(tx, w, player); err != nil {
				return err
			}
		}
		_, faults, err = again.wrong(tx, w, players...)
		return err
	})
	return faults, err
}

// of counts the turns of one player alone.
func (t turned) of(tx *db.Tx, w *world, player int64) error {
	var games []int64
	if err := tx.Rows(func(scan func(...any) error) error {
		var id int64
		err := scan(&id)
		games = append(games, id)
		return err
	}, `SELECT id FROM games WHERE black = ?1 UNION SELECT id FROM games WHERE white = ?1 ORDER BY 1`, player); err != nil {
		return err
	}
	own := turned{}
	for _, id := range slices.Compact(games) {
		if err := w.games(tx, examine.Page{After: id - 1, Last: id}, Options{}, func(g *played) {
			w.replay(g)
			own.add(g)
		}); err != nil {
			return err
		}
	}
	t[player] = own[player]
	return nil
}
