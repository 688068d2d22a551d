package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// ErrSilent says that a server did not answer in time. What was asked of it may have
// been done.
var ErrSilent = errors.New("the database did not answer in time")

// silenceWatch ends a context when a server that is there does not answer: one that was
// stopped, or a statement that hangs, break no connection. A nil one waits for ever.
type silenceWatch struct {
	limit time.Duration
	timer *time.Timer // runs while the server is waited for
}

// newSilenceWatch is a context that ends when an answer takes longer than limit, and its
// silenceWatch, which waits for the first one already. Without a limit there is none. Whoever
// calls it calls end.
func newSilenceWatch(ctx context.Context, limit time.Duration) (_ context.Context, w *silenceWatch, end func()) {
	if limit <= 0 {
		return ctx, nil, func() {}
	}
	ctx, cancel := context.WithCancelCause(ctx)
	w = &silenceWatch{limit, time.AfterFunc(limit, func() { cancel(ErrSilent) })}
	return ctx, w, func() { w.timer.Stop(); cancel(nil) }
}

// Asked begins to wait for an answer, and the function returned ends that.
func (w *silenceWatch) asked() (answered func()) {
	if w == nil {
		return func() {}
	}
	w.timer.Reset(w.limit)
	return w.answered
}

// Answered ends to wait for an answer: what is done with it takes as long as it takes.
func (w *silenceWatch) answered() {
	if w != nil {
		w.timer.Stop()
	}
}

// Named is an error that comes of a silence, or of a context that ended, with that
// before it: database/sql rolls the transaction of such a context back by itself, and
// says afterwards of each statement, and of the commit, only that it is over.
func (w *silenceWatch) named(ctx context.Context, err error) error {
	switch {
	case err != nil && w != nil && errors.Is(context.Cause(ctx), ErrSilent):
		return fmt.Errorf("%w: %w", ErrSilent, err)
	case errors.Is(err, sql.ErrTxDone) && ctx.Err() != nil:
		return fmt.Errorf("%w: %w", ctx.Err(), err)
	}
	return err
}
