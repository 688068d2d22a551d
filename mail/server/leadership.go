package server

import (
	"context"
	"time"

	"turnpost/db"
)

// leadership is of something that one daemon at a time does. It is used by one
// loop.
type leadership struct {
	name    string
	mailbox bool
	held    bool
	told    bool // whether the database knows whether we can read it
	deaf    bool
	since   time.Time // when it could be read for the last time, or was taken
}

// acquire takes a leadership if it is free, and reports whether it is ours; if not
// it has waited a while.
func (s *Server) acquire(ctx context.Context, l *leadership) (bool, error) {
	if l.held {
		return true, nil
	}
	me := s.own.number.Load()
	// Looking costs no write while somebody else holds it, which may be for years.
	var holder int64
	err := s.db.View(ctx, func(tx *db.Tx) (err error) { holder, err = tx.Leader(l.name); return err })
	if err == nil && (holder == 0 || holder == me) {
		err = s.db.Update(ctx, func(tx *db.Tx) (err error) { l.held, err = tx.TakeLeadership(l.name, l.mailbox, me); return err })
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

// label names it in observations, without the address of the mailbox.
func (l *leadership) label() string {
	if l.mailbox {
		return LeadMailbox
	}
	return l.name
}

// MailboxTimeout is how long clocks wait for a mailbox that nobody reads: then it is
// taken to be used no more.
const MailboxTimeout = 24 * time.Hour

// noteDeaf notes whether the mailbox can be read: while moves cannot reach us, no
// clock may run out; see schedule.go. Who was taken out and does not know it yet
// says nothing of a mailbox that another one reads by now.
func (s *Server) noteDeaf(ctx context.Context, l *leadership, deaf bool) error {
	s.mailbox.deaf.Store(deaf)
	if !deaf {
		l.since = time.Now()
	} else if s.db.Shared() && time.Since(l.since) > patient {
		return s.release(ctx, l)
	}
	if l.told && l.deaf == deaf {
		return nil
	}
	err := s.db.Update(ctx, func(tx *db.Tx) error { return tx.SetDeaf(l.name, s.own.number.Load(), deaf) })
	l.told, l.deaf = err == nil, deaf
	return err
}

// patient is how long a daemon that cannot reach its mailbox keeps its leadership from
// another one, which perhaps can.
const patient = 2 * time.Minute

// release gives a mailbox up, which stays deaf until somebody reads it, and lets
// another daemon take it first.
func (s *Server) release(ctx context.Context, l *leadership) error {
	if err := s.db.Update(ctx, func(tx *db.Tx) error { return tx.Release(l.name, s.own.number.Load()) }); err != nil {
		return err
	}
	s.log.Warn("this daemon cannot read its mailbox; another one may", "daemon", s.Name)
	*l = leadership{name: l.name, mailbox: l.mailbox}
	s.mailbox.deaf.Store(false) // it is another one's to tell
	sleep(ctx, 5*idle, nil)
	return nil
}

// Lead reports whether this daemon, of all on its database, is the one that does something
// which one alone does, and takes that upon it if nobody does. It never waits; before the
// daemon runs, and after, it is none. Who was taken for dead meanwhile does not know it at
// once: what is done so must be fit to be done twice.
func (s *Server) Lead(ctx context.Context, what string) (mine bool, err error) {
	me := s.own.number.Load()
	if me == 0 {
		return false, nil
	}
	var leader int64
	if err := s.db.View(ctx, func(tx *db.Tx) (err error) { leader, err = tx.Leader(what); return err }); err != nil || leader != 0 {
		return leader == me, err
	}
	err = s.db.Update(ctx, func(tx *db.Tx) (err error) { mine, err = tx.TakeLeadership(what, false, me); return err })
	return mine, err
}
