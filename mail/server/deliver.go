package server

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"turnpost/db"
	"turnpost/mail"
	"turnpost/mail/club/clock"
	"turnpost/mail/handler"
	"turnpost/mail/notify"
)

// lease is how long a claim lasts while its daemon lives: longer than sending takes.
const lease = 15 * time.Minute

// longest is how long sending a message may take in all, with a connection that is opened
// again and a return path that is refused.
const longest = lease - 2*time.Minute

// giveUp is how long a message is tried (RFC 5321, 4.5.4.1: four to five days). Time in
// which no daemon ran, or in which the clock was wrong, does not count; see late.
const giveUp = 5 * 24 * time.Hour

// leastTries is how often a message is tried before it is given up, however old it is:
// it may have waited behind another one, or for the operator.
const leastTries = 3

// grace is how long sending a message that is not transmitted to its end may continue
// when we are stopped. One that is transmitted has mail.Linger.
const grace = time.Second

// claim is an outgoing message that this daemon holds.
type claim struct{ db.ClaimedMessage }

// slow reports whether the smarthost left an earlier try unanswered, so that this one
// waits longer for the answer.
func (c claim) slow() bool { return c.Unheard > 0 }

// delivery is the state of delivering. Messages are claimed as many at once as can be
// sent; then each is sent by its own goroutine.
type delivery struct {
	// untagged says that the smarthost refuses a return path with a tag.
	untagged atomic.Bool

	// claiming is held while messages are claimed, or claims are compared with held. It
	// guards the fields up to lookups.
	claiming sync.Mutex
	// waiting is one player of each mailbox whose messages wait for having used up its share,
	// and how many wait; told is when each of them was last looked at for that.
	waiting  map[int64]int
	told     map[int64]time.Time
	warnedAt time.Time // when the log last said that the budget is used up
	more     bool      // as many messages were claimed as could be sent; others may be due
	behind   bool      // messages to strangers or programs wait, which were not looked for
	lookups  atomic.Int64
	// doubtful says that a message may be claimed for us that is not in held, because
	// the answer to a commit was lost.
	doubtful atomic.Bool

	mu   sync.Mutex
	held map[int64]bool // the messages that we hold, those of unrecorded included
	// unrecorded are messages that were sent, when the database could not record it.
	unrecorded []unrecorded

	senders senders
}

type unrecorded struct {
	message int64
	record  func(context.Context) error
}

// hold adds a message to those held, and reports whether it was not among them.
func (d *delivery) hold(message int64) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	had := d.held[message]
	d.held[message] = true
	return !had
}

func (d *delivery) release(message int64) {
	d.mu.Lock()
	defer d.mu.Unlock()
	delete(d.held, message)
}

func (d *delivery) holds(message int64) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.held[message]
}

// drop forgets all messages: they belong to another daemon, or to our next start.
func (d *delivery) drop() {
	d.mu.Lock()
	defer d.mu.Unlock()
	clear(d.held)
	d.unrecorded = nil
}

// owe keeps a record of a sent message for settle.
func (d *delivery) owe(message int64, record func(context.Context) error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.unrecorded = append(d.unrecorded, unrecorded{message, record})
}

// settle records what the database could not record before.
func (d *delivery) settle(ctx context.Context) error {
	d.mu.Lock()
	owed := d.unrecorded
	d.unrecorded = nil
	d.mu.Unlock()
	for i, o := range owed {
		if err := o.record(ctx); err != nil {
			d.mu.Lock()
			d.unrecorded = append(d.unrecorded, owed[i:]...)
			d.mu.Unlock()
			return err
		}
		d.release(o.message)
	}
	return nil
}

