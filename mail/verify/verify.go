// Package verify looks at everything that a club has stored, and changes nothing.
//
// It replays every game from its plies and holds what is stored against what they and
// their letters make: positions and results, times, clocks and when they are due,
// seals (see turnpost/db/seal), conditional lines; and beside the games ratings, from
// the first game on, tournaments, ladders, what is followed, pauses, puzzles, digests,
// letters' texts, secrets and ledgers, invitations, what is due, how many turns players made,
// the database's schema and its numbers.
//
// # What is recomputed, and what is bounded
//
// Arithmetic of time and of ratings is that of packages clock and rating; when which
// of it applies is said here once more, and not asked of the club. Some of what a clock
// went through is not kept: turns that were taken back, pauses of who was forgotten,
// dropped when they were too old, or noted for a time that was over, an earlier
// timezone. Where that matters a clock is held between bounds, which the missing may
// have moved it to, and so is what a player whose row was made of two is rated. The
// seals have no such gap.
//
// # What is ill
//
// A table that is not there, or a text where a number belongs, is a fault; what cannot be
// read because of it is named, and all else is looked at.
//
// # What is not
//
// Of a tournament no game is thought about again that was adjudicated; who joined and who left
// by choice stands nowhere else. Of players who became one, the divisions are not made anew.
//
// What began a pause is a letter of the player's, one that came back, or an act of an operator,
// and is asked of those that are still noted; an act may have been erased. A vacation may have
// been planned in another timezone: then its ends are midnights elsewhere.
//
// The places of a ladder are not made anew: how often somebody slid, and who was on it and
// left, stands nowhere. It is held against its games who is on it, who rests and who lost on
// time, and that nobody overtook another without a win or the other's rest.
//
// Who can forge seals (see there) can forge all that is checked here. The words of
// talk and notes, the texts of letters that were sent, whether a row of the ledger of letters
// was taken out with all that refers to it, names and settings without
// consequence are not checked beyond their form.
package verify

import (
	"cmp"
	"context"
	"runtime"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

	"turnpost/db"
	"turnpost/db/examine"
	"turnpost/mail/club"
)

// Options is how a database is looked at.
type Options struct {
	// Since leaves out the games that were over before, the letters of before, and the
	// reading of every page; zero: nothing is left out.
	Since time.Time
	// Progress, if not nil, hears of games. It is called by one goroutine at a time.
	Progress func(done, total int)

	ill bool // see there
}

// Database looks at everything that is stored. Only the database's own failures are
// errors. progress, if not nil, hears of each game.
func Database(ctx context.Context, c *club.Club, store *db.DB, progress func(done, total int)) ([]Fault, error) {
	return Check(ctx, c, store, Options{Progress: progress})
}

// Check looks at what is stored, with as many games at a time as there are processors.
// Somebody may write to it meanwhile: a game that seems wrong is looked at again, with
// all that it depends on as it is at one moment.
func Check(ctx context.Context, c *club.Club, store *db.DB, o Options) (faults []Fault, err error) {
	wrong, err := ill(ctx, store)
	if err != nil {
		return nil, err
	}
	o.ill = len(wrong) > 0
	var w *world
	if err := store.View(ctx, func(tx *db.Tx) (err error) { w, err = newWorld(tx, c, store.Shared()); return err }); err != nil && o.ill && ctx.Err() == nil {
		return append(wrong, unread("all else", err)), nil
	} else if err != nil {
		return nil, err
	}
	var games []int64
	var turns turned
	var torn, beside []Fault
	// Each of the first two is one query after another: were they one, in a large database
	// they would go on alone, when all games have been looked at.
	group, all := errgroup.WithContext(ctx)
	group.Go(func() (err error) { torn, err = pages(all, store, o); return err })
	group.Go(func() (err error) { beside, err = whole(all, c, store, o); return err })
	group.Go(func() (err error) { games, turns, err = sweep(all, store, w, o); return err })
	if err := group.Wait(); err != nil {
		return nil, err
	}
	again, err := lookAgain(ctx, c, store, games, o)
	if err != nil {
		return nil, err
	}
	var counts []Fault
	if o.Since.IsZero() && !o.ill { // else not all games were looked at
		if counts, err = countAgain(ctx, store, w, turns); err != nil {
			return nil, err
		}
	}
	faults = slices.Concat(wrong, torn, beside, again, counts)
	slices.SortStableFunc(faults, func(a, b Fault) int { return cmp.Compare(order(a.Of), order(b.Of)) })
	return gathered(faults), nil
}

// order puts a file before games, and these before all else.
func order(of string) int { return slices.Index([]string{"file", "game"}, of) & 3 }

// pages asks the database whether it is whole.
func pages(ctx context.Context, store *db.DB, o Options) (faults []Fault, err error) {
	if !o.Since.IsZero() {
		return nil, nil
	}
	err = store.View(ctx, func(tx *db.Tx) error {
		damages, err := tx.Damages()
		for _, what := range damages {
			faults = append(faults, Fault{Of: "file", What: what, Mend: mend("file")})
		}
		return err
	})
	return faults, err
}

// looks are what looks at everything but games, and at what.
var looks = []struct {
	at   string
	look func(*db.Tx, *world, Options) ([]Fault, error)
}{
	{"the ledgers", ledgers}, {"the numbers of rows", numbers}, {"moments", moments}, {"what is due", neglected}, {"pauses", pauses}, {"invitations", invited}, {"people", people}, {"addresses", addresses},
	{"blocks", blocked}, {"ratings", ratings}, {"tournaments", tournaments}, {"ladders", climbs}, {"subjects", marked}, {"what is followed", followers}, {"puzzles", shelves},
	{"letters in", lettersIn}, {"texts of letters in", missingTexts}, {"what waits for a word", held}, {"letters out", lettersOut},
	{"texts of letters out", queuedTexts}, {"daemons", daemons},
}

// whole is what is seen of everything at one moment: beside the games.
func whole(ctx context.Context, c *club.Club, store *db.DB, o Options) (faults []Fault, err error) {
	if o.ill {
		return apart(ctx, c, store, o)
	}
	err = store.View(ctx, func(tx *db.Tx) error {
		w, err := newWorld(tx, c, store.Shared())
		if err != nil {
			return err
		}
		for _, l := range looks {
			found, err := l.look(tx, w, o)
			if err != nil {
				return err
			}
			faults = append(faults, found...)
		}
		return ctx.Err()
	})
	return faults, err
}

// ledgers holds rows against each other.
func ledgers(tx *db.Tx, _ *world, _ Options) (faults []Fault, err error) {
	found, err := tx.Findings(nil)
	for _, f := range found {
		faults = append(faults, Fault{Of: f.Of, ID: f.ID, What: f.What, Mend: mend(f.Of)})
	}
	return faults, err
}

// numbers looks whether rows to come will have numbers of their own.
func numbers(tx *db.Tx, w *world, _ Options) (faults []Fault, err error) {
	tables, err := examine.Sequences(tx, w.shared)
	for _, what := range tables {
		faults = append(faults, Fault{Of: "file", What: what, Mend: mend("numbers")})
	}
	return faults, err
}

// workers is how many games are looked at at a time: no more than there are connections
// that read, beside the two that look at all else.
func workers() int { return max(1, min(runtime.GOMAXPROCS(0), 2)) }
