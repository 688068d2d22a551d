package server

import (
	"context"
	"time"

	"turnpost/db"
)

// leadership is the right to do what one daemon does at a time. One loop uses it.
type leadership struct {
	name    string
	mailbox bool // it is of collecting from a mailbox, and the fields below but held are used
	held    bool

	recorded   bool // the database knows whether we can read the mailbox
	unreadable bool
	since      time.Time // when the mailbox could last be read, or was taken
}

// acquire takes a leadership if it is free, and reports whether we hold it. If we do
// not, it has waited a while.
func (s *Server) acquire(ctx context.Context, l *leadership) (bool, error) {
	if l.held {
		return true, nil
	}
	me := s.own.number.Load()
	// Another daemon may hold it for years: looking must not write.
	var holder int64
	err := s.db.View(ctx, func(tx *db.Tx) (err error) { holder, err = tx.Leader(l.name); return err })
	if err == nil && (holder == 0 || holder == me) {
		err = s.db.Update(ctx, func(tx *db.Tx) (err error) {
			l.held, err = tx.TakeLeadership(l.name, l.mailbox, me)
			return err
		})
	}
	switch {
	case err != nil:
	case l.held:
		l.since = time.Now()
		s.log.Info("leading", "what", l.name, "daemon", s.Name)
		s.emit(Leading, l.label())
	default:
		s.emit(StandingBy, l.label())
		sleep(ctx, idle, nil)
	}
	return l.held, err
}

// label is the leadership's name in observations, without the mailbox's address.
func (l *leadership) label() string {
	if l.mailbox {
		return LeadMailbox
	}
	return l.name
}

// TakeLead reports whether this daemon holds the leadership of what, and takes it if nobody
// does. It does not wait. Before and after Run it reports false. A daemon that was
// removed meanwhile may not know it yet, so the work must be safe to do twice.
func (s *Server) TakeLead(ctx context.Context, what string) (mine bool, err error) {
	me := s.own.number.Load()
	if me == 0 {
		return false, nil
	}
	var leader int64
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { leader, err = tx.Leader(what); return err })
	if err != nil || leader != 0 {
		return leader == me, err
	}
	err = s.db.Update(ctx, func(tx *db.Tx) (err error) { mine, err = tx.TakeLeadership(what, false, me); return err })
	return mine, err
}

// MailboxTimeout is how long the clocks of games wait for a mailbox that nobody reads;
// after that it is taken to be out of use.
const MailboxTimeout = 24 * time.Hour

// patience is how long a daemon that cannot reach its mailbox keeps the leadership from
// another one, which perhaps can.
const patience = 2 * time.Minute

// noteReadable records whether the mailbox can be read: while moves cannot reach us, no
// clock may run out (schedule.go). After patience it gives the mailbox up. A daemon that
// was removed without knowing it changes nothing about a mailbox that another one reads.
func (s *Server) noteReadable(ctx context.Context, l *leadership, readable bool) error {
	s.mailbox.unreadable.Store(!readable)
	if readable {
		l.since = time.Now()
	} else if s.db.Shared() && time.Since(l.since) > patience {
		return s.release(ctx, l)
	}
	if l.recorded && l.unreadable == !readable {
		return nil
	}
	err := s.db.Update(ctx, func(tx *db.Tx) error { return tx.SetDeaf(l.name, s.own.number.Load(), !readable) })
	l.recorded, l.unreadable = err == nil, !readable
	return err
}

// release gives a mailbox up and lets another daemon take it first. It stays unreadable
// until somebody reads it.
func (s *Server) release(ctx context.Context, l *leadership) error {
	if err := s.db.Update(ctx, func(tx *db.Tx) error { return tx.Release(l.name, s.own.number.Load()) }); err != nil {
		return err
	}
	s.log.Warn("this daemon cannot read its mailbox; another one may", "daemon", s.Name)
	*l = leadership{name: l.name, mailbox: l.mailbox}
	s.mailbox.unreadable.Store(false) // from now on the next leader says so
	sleep(ctx, 5*idle, nil)
	return nil
}