// deliver sends every message that is due, several at once, and waits for more. It
// returns an error of any of them that concerns others; messages under way continue.
func (s *Server) deliver(ctx context.Context, courier mail.Courier) error {
	senders := &s.delivery.senders
	connections := max(s.Connections, 1)
	if senders.results == nil {
		senders.results = make(chan result, MaxInFlight(connections))
	}
	for {
		s.emit(Pulse, "deliver")
		if again, err := senders.collect(nil); again || err != nil {
			return err
		}
		room, slow := senders.room(connections)
		if room <= 0 {
			if again, err := senders.collect(ctx.Done()); again || err != nil || ctx.Err() != nil {
				return err
			}
			continue
		}
		claims, err := s.claimDue(ctx, room, slow)
		if err != nil && !errors.Is(err, db.ErrNotFound) {
			return err
		}
		for _, c := range claims {
			senders.begin(c)
			go func() {
				r := result{claim: c}
				r.err = guard(func() (err error) { r.again, err = s.sendOut(ctx, courier, c); return err })
				senders.results <- r
			}()
		}
		if err == nil && (s.delivery.more || s.delivery.behind) {
			continue
		}
		// No other message was due; whoever queues one signals it.
		if look, err := senders.wait(ctx.Done(), s.wake.deliver); !look {
			return err
		}
	}
}

// DeliverNext sends the next message that is due. It reports false when there is none.
// A message that is refused, deferred or again not answered is no error: the next one
// may be taken. The message is sent before it is marked; a crash in between sends it
// again, with the same Message-ID.
func (s *Server) DeliverNext(ctx context.Context, courier mail.Courier) (bool, error) {
	claims, err := s.claimDue(ctx, 1, 1)
	if errors.Is(err, db.ErrNotFound) {
		return false, nil
	}
	if err != nil {
		return true, err
	}
	_, err = s.sendOut(ctx, courier, claims[0])
	return true, err
}

// senders are the goroutines that send; the loop alone uses it. Slow messages leave half
// of the room to the others.
type senders struct {
	results    chan result
	busy, slow int   // messages under way, and the slow ones among them
	wary       bool  // the last message did not get through: one at a time until one does
	probe      int64 // the message begun while wary; 0: none is under way
}

type result struct {
	claim
	again bool // it was not answered, once more
	err   error
}

// MaxInFlight is how many messages a Courier gets at once, at most, for a number of
// connections. Where that is one, it may get another message beside a slow one.
func MaxInFlight(connections int) int { return max(connections, 2) }

// room is how many messages may be begun now, and how many slow ones among them.
func (x *senders) room(connections int) (messages, slow int) {
	most := MaxInFlight(connections)
	messages = min(most-x.busy, connections-(x.busy-x.slow))
	if x.wary {
		messages = min(messages, 1)
		if x.probe != 0 {
			messages = 0
		}
	}
	return messages, max(1, most/2) - x.slow
}

func (x *senders) begin(c claim) {
	x.busy++
	switch {
	case c.slow():
		x.slow++
	case x.wary:
		x.probe = c.ID
	}
}

// wait waits while there is nothing to look for, and reports whether to look again at
// once: a slow message makes room for another one, which nobody signals. Otherwise
// deliver returns; a nil error counts as success there, so wait does not return while no
// message gets through.
func (x *senders) wait(done, signal <-chan struct{}) (look bool, err error) {
	timer := time.NewTimer(idle)
	defer timer.Stop()
	for {
		wary := x.wary
		select {
		case <-done:
			return false, nil
		case <-timer.C:
			return wary, nil
		case <-signal:
			return wary, nil
		case r := <-x.results:
			if err := x.note(r); err != nil || wary && !x.wary {
				return false, err
			}
			if r.slow() {
				return true, nil
			}
			// If its reader may have another message, markSent signals it.
		}
	}
}

// collect takes the results of all messages that are through, or, with done, of at least
// one. again reports that messages get through after some did not.
func (x *senders) collect(done <-chan struct{}) (again bool, err error) {
	wary := x.wary
	if done != nil {
		select {
		case <-done:
			return false, nil
		case r := <-x.results:
			err = x.note(r)
		}
	}
	for {
		select {
		case r := <-x.results:
			err = errors.Join(err, x.note(r))
		default:
			return wary && !x.wary, err
		}
	}
}

