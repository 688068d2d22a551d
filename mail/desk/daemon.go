package desk

import (
	"context"
	"errors"
	"time"

	"turnpost/db"
)

// Several daemons may share a database that allows it (db.DB.Shared). Each joins
// with a lease and renews it; whose lease ends is taken out (watch.go), and what it
// held is free: the letters that it was answering or sending, and its posts, which are
// the clockwork and the collecting from a mailbox. That a letter is answered once
// does not hang on leases: its transaction settles it, or fails. A lease only
// keeps two from doing the same work, and a letter from going out twice.

// errTakenOut says that others took this daemon for dead.
var errTakenOut = errors.New("taken out")

// DefaultLease is the usual Lease of a desk: no lease in the database ends farther
// ahead.
const DefaultLease = 15 * time.Second

// Of Lease, so much is the time between two renewals, and so much lasts each
// one; the rest is for the others to notice.
const (
	renewals = 5
	lasting  = 3
)

// leased is how long after our death at most we hold what others could do. Where
// there are no others, a lease only tells that we live, and a disk may rest.
func (d *Desk) leased() time.Duration {
	if !d.db.Shared() {
		return max(d.Lease, 5*time.Minute)
	}
	return d.Lease
}

// join makes this program one of the daemons. Who is alone on the database needs
// not wait for the leases of those that died.
func (d *Desk) join(ctx context.Context) error {
	return d.db.Update(ctx, func(tx *db.Tx) error {
		if !d.db.Shared() {
			dead, err := tx.Daemons()
			if err != nil {
				return err
			}
			for _, other := range dead {
				if err := errors.Join(tx.Abandon(other.ID), tx.Leave(other.ID)); err != nil {
					return err
				}
			}
			if err := tx.ReleaseLeases(); err != nil {
				return err
			}
		}
		me, err := tx.Join(d.Name, d.leased()/renewals*lasting)
		if err != nil {
			return err
		}
		d.me.Store(me)
		d.renewed(time.Now())
		return d.beat(tx)
	})
}

// renewed notes that our lease was renewed at a moment before which it was asked for.
func (d *Desk) renewed(at time.Time) {
	until := at.Add(d.leased() / renewals * lasting)
	d.until.Store(&until)
}

// alive reports whether our lease lasts, and renews it if it does not: a program
// that stood still may be taken for dead. errTakenOut if it was.
func (d *Desk) alive(ctx context.Context) error {
	// By the clock on the wall too: the other one stands still while a machine
	// sleeps.
	now, until := time.Now(), d.until.Load()
	if d.me.Load() == 0 || until == nil || now.Before(*until) && now.Round(0).Before(until.Round(0)) {
		return nil
	}
	return d.renewNow(ctx)
}

func (d *Desk) renewNow(ctx context.Context) error {
	at := time.Now()
	// It touches one row, and must not begin anew because others renew theirs.
	err := d.db.Take(ctx, func(tx *db.Tx) error { return tx.Renew(d.me.Load(), d.leased()/renewals*lasting) })
	switch {
	case isNotFound(err):
		return errTakenOut
	case err == nil:
		d.renewed(at)
	}
	return err
}

// renew keeps our lease, and takes those out whose lease is over, until ctx is
// done or we were taken out ourselves.
func (d *Desk) renew(ctx context.Context) error {
	w := watch{}
	for sleep(ctx, d.leased()/renewals, nil) {
		if time.Now().After(*d.until.Load()) {
			clear(w) // the others could not renew theirs either, perhaps: let them
		}
		err := d.renewNow(ctx)
		if errors.Is(err, errTakenOut) {
			return err
		}
		if err == nil && d.db.Shared() {
			err = d.relieve(ctx, w)
		}
		if err != nil && ctx.Err() == nil {
			d.log.Warn("the leases could not be looked after", "error", err)
		}
	}
	return ctx.Err()
}

// leave frees at once what we held. On a shared database a mailbox that nobody
// takes over is deaf: the others' clockwork goes on, and moves lie there.
func (d *Desk) leave(ctx context.Context) {
	me := d.me.Swap(0)
	if err := d.db.Update(ctx, func(tx *db.Tx) error {
		if !d.db.Shared() {
			if err := tx.Abandon(me); err != nil {
				return err
			}
		}
		return tx.Leave(me)
	}); err != nil {
		d.log.Warn("this daemon's leases could not be ended; they end by themselves", "error", err)
	}
}

// post is something that one daemon at a time does. It is used by one loop.
type post struct {
	name    string
	mailbox bool
	held    bool
	told    bool // whether the database knows whether we can read it
	deaf    bool
	since   time.Time // when it could be read for the last time, or was taken
}

// hold takes a post if it is free, and reports whether it is ours; if not it
// has waited a while.
func (d *Desk) hold(ctx context.Context, p *post) (bool, error) {
	if p.held {
		return true, nil
	}
	me := d.me.Load()
	// Looking costs no write while somebody else holds it, which may be for years.
	var holder int64
	err := d.db.View(ctx, func(tx *db.Tx) (err error) { holder, err = tx.Holder(p.name); return err })
	if err == nil && (holder == 0 || holder == me) {
		err = d.db.Update(ctx, func(tx *db.Tx) (err error) { p.held, err = tx.TakePost(p.name, p.mailbox, me); return err })
	}
	switch {
	case err != nil:
	case p.held:
		p.since = time.Now()
		d.log.Info("holding", "post", p.name, "daemon", d.Name)
		d.tell(Holding, p.label())
	default:
		d.tell(StandingBy, p.label())
		sleep(ctx, idle, nil)
	}
	return p.held, err
}

// label names the post in events, without the address of the mailbox.
func (p *post) label() string {
	if p.mailbox {
		return "mailbox"
	}
	return p.name
}

// Forsaken is how long clocks wait for a mailbox that nobody reads: then it is
// taken to be used no more.
const Forsaken = 24 * time.Hour

// tellDeaf notes whether the mailbox can be read: while moves cannot reach us, no
// clock may run out; see clockwork.go. Who was taken out and does not know it yet
// says nothing of a mailbox that another one reads by now.
func (d *Desk) tellDeaf(ctx context.Context, p *post, deaf bool) error {
	d.deaf.Store(deaf)
	if !deaf {
		p.since = time.Now()
	} else if d.db.Shared() && time.Since(p.since) > patient {
		return d.release(ctx, p)
	}
	if p.told && p.deaf == deaf {
		return nil
	}
	err := d.db.Update(ctx, func(tx *db.Tx) error { return tx.SetDeaf(p.name, d.me.Load(), deaf) })
	p.told, p.deaf = err == nil, deaf
	return err
}

// patient is how long a daemon that cannot reach its mailbox keeps the post from
// another one, which perhaps can.
const patient = 2 * time.Minute

// release gives a mailbox up, which stays deaf until somebody reads it, and lets
// another daemon take it first.
func (d *Desk) release(ctx context.Context, p *post) error {
	if err := d.db.Update(ctx, func(tx *db.Tx) error { return tx.Release(p.name, d.me.Load()) }); err != nil {
		return err
	}
	d.log.Warn("this daemon cannot read its mailbox; another one may", "daemon", d.Name)
	*p = post{name: p.name, mailbox: p.mailbox}
	d.deaf.Store(false) // it is another one's to tell
	sleep(ctx, 5*idle, nil)
	return nil
}
