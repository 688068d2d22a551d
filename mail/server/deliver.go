package server

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
	"turnpost/mail/club/clock"
	"turnpost/mail/handler"
)

// lease is how long a claimed letter is nobody else's, while its daemon lives: longer
// than sending takes.
const lease = 15 * time.Minute

// longest is how long a letter may be on its way to the smarthost in all, with a
// connection that is opened anew and a return path that is not taken.
const longest = lease - 2*time.Minute

// giveUp is how long a letter is tried (RFC 5321, 4.5.4.1: four to five days).
// Time in which the daemon did not run does not count, nor that in which the
// clock was wrong; see late.
const giveUp = 5 * 24 * time.Hour

// leastTries is how often a letter is tried before it is given up, however old
// it is: it may have waited behind another one, or for the operator.
const leastTries = 3

// DeliverNext sends the next letter that is due. It reports false when there is
// none. A letter that is refused, deferred or once more not answered is no error: the next
// one may be taken. The letter is sent before it is marked: a crash between the two sends
// it again, with the same Message-ID.
func (s *Server) DeliverNext(ctx context.Context, courier mail.Courier) (bool, error) {
	some, err := next(ctx, s, 1, 1)
	if errors.Is(err, db.ErrNotFound) {
		return false, nil
	}
	if err != nil {
		return true, err
	}
	_, err = sendOut(ctx, s, courier, some[0])
	return true, err
}

// sendOut sends a letter that is in our hand, and notes what became of it. again says that
// it was not answered, once more: that is no error, but what keeps us from noting it is.
func sendOut(ctx context.Context, s *Server, courier mail.Courier, l letter) (again bool, err error) {
	out := l.Outgoing
	held, marked := true, false
	defer func() {
		if held {
			s.sending.release(out.ID)
		}
		if !marked { // its reader may have another one
			announce(s.work.toSend)
		}
	}()
	if ctx.Err() != nil { // it was claimed with others, and nobody hears of it
		return false, lost(s, out, putBack(context.WithoutCancel(ctx), s, l))
	}
	untagged, sent := s.sendTagged(ctx, courier, l)
	s.step("sent")
	switch {
	case sent == nil, errors.Is(sent, mail.ErrRefused), errors.Is(sent, mail.ErrDeferred), errors.Is(sent, mail.ErrLimited):
		s.emit(Heard, "")
	case ctx.Err() == nil:
		s.emit(Unheard, "")
	}
	// What happened is noted even if we are being stopped: a letter that was
	// taken and not marked would be sent twice.
	note := context.WithoutCancel(ctx)
	switch {
	case sent == nil:
		mark := func(ctx context.Context) error { return s.markSent(ctx, out, untagged) }
		err := mark(note)
		if db.Transient(err) {
			held = false
			s.sending.owe(out.ID, mark)
			return false, fmt.Errorf("letter %d is sent, which cannot be noted: %w", out.ID, err)
		}
		marked = err == nil
		s.step("marked")
		s.log.Debug("letter out", "letter", out.ID, "kind", out.Kind, "attempts", out.Attempts)
		return false, err
	case errors.Is(sent, mail.ErrRefused):
		return false, lost(s, out, s.refused(note, out, sent.Error(), true))
	case errors.Is(sent, mail.ErrLimited):
		return false, lost(s, out, limited(note, s, out, sent))
	}
	if again = l.slow() && errors.Is(sent, mail.ErrUnheard); again {
		s.log.Info("a letter was once more not answered; it waits, and others go on", "letter", out.ID, "kind", out.Kind, "times", l.Unheard+1)
	}
	return again, lost(s, out, s.unsent(ctx, l, sent))
}

// errNotOurs says that a letter in our hand is another daemon's by now: we stood still,
// and what becomes of it is for that one to say.
var errNotOurs = errors.New("it is another daemon's by now")

// ours is an error of a change that only the holder of a letter may make.
func ours(err error) error {
	if errors.Is(err, db.ErrNotFound) {
		return errNotOurs
	}
	return err
}

