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
// in hand is finished or left for the next start, or for another daemon on the
// same database. Errors are logged and tried again; Run returns only ctx's end.
func (d *Desk) Run(ctx context.Context, inbox mail.Inbox, courier mail.Courier) error {
	defer inbox.Close()
	defer courier.Close()
	for again := false; ; {
		switch err := d.serve(ctx, inbox, courier); {
		case ctx.Err() != nil:
			return nil
		case errors.Is(err, errTakenOut):
			d.log.Warn("this daemon was silent for so long that others took its work over; it begins anew", "daemon", d.Name)
			again = true
		case again && db.Transient(err):
			d.log.Warn("this daemon cannot begin anew yet", "error", err)
			sleep(ctx, firstPause, nil)
		default:
			return err
		}
	}
}

// serve joins the daemons of the database and runs the loops until ctx is done,
// or until others have taken us for dead: errTakenOut.
func (d *Desk) serve(ctx context.Context, inbox mail.Inbox, courier mail.Courier) error {
	// No letter may be answered before the time that nobody was here is known.
	if err := d.join(ctx); err != nil {
		return err
	}
	d.deaf.Store(false) // another daemon may read the mailbox by now; the database knows
	mailbox, clock := &post{name: "mailbox " + inbox.Name(), mailbox: true}, &post{name: "clockwork"}
	group, loops := errgroup.WithContext(ctx)
	group.Go(func() error { return d.renew(loops) })
	group.Go(func() error {
		return d.repeat(loops, "collect", func() error { return d.collect(loops, mailbox, inbox) })
	})
	group.Go(func() error { return d.repeat(loops, "play", func() error { return d.play(loops) }) })
	group.Go(func() error { return d.repeat(loops, "deliver", func() error { return d.deliver(loops, courier) }) })
	group.Go(func() error { return d.repeat(loops, "clockwork", func() error { return d.clockwork(loops, clock) }) })
	err := group.Wait()
	note, cancel := context.WithTimeout(context.WithoutCancel(ctx), grace)
	defer cancel()
	if d.owed != nil { // it would be sent twice
		if owed := d.owed(note); owed != nil {
			d.log.Error("what became of a letter could not be noted; it will be sent again", "error", owed)
		}
		d.owed = nil
	}
	if back := d.putBack(note); back != nil {
		d.log.Warn("what was taken could not be given back; it waits for the next start", "error", back)
	}
	d.leave(note)
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

// collect fetches what lies in the mailbox and waits for more. While another
// daemon does, it stands by.
func (d *Desk) collect(ctx context.Context, p *post, inbox mail.Inbox) error {
	if mine, err := d.hold(ctx, p); err != nil || !mine {
		return err
	}
	_, err := inbox.Collect(ctx, d.Keep)
	if told := d.tellDeaf(ctx, p, err != nil); err == nil {
		err = told
	}
	if err != nil {
		return err
	}
	d.tell(Polled, "")
	d.tell(Pulse, "collect")
	return inbox.Wait(ctx)
}

// Keep stores mails, in one commit. When it returns nil they are on the disk, now
// or since an earlier call; otherwise none of them need be.
func (d *Desk) Keep(ctx context.Context, arrivals ...mail.Arrival) error {
	d.tell(Pulse, "collect") // the first look into a full mailbox takes long
	rows := make([]db.Incoming, len(arrivals))
	for i, a := range arrivals {
		id, digest := mail.Identity(a.Raw)
		rows[i] = db.Incoming{
			Mailbox: a.Mailbox, Cursor: a.Cursor, MessageID: id, Digest: digest,
			Size: a.Size, TooLarge: a.TooLarge, Raw: a.Raw, Writer: mail.Writer(a.Raw),
		}
	}
	d.step("fetched")
	defer d.first()()
	kept := 0
	err := d.db.Take(ctx, func(tx *db.Tx) error {
		kept = 0
		for _, in := range rows {
			fresh, err := tx.Keep(in)
			if err != nil {
				return err
			}
			if fresh {
				kept++
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	d.log.Debug("letters in", "mailbox", arrivals[0].Mailbox, "cursor", arrivals[0].Cursor, "letters", len(arrivals), "new", kept)
	d.step("kept")
	if kept > 0 {
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

// clockwork does everything that time brings, and waits. While another daemon
// does, it stands by.
func (d *Desk) clockwork(ctx context.Context, p *post) error {
	if mine, err := d.hold(ctx, p); err != nil || !mine {
		return err
	}
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