// note takes note of one result, and returns an error that concerns other messages. A
// message that is again not answered says nothing about others.
func (x *senders) note(r result) error {
	x.busy--
	if r.slow() {
		x.slow--
	}
	if x.probe == r.ID {
		x.probe = 0
	}
	if r.again && r.err == nil {
		return nil
	}
	if r.err != nil && !x.wary {
		x.probe = 0 // what is under way was begun before
	}
	x.wary = r.err != nil
	return r.err
}

// finish waits for the messages under way.
func (x *senders) finish(log *slog.Logger) {
	for x.busy > 0 {
		if err := x.note(<-x.results); err != nil {
			log.Warn("a message that was being sent waits", "error", err)
		}
	}
}

// claimDue claims the next messages, at most most and at most slow slow ones among them,
// or returns db.ErrNotFound. It first records messages as sent that are not yet, which
// would be sent again.
func (s *Server) claimDue(ctx context.Context, most, slow int) ([]claim, error) {
	if err := s.delivery.settle(context.WithoutCancel(ctx)); err != nil {
		return nil, fmt.Errorf("recording a sent message: %w", err)
	}
	s.delivery.claiming.Lock()
	defer s.delivery.claiming.Unlock()
	if s.delivery.doubtful.Load() {
		if err := s.freeLost(ctx); err != nil {
			return nil, fmt.Errorf("checking our claims: %w", err)
		}
	}
	claimed, err := s.claimWithinBudget(ctx, most, slow)
	if told, failed := s.tellShares(ctx); failed != nil {
		s.log.Warn("a player could not be told that messages wait for others", "error", failed)
	} else if told && errors.Is(err, db.ErrNotFound) {
		claimed, err = s.claimWithinBudget(ctx, most, slow)
	}
	if errors.Is(err, db.ErrExists) && most > 1 { // another daemon took one of them
		claimed, err = s.claimWithinBudget(ctx, 1, slow)
	}
	if db.Transient(err) {
		s.delivery.doubtful.Store(true) // they may be claimed all the same
	}
	if errors.Is(err, db.ErrNotFound) || errors.Is(err, db.ErrExists) {
		return nil, db.ErrNotFound
	}
	if err != nil {
		return nil, fmt.Errorf("claiming a message: %w", err)
	}
	kept, err := s.putBackSlow(context.WithoutCancel(ctx), claimed, slow)
	if err != nil {
		s.delivery.doubtful.Store(true)
		return nil, fmt.Errorf("returning a claimed message: %w", err)
	}
	var claims []claim
	for _, c := range kept {
		if s.delivery.hold(c.ID) { // false if the clock jumped over the lease of one under way
			claims = append(claims, c)
		}
	}
	if len(claims) == 0 {
		return nil, db.ErrNotFound
	}
	s.step("claimed")
	if err := s.alive(ctx); errors.Is(err, errTakenOut) { // others hold them by now
		for _, c := range claims {
			s.delivery.release(c.ID)
		}
		return nil, err
	}
	return claims, nil
}

// claimWithinBudget claims the next messages that are due and within the budget, at most
// most, or returns db.ErrNotFound. It claims no slow ones if slow is 0. The leases are
// committed before anything is sent.
func (s *Server) claimWithinBudget(ctx context.Context, most, slow int) (claims []claim, err error) {
	// Most often nothing is due, and looking does not write; but when the last claim
	// took all it could, more is due. On a database server a claim that finds nothing
	// writes nothing either, and looking costs a round trip.
	d := &s.delivery
	look := !d.more && !s.db.Shared()
	d.more, d.behind = false, false
	d.lookups.Add(1)
	for _, a := range d.allowances(s.Budget, s.log) {
		a.slow = slow
		if err = nil; look || a.counts {
			err = s.lookDue(ctx, a)
		}
		if err == nil {
			claims, d.behind, err = s.claimWithin(ctx, a, most)
			d.more = err == nil && len(claims) == most
		}
		if !errors.Is(err, db.ErrNotFound) {
			break
		}
		look = true
	}
	return claims, err
}

