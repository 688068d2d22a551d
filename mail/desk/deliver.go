package desk

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"turnpost/db"
	"turnpost/mail"
	"turnpost/templates"
)

// lease is how long a claimed letter is nobody else's: longer than any
// transport takes to send one letter or to give up.
const lease = 15 * time.Minute

// giveUp is how long a letter is tried (RFC 5321, 4.5.4.1: four to five days).
// Time in which the daemon did not run does not count, nor that in which the
// clock was wrong; see late.
const giveUp = 5 * 24 * time.Hour

// leastTries is how often a letter is tried before it is given up, however old
// it is: it may have waited behind another one, or for the operator.
const leastTries = 3

// DeliverNext sends the next letter that is due. It reports false when there is
// none. A letter that is refused or deferred is no error: the next one may be
// taken. The letter is sent before it is marked: a crash between the two sends
// it again, with the same Message-ID.
func (d *Desk) DeliverNext(ctx context.Context, courier mail.Courier) (bool, error) {
	if d.owed != nil {
		if err := d.owed(context.WithoutCancel(ctx)); err != nil {
			return true, fmt.Errorf("noting what became of a letter: %w", err)
		}
		d.owed = nil
	}
	out, err := d.claim(ctx)
	if isNotFound(err) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("claiming a letter: %w", err)
	}
	d.step("claimed")
	if err := d.alive(ctx); errors.Is(err, errTakenOut) {
		return true, err // somebody else has it by now
	}
	sent := ctx.Err()
	untagged := false
	if sent == nil {
		untagged, sent = d.sendTagged(ctx, courier, out)
	}
	d.step("sent")
	// What happened is noted even if we are being stopped: a letter that was
	// taken and not marked would be sent twice.
	note := context.WithoutCancel(ctx)
	switch {
	case sent == nil:
		mark := func(ctx context.Context) error { return d.markSent(ctx, out, untagged) }
		if err = mark(note); db.Transient(err) {
			d.owed = mark // nothing else is sent before: it would go out once more
			return true, fmt.Errorf("letter %d is sent, which cannot be noted: %w", out.ID, err)
		}
		d.step("marked")
		if err == nil && out.Kind == templates.Kind(&templates.Forgotten{}) {
			d.scrub(note) // it was the last that named its reader
		}
		d.log.Debug("letter out", "letter", out.ID, "kind", out.Kind, "attempts", out.Attempts)
		return true, err
	case errors.Is(sent, mail.ErrRefused):
		return true, d.refused(note, out, sent.Error(), true)
	}
	return true, d.unsent(ctx, out, sent)
}

// markSent notes that the server took a letter, and claims the next one.
func (d *Desk) markSent(ctx context.Context, out db.Outgoing, untagged bool) error {
	var seen []Event
	var next *db.Outgoing
	err := d.db.Take(ctx, func(tx *db.Tx) (err error) {
		if seen, err = d.accepted(tx, out); err != nil {
			return err
		}
		if untagged {
			if err := tx.SetSender(out.ID, d.robot.Address); err != nil {
				return err
			}
		}
		if err := tx.MarkSent(out.ID); err != nil {
			return err
		}
		next, err = d.claimAhead(tx)
		return err
	})
	if err == nil {
		d.claimed = next
		d.tellAll(seen)
	}
	return err
}

// unsent schedules the next try of a letter that was not sent, or gives it up. It
// returns what concerns more than this letter.
func (d *Desk) unsent(ctx context.Context, out db.Outgoing, sent error) error {
	note := context.WithoutCancel(ctx)
	deferred, tooLate := errors.Is(sent, mail.ErrDeferred), false
	err := d.db.Update(note, func(tx *db.Tx) (err error) {
		if !deferred && (errors.Is(sent, mail.ErrAccount) || ctx.Err() != nil) {
			return tx.PutBack(out.ID, sent.Error()) // the loop itself pauses
		}
		if tooLate, err = d.late(tx, out); err != nil || tooLate {
			return err
		}
		return tx.Postpone(out.ID, tx.Now.Add(retryAfter(out.Attempts)), sent.Error())
	})
	if tooLate && err == nil {
		// Its address may be good: the smarthost itself can have been away.
		err = d.refused(note, out, "given up: "+sent.Error(), false)
	}
	if deferred { // it waits alone: the server takes others
		d.tell(Deferred, "")
		d.log.Info("a letter was deferred", "letter", out.ID, "kind", out.Kind, "attempts", out.Attempts, "status", mail.StatusIn(sent.Error()))
		d.log.Debug("a letter was deferred", "letter", out.ID, "error", sent) // servers repeat addresses
		return err
	}
	return errors.Join(fmt.Errorf("letter %d: %w", out.ID, sent), err)
}

