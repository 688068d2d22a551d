// Package consistency checks the database of a club by playing all its games again. It changes
// nothing, and reports what contradicts the rules or other rows.
//
// It works in three ways:
//
//   - Replay. Every game is played again by its rules, and its position, result and clocks
//     are compared with what the plies give (games.go, clocks.go). Ratings are computed again
//     from the first game on (ratings.go), divisions and pairings of tournaments are made again
//     (tournaments.go).
//   - The hash chain. The seals of plies and games are computed again (db/seal.go).
//     The keys are in the same database: a person who has read them can forge all that is
//     checked here.
//   - Consistency checks: statements that return rows that contradict others (checks.sql).
//
// What is kept of the messages is compared with its checksums (messages.go). How many messages were
// ever written to a player in a thread, vacations, offers, ladders, and who wants no messages are
// compared with control totals that are written with them (db/sending.go, db/total.go). These have
// no key.
//
// # What is not checked
//
// Clocks are checked within bounds where what moved them is not kept: pauses of a player who was
// forgotten or that are older than 420 days, an earlier timezone, plies that were taken
// back. The hash chain has no such gaps.
//
// Nothing stores who left a tournament by choice, or how often a player slid on a ladder, so that
// places of a ladder are not computed again. Where two players were merged, checks that depend on
// who played are left out. Words of talk and notes, names and settings are checked for their form
// at most.
package consistency

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"turnpost/db"
	"turnpost/mail/club"
)

// Fault is something in the database that contradicts the rest.
type Fault struct {
	// file, game, invitation, player, pause, message in, message out, puzzle, tournament,
	// ladder, follower, daemon or key
	Of   string
	ID   int64 // its number; 0 for the file, ladders and daemons
	What string
	Mend string // what the operator can do
}

// Options says what is checked.
type Options struct {
	// Since leaves out games and tournaments that ended before, the texts of older messages, and the
	// reading of every page. The zero time leaves nothing out.
	Since time.Time
	// Progress, if not nil, is called with the number of games checked so far. Calls do not overlap.
	Progress func(done, total int)
}

// since is Options.Since as a column has it.
func (o Options) since() int64 {
	if o.Since.IsZero() {
		return 0
	}
	return o.Since.UnixMilli()
}

const day = 24 * time.Hour

// slack is how far another machine's clock may be ahead of ours.
const slack = time.Hour

// verifier is one run of Check.
type verifier struct {
	club  *club.Club
	store *db.DB
	Options
	// malformed says that the schema or the type of a value is wrong. What cannot be read
	// is then a fault, and no error that would hide all others.
	malformed bool

	mu    sync.Mutex
	found faults
	done  int // games
}

