package imap

import (
	"cmp"
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net/url"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/emersion/go-imap/v2"

	"turnpost/mail"
)

// Inbox implements mail.Inbox over IMAP. One goroutine uses it, except that any may call
// Close, which ends a call in progress.
type Inbox struct {
	cfg  Config
	name string

	mu    sync.Mutex
	s     *session // nil: not connected
	busy  bool     // a call is in progress
	ended bool     // the mailbox was given up

	validity uint32 // that the messages below belong to
	suspects map[imap.UID]suspect
	left     map[imap.UID]int // those for which there was no room; see again
	rounds   int              // how often Collect began

	database string       // that stores the messages; empty: the mailbox is not marked
	mark     DatabaseMark // that we gave the mailbox; zero: we have not begun to collect
	rival    string       // Since of another server's mark that was reported
	unmarked bool         // the server refuses marks

	told   int           // how many messages with \Deleted were last reported
	untidy time.Time     // when tidy last ended a connection
	used   atomic.Uint64 // the bits of QuotaUsed
}

// suspect is a message whose fetching ended a connection.
type suspect struct {
	times int
	rest  time.Time // when it may be fetched again
}

var _ mail.Inbox = (*Inbox)(nil)

// New checks the configuration; it does not dial.
func New(cfg Config) (*Inbox, error) {
	if err := cfg.check(); err != nil {
		return nil, fmt.Errorf("imap: %w", err)
	}
	return &Inbox{cfg: cfg, name: cfg.name(), suspects: make(map[imap.UID]suspect),
		left: make(map[imap.UID]int)}, nil
}

// Name returns the URL of the mailbox, of user, host and folder; see mail.Inbox.
func (in *Inbox) Name() string { return in.name }

// Check connects, logs in, opens the mailbox and creates the folder for filed messages,
// to find out at the start whether messages can be collected. A mailbox that belongs to another
// database is mail.ErrMailboxTaken.
func (in *Inbox) Check(ctx context.Context) error {
	s, err := open(ctx, &in.cfg)
	if err != nil {
		return in.explain(err)
	}
	defer s.logout()
	if in.database == "" {
		return nil
	}
	marks, err := s.marks(ctx)
	if _, refused := errors.AsType[*imap.Error](err); refused {
		return nil // Collect says so
	}
	if other, is := foreign(marks, in.database); is {
		return in.explain(in.taken(other))
	}
	return in.explain(err)
}

