package desk

import (
	"time"

	"turnpost/db"
	"turnpost/mail/club"

	"turnpost/mail/duty"
	"turnpost/mail/notify"
	"turnpost/mail/observe"
)

// Do does what is due and sends its letters. It returns what is to be told when the
// transaction is committed.
func (d *Desk) Do(store *db.Tx, due duty.Duty) ([]observe.Observation, error) {
	return d.tell(store, due.Run)
}

// PutOff lets a duty that failed wait, so that the others get their turn.
func (d *Desk) PutOff(store *db.Tx, due duty.Duty, until time.Time) error {
	return due.Later(d.Club.Begin(store, 0), until)
}

// Act acts for nobody who wrote, and sends the letters that come of it.
func (d *Desk) Act(store *db.Tx, act func(*club.Tx) error) ([]observe.Observation, error) {
	return d.tell(store, func(tx *club.Tx, _ *notify.Letters) error { return act(tx) })
}

// tell does the same where the letters are more than what the events say.
func (d *Desk) tell(store *db.Tx, act func(*club.Tx, *notify.Letters) error) (seen []observe.Observation, err error) {
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

// NextAside finds what only those wait for who look on; see duty.NextAside.
func (d *Desk) NextAside(tx *db.Tx) (duty.Duty, error) { return duty.NextAside(tx) }

// NextDuty finds what time brings next; see duty.Next.
func (d *Desk) NextDuty(tx *db.Tx, gap time.Duration) (duty.Duty, error) { return duty.Next(tx, gap) }

// Beat notes that somebody plays. If nobody did for longer than gap, that time
// becomes a pause of everybody's clocks; if the clock was set back, such pauses end.
func (d *Desk) Beat(tx *db.Tx, gap time.Duration) error {
	if err := tx.ExpireQuarantines(tx.Now.Add(-QuarantinedFor)); err != nil {
		return err
	}
	last, err := tx.Heartbeat()
	if err == nil && last.After(tx.Now) {
		n, err := club.EndFutureDowntimes(d.Club.Begin(tx, 0))
		d.log.Warn("the clock was ahead and is set back; pauses of that time end now", "was", last, "now", tx.Now, "pauses", n)
		return err
	}
	if err != nil || last.IsZero() || tx.Now.Sub(last) <= gap {
		return err
	}
	d.log.Warn("nobody played while the daemon was away; that time counts on no clock", "from", last, "to", tx.Now)
	return club.NoteDowntime(d.Club.Begin(tx, 0), last)
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
