package server

import (
	"context"
	"maps"
	"slices"
	"time"

	"turnpost/db"
	"turnpost/mail/handler"
)

// maxVerifying is how many messages wait for the DNS at once. Each waits for a second at most,
// so a name server that does not answer delays others by a fraction of that.
const maxVerifying = db.MostExcepted - answersAtOnce

// verifying is the messages that this daemon holds while the DNS is asked about their
// signatures. Only the loop that answers uses it.
type verifying struct {
	held map[int64]bool
	done chan verified
}

// verified is a message whose signatures were judged.
type verified struct {
	db.Incoming
	handler.ParsedMessage
}

func newVerifying() verifying {
	return verifying{held: map[int64]bool{}, done: make(chan verified, maxVerifying)}
}

// start calls vouch for a message beside the loop. There must be room: see next.
func (v *verifying) start(in db.Incoming, parsed handler.ParsedMessage, vouch func(*handler.ParsedMessage)) {
	v.held[in.ID] = true
	done := v.done
	go func() {
		vouch(&parsed)
		done <- verified{in, parsed} // it has room for all
	}()
}

// next returns a message that was verified, if there is one. It waits for one only if no other
// message has room.
func (v *verifying) next(ctx context.Context) (in db.Incoming, parsed handler.ParsedMessage, ok bool) {
	var full <-chan struct{}
	if len(v.held) >= maxVerifying {
		full = ctx.Done()
	} else if len(v.done) == 0 {
		return in, parsed, false
	}
	select {
	case one := <-v.done:
		delete(v.held, one.ID)
		return one.Incoming, one.ParsedMessage, true
	case <-full:
		return in, parsed, false
	}
}

// wait waits until a message was verified or a signal comes. It reports false at once if none
// is being verified.
func (v *verifying) wait(ctx context.Context, signal <-chan struct{}) bool {
	if len(v.held) == 0 {
		return false
	}
	poll := time.NewTimer(idle)
	defer poll.Stop()
	select {
	case one := <-v.done:
		v.done <- one
	case <-signal:
	case <-poll.C:
	case <-ctx.Done():
	}
	return true
}

// ids returns the numbers of the messages that are being verified.
func (v *verifying) ids() []int64 { return slices.Collect(maps.Keys(v.held)) }