// lookDue returns db.ErrNotFound if nothing is due within an allowance.
func (s *Server) lookDue(ctx context.Context, a allowance) error {
	due := func(tx *db.Tx, within db.ClaimFilter) error {
		due, err := tx.Due(within)
		if err == nil && !due {
			return db.ErrNotFound
		}
		return err
	}
	return s.db.View(ctx, func(tx *db.Tx) error {
		if a.counts { // which takes longer
			if err := due(tx, db.Everything); err != nil {
				return err
			}
		}
		allowed, err := a.allow(tx)
		if err != nil {
			return err
		}
		return due(tx, allowed)
	})
}

// claimWithin claims messages within an allowance. For one that does not count, behind
// reports whether messages to strangers or programs wait. One that counts keeps other
// daemons from counting until the end of the transaction, and counts again after each
// message.
func (s *Server) claimWithin(ctx context.Context, a allowance, most int) (claims []claim, behind bool, err error) {
	me := s.own.number.Load()
	if !a.counts {
		err = s.db.Queue(ctx, func(tx *db.Tx) error {
			allowed, err := a.allow(tx)
			if err != nil {
				return err
			}
			claimed, others, err := tx.ClaimSome(me, lease, allowed, most)
			claims, behind = nil, others
			for _, c := range claimed {
				claims = append(claims, claim{c})
			}
			return err
		})
		if err == nil && len(claims) == 0 {
			err = db.ErrNotFound
		}
		return claims, behind, err
	}
	err = s.db.Queue(ctx, func(tx *db.Tx) error {
		claims = nil
		if err := tx.LockSending(); err != nil {
			return err
		}
		for len(claims) < most {
			allowed, err := a.allow(tx)
			if err != nil {
				return err
			}
			c, err := tx.Claim(me, lease, allowed)
			if errors.Is(err, db.ErrNotFound) && len(claims) > 0 {
				return nil
			}
			if err != nil {
				return err
			}
			claims = append(claims, claim{c})
		}
		return nil
	})
	return claims, false, err
}

// putBackSlow gives back the slow messages that are more than slow: the next claim leaves
// them out.
func (s *Server) putBackSlow(ctx context.Context, claimed []claim, slow int) (kept []claim, err error) {
	var over []claim
	for _, c := range claimed {
		if c.slow() {
			slow--
		}
		if c.slow() && slow < 0 {
			over = append(over, c)
		} else {
			kept = append(kept, c)
		}
	}
	if len(over) == 0 {
		return kept, nil
	}
	return kept, s.putBack(ctx, over...)
}

// putBack gives messages back that are claimed and not begun.
func (s *Server) putBack(ctx context.Context, claims ...claim) error {
	return s.db.Queue(ctx, func(tx *db.Tx) error {
		for _, c := range claims {
			err := tx.PutBack(c.ID, s.own.number.Load(), c.Remark)
			if err != nil && !errors.Is(err, db.ErrNotFound) {
				return err
			}
		}
		return nil
	})
}

// freeLost gives messages back that are claimed for us without our knowledge, because the
// answer to the claim was lost. They were not begun. delivery.claiming is held.
func (s *Server) freeLost(ctx context.Context) error {
	s.delivery.doubtful.Store(false)
	me := s.own.number.Load()
	lost := func(tx *db.Tx) (lost []int64, err error) {
		claims, err := tx.Claims(me)
		for _, message := range claims {
			if !s.delivery.holds(message) {
				lost = append(lost, message)
			}
		}
		return lost, err
	}
	// Nearly always there are none: looking must not write.
	var found []int64
	err := s.db.View(ctx, func(tx *db.Tx) (err error) { found, err = lost(tx); return err })
	if err == nil && len(found) > 0 {
		err = s.db.Queue(ctx, func(tx *db.Tx) (err error) {
			if found, err = lost(tx); err != nil {
				return err
			}
			for _, message := range found {
				if err := tx.PutBack(message, me, "the database did not say whether it was claimed"); err != nil {
					return err
				}
			}
			return nil
		})
		if err == nil {
			s.log.Info("messages that were claimed without our knowledge are free again", "messages", found)
			announce(s.wake.deliver)
		}
	}
	if err != nil {
		s.delivery.doubtful.Store(true)
	}
	return err
}