// grace is how long a letter that is being sent may take when we are stopped.
// One that breaks off when the server is about to take it is sent twice.
const grace = time.Second

// send gives a letter to the courier, and ends that grace after ctx.
func send(ctx context.Context, courier mail.Courier, e mail.Envelope) error {
	sending, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	defer context.AfterFunc(ctx, func() {
		timer := time.AfterFunc(grace, cancel)
		context.AfterFunc(sending, func() { timer.Stop() })
	})()
	return courier.Send(sending, e)
}

// late reports whether a letter was tried for so long that it is given up.
func (d *Desk) late(tx *db.Tx, out db.Outgoing) (bool, error) {
	if out.Attempts < leastTries || tx.Now.Sub(out.CreatedAt) <= giveUp {
		return false, nil
	}
	if err := d.awake(tx); err != nil {
		return false, err
	}
	pauses, err := tx.Pauses(out.CreatedAt) // those of everybody
	return hours{pauses: pauses}.counted(out.CreatedAt, tx.Now) > giveUp, err
}

// tagged reports whether letters go out with a return path of their own.
func (d *Desk) tagged() bool { return d.robot.Plus && !d.untagged.Load() }

// sendTagged sends a letter under its own return path. Some smarthosts let a
// login send under its plain address alone, and refuse the tag in one of many
// ways: a letter that is refused is tried once more without. If it is taken
// then, the tag was the fault, and letters go without until the next start.
func (d *Desk) sendTagged(ctx context.Context, courier mail.Courier, out db.Outgoing) (untagged bool, err error) {
	e := mail.Envelope{From: out.Sender, To: out.Recipient, Raw: out.Raw}
	own := !strings.EqualFold(out.Sender, d.robot.Address)
	if own && d.untagged.Load() {
		e.From, own, untagged = d.robot.Address, false, true
	}
	err = send(ctx, courier, e)
	if !own || !errors.Is(err, mail.ErrRefused) && !errors.Is(err, mail.ErrSender) || ctx.Err() != nil {
		return untagged, err
	}
	e.From = d.robot.Address
	if again := send(ctx, courier, e); again != nil {
		return false, err
	}
	d.untagged.Store(true)
	d.log.Warn("the smarthost refuses our return paths with a tag; from now on bounces are known by the letter that they return", "status", mail.StatusIn(err.Error()))
	return true, nil
}

// refused settles a letter that will never arrive: it came back, hard or not;
// see cameBack.
func (d *Desk) refused(ctx context.Context, out db.Outgoing, why string, hard bool) error {
	status := cmp.Or(mail.StatusIn(why), "5.0.0")
	d.log.Warn("a letter was refused for good", "letter", out.ID, "player", out.Player, "kind", out.Kind, "status", status)
	d.log.Debug("a letter was refused for good", "letter", out.ID, "error", why) // servers repeat addresses
	mark := func(tx *db.Tx) error { return tx.MarkRefused(out.ID, why) }
	var seen []Event
	err := d.db.Update(ctx, func(tx *db.Tx) error {
		if err := mark(tx); err != nil {
			return err
		}
		return d.do(tx, duty{run: func(s *session) error {
			_, err := s.cameBack(out, status, hard)
			seen = s.seen
			return err
		}})
	})
	if err == nil {
		d.tellAll(seen)
		announce(d.posted)
		return nil
	}
	err = fmt.Errorf("letter %d, refused: %w", out.ID, err)
	if db.Transient(err) {
		return err // the lease ends, and it is sent once more
	}
	return errors.Join(err, d.db.Update(ctx, mark))
}

// retryAfter is the pause after so many attempts: 1, 5, 15 and 30 minutes, then
// an hour, each up to a tenth shorter or longer so that letters do not come in
// droves.
func retryAfter(attempts int) time.Duration {
	steps := []time.Duration{time.Minute, 5 * time.Minute, 15 * time.Minute, 30 * time.Minute, time.Hour}
	pause := steps[min(max(attempts, 1), len(steps))-1]
	return pause - pause/10 + rand.N(pause/5)
}
