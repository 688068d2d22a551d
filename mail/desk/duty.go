package desk

import (
	"fmt"
	"time"

	"turnpost/db"
	"turnpost/mail/club"
	"turnpost/mail/observe"
	"turnpost/mail/tell"
)

// A Duty is one thing that time brings to a game or a player.
type Duty struct {
	Name string // for the log
	run  func(*club.Tx, *tell.Letters) error
	// later puts the duty off when it failed.
	later func(tx *club.Tx, until time.Time) error
}

// Do does what is due and sends its letters. It returns what is to be told when the
// transaction is committed.
func (d *Desk) Do(store *db.Tx, due Duty) ([]observe.Observation, error) {
	return d.tell(store, due.run)
}

// PutOff lets a duty that failed wait, so that the others get their turn.
func (d *Desk) PutOff(store *db.Tx, due Duty, until time.Time) error {
	return due.later(d.Club.Begin(store, 0), until)
}

// Act acts for nobody who wrote, and sends the letters that come of it.
func (d *Desk) Act(store *db.Tx, act func(*club.Tx) error) ([]observe.Observation, error) {
	return d.tell(store, func(tx *club.Tx, _ *tell.Letters) error { return act(tx) })
}

// tell does the same where the letters are more than what the events say.
func (d *Desk) tell(store *db.Tx, act func(*club.Tx, *tell.Letters) error) (seen []observe.Observation, err error) {
	tx := d.Club.Begin(store, 0)
	tx.Listen(func(_ *club.Tx, e club.Event) error {
		seen = append(seen, observe.Of(e)...)
		return nil
	})
	letters, err := d.Teller.Begin(tx)
	if err != nil {
		return nil, err
	}
	if err := act(tx, letters); err != nil {
		return nil, err
	}
	return seen, letters.Send()
}

// NextDuty finds what time brings next, or db.ErrNotFound: the end of a clock or a
// reminder of it, of an invitation, or a digest. A letter that came within gap
// after a moment may hold what was waited for until then.
func (d *Desk) NextDuty(tx *db.Tx, gap time.Duration) (Duty, error) {
	g, err := tx.NextClock(false)
	if err == nil {
		err = unread(tx, g.ClockDue, gap)
	}
	if err == nil {
		return Duty{
			Name:  fmt.Sprintf("clock of game %d", g.ID),
			run:   func(tx *club.Tx, _ *tell.Letters) error { return club.LookAtClock(tx, g.ID) },
			later: func(tx *club.Tx, until time.Time) error { return club.PutOff(tx, g.ID, until) },
		}, nil
	} else if !isNotFound(err) {
		return Duty{}, err
	}
	i, err := tx.NextExpired()
	if err == nil {
		err = unread(tx, i.ExpiresAt, gap)
	}
	if err == nil {
		return Duty{
			Name:  fmt.Sprintf("end of invitation %d", i.ID),
			run:   func(tx *club.Tx, _ *tell.Letters) error { return club.Expire(tx, i) },
			later: func(tx *club.Tx, _ time.Time) error { return club.ExpireUntold(tx, i) },
		}, nil
	} else if !isNotFound(err) {
		return Duty{}, err
	}
	p, err := tx.NextDigest()
	if err != nil {
		return Duty{}, err
	}
	return Duty{
		Name:  fmt.Sprintf("digest of player %d", p.ID),
		run:   func(tx *club.Tx, letters *tell.Letters) error { return dueDigest(tx, letters, p.ID) },
		later: func(tx *club.Tx, until time.Time) error { return club.PutOffDigest(tx, p.ID, until) },
	}, nil
}

// dueDigest writes the digest that a player is due, and sets the next. A digest
// that is late comes once, and one with nothing to say not at all.
func dueDigest(tx *club.Tx, letters *tell.Letters, player int64) error {
	p, err := tx.DB.Player(player)
	if err != nil {
		return err
	}
	told, err := tell.DueDigest(letters, p)
	if err != nil {
		return err
	}
	return club.DigestTold(tx, player, told, true)
}

// unread returns db.ErrNotFound while a letter waits that was here at a moment,
// or so soon after it that it may have been on its way: it may hold what is waited
// for. Letters that go on arriving put nothing off.
func unread(tx *db.Tx, at time.Time, gap time.Duration) error {
	waits, err := tx.Unread(at.Add(gap))
	if err == nil && waits {
		err = db.ErrNotFound
	}
	return err
}

// Beat notes that somebody plays. If nobody did for longer than gap, that time
// becomes a pause of everybody's clocks; if the clock was set back, such pauses end.
func (d *Desk) Beat(tx *db.Tx, gap time.Duration) error {
	if err := tx.ExpireQuarantines(tx.Now.Add(-QuarantinedFor)); err != nil {
		return err
	}
	last, err := tx.Heartbeat()
	if err == nil && last.After(tx.Now) {
		n, err := tx.EndAhead()
		d.log.Warn("the clock was ahead and is set back; pauses of that time end now", "was", last, "now", tx.Now, "pauses", n)
		return err
	}
	if err != nil || last.IsZero() || tx.Now.Sub(last) <= gap {
		return err
	}
	d.log.Warn("nobody played while the daemon was away; that time counts on no clock", "from", last, "to", tx.Now)
	_, err = tx.AddPause(db.Pause{Why: db.Down, From: last, To: tx.Now})
	return err
}

// Awake notes an absence before a letter is answered, should Beat not have come to
// it yet: the letter may have waited all that time.
func (d *Desk) Awake(tx *db.Tx, gap time.Duration) error {
	last, err := tx.LastHeartbeat()
	if err != nil || last.IsZero() || tx.Now.Sub(last) <= gap {
		return err
	}
	return d.Beat(tx, gap)
}