// freeLostClaims is freeLost, unless messages are just being claimed.
func (s *Server) freeLostClaims(ctx context.Context) error {
	if !s.delivery.claiming.TryLock() {
		return nil
	}
	defer s.delivery.claiming.Unlock()
	return s.freeLost(ctx)
}

// sendOut sends a claimed message and records the result. again reports that it was once
// more not answered; that is no error, but failing to record it is.
func (s *Server) sendOut(ctx context.Context, courier mail.Courier, c claim) (again bool, err error) {
	out := c.Outgoing
	held, marked := true, false
	defer func() {
		if held {
			s.delivery.release(out.ID)
		}
		if !marked { // its reader may get another one
			announce(s.wake.deliver)
		}
	}()
	if ctx.Err() != nil { // it was claimed together with others before we were stopped
		return false, s.unlessLost(out, s.putBack(context.WithoutCancel(ctx), c))
	}
	untagged, sent := s.sendTagged(ctx, courier, c)
	s.step("sent")
	switch {
	case sent == nil, errors.Is(sent, mail.ErrRefused), errors.Is(sent, mail.ErrDeferred),
		errors.Is(sent, mail.ErrLimited):
		s.emit(SmarthostAnswered, "")
	case ctx.Err() == nil:
		s.emit(SmarthostSilent, "")
	}
	// The result is recorded even if we are being stopped: a message that was taken and
	// not marked would be sent twice.
	recording := context.WithoutCancel(ctx)
	switch {
	case sent == nil:
		mark := func(ctx context.Context) error { return s.markSent(ctx, out, untagged) }
		err := mark(recording)
		if db.Transient(err) {
			held = false
			s.delivery.owe(out.ID, mark)
			return false, fmt.Errorf("message %d is sent, which cannot be recorded: %w", out.ID, err)
		}
		marked = err == nil
		s.step("marked")
		s.log.Debug("message sent", "message", out.ID, "kind", out.Kind, "attempts", out.Attempts)
		return false, err
	case errors.Is(sent, mail.ErrRefused):
		return false, s.unlessLost(out, s.refused(recording, out, sent.Error(), true))
	case errors.Is(sent, mail.ErrLimited):
		return false, s.unlessLost(out, s.deferAccount(recording, out, sent))
	}
	if again = c.slow() && errors.Is(sent, mail.ErrUnanswered); again {
		s.log.Info("a message was once more not answered; it waits, and others go on",
			"message", out.ID, "kind", out.Kind, "times", c.Unheard+1)
	}
	return again, s.unlessLost(out, s.unsent(ctx, c, sent))
}

// errNotOurs says that a message that we held belongs to another daemon by now: we were
// suspended, and that daemon records what becomes of it.
var errNotOurs = errors.New("it belongs to another daemon by now")

// ours converts the error of a change that only the holder of a message may make.
func ours(err error) error {
	if errors.Is(err, db.ErrNotFound) {
		return errNotOurs
	}
	return err
}

// unlessLost returns the error of recording a message that was not sent, unless another
// daemon holds it by now.
func (s *Server) unlessLost(out db.Outgoing, err error) error {
	if errors.Is(err, errNotOurs) {
		s.log.Info("a message belongs to another daemon by now", "message", out.ID)
		return nil
	}
	if db.Transient(err) {
		s.delivery.doubtful.Store(true) // its lease may not be ended
	}
	return err
}

