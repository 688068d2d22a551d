package imap

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/emersion/go-imap/v2"

	"turnpost/mail"
)

// Inbox is the mail.Inbox over IMAP. It is used by one goroutine, except for
// Close, which may come from anywhere and ends a call in progress.
type Inbox struct {
	cfg  Config
	name string

	mu   sync.Mutex
	s    *session // nil: not connected
	busy bool     // a call is in progress

	validity uint32 // of the suspects
	suspects map[imap.UID]suspect

	told   int       // how many mails bore \Deleted when that was last told
	untidy time.Time // when a connection ended at it; see tidy
}

// suspect is a mail at which a connection ended.
type suspect struct {
	times int
	rest  time.Time // leave it alone until then
}

var _ mail.Inbox = (*Inbox)(nil)

// New checks the configuration; it does not dial.
func New(cfg Config) (*Inbox, error) {
	if err := cfg.check(); err != nil {
		return nil, fmt.Errorf("imap: %w", err)
	}
	return &Inbox{cfg: cfg, name: cfg.name(), suspects: make(map[imap.UID]suspect)}, nil
}

// Name is user, host and folder; see mail.Inbox.
func (in *Inbox) Name() string { return in.name }

// Check connects, logs in, opens the mailbox and makes the one for what is done,
// to find out at the start whether letters can be collected at all.
func (in *Inbox) Check(ctx context.Context) error {
	s, err := open(ctx, &in.cfg)
	if err != nil {
		return in.explain(err)
	}
	s.logout()
	return nil
}

// Collect hands over what is not done; see mail.Inbox.
func (in *Inbox) Collect(ctx context.Context, keep func(context.Context, ...mail.Arrival) error) (int, error) {
	s, release, err := in.session(ctx)
	if err != nil {
		return 0, in.explain(err)
	}
	n, err := in.collect(ctx, s, keep)
	release()
	return n, err
}

func (in *Inbox) collect(ctx context.Context, s *session, keep keeper) (kept int, err error) {
	if err := in.tidy(ctx, s); err != nil {
		return 0, in.explain(err)
	}
	s.forgetNews() // what comes from here on may miss the search
	uids, err := s.search(ctx)
	if err != nil {
		return 0, in.explain(err)
	}
	var b batch
	var failures []error
	settle := func() error {
		n, failed, err := in.settle(ctx, s, b, keep)
		b, kept, failures = batch{}, kept+n, append(failures, failed...)
		return err
	}
	for _, uid := range in.order(s, uids) {
		if err := ctx.Err(); err != nil {
			return kept, errors.Join(err, settle())
		}
		if _, suspected := in.suspects[uid]; suspected || b.full() {
			if err := settle(); err != nil { // while there is a connection
				return kept, errors.Join(append([]error{err}, failures...)...)
			}
			if !s.alive() {
				break
			}
		}
		arrival, found, err := s.fetch(ctx, uid)
		if err != nil {
			err = in.explain(fmt.Errorf("mail %d:%d: %w", s.validity, uid, err))
			failures = append(failures, err)
			if s.alive() {
				continue // the server refused this mail; the others can still be read
			}
			if ctx.Err() == nil {
				in.suspect(uid)
			}
			break
		}
		if !found {
			continue // somebody took it away after the search
		}
		arrival.Mailbox = in.name
		arrival.Cursor = fmt.Sprintf("%d:%d", s.validity, uid)
		b.add(uid, arrival)
	}
	if err := settle(); err != nil {
		return kept, errors.Join(append([]error{err}, failures...)...)
	}
	return kept, errors.Join(failures...)
}

// keeper is what Collect hands mails to.
type keeper = func(context.Context, ...mail.Arrival) error

// What is kept, and filed, together: a commit and a command for many mails. A
// death in between hands over so many again.
const (
	together = 16
	octets   = 1 << 20
)

// batch is mails that are fetched and not kept yet.
type batch struct {
	uids     []imap.UID
	arrivals []mail.Arrival
	octets   int
}

func (b *batch) add(uid imap.UID, a mail.Arrival) {
	b.uids, b.arrivals, b.octets = append(b.uids, uid), append(b.arrivals, a), b.octets+len(a.Raw)
}

func (b *batch) full() bool { return len(b.uids) >= together || b.octets >= octets }

// settle has mails kept, and files them: all at once, or, if that fails, one after
// the other up to the one at fault.
func (in *Inbox) settle(ctx context.Context, s *session, b batch, keep keeper) (kept int, failures []error, err error) {
	if len(b.uids) == 0 {
		return 0, nil, nil
	}
	if err = keep(ctx, b.arrivals...); err == nil {
		kept = len(b.uids)
	} else if len(b.uids) > 1 {
		for err = nil; err == nil && kept < len(b.uids); {
			if err = keep(ctx, b.arrivals[kept]); err == nil {
				kept++
			}
		}
	}
	for _, uid := range b.uids[:kept] {
		delete(in.suspects, uid)
	}
	if kept > 0 {
		failures = in.file(ctx, s, b.uids[:kept])
	}
	return kept, failures, err
}

