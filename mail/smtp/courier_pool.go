package smtp

import (
	"context"
	"errors"
	"regexp"
	"slices"
	"sync"
	"time"

	"github.com/emersion/go-smtp"

	"turnpost/mail"
)

const (
	maxIdle = 30 * time.Second // shorter than any server's patience
	maxAge  = 10 * time.Minute

	// crowded is how long a server gets no more connections than it accepted, after it
	// refused one more.
	crowded = 10 * time.Minute
)

// pool holds the idle connections to one server, and counts those in use.
type pool struct {
	most int // connections at once

	mu    sync.Mutex
	kept  []*keptSession
	used  int // places, with a session or for one that is to be dialled
	live  int // of used, those with a session
	dials int // of used, those that are being dialled
	fewer int // how many the server accepts, until wide; 0: no limit
	wide  time.Time

	changed chan struct{} // closed when any of these changes
}

// keptSession is an idle session and the timer that ends it.
type keptSession struct {
	*courierSession
	end *time.Timer
}

func newPool(most int) *pool { return &pool{most: most, changed: make(chan struct{})} }

// take waits for a place and returns the session that was used last, or nil: then the
// caller may dial one. The caller returns the place with give.
func (p *pool) take(ctx context.Context) (*courierSession, error) {
	for {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		p.mu.Lock()
		if p.used < p.room() {
			p.used++
			s := p.pop()
			if s != nil {
				p.live++
			}
			p.mu.Unlock()
			if s != nil && time.Since(s.born) > maxAge {
				p.hangUp(context.Background(), s, true)
				s = nil
			}
			return s, nil
		}
		changed := p.changed
		p.mu.Unlock()
		select {
		case <-ctx.Done():
		case <-changed:
		}
	}
}

// room is how many places there are now.
func (p *pool) room() int {
	if p.fewer > 0 && time.Now().Before(p.wide) {
		return p.fewer
	}
	return p.most
}

// pop returns the session that was kept last.
func (p *pool) pop() *courierSession {
	if len(p.kept) == 0 {
		return nil
	}
	last := p.kept[len(p.kept)-1]
	p.kept = p.kept[:len(p.kept)-1]
	last.end.Stop() // if it runs already, it finds the session gone
	return last.courierSession
}

// give returns a place, with its session for another message, or nil if that is closed.
func (p *pool) give(s *courierSession, idle time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.used--
	if s != nil {
		p.live--
		k := &keptSession{courierSession: s}
		k.end = time.AfterFunc(idle, func() {
			p.mu.Lock()
			i := slices.Index(p.kept, k)
			if i >= 0 {
				p.kept = slices.Delete(p.kept, i, i+1)
			}
			p.mu.Unlock()
			if i >= 0 {
				s.hangUp(context.Background(), true)
			}
		})
		p.kept = append(p.kept, k)
	}
	p.notify()
}

// notify wakes those that wait for a change.
func (p *pool) notify() {
	close(p.changed)
	p.changed = make(chan struct{})
}

// dial opens a session for a place that was taken.
func (p *pool) dial(ctx context.Context, cfg *CourierConfig) (*courierSession, error) {
	p.mu.Lock()
	p.dials++
	p.mu.Unlock()
	s, err := dial(ctx, cfg)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.dials--
	if err == nil {
		p.live++
	}
	p.notify()
	return s, err
}

// hangUp ends a session that was taken or dialled.
func (p *pool) hangUp(ctx context.Context, s *courierSession, polite bool) {
	s.hangUp(ctx, polite)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.live--
}

// narrow notes that the server refused one more connection, and reports whether there are
// others, so that the caller can wait for one of them. It waits for those being dialled.
func (p *pool) narrow(ctx context.Context) bool {
	for ctx.Err() == nil {
		p.mu.Lock()
		if p.live+len(p.kept) > 0 {
			p.fewer, p.wide = max(p.room()-1, 1), time.Now().Add(crowded)
			p.mu.Unlock()
			return true
		}
		changed, none := p.changed, p.dials == 0
		p.mu.Unlock()
		if none {
			return false
		}
		select {
		case <-ctx.Done():
		case <-changed:
		}
	}
	return false
}

// close closes the idle sessions.
func (p *pool) close() {
	p.mu.Lock()
	kept := p.kept
	p.kept = nil
	p.mu.Unlock()
	for _, k := range kept {
		k.end.Stop()
		k.hangUp(context.Background(), true)
	}
}

// tooMany matches the words of servers for too many connections of one account: Postfix
// and Gmail ("too many concurrent connections"), and Microsoft 365, after the message (432
// 4.3.2 "sender thread limit exceeded").
var tooMany = regexp.MustCompile(
	`(?i)too many (concurrent |simultaneous )?(smtp )?(connections|sessions)|(connection|thread|session) limit|concurrent connections`)

// refusesBeside reports whether a failure may be caused by too many connections: one that
// could not be opened, or whose message was refused in the words of tooMany. A refused
// login is not.
func refusesBeside(err error, dialled bool) bool {
	if errors.Is(err, mail.ErrAccount) || errors.Is(err, mail.ErrUnanswered) {
		return false
	}
	said, answered := errors.AsType[*smtp.SMTPError](err)
	return dialled || answered && (said.Code == 432 || said.Code/100 == 4 && tooMany.MatchString(said.Message))
}