// lost is what came of a letter that was not sent.
func lost(s *Server, out db.Outgoing, err error) error {
	if errors.Is(err, errNotOurs) {
		s.log.Info("a letter is another daemon's by now", "letter", out.ID)
		return nil
	}
	if db.Transient(err) {
		s.sending.doubted.Store(true) // its lease may not be ended
	}
	return err
}

// markSent notes that the server took a letter.
func (s *Server) markSent(ctx context.Context, out db.Outgoing, untagged bool) error {
	var seen []handler.Observation
	var before db.Account
	var m db.Marked
	looks := s.sending.looks.Load()
	err := s.sending.noting.note(ctx, s.db, func(tx *db.Tx) (err error) {
		before = db.Account{}
		if untagged {
			if err := tx.SetSender(out.ID, s.desk.Identity().Address); err != nil {
				return err
			}
		}
		if m, err = tx.MarkSent(out.ID); err == nil && m.Failures > 0 {
			before, err = recovered(tx)
		}
		seen = accepted(tx, out, m)
		return err
	})
	if err == nil && (m.Burnt || handler.IsFarewell(out)) {
		s.scrub(ctx)
	}
	if err == nil && before.Failures > 0 {
		s.log.Info("the smarthost takes letters again", "since", before.DeferredAt, "times", before.Failures, "status", before.Status)
	}
	if err == nil {
		s.emitAll(seen)
	}
	if err == nil && (m.More || looks != s.sending.looks.Load()) { // who looked meanwhile saw it in our hand
		announce(s.work.toSend)
	}
	return err
}

// unsent schedules the next try of a letter that was not sent, or gives it up. It
// returns what concerns more than this letter.
func (s *Server) unsent(ctx context.Context, l letter, sent error) error {
	out, note := l.Outgoing, context.WithoutCancel(ctx)
	deferred, tooLate := errors.Is(sent, mail.ErrDeferred), false
	err := s.db.Update(note, func(tx *db.Tx) (err error) {
		if errors.Is(sent, mail.ErrUnheard) {
			if err := tx.NoteUnheard(out.ID, s.own.number.Load()); err != nil {
				return ours(err)
			}
			if ctx.Err() != nil { // it was tried
				return ours(tx.Postpone(out.ID, s.own.number.Load(), tx.Now, sent.Error()))
			}
		}
		if !deferred && (errors.Is(sent, mail.ErrAccount) || ctx.Err() != nil) {
			return ours(tx.PutBack(out.ID, s.own.number.Load(), sent.Error())) // the loop itself pauses
		}
		if tooLate, err = s.late(tx, out); err != nil || tooLate {
			return err
		}
		spared, _, err := tx.Spared(out.ID)
		if err != nil {
			return err
		}
		return ours(tx.Postpone(out.ID, s.own.number.Load(), tx.Now.Add(retryAfter(out.Attempts-spared)), sent.Error()))
	})
	if tooLate && err == nil {
		// Its address may be good: the smarthost itself can have been away.
		err = s.refused(note, out, "given up: "+sent.Error(), false)
	}
	if deferred { // it waits alone: the server takes others
		s.emit(Deferred, "")
		s.log.Info("a letter was deferred", "letter", out.ID, "kind", out.Kind, "attempts", out.Attempts, "status", mail.StatusIn(sent.Error()))
		s.log.Debug("a letter was deferred", "letter", out.ID, "error", sent) // servers repeat addresses
		return err
	}
	if l.slow() && errors.Is(sent, mail.ErrUnheard) {
		return err
	}
	return errors.Join(fmt.Errorf("letter %d: %w", out.ID, sent), err)
}

// grace is how long a letter that is not said to its end yet may take when we are
// stopped. One that is has mail.Linger.
const grace = time.Second

// send gives a letter to the courier, and ends that grace after ctx.
func send(ctx context.Context, courier mail.Courier, e mail.Envelope) error {
	sending, cancel := context.WithTimeout(context.WithoutCancel(ctx), longest)
	defer cancel()
	defer context.AfterFunc(ctx, func() {
		timer := time.AfterFunc(grace, cancel)
		context.AfterFunc(sending, func() { timer.Stop() })
	})()
	return courier.Send(sending, e)
}