// file puts kept mails out of the way: all at once, or, if the server refuses
// that, each alone, so that one which cannot be moved holds up no other.
func (in *Inbox) file(ctx context.Context, s *session, uids []imap.UID) (failures []error) {
	if len(uids) > 1 {
		err := s.file(ctx, uids...)
		if err == nil {
			return nil
		}
		if !s.alive() {
			return []error{in.explain(fmt.Errorf("%d mails from %d:%d on are kept, but cannot be filed: %w", len(uids), s.validity, uids[0], err))}
		}
	}
	for _, uid := range uids {
		if err := s.file(ctx, uid); err != nil {
			failures = append(failures, in.explain(fmt.Errorf("mail %d:%d is kept, but cannot be filed: %w", s.validity, uid, err)))
			if !s.alive() {
				break
			}
		}
	}
	return failures
}

// order is the order of fetching: oldest first, but suspects last, and without
// those that rest.
func (in *Inbox) order(s *session, uids []imap.UID) []imap.UID {
	if in.validity != s.validity {
		in.validity = s.validity
		clear(in.suspects)
	}
	slices.Sort(uids)
	var first, last []imap.UID
	for _, uid := range uids {
		if sus, ok := in.suspects[uid]; !ok {
			first = append(first, uid)
		} else if time.Now().After(sus.rest) {
			last = append(last, uid)
		}
	}
	return append(first, last...)
}

func (in *Inbox) suspect(uid imap.UID) {
	s := in.suspects[uid]
	if s.times++; s.times >= 3 {
		s = suspect{rest: time.Now().Add(time.Hour)}
		in.cfg.Log.Error("a mail has ended the connection to the IMAP server three times; it is left alone for an hour",
			"mailbox", in.cfg.Mailbox, "uidvalidity", in.validity, "uid", uid)
	}
	in.suspects[uid] = s
}

// Wait waits for mail; see mail.Inbox. Without a connection it returns at once,
// and Collect dials.
func (in *Inbox) Wait(ctx context.Context) error {
	in.mu.Lock()
	s := in.s
	in.busy = s != nil
	in.mu.Unlock()
	if s == nil || !s.alive() {
		in.drop(s)
		return ctx.Err()
	}
	err := s.wait(ctx)
	in.release(s)
	return in.explain(err)
}

// session returns the open session, or a new one. An old one that has died in
// the meantime is no failure.
func (in *Inbox) session(ctx context.Context) (*session, func(), error) {
	if err := ctx.Err(); err != nil {
		return nil, nil, err
	}
	in.mu.Lock()
	s := in.s
	in.busy = s != nil
	in.mu.Unlock()
	if s != nil {
		// Whoever has just told us of mail need not be asked whether there is any.
		notified := s.notified && s.alive() && time.Since(s.spoke) < time.Second
		s.notified = false
		if notified || s.noop(ctx) == nil {
			return s, func() { in.release(s) }, nil
		}
		in.drop(s)
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
	}
	s, err := open(ctx, &in.cfg)
	if err != nil {
		return nil, nil, err
	}
	in.mu.Lock()
	in.s, in.busy = s, true
	in.mu.Unlock()
	return s, func() { in.release(s) }, nil
}

// release ends a call; a session that died in it is forgotten.
func (in *Inbox) release(s *session) {
	in.mu.Lock()
	in.busy = false
	in.mu.Unlock()
	if !s.alive() {
		in.drop(s)
	}
}

func (in *Inbox) drop(s *session) {
	in.mu.Lock()
	if in.s == s {
		in.s = nil
	}
	in.busy = false
	in.mu.Unlock()
	if s != nil {
		s.close()
	}
}

// Close hangs up; see mail.Inbox.
func (in *Inbox) Close() error {
	in.mu.Lock()
	s, busy := in.s, in.busy
	in.s = nil
	in.mu.Unlock()
	switch {
	case s == nil:
	case busy:
		s.conn.Close() // whoever is in the call cleans up
	default:
		s.logout()
	}
	return nil
}

// explain names the server and the mailbox, once.
func (in *Inbox) explain(err error) error {
	if err == nil || err == context.Canceled || err == context.DeadlineExceeded {
		return err
	}
	return fmt.Errorf("IMAP server %s: %w", in.cfg.server.Addr(), err)
}