// sendTagged sends a message under its own return path. Some smarthosts let a login send
// under its plain address only, and refuse the tag in one of many ways: a message that
// is refused is tried once more without it. If it is taken then, the tag was the reason,
// and messages are sent without until the next start.
func (s *Server) sendTagged(ctx context.Context, courier mail.Courier, c claim) (untagged bool, err error) {
	plain := s.handler.Identity().Address
	e := mail.Envelope{From: c.Sender, To: c.Recipient, Raw: s.draw(c.Outgoing), Unanswered: c.Unheard}
	tagged := !strings.EqualFold(c.Sender, plain)
	if tagged && s.delivery.untagged.Load() {
		e.From, tagged, untagged = plain, false, true
	}
	err = send(ctx, courier, e)
	refused := errors.Is(err, mail.ErrRefused) || errors.Is(err, mail.ErrSender) ||
		errors.Is(err, mail.ErrPolicy) && strings.HasPrefix(mail.StatusIn(err.Error()), "5")
	if !tagged || !refused || ctx.Err() != nil {
		return untagged, err
	}
	e.From = plain
	if again := send(ctx, courier, e); again != nil {
		return false, err
	}
	s.delivery.untagged.Store(true)
	s.log.Warn("the smarthost refuses return paths with a tag; from now on bounces are recognised by the message "+
		"that they return",
		"status", mail.StatusIn(err.Error()))
	return true, nil
}

// draw returns a message with its pictures drawn, outside of any transaction. A picture
// that cannot be drawn is left out; the text says what it shows.
func (s *Server) draw(out db.Outgoing) []byte {
	raw, err := notify.AddPictures(out.Raw, s.handler.Club.Games(), s.handler.Notifier.Painter)
	if err != nil {
		s.log.Error("a message is sent without a picture", "message", out.ID, "error", err)
	}
	return raw
}

// send gives a message to the courier, and lets it go on for grace after ctx is done.
func send(ctx context.Context, courier mail.Courier, e mail.Envelope) error {
	sending, cancel := context.WithTimeout(context.WithoutCancel(ctx), longest)
	defer cancel()
	defer context.AfterFunc(ctx, func() {
		timer := time.AfterFunc(grace, cancel)
		context.AfterFunc(sending, func() { timer.Stop() })
	})()
	return courier.Send(sending, e)
}

// markSent records that the smarthost took a message.
func (s *Server) markSent(ctx context.Context, out db.Outgoing, untagged bool) error {
	var seen []handler.Observation
	var before db.SendingAccount
	var m db.MarkedSent
	lookups := s.delivery.lookups.Load()
	err := s.db.Queue(ctx, func(tx *db.Tx) (err error) {
		before = db.SendingAccount{}
		if untagged {
			if err := tx.SetSender(out.ID, s.handler.Identity().Address); err != nil {
				return err
			}
		}
		if m, err = tx.MarkSent(out.ID); err == nil && m.Failures > 0 {
			before, err = recovered(tx)
		}
		seen = accepted(tx, out, m)
		return err
	})
	if err != nil {
		return err
	}
	if m.Burnt || handler.IsFarewell(out) {
		s.scrub(ctx)
	}
	if before.Failures > 0 {
		s.log.Info("the smarthost takes messages again", "since", before.DeferredAt, "times", before.Failures,
			"status", before.Status)
	}
	s.emitAll(seen)
	if m.More || lookups != s.delivery.lookups.Load() { // a lookup meanwhile left out its reader's messages
		announce(s.wake.deliver)
	}
	return nil
}

