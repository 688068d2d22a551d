package desk

import (
	"context"
	"errors"
	"fmt"
	"time"

	"turnpost/db"
	"turnpost/mail"
)

// heartbeat is how often the clockwork notes that it runs.
const heartbeat = time.Minute

// putOff is how long a duty that failed waits, so that the others get their
// turn.
const putOff = time.Hour

// duty is one thing that time brings.
type duty struct {
	name string // for the log
	run  func(*session) error
	// together, if not nil, does many of the kind, and reports whether it got any
	// done. If not, this one is done alone.
	together func(context.Context) bool
	// later puts the duty off when it failed.
	later func(tx *db.Tx, until time.Time) error
	// after, if not nil, is done when the duty's transaction is over.
	after func(context.Context)
}

// Tick does one thing that is due: it notes that the desk runs, reminds a
// player, ends a game on time, ends an invitation, writes a digest, or erases
// the text of old letters. It reports false when nothing is due. State and letters are one transaction, so
// nothing is ever done twice. A duty that fails is put off and the next call
// goes on.
//
// A deadline never falls on somebody for our sake: while the mailbox cannot be
// read nothing is done and no heartbeat noted, and a long time without a
// heartbeat becomes a pause of everybody's clocks before anything else is done.
func (d *Desk) Tick(ctx context.Context) (bool, error) {
	if d.deaf.Load() {
		return false, nil
	}
	// Looking costs no write when there is nothing to do, which is most often.
	var found duty
	err := d.db.View(ctx, func(tx *db.Tx) (err error) { found, err = d.nextDuty(tx); return err })
	if isNotFound(err) {
		return false, nil
	}
	if err == nil && found.together != nil && found.together(ctx) {
		d.step("ticked")
		return true, nil
	}
	if err == nil {
		err = d.db.Update(ctx, func(tx *db.Tx) (err error) {
			if found, err = d.nextDuty(tx); err != nil {
				return err
			}
			return d.do(tx, found)
		})
	}
	switch {
	case isNotFound(err) && found.run == nil:
		return false, nil
	case err == nil:
		if found.after != nil {
			found.after(ctx)
		}
		d.step("ticked")
		return true, nil
	}
	if found.later != nil && !db.Transient(err) && ctx.Err() == nil {
		err = errors.Join(err, d.db.Update(ctx, func(tx *db.Tx) error { return found.later(tx, tx.Now.Add(putOff)) }))
	}
	return true, fmt.Errorf("%s: %w", found.name, err)
}

// do carries a duty out and posts its letters. A panic in it is our fault in
// one duty, and must not stop the others.
func (d *Desk) do(tx *db.Tx, todo duty) (err error) {
	return d.alone(tx, func(s *session) error {
		if err := todo.run(s); err != nil {
			return err
		}
		return s.post()
	})
}

// alone runs f in a session that answers nobody.
func (d *Desk) alone(tx *db.Tx, f func(*session) error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = panicked(r)
		}
	}()
	s, err := d.session(tx, db.Incoming{}, &mail.Letter{})
	if err != nil {
		return err
	}
	return f(s)
}

// nextDuty finds what is due, or db.ErrNotFound. The heartbeat comes first: it
// may add a pause that moves all the rest.
func (d *Desk) nextDuty(tx *db.Tx) (duty, error) {
	// Another daemon's mailbox counts as ours does.
	deaf, err := tx.Deaf(tx.Now.Add(-Forsaken))
	if err != nil {
		return duty{}, err
	}
	if deaf {
		return duty{}, db.ErrNotFound
	}
	last, err := tx.LastHeartbeat()
	if err != nil {
		return duty{}, err
	}
	// A heartbeat that is still to come is from a clock that was set back since.
	if tx.Now.Sub(last).Abs() >= heartbeat {
		return duty{name: "heartbeat", run: func(s *session) error { return d.beat(s.tx) }}, nil
	}
	g, err := tx.NextClock()
	if err == nil {
		err = d.answered(tx, g.ClockDue)
	}
	if err == nil {
		return duty{
			name: fmt.Sprintf("clock of game %d", g.ID),
			run:  func(s *session) error { return s.lookAtClock(g) },
			later: func(tx *db.Tx, until time.Time) error {
				g, err := tx.Game(g.ID) // as it is by now
				if err != nil || g.Over() {
					return err
				}
				g.ClockDue = until
				return tx.SaveClock(g)
			},
		}, nil
	} else if !isNotFound(err) {
		return duty{}, err
	}
	i, err := tx.NextExpired()
	if err == nil {
		err = d.answered(tx, i.ExpiresAt)
	}
	if err == nil {
		return duty{
			name:  fmt.Sprintf("end of invitation %d", i.ID),
			run:   func(s *session) error { return s.expire(i) },
			later: func(tx *db.Tx, _ time.Time) error { return tx.AnswerInvitation(i.ID, db.InvitationExpired) },
		}, nil
	} else if !isNotFound(err) {
		return duty{}, err
	}
	p, err := tx.NextDigest()
	if isNotFound(err) {
		return d.nextErasure(tx)
	}
	if err != nil {
		return duty{}, err
	}
	return duty{
		name:     fmt.Sprintf("digest of player %d", p.ID),
		run:      func(s *session) error { return s.dueDigest(p, composedDigest{}) },
		together: d.digestsTogether,
		later: func(tx *db.Tx, until time.Time) error {
			p, err := tx.Player(p.ID)
			if err != nil || p.DigestDue.IsZero() {
				return err
			}
			p.DigestDue = until
			return tx.SavePlayer(p)
		},
	}, nil
}

// answered returns db.ErrNotFound while a letter waits that was here at a moment,
// or so soon after it that it may have been on its way: it may hold what is waited
// for. Letters that go on arriving put nothing off.
func (d *Desk) answered(tx *db.Tx, at time.Time) error {
	waits, err := tx.Unread(at.Add(d.Gap))
	if err == nil && waits {
		err = db.ErrNotFound
	}
	return err
}

// beat notes that the desk runs. If it did not for longer than Gap, that time
// becomes a pause of everybody's clocks.
func (d *Desk) beat(tx *db.Tx) error {
	if err := tx.ExpireHeld(tx.Now.Add(-heldFor)); err != nil {
		return err
	}
	last, err := tx.Heartbeat()
	if err != nil || last.IsZero() || tx.Now.Sub(last) <= d.Gap {
		return err
	}
	d.log.Warn("nobody played while the daemon was away; that time counts on no clock", "from", last, "to", tx.Now)
	_, err = tx.AddPause(db.Pause{Why: db.Down, From: last, To: tx.Now})
	return err
}

// awake notes an absence before a letter is answered, should the clockwork not
// have come to it yet: the letter may have waited all that time.
func (d *Desk) awake(tx *db.Tx) error {
	last, err := tx.LastHeartbeat()
	if err != nil || last.IsZero() || tx.Now.Sub(last) <= d.Gap {
		return err
	}
	return d.beat(tx)
}
