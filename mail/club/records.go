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

// MaxStates is how many states the remembered records may hold together: twelve
// megabytes if all are of Turro, whose states are the largest.
const MaxStates = 25_000

// Records remembers games that were replayed, so that a letter in a long game
// does not pay for all of it. Several goroutines may use it at once.
//
// The plies in the database are the truth. Other processes may have played or
// taken back since, and a transaction that replayed may have been rolled back;
// so an entry is nothing but a guess. It counts only if its last ply is still
// the one that is stored: the same move by the same letter at the same moment. A
// letter plays but once, what no letter plays has its moment, and plies are removed
// from the end only, so that then all those before it are the same too. What is stored
// after it is played on a copy, and the outcome is held against the game's row like
// that of a whole replay.
type Records struct {
	mu    sync.Mutex
	games *simplelru.LRU[int64, replayed]
	room  int // how many states more may be kept
}

// replayed is a record and what makes sure that it is still true. Nobody plays
// the record.
type replayed struct {
	record *rules.Record
	last   db.Ply // zero before the first
	undone int    // how often plies had been taken back
}

// NewRecords remembers records of so many states together.
func NewRecords(most int) *Records {
	c := &Records{room: most}
	// Only a number that is not positive is an error. The bound is room.
	c.games, _ = simplelru.NewLRU(math.MaxInt, func(_ int64, old replayed) { c.room += old.states() })
	return c
}

func (r replayed) states() int { return r.record.Len() + 1 }

// Open returns the record of a game, which the caller may read and must not
// play. It is an error if the game's row is not what its plies make.
func (c *Records) Open(tx *db.Tx, r rules.Game, g db.Game) (*rules.Record, error) {
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

// from is after which ply the stored ones are read.
func (r replayed) from() int { return max(0, r.record.Len()-1) }

// Stored are the plies of a game that Open will most likely read.
func (c *Records) Stored(tx *db.Tx, g db.Game) ([]db.Ply, error) {
	if known, ok := c.get(g); ok {
		return tx.PliesAfter(g.ID, known.from())
	}
	return tx.Plies(g.ID)
}

// errOther says that plies are not those of the game's row.
var errOther = errors.New("the stored position is not that of its plies")

// fits holds the game's row against a record.
func fits(r *rules.Record, g db.Game) error {
	if r.Len() != g.Plies || r.Position().String() != g.Position {
		return errOther
	}
	return nil
}

// catchUp plays what is stored after the record. errOther if what is stored does
// not go on from it.
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
			return r, errOther // and the whole replay will say what is wrong
		}
	}
	return replayed{record, plies[len(plies)-1], g.Undone}, nil
}

// get returns the record of a game that may still be true.
func (c *Records) get(g db.Game) (replayed, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.games.Get(g.ID)
}

// keep remembers a record, and forgets those that were not used for longest if
// there is no room.
func (c *Records) keep(tx *db.Tx, g db.Game, r replayed) {
	// Plies of this moment may be this transaction's own, which may yet be rolled
	// back; the letter would then come again and play at another moment.
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
func Replay(g rules.Game, plies []db.Ply) (*rules.Record, error) {
	moves := make([]rules.Move, len(plies))
	for i, p := range plies {
		if p.N != i+1 {
			return nil, fmt.Errorf("ply %d is missing", i+1)
		}
		moves[i] = rules.Move(p.Move)
	}
	return rules.Replay(g, moves)
}