// unsent schedules the next try of a message that was not sent, or gives it up. It
// returns an error that concerns more than this message.
func (s *Server) unsent(ctx context.Context, c claim, sent error) error {
	out, me, recording := c.Outgoing, s.own.number.Load(), context.WithoutCancel(ctx)
	deferred, tooLate := errors.Is(sent, mail.ErrDeferred), false
	err := s.db.Update(recording, func(tx *db.Tx) (err error) {
		if errors.Is(sent, mail.ErrUnanswered) {
			if err := tx.NoteUnheard(out.ID, me); err != nil {
				return ours(err)
			}
			if ctx.Err() != nil { // this counts as a try
				return ours(tx.Postpone(out.ID, me, tx.Now, sent.Error()))
			}
		}
		if !deferred && (errors.Is(sent, mail.ErrAccount) || ctx.Err() != nil) {
			return ours(tx.PutBack(out.ID, me, sent.Error())) // the loop itself pauses
		}
		if tooLate, err = s.late(tx, out); err != nil || tooLate {
			return err
		}
		spared, _, err := tx.Spared(out.ID)
		if err != nil {
			return err
		}
		return ours(tx.Postpone(out.ID, me, tx.Now.Add(retryAfter(out.Attempts-spared)), sent.Error()))
	})
	if tooLate && err == nil {
		// The address may be good: perhaps the smarthost itself was away.
		err = s.refused(recording, out, "given up: "+sent.Error(), false)
	}
	if err == nil && errors.Is(sent, mail.ErrMailboxFull) {
		s.tellUnreached(recording, out, tooLate)
	}
	if deferred { // it waits alone: the server takes others
		s.emit(Deferred, "")
		s.log.Info("a message was deferred", "message", out.ID, "kind", out.Kind,
			"attempts", out.Attempts, "status", mail.StatusIn(sent.Error()))
		s.log.Debug("a message was deferred", "message", out.ID, "error", sent) // servers repeat addresses
		return err
	}
	if c.slow() && errors.Is(sent, mail.ErrUnanswered) {
		return err
	}
	return errors.Join(fmt.Errorf("message %d: %w", out.ID, sent), err)
}

// fullFor is how long a mailbox is full before the opponents of its owner are told.
const fullFor = 24 * time.Hour

// tellUnreached tells the opponents that a player's mailbox stays full; see
// [handler.Handler.TellUnreached].
func (s *Server) tellUnreached(ctx context.Context, out db.Outgoing, tooLate bool) {
	if s.db.Now().Sub(out.CreatedAt) < fullFor {
		return
	}
	until := out.CreatedAt.Add(giveUp)
	if tooLate {
		until = time.Time{}
	}
	err := s.db.Update(ctx, func(tx *db.Tx) error {
		return guard(func() error { return s.handler.TellUnreached(tx, out, until) })
	})
	if err != nil {
		s.log.Warn("the opponents could not be told that a player's mailbox is full", "player", out.Player, "error",
			err)
	}
	announce(s.wake.deliver)
}

// late reports whether a message was tried for so long that it is given up.
func (s *Server) late(tx *db.Tx, out db.Outgoing) (bool, error) {
	if out.Attempts < leastTries || tx.Now.Sub(out.CreatedAt) <= giveUp {
		return false, nil
	}
	if spared, _, err := tx.Spared(out.ID); err != nil || out.Attempts-spared < leastTries {
		return false, err
	}
	if err := s.handler.Awake(tx, s.HeartbeatGap); err != nil {
		return false, err
	}
	pauses, err := tx.Pauses(out.CreatedAt) // those of everybody
	var h clock.Hours
	for _, p := range pauses {
		h.Pauses = append(h.Pauses, clock.Pause{From: p.From, To: p.To})
	}
	return h.Counted(out.CreatedAt, tx.Now) > giveUp, err
}

// refused settles a message that will never arrive. What that means for its reader's address is
// decided by club.NoteBounce.
func (s *Server) refused(ctx context.Context, out db.Outgoing, why string, hard bool) error {
	status := cmp.Or(mail.StatusIn(why), "5.0.0")
	s.log.Warn("a message was refused for good", "message", out.ID, "player", out.Player, "kind", out.Kind, "status",
		status)
	s.log.Debug("a message was refused for good", "message", out.ID, "error", why) // servers repeat addresses
	mark := func(tx *db.Tx) error { return ours(tx.MarkRefused(out.ID, s.own.number.Load(), why)) }
	var seen []handler.Observation
	err := s.db.Update(ctx, func(tx *db.Tx) error {
		if err := mark(tx); err != nil {
			return err
		}
		return guard(func() (err error) { seen, err = s.handler.NoteBounce(tx, out, status, hard); return err })
	})
	if err == nil {
		s.emitAll(seen)
		announce(s.wake.deliver)
		s.scrubAfter(ctx, out)
		return nil
	}
	err = fmt.Errorf("message %d, refused: %w", out.ID, err)
	if db.Transient(err) { // it is freed, and sent again
		return err
	}
	if errors.Is(err, errNotOurs) {
		return err
	}
	return errors.Join(err, s.db.Update(ctx, mark))
}

