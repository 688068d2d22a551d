package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// ErrSilent says that a server did not answer in time. The statement may have been
// executed.
var ErrSilent = errors.New("the database did not answer in time")

// silenceWatch cancels a context when a reachable server does not answer: a frozen server
// or a statement that hangs does not break a connection. A nil silenceWatch waits for
// ever.
type silenceWatch struct {
	limit time.Duration
	timer *time.Timer // runs while the server is waited for
}

// newSilenceWatch returns a context that is cancelled when an answer takes longer than
// limit, and its silenceWatch, which already waits for the first answer. If limit is 0
// there is no watch. The caller must call end.
func newSilenceWatch(ctx context.Context, limit time.Duration) (_ context.Context, w *silenceWatch, end func()) {
	if limit <= 0 {
		return ctx, nil, func() {}
	}
	ctx, cancel := context.WithCancelCause(ctx)
	w = &silenceWatch{limit, time.AfterFunc(limit, func() { cancel(ErrSilent) })}
	return ctx, w, func() { w.timer.Stop(); cancel(nil) }
}

// asked starts to wait for an answer; the returned function stops that.
func (w *silenceWatch) asked() (answered func()) {
	if w == nil {
		return func() {}
	}
	w.timer.Reset(w.limit)
	return w.answered
}

// answered stops to wait: what is done with the answer may take any time.
func (w *silenceWatch) answered() {
	if w != nil {
		w.timer.Stop()
	}
}

// named adds the cause to an error that follows a silence or a cancelled context.
// database/sql rolls back the transaction of such a context itself, and then says of each
// statement and of the commit only that it is over.
func (w *silenceWatch) named(ctx context.Context, err error) error {
	switch {
	case err != nil && w != nil && errors.Is(context.Cause(ctx), ErrSilent):
		return fmt.Errorf("%w: %w", ErrSilent, err)
	case errors.Is(err, sql.ErrTxDone) && ctx.Err() != nil:
		return fmt.Errorf("%w: %w", ctx.Err(), err)
	}
	return err
}