// Check checks what is stored. Only failures of the database itself are errors.
//
// A server may write meanwhile: each check, and each page of games, sees one moment.
func Check(ctx context.Context, c *club.Club, store *db.DB, o Options) ([]Fault, error) {
	v := &verifier{club: c, store: store, Options: o}
	if err := v.look(ctx, "the schema", v.form); err != nil {
		return nil, err
	}
	v.malformed = len(v.found.list) > 0
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(max(2, runtime.GOMAXPROCS(0)))
	group.Go(func() error { return v.games(ctx, group) })
	for _, p := range []struct {
		name  string
		check func(*db.Tx, *faults) error
	}{
		{"the file", v.file}, {"values", v.values}, {"moments", v.moments},
		{"addresses", v.addresses}, {"ratings", v.ratings}, {"tournaments", v.tournaments}, {"puzzles", v.puzzles},
		{"messages in", v.messagesIn}, {"messages out", v.messagesOut}, {"reply tokens", v.tokens},
	} {
		group.Go(func() error { return v.look(ctx, p.name, p.check) })
	}
	for _, c := range checks {
		group.Go(func() error {
			return v.look(ctx, c.of+": "+c.what,
				func(tx *db.Tx, found *faults) error { return v.consistent(c, tx, found) })
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	return v.found.sorted(), nil
}

// look runs a check in a transaction of its own.
func (v *verifier) look(ctx context.Context, name string, check func(*db.Tx, *faults) error) error {
	var found faults
	err := v.store.View(ctx, func(tx *db.Tx) error {
		found = faults{} // of an attempt that is repeated
		return check(tx, &found)
	})
	if err != nil && ctx.Err() == nil && v.malformed {
		found.add("file", 0, "correct what is said above, and verify again",
			"%s cannot be checked because of what is said above: %v", name, err)
	} else if err != nil {
		return fmt.Errorf("checking %s: %w", name, err)
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	v.found.list = append(v.found.list, found.list...)
	return nil
}

const (
	doRestore = "stop the server, keep a copy of the file, and restore the last backup that verifies"
	doCopy    = "copy the rows into a new database with 'turnpost db copy'"
)

// form compares the schema, and the types of values, with what this program has.
func (v *verifier) form(tx *db.Tx, found *faults) error {
	differences, err := tx.SchemaDifferences()
	if err != nil {
		return err
	}
	found.addAll("stop the server; restore the schema, or "+doCopy, differences)
	values, err := tx.MalformedValues()
	found.addAll(doRestore, values)
	if len(found.list) > 0 {
		return nil // a missing table is among the differences
	}
	return err
}

// file lets the database check its pages, constraints and references, and checks that new rows will get
// numbers that were never used.
func (v *verifier) file(tx *db.Tx, found *faults) error {
	tables, err := tx.Sequences()
	if err != nil || !v.Since.IsZero() {
		return err
	}
	found.addAll("stop the server before a number is used twice, and "+doCopy, tables)
	damages, err := tx.Damages()
	found.addAll(doRestore, damages)
	return err
}

// faults collects faults.
type faults struct{ list []finding }

// finding is a fault and its kind: what it is of and the form of its sentence.
type finding struct {
	Fault
	kind string
}

func (f *faults) add(of string, id int64, todo, format string, args ...any) {
	f.list = append(f.list, finding{Fault{of, id, fmt.Sprintf(format, args...), todo}, of + ": " + format})
}

// addAll adds what is wrong with the file.
func (f *faults) addAll(todo string, sentences []string) {
	for _, what := range sentences {
		f.list = append(f.list, finding{Fault{"file", 0, what, todo}, "file: " + what})
	}
}

// alike is how many faults of one kind are listed. More have mostly one cause: then the first is listed
// with their number.
const alike = 20

// sorted lists the faults of the file first, then those of games.
func (f *faults) sorted() (out []Fault) {
	of := map[string][]Fault{}
	for _, is := range f.list {
		of[is.kind] = append(of[is.kind], is.Fault)
	}
	for _, kind := range slices.Sorted(maps.Keys(of)) {
		all := of[kind]
		slices.SortStableFunc(all, func(a, b Fault) int { return cmp.Compare(a.ID, b.ID) })
		if len(all) > alike {
			all[0].What = fmt.Sprintf("one of %d faults that are alike, up to %d: %s", len(all), all[len(all)-1].ID,
				all[0].What)
			all = all[:1]
		}
		out = append(out, all...)
	}
	rank := func(f Fault) int { return slices.Index([]string{"file", "game"}, f.Of) & 3 }
	slices.SortStableFunc(out, func(a, b Fault) int { return rank(a) - rank(b) })
	return out
}

// moment reads a column; 0 is the zero time.
func moment(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return time.UnixMilli(ms).UTC()
}

// said is a moment as a fault names it.
func said(at time.Time) string {
	if at.IsZero() {
		return "never"
	}
	return at.UTC().Format("2006-01-02 15:04:05.000")
}

// merged reports whether two players were ever made one.
func merged(tx *db.Tx) (is bool, err error) {
	err = tx.Rows(func(scan func(...any) error) error { return scan(&is) }, `SELECT `+anyMerged)
	return is, err
}