// retryAfter is the pause after a number of attempts: 1, 5, 15 and 30 minutes, then an
// hour, each up to a tenth shorter or longer, so that messages do not come in bursts.
func retryAfter(attempts int) time.Duration {
	pause := retryPause(attempts)
	return pause - pause/10 + rand.N(pause/5)
}

func retryPause(attempts int) time.Duration {
	steps := []time.Duration{time.Minute, 5 * time.Minute, 15 * time.Minute, 30 * time.Minute, time.Hour}
	return steps[min(max(attempts, 1), len(steps))-1]
}

// deferAccount defers the whole account, for all daemons, because the smarthost takes
// nothing more of ours for now. That is no failure of the message. If the answer may
// concern this message after all (mail.ErrPolicy), another one is tried first; if that
// one is taken and this one is not once more, the message waits alone from then on, like
// any that is deferred.
func (s *Server) deferAccount(ctx context.Context, out db.Outgoing, said error) error {
	me, status := s.own.number.Load(), mail.StatusIn(said.Error())
	var account db.SendingAccount
	alone, tooLate := false, false
	err := s.db.Update(ctx, func(tx *db.Tx) (err error) {
		alone, tooLate = false, false
		policy := errors.Is(said, mail.ErrPolicy)
		spared, last, err := tx.Spared(out.ID)
		if err != nil {
			return err
		}
		if policy && spared > 0 {
			if alone, err = tx.SentAfter(last); err != nil {
				return err
			}
		}
		if alone {
			if tooLate, err = s.late(tx, out); err != nil || tooLate {
				return err
			}
			return ours(tx.Postpone(out.ID, me, tx.Now.Add(retryAfter(out.Attempts-spared)), said.Error()))
		}
		if account, err = tx.Account(); err != nil {
			return err
		}
		if !tx.Deferred(account) { // otherwise another daemon got the same answer
			if account.Failures == 0 {
				account.DeferredAt = tx.Now
			}
			account.Failures++
			account.Status = status
			account.DeferredUntil = tx.Now.Add(retryPause(account.Failures))
			if err := tx.SaveAccount(account); err != nil {
				return err
			}
		}
		due := account.DeferredUntil
		if policy {
			due = due.Add(retryAfter(spared+1) / 2)
		}
		return ours(tx.Spare(out.ID, me, due, said.Error()))
	})
	s.emit(Deferred, "")
	switch {
	case errors.Is(err, errNotOurs):
		return err
	case err != nil:
		return errors.Join(said, err)
	case tooLate: // the smarthost takes others; the address is not at fault
		return s.refused(ctx, out, "given up: "+said.Error(), false)
	case alone:
		s.log.Info("a message was deferred by a policy", "message", out.ID, "kind", out.Kind,
			"attempts", out.Attempts, "status", status)
	case account.Failures == 1:
		s.log.Warn("the smarthost takes nothing more from our account for now; all messages wait, and none is lost",
			"status", status, "until", account.DeferredUntil)
	}
	// servers repeat addresses
	s.log.Debug("the smarthost takes nothing more", "message", out.ID, "failures", account.Failures, "error", said)
	return nil
}

// recovered records that the smarthost takes messages again after it did not, and returns
// the account's state before. A message that was under way when the account was deferred
// says nothing about that.
func recovered(tx *db.Tx) (before db.SendingAccount, err error) {
	before, err = tx.Account()
	if err != nil || before.Failures == 0 || tx.Deferred(before) {
		return db.SendingAccount{}, err
	}
	return before, tx.SaveAccount(db.SendingAccount{})
}
