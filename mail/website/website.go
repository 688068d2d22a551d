package website

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"time"

	"turnpost/db"
	"turnpost/rules"
	"turnpost/templates"
	"turnpost/templates/picture"
)

// Options say what is written, and where.
type Options struct {
	Dir  string
	Lang string // of the pages
	// URL is the address of the folder, for the links in feeds; empty: they are relative.
	URL     string
	Address string // to which one writes to join; empty: the pages do not say
	Records bool   // a file of records for each month, too
	All     bool   // whether or not it has changed
	// Workers is how many pages are made at once; 0: as many as there are cores. A single
	// worker rests after each page for as long as the page took: the run is then beside
	// something more urgent.
	Workers int
}

// Report says what a run did.
type Report struct {
	Games, Players int // that are shown
	Files          int
	Written        int
	Removed        int
	// Failed are games that cannot be shown because they cannot be replayed, or because
	// their rules are unknown.
	Failed []int64
}

// Keys are the keys of a database's archive. They are made if there are none.
func Keys(ctx context.Context, store *db.DB) (keys db.ArchiveSigner, err error) {
	find := func(tx *db.Tx) (found bool, err error) {
		keys, found, err = tx.ArchiveKeys()
		return found, err
	}
	found := false
	err = store.View(ctx, func(tx *db.Tx) (err error) { found, err = find(tx); return err })
	if err != nil || found {
		return keys, err
	}
	err = store.Update(ctx, func(tx *db.Tx) error {
		if err := tx.MakeArchiveKeys(tx.Now.UnixMilli()); err != nil {
			return err
		}
		_, err := find(tx)
		return err
	})
	return keys, err
}

// Write brings the archive in a folder up to date.
func Write(ctx context.Context, store *db.DB, games []rules.Game, words *templates.Catalogues, o Options) (
	Report, error) {
	pages, err := newSite(words, o.Lang)
	if err != nil {
		return Report{}, err
	}
	keys, err := Keys(ctx, store)
	if err != nil {
		return Report{}, err
	}
	shelf, err := openShelf(o.Dir, o.All)
	if err != nil {
		return Report{}, fmt.Errorf("the archive: %w", err)
	}
	defer shelf.root.Close()
	w := &writer{Options: o, store: store, words: words, site: pages, keys: keys, shelf: shelf,
		painter: picture.NewPainter(), kinds: map[string]*kind{}, people: map[int64]*person{}, parts: map[int64]*part{}}
	if w.rest = o.Workers == 1; o.Workers == 0 {
		w.Workers = runtime.GOMAXPROCS(0)
	}
	for _, g := range games {
		if w.kinds[g.Name], err = w.kind(g); err != nil {
			return Report{}, err
		}
		w.order = append(w.order, g.Name)
	}
	for _, step := range []func(context.Context) error{w.read, w.standing, w.games, w.lists} {
		if err := step(ctx); err != nil {
			return Report{Written: shelf.written, Removed: shelf.removed}, errors.Join(err, shelf.breakOff())
		}
	}
	err = shelf.finish(keys.Sign)
	r := Report{Games: len(w.shown), Files: len(shelf.now), Written: shelf.written, Removed: shelf.removed,
		Failed: w.failed}
	for _, p := range w.people {
		if p.page != "" && len(p.games) > 0 {
			r.Players++
		}
	}
	return r, err
}

// pause rests for as long as has passed since began, if the run is beside something more
// urgent.
func (w *writer) pause(ctx context.Context, began time.Time) {
	if !w.rest {
		return
	}
	select {
	case <-ctx.Done():
	case <-time.After(time.Since(began)):
	}
}
