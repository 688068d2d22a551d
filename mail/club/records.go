package club

import (
	"errors"
	"fmt"
	"math"
	"sync"

	"github.com/hashicorp/golang-lru/v2/simplelru"

	"turnpost/db"
	"turnpost/rules"
)

// maxStates is how many positions the cached records may hold together: 12 MB if all are of
// Turro, whose positions are the largest.
const maxStates = 25_000

// replayCache caches replayed games, so that a message in a long game does not replay all of it.
// Several goroutines may use it at once.
//
// The plies in the database are the truth. Another process may have played or taken back plies
// since, and the transaction that replayed may have been rolled back, so an entry counts only
// if its last ply equals the stored one: the same move from the same message at the same
// moment. A message plays at most once, a ply without a message is identified by its moment,
// and plies are removed from the end only; so all earlier plies are the same too. Newer stored
// plies are played on a copy, and the result is compared with the game's row as after a full
// replay.
type replayCache struct {
	mu    sync.Mutex
	games *simplelru.LRU[int64, replayed]
	room  int // positions that may still be added
}

// replayed is a record and what identifies the stored plies it was made from. The record must
// not be played on.
type replayed struct {
	record *rules.Record
	last   db.PlayedPly // zero before the first ply
	undone int          // how often plies had been taken back
}

// newRecords returns a cache for records of at most that many positions together.
func newRecords(most int) *replayCache {
	c := &replayCache{room: most}
	// The only possible error is a size that is not positive. The real bound is room.
	c.games, _ = simplelru.NewLRU(math.MaxInt, func(_ int64, old replayed) { c.room += old.states() })
	return c
}

func (r replayed) states() int { return r.record.Len() + 1 }

// Open returns the record of a game, which the caller must not play on. It is an error if the
// game's row does not match its plies.
func (c *replayCache) Open(tx *db.Tx, r rules.Game, g db.Game) (*rules.Record, error) {
	known, ok := c.get(g)
	if ok {
		now, err := known.catchUp(tx, g)
		if err == nil {
			err = fits(now.record, g)
		}
		if err == nil {
			if now != known {
				c.keep(tx, g, now)
			}
			return now.record, nil
		}
		if !errors.Is(err, errOther) {
			return nil, err
		}
	}
	plies, err := tx.Plies(g.ID)
	if err != nil {
		return nil, err
	}
	now := replayed{undone: g.Undone}
	if now.record, err = Replay(r, plies); err != nil {
		return nil, err
	}
	if len(plies) > 0 {
		now.last = plies[len(plies)-1]
	}
	if err := fits(now.record, g); err != nil {
		return nil, err
	}
	c.keep(tx, g, now)
	return now.record, nil
}

// from returns the ply after which stored plies are read.
func (r replayed) from() int { return max(0, r.record.Len()-1) }

// errOther says that the stored plies do not match the game's row.
var errOther = errors.New("the stored position is not that of its plies")

// fits compares a record with the game's row.
func fits(r *rules.Record, g db.Game) error {
	if r.Len() != g.Plies || r.Position().String() != g.Position {
		return errOther
	}
	return nil
}

// catchUp plays the stored plies after the record. The error is errOther if they do not
// continue it.
func (r replayed) catchUp(tx *db.Tx, g db.Game) (replayed, error) {
	n := r.record.Len()
	if n > g.Plies || r.undone != g.Undone {
		return r, errOther
	}
	plies, err := tx.PliesAfter(g.ID, r.from())
	if err != nil {
		return r, err
	}
	if n > 0 {
		if len(plies) == 0 || plies[0] != r.last {
			return r, errOther
		}
		plies = plies[1:]
	}
	if len(plies) == 0 {
		return r, nil
	}
	record := r.record.Clone()
	for i, p := range plies {
		if p.N != n+i+1 || record.Play(rules.Move(p.Move)) != nil {
			return r, errOther // the full replay will report the cause
		}
	}
	return replayed{record, plies[len(plies)-1], g.Undone}, nil
}

// get returns the cached record of a game, which may be out of date.
func (c *replayCache) get(g db.Game) (replayed, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.games.Get(g.ID)
}

// keep caches a record, and drops the least recently used ones if there is no room.
func (c *replayCache) keep(tx *db.Tx, g db.Game, r replayed) {
	// These plies may be this transaction's own. If it is rolled back, the message is answered
	// again at another moment.
	if r.last.PlayedAt.Equal(tx.Now) {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.games.Remove(g.ID)
	c.games.Add(g.ID, r)
	for c.room -= r.states(); c.room < 0; {
		c.games.RemoveOldest()
	}
}

// Replay plays all plies of a game.
func Replay(g rules.Game, plies []db.PlayedPly) (*rules.Record, error) {
	moves := make([]rules.Move, len(plies))
	for i, p := range plies {
		if p.N != i+1 {
			return nil, fmt.Errorf("ply %d is missing", i+1)
		}
		moves[i] = rules.Move(p.Move)
	}
	return rules.Replay(g, moves)
}
