package desk

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"golang.org/x/sync/errgroup"

	"turnpost/db"
	"turnpost/mail"
)

// idle is how often a loop looks for work that nobody announced.
const idle = time.Second

// Run runs the four loops until ctx is done, and then ends them cleanly: work
// in hand is finished or left for the next start. Errors are logged and tried
// again; Run returns only ctx's end.
func (d *Desk) Run(ctx context.Context, inbox mail.Inbox, courier mail.Courier) error {
	// We are alone on the database: what is leased was leased by a dead one.
	// And no letter may be answered before the time that we were away is known.
	err := d.db.Update(ctx, func(tx *db.Tx) error { return errors.Join(tx.ReleaseLeases(), d.beat(tx)) })
	if err != nil {
		if ctx.Err() != nil {
			return nil // stopped before it began
		}
		return err
	}
	defer inbox.Close()
	defer courier.Close()
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error { return d.repeat(ctx, "collect", func() error { return d.collect(ctx, inbox) }) })
	group.Go(func() error { return d.repeat(ctx, "play", func() error { return d.play(ctx) }) })
	group.Go(func() error { return d.repeat(ctx, "deliver", func() error { return d.deliver(ctx, courier) }) })
	group.Go(func() error { return d.repeat(ctx, "clockwork", func() error { return d.clockwork(ctx) }) })
	err = group.Wait()
	if d.owed != nil { // it would be sent twice
		note, cancel := context.WithTimeout(context.WithoutCancel(ctx), grace)
		defer cancel()
		if owed := d.owed(note); owed != nil {
			d.log.Error("what became of a letter could not be noted; the next start sends it again", "error", owed)
		}
	}
	if errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}

// Pauses between tries after errors: doubled each time, never over the limit,
// and never the same for two daemons.
const (
	firstPause = 500 * time.Millisecond
	maxPause   = time.Minute
)

// repeat calls f again and again until ctx is done, with growing pauses while
// it fails.
func (d *Desk) repeat(ctx context.Context, name string, f func() error) error {
	pause := firstPause
	for {
		d.tell(Pulse, name)
		err := f()
		if ctx.Err() != nil {
			return ctx.Err()
		}
		wait := time.Duration(0)
		switch {
		case err == nil:
			pause = firstPause
		case errors.Is(err, mail.ErrAccount):
			d.log.Error("the mail account refuses us; letters are kept", "loop", name, "error", err)
			wait = d.AccountPause
			d.tell(Locked, name)
		default:
			d.log.Warn("will try again", "loop", name, "error", err, "in", pause)
			wait = pause/2 + rand.N(pause)
			pause = min(2*pause, maxPause)
		}
		if err != nil {
			d.tell(Failed, name)
			d.tell(Pulse, name)
		}
		if !sleep(ctx, wait, nil) {
			return ctx.Err()
		}
	}
}

// sleep waits until the time is over, a hint comes, or ctx is done: then it
// reports false.
func sleep(ctx context.Context, t time.Duration, hint <-chan struct{}) bool {
	timer := time.NewTimer(t)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-hint:
	case <-timer.C:
	}
	return ctx.Err() == nil
}

// announce leaves a hint that there is work, if none lies there.
func announce(hint chan<- struct{}) {
	select {
	case hint <- struct{}{}:
	default:
	}
}

// collect fetches what lies in the mailbox and waits for more.
func (d *Desk) collect(ctx context.Context, inbox mail.Inbox) error {
	_, err := inbox.Collect(ctx, d.Keep)
	// While moves cannot reach us, no clock may run out; see clockwork.go.
	d.deaf.Store(err != nil)
	if err != nil {
		return err
	}
	d.tell(Polled, "")
	d.tell(Pulse, "collect")
	return inbox.Wait(ctx)
}

// Keep stores one mail. When it returns nil the mail is on the disk, now or
// since an earlier call.
func (d *Desk) Keep(ctx context.Context, a mail.Arrival) error {
	d.tell(Pulse, "collect") // the first look into a full mailbox takes long
	d.step("fetched")
	defer d.first()()
	id, digest := mail.Identity(a.Raw)
	kept := false
	err := d.db.Update(ctx, func(tx *db.Tx) (err error) {
		kept, err = tx.Keep(db.Incoming{
			Mailbox: a.Mailbox, Cursor: a.Cursor, MessageID: id, Digest: digest,
			Size: a.Size, TooLarge: a.TooLarge, Raw: a.Raw,
		})
		return err
	})
	if err != nil {
		return err
	}
	d.log.Debug("letter in", "mailbox", a.Mailbox, "cursor", a.Cursor, "size", a.Size, "new", kept)
	d.step("kept")
	if kept {
		announce(d.played)
	}
	return nil
}

// play answers every new letter and waits for more.
func (d *Desk) play(ctx context.Context) error {
	for {
		d.tell(Pulse, "play")
		worked, err := d.PlayNext(ctx)
		if err != nil {
			return err
		}
		if !worked {
			break
		}
		announce(d.posted)
	}
	sleep(ctx, idle, d.played)
	return nil
}

// deliver sends every letter that is due and waits for more.
func (d *Desk) deliver(ctx context.Context, courier mail.Courier) error {
	for {
		d.tell(Pulse, "deliver")
		worked, err := d.DeliverNext(ctx, courier)
		if err != nil {
			return err
		}
		if !worked {
			break
		}
	}
	sleep(ctx, idle, d.posted)
	return nil
}

// clockwork does everything that time brings, and waits.
func (d *Desk) clockwork(ctx context.Context) error {
	for {
		d.tell(Pulse, "clockwork")
		worked, err := d.Tick(ctx)
		if err != nil {
			return err
		}
		if !worked {
			break
		}
		announce(d.posted)
	}
	sleep(ctx, idle, nil)
	return nil
}
