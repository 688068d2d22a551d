// Package turns gives the one writer of a file to who asks for it, in the order in which
// they ask, and tells who had it and for how long.
//
// A pool of one connection (database/sql) gives it to a random one of those who wait, so
// that whoever comes often passes by who waits; here nobody is passed by. It promises
// nothing about writers of other processes, for which SQLite waits by trying again.
package turns

import (
	"context"
	"sync"
	"time"

	"golang.org/x/sync/semaphore"
)

// Turn is one turn of the writer's: when it was asked for, when it began, when all was
// written but the commit (zero: it was rolled back), and when the writer was free again.
// Where Beside is true nobody had the writer, but the disk was busy for the log: a
// checkpoint beside who writes.
type Turn struct {
	Asked, Began, Worked, Ended time.Time
	Beside                      bool

	ctx  context.Context
	of   *Queue
	once *sync.Once
	kept func() bool // the turn, though its context ends
}

// Queue is who waits for a writer. Nil is one that knows no waiting.
type Queue struct {
	writer *semaphore.Weighted
	heard  func(context.Context, Turn)
}

// New is a queue for a writer that is free.
func New() *Queue { return &Queue{writer: semaphore.NewWeighted(1)} }

// Hear makes f hear of each turn when it is over, with the context with which it was
// asked for. It must be called before the first, and f may be called by several at once.
func (q *Queue) Hear(f func(context.Context, Turn)) {
	if q != nil {
		q.heard = f
	}
}

// If is the queue, or, for who does not write, nil.
func (q *Queue) If(writes bool) *Queue {
	if !writes {
		return nil
	}
	return q
}

// Ask waits for the writer. The turn is to be ended, unless there is an error: the context's.
// When the context ends the next one has the writer: database/sql has rolled back by itself.
func (q *Queue) Ask(ctx context.Context) (*Turn, error) {
	if q == nil {
		return nil, nil
	}
	t := &Turn{Asked: time.Now(), ctx: ctx, of: q, once: &sync.Once{}}
	if err := q.writer.Acquire(ctx, 1); err != nil {
		return nil, err
	}
	t.Began = time.Now()
	t.kept = context.AfterFunc(ctx, t.free)
	return t, nil
}

// Beside begins what needs the disk, and not the writer; it is to be ended.
func (q *Queue) Beside(ctx context.Context) *Turn {
	if q == nil {
		return nil
	}
	now := time.Now()
	return &Turn{Asked: now, Began: now, Beside: true, ctx: ctx, of: q}
}

// Commits notes that all is written but the commit.
func (t *Turn) Commits() {
	if t != nil {
		t.Worked = time.Now()
	}
}

func (t *Turn) free() { t.once.Do(func() { t.of.writer.Release(1) }) }

// End lets the next one have the writer.
func (t *Turn) End() {
	if t == nil {
		return
	}
	t.Ended = time.Now()
	if !t.Beside {
		t.kept()
		t.free()
	}
	if t.of.heard != nil {
		t.of.heard(t.ctx, *t)
	}
}