// late reports whether a letter was tried for so long that it is given up.
func (s *Server) late(tx *db.Tx, out db.Outgoing) (bool, error) {
	if out.Attempts < leastTries || tx.Now.Sub(out.CreatedAt) <= giveUp {
		return false, nil
	}
	if spared, _, err := tx.Spared(out.ID); err != nil || out.Attempts-spared < leastTries {
		return false, err
	}
	if err := s.desk.Awake(tx, s.Gap); err != nil {
		return false, err
	}
	pauses, err := tx.Pauses(out.CreatedAt) // those of everybody
	var h clock.Hours
	for _, p := range pauses {
		h.Pauses = append(h.Pauses, clock.Pause{From: p.From, To: p.To})
	}
	return h.Counted(out.CreatedAt, tx.Now) > giveUp, err
}

// sendTagged sends a letter under its own return path. Some smarthosts let a
// login send under its plain address alone, and refuse the tag in one of many
// ways: a letter that is refused is tried once more without. If it is taken
// then, the tag was the fault, and letters go without until the next start.
func (s *Server) sendTagged(ctx context.Context, courier mail.Courier, out letter) (untagged bool, err error) {
	e := mail.Envelope{From: out.Sender, To: out.Recipient, Raw: whole(s, out.Outgoing), Unheard: out.Unheard}
	own := !strings.EqualFold(out.Sender, s.desk.Identity().Address)
	if own && s.sending.untagged.Load() {
		e.From, own, untagged = s.desk.Identity().Address, false, true
	}
	err = send(ctx, courier, e)
	refused := errors.Is(err, mail.ErrRefused) || errors.Is(err, mail.ErrSender) ||
		errors.Is(err, mail.ErrPolicy) && strings.HasPrefix(mail.StatusIn(err.Error()), "5")
	if !own || !refused || ctx.Err() != nil {
		return untagged, err
	}
	e.From = s.desk.Identity().Address
	if again := send(ctx, courier, e); again != nil {
		return false, err
	}
	s.sending.untagged.Store(true)
	s.log.Warn("the smarthost refuses our return paths with a tag; from now on bounces are known by the letter that they return", "status", mail.StatusIn(err.Error()))
	return true, nil
}

// refused settles a letter that will never arrive: it came back, hard or not;
// see handler.Handler.Returned.
func (s *Server) refused(ctx context.Context, out db.Outgoing, why string, hard bool) error {
	status := cmp.Or(mail.StatusIn(why), "5.0.0")
	s.log.Warn("a letter was refused for good", "letter", out.ID, "player", out.Player, "kind", out.Kind, "status", status)
	s.log.Debug("a letter was refused for good", "letter", out.ID, "error", why) // servers repeat addresses
	mark := func(tx *db.Tx) error { return ours(tx.MarkRefused(out.ID, s.own.number.Load(), why)) }
	var seen []handler.Observation
	err := s.db.Update(ctx, func(tx *db.Tx) error {
		if err := mark(tx); err != nil {
			return err
		}
		return guard(func() (err error) { seen, err = s.desk.Returned(tx, out, status, hard); return err })
	})
	if err == nil {
		s.emitAll(seen)
		announce(s.work.toSend)
		scrubAfter(ctx, s, out)
		return nil
	}
	err = fmt.Errorf("letter %d, refused: %w", out.ID, err)
	if db.Transient(err) {
		return err // it is freed, and sent once more
	}
	if errors.Is(err, errNotOurs) {
		return err
	}
	return errors.Join(err, s.db.Update(ctx, mark))
}

// retryAfter is the pause after so many attempts: 1, 5, 15 and 30 minutes, then
// an hour, each up to a tenth shorter or longer so that letters do not come in
// droves.
func retryAfter(attempts int) time.Duration {
	steps := []time.Duration{time.Minute, 5 * time.Minute, 15 * time.Minute, 30 * time.Minute, time.Hour}
	pause := steps[min(max(attempts, 1), len(steps))-1]
	return pause - pause/10 + rand.N(pause/5)
}