// Collect hands over the messages that are not filed; see mail.Inbox.
func (in *Inbox) Collect(ctx context.Context, keep func(context.Context, ...mail.ArrivedMail) error) (int, error) {
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
	s.forgetNews() // mail that comes from here on may miss the search
	uids, err := s.search(ctx)
	if err != nil {
		return 0, in.explain(err)
	}
	var b batch
	var failures []error
	in.rounds++
	wasLeft := func(uid imap.UID) bool { _, left := in.left[uid]; return left }
	noRoom, tried := false, false
	settle := func() error {
		n, failed, err := in.settle(ctx, s, b, keep)
		noRoom = noRoom || slices.ContainsFunc(b.uids, wasLeft)
		b, kept, failures = batch{}, kept+n, append(failures, failed...)
		return err
	}
	ordered := in.order(s, uids)
	again := in.again()
	for _, uid := range ordered {
		if err := ctx.Err(); err != nil {
			return kept, errors.Join(err, settle())
		}
		// The first of those that were left shows whether there is room for the others.
		first := !tried && slices.ContainsFunc(b.uids, wasLeft)
		tried = tried || first
		if _, suspected := in.suspects[uid]; suspected || first || b.full() {
			if err := settle(); err != nil { // while the connection is up
				return kept, errors.Join(append([]error{err}, failures...)...)
			}
			if !s.alive() {
				break
			}
		}
		if noRoom && wasLeft(uid) && !slices.Contains(again, uid) {
			continue
		}
		arrival, found, err := s.fetch(ctx, uid)
		if err != nil {
			err = in.explain(fmt.Errorf("mail %d:%d: %w", s.validity, uid, err))
			failures = append(failures, err)
			if s.alive() {
				continue // the server refused this message; the others can still be read
			}
			if ctx.Err() == nil {
				in.suspect(uid)
			}
			break
		}
		if !found {
			continue // somebody removed it after the search
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

// keeper is the function that Collect hands messages to.
type keeper = func(context.Context, ...mail.ArrivedMail) error

// How many messages are stored and filed together, to save commits and commands. A crash
// in between hands these over again.
const (
	together = 16
	octets   = 1 << 20
)

// batch holds messages that are fetched and not stored yet.
type batch struct {
	uids     []imap.UID
	arrivals []mail.ArrivedMail
	octets   int
}

func (b *batch) add(uid imap.UID, a mail.ArrivedMail) {
	b.uids, b.arrivals, b.octets = append(b.uids, uid), append(b.arrivals, a), b.octets+len(a.Raw)
}

func (b *batch) full() bool { return len(b.uids) >= together || b.octets >= octets }

// settle has messages stored, and files them.
func (in *Inbox) settle(ctx context.Context, s *session, b batch, keep keeper) (kept int, failures []error, err error) {
	stored, err := in.store(ctx, b, keep)
	if len(stored) > 0 {
		failures = in.file(ctx, s, stored)
	}
	return len(stored), failures, err
}

// store has messages stored: all at once, or, if that fails, one after the other up to the
// one that fails. It returns those that are, and notes those for which there is no room.
func (in *Inbox) store(ctx context.Context, b batch, keep keeper) (stored []imap.UID, err error) {
	try := func(uids []imap.UID, arrivals []mail.ArrivedMail) error {
		err := keep(ctx, arrivals...)
		noRoom, ok := errors.AsType[*mail.LeftOutError](err)
		if err != nil && !ok {
			return err
		}
		for i, uid := range uids {
			delete(in.suspects, uid)
			if ok && slices.Contains(noRoom.Left, i) {
				in.left[uid] = 0
				if slices.Contains(noRoom.Undecided, i) {
					in.left[uid] = in.rounds
				}
				continue
			}
			delete(in.left, uid)
			stored = append(stored, uid)
		}
		return nil
	}
	if len(b.uids) == 0 {
		return nil, nil
	}
	if err = try(b.uids, b.arrivals); err == nil || len(b.uids) == 1 {
		return stored, err
	}
	for i := range b.uids {
		if err = try(b.uids[i:i+1], b.arrivals[i:i+1]); err != nil {
			break
		}
	}
	return stored, err
}

// file files stored messages: all at once, or, if the server refuses, each alone, so that
// one that cannot be moved does not hold up the others.
func (in *Inbox) file(ctx context.Context, s *session, uids []imap.UID) (failures []error) {
	if len(uids) > 1 {
		err := s.file(ctx, uids...)
		if err == nil {
			return nil
		}
		if !s.alive() {
			return []error{
				in.explain(fmt.Errorf("%d messages from %d:%d on are kept, but cannot be filed: %w", len(uids),
					s.validity, uids[0], err))}
		}
	}
	for _, uid := range uids {
		if err := s.file(ctx, uid); err != nil {
			failures = append(failures,
				in.explain(fmt.Errorf("mail %d:%d is kept, but cannot be filed: %w", s.validity, uid, err)))
			if !s.alive() {
				break
			}
		}
	}
	return failures
}

// order returns the order of fetching: oldest first, suspects last, and those that rest
// left out.
func (in *Inbox) order(s *session, uids []imap.UID) []imap.UID {
	if in.validity != s.validity {
		in.validity = s.validity
		clear(in.suspects)
		clear(in.left)
	}
	slices.Sort(uids)
	maps.DeleteFunc(in.left, func(uid imap.UID, _ int) bool { // somebody removed it
		_, there := slices.BinarySearch(uids, uid)
		return !there
	})
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

// again returns those of the messages left that may be proven by now: a few, those that waited
// longest. left holds the round in which such a message was passed last, and 0 for others.
func (in *Inbox) again() (uids []imap.UID) {
	for uid, round := range in.left {
		if round > 0 {
			uids = append(uids, uid)
		}
	}
	slices.SortFunc(uids, func(a, b imap.UID) int {
		return cmp.Or(cmp.Compare(in.left[a], in.left[b]), cmp.Compare(a, b))
	})
	return uids[:min(len(uids), together)]
}

func (in *Inbox) suspect(uid imap.UID) {
	s := in.suspects[uid]
	if s.times++; s.times >= 3 {
		s = suspect{rest: time.Now().Add(time.Hour)}
		in.cfg.Log.Error(
			"a message has ended the connection to the IMAP server three times; it is left alone for an hour",
			"mailbox", in.cfg.Mailbox, "uidvalidity", in.validity, "uid", uid)
	}
	in.suspects[uid] = s
}

// Wait waits for mail; see mail.Inbox. Without a connection it returns at once, and
// Collect connects.
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

// session returns the open session, or a new one if that has died.
func (in *Inbox) session(ctx context.Context) (*session, func(), error) {
	if err := ctx.Err(); err != nil {
		return nil, nil, err
	}
	in.mu.Lock()
	s := in.s
	in.busy = s != nil
	if in.ended {
		in.mark, in.ended = DatabaseMark{}, false
	}
	in.mu.Unlock()
	if s != nil {
		// A server that has just announced mail need not be asked whether it is alive.
		notified := s.notified && s.alive() && time.Since(s.spoke) < time.Second &&
			(in.database == "" || time.Since(s.looked) < lookEvery)
		s.quiet, s.notified = !s.notified, false
		if notified {
			return s, func() { in.release(s) }, nil
		}
		err := s.noop(ctx)
		if err == nil {
			err = in.hold(ctx, s)
		}
		if err == nil {
			return s, func() { in.release(s) }, nil
		}
		in.drop(s)
		if errors.Is(err, mail.ErrMailboxTaken) || errors.Is(err, mail.ErrMailboxContested) {
			return nil, nil, err
		}
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
	}
	s, err := open(ctx, &in.cfg)
	if err != nil {
		return nil, nil, err
	}
	if err := in.hold(ctx, s); err != nil {
		s.logout()
		return nil, nil, err
	}
	in.mu.Lock()
	in.s, in.busy = s, true
	in.mu.Unlock()
	return s, func() { in.release(s) }, nil
}

// release ends a call and drops the session if it died.
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

// Close closes the connection, and gives up the mailbox; see mail.Inbox.
func (in *Inbox) Close() error {
	in.mu.Lock()
	s, busy := in.s, in.busy
	in.s, in.ended = nil, true
	in.mu.Unlock()
	switch {
	case s == nil:
	case busy:
		s.conn.Close() // the call in progress cleans up
	default:
		s.logout()
	}
	return nil
}

// explain adds the server's name to an error.
func (in *Inbox) explain(err error) error {
	if err == nil || err == context.Canceled || err == context.DeadlineExceeded {
		return err
	}
	return fmt.Errorf("IMAP server %s: %w", in.cfg.server.Addr(), err)
}

// Config describes the mailbox and how to reach it. The comments beside the fields name
// the defaults of zero values.
type Config struct {
	Host           string
	Port           int           // the usual port of the mode
	TLS            mail.Security // TLS
	User, Password string
	// Tokens, if not nil, log in by OAuth 2 instead of the password.
	Tokens  mail.TokenSource
	Mailbox string // INBOX
	// Done is the folder that stored messages are moved to. Its parts are separated
	// by slashes, whatever the server uses.
	FiledFolder string        // Turnpost/Done
	Poll        time.Duration // one minute: the longest wait
	MaxSize     int64         // 1 MiB; of larger messages only the header is fetched
	Timeout     time.Duration // one minute: the longest wait for one answer
	// RootCAs are the trusted authorities; nil: those of the system.
	RootCAs *x509.CertPool
	Log     *slog.Logger // none

	// server holds the checked values of the fields above.
	server mail.MailServer
}

// maxIdle is how long IDLE is trusted: routers drop silent connections long before the
// 29 minutes of RFC 2177.
const maxIdle = 9 * time.Minute

// check fills in the defaults and reports mistakes that show without the server.
func (c *Config) check() error {
	c.server = mail.MailServer{Protocol: "IMAP", Host: c.Host, Port: c.Port, TLS: c.TLS, Timeout: c.Timeout,
		RootCAs: c.RootCAs, NextProtos: []string{"imap"}}
	if err := c.server.Check(map[mail.Security]int{mail.TLS: 993, mail.STARTTLS: 143, mail.Plain: 143}); err != nil {
		return err
	}
	if c.User == "" {
		return errors.New("the IMAP user is missing")
	}
	if c.Mailbox == "" {
		c.Mailbox = "INBOX"
	}
	if c.FiledFolder == "" {
		c.FiledFolder = "Turnpost/Done"
	}
	if strings.EqualFold(c.FiledFolder, c.Mailbox) {
		return fmt.Errorf("the folder for filed messages must not be the mailbox %s itself", c.Mailbox)
	}
	if c.Poll <= 0 {
		c.Poll = time.Minute
	}
	if c.MaxSize <= 0 {
		c.MaxSize = 1 << 20
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	return nil
}

// name is the permanent name of the mailbox (RFC 5092), without the port, which changes
// with the mode.
func (c *Config) name() string {
	u := url.URL{Scheme: "imap", User: url.User(c.User), Host: strings.ToLower(c.Host), Path: "/" + c.Mailbox}
	return u.String()
}
