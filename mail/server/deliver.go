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
	some, err := s.next(ctx, 1, 1)
	if errors.Is(err, db.ErrNotFound) {
		return false, nil
	}
	if err != nil {
		return true, err
	}
	_, err = s.sendOut(ctx, courier, some[0])
	return true, err
}

// sendOut sends a letter that is in our hand, and notes what became of it. again says that
// it was not answered, once more: that is no error, but what keeps us from noting it is.
func (s *Server) sendOut(ctx context.Context, courier mail.Courier, l letter) (again bool, err error) {
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
		return false, s.lost(out, s.putBack(context.WithoutCancel(ctx), l))
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
		return false, s.lost(out, s.refused(note, out, sent.Error(), true))
	case errors.Is(sent, mail.ErrLimited):
		return false, s.lost(out, s.limited(note, out, sent))
	}
	if again = l.slow() && errors.Is(sent, mail.ErrUnheard); again {
		s.log.Info("a letter was once more not answered; it waits, and others go on", "letter", out.ID, "kind", out.Kind, "times", l.Unheard+1)
	}
	return again, s.lost(out, s.unsent(ctx, l, sent))
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
func (s *Server) lost(out db.Outgoing, err error) error {
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
	e := mail.Envelope{From: out.Sender, To: out.Recipient, Raw: s.whole(out.Outgoing), Unheard: out.Unheard}
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
		s.scrubAfter(ctx, out)
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

// next claims the next letters, so many at most and so many slow ones among them, which
// are in our hand from then on, or returns db.ErrNotFound. What is owed is noted first: it
// would go out once more.
func (s *Server) next(ctx context.Context, most, slow int) ([]letter, error) {
	if err := s.sending.settleOwed(context.WithoutCancel(ctx)); err != nil {
		return nil, fmt.Errorf("noting what became of a letter: %w", err)
	}
	s.sending.claiming.Lock()
	defer s.sending.claiming.Unlock()
	if s.sending.doubted.Load() {
		if err := s.freeLost(ctx); err != nil {
			return nil, fmt.Errorf("looking through our claims: %w", err)
		}
	}
	claimed, err := s.claim(ctx, most, slow)
	if errors.Is(err, db.ErrExists) && most > 1 { // another daemon was faster with one of them
		claimed, err = s.claim(ctx, 1, slow)
	}
	if db.Transient(err) {
		s.sending.doubted.Store(true) // they may be claimed all the same
	}
	if errors.Is(err, db.ErrNotFound) || errors.Is(err, db.ErrExists) { // or another daemon was faster
		return nil, db.ErrNotFound
	}
	if err != nil {
		return nil, fmt.Errorf("claiming a letter: %w", err)
	}
	letters, err := s.fewSlow(context.WithoutCancel(ctx), claimed, slow)
	if err != nil {
		s.sending.doubted.Store(true)
		return nil, fmt.Errorf("putting a claimed letter back: %w", err)
	}
	var some []letter
	for _, out := range letters {
		if s.sending.hold(out.ID) { // else the clock has jumped over its lease, and it is on its way
			some = append(some, out)
		}
	}
	if len(some) == 0 {
		return nil, db.ErrNotFound
	}
	s.step("claimed")
	if err := s.alive(ctx); errors.Is(err, errTakenOut) {
		for _, out := range some {
			s.sending.release(out.ID)
		}
		return nil, err // somebody else has them by now
	}
	return some, nil
}

// claim claims the next letters that are due and within the budget, so many at most, or
// returns db.ErrNotFound; none that are slow, if there may be no such. The leases stand
// before anything is sent. One commit does for all: a play has two letters.
func (s *Server) claim(ctx context.Context, most, slow int) (some []letter, err error) {
	// Looking costs no write when there is nothing to do, which is most often; but where
	// as many letters were due as could be sent there are most often more. On a server a
	// claim in vain writes nothing, and is a way as well.
	k := &s.sending
	look := !k.more && !s.db.Shared()
	k.more, k.behind = false, false
	k.looks.Add(1)
	for _, a := range k.allowances(s.Budget, s.log) {
		a.slow = slow
		if err = nil; look || a.counts {
			err = s.lookFor(ctx, a)
		}
		if err == nil {
			some, k.behind, err = s.claimWithin(ctx, a, most)
			k.more = err == nil && len(some) == most
		}
		if !errors.Is(err, db.ErrNotFound) {
			break
		}
		look = true
	}
	return some, err
}

// lookFor returns db.ErrNotFound if nothing is due within an allowance.
func (s *Server) lookFor(ctx context.Context, a allowance) error {
	due := func(tx *db.Tx, within db.Allowance) error {
		due, err := tx.Due(within)
		if err == nil && !due {
			return db.ErrNotFound
		}
		return err
	}
	if s.db.Shared() { // counting takes more statements
		if err := s.db.View(ctx, func(tx *db.Tx) error { return due(tx, db.Everything) }); err != nil {
			return err
		}
	}
	return s.db.View(ctx, func(tx *db.Tx) error {
		allowed, err := a.allow(tx)
		if err != nil {
			return err
		}
		return due(tx, allowed)
	})
}

// claimWithin claims letters within an allowance, and says of one that does not count
// whether letters to strangers or programs wait. One that counts lets no other daemon
// count until the end of the transaction, and counts anew after each letter.
func (s *Server) claimWithin(ctx context.Context, a allowance, most int) (some []letter, behind bool, err error) {
	me := s.own.number.Load()
	if !a.counts {
		err = s.db.Queue(ctx, func(tx *db.Tx) error {
			allowed, err := a.allow(tx)
			if err != nil {
				return err
			}
			claimed, others, err := tx.ClaimSome(me, lease, allowed, most)
			some, behind = nil, others
			for _, c := range claimed {
				some = append(some, letter{c})
			}
			return err
		})
		if err == nil && len(some) == 0 {
			err = db.ErrNotFound
		}
		return some, behind, err
	}
	err = s.db.Queue(ctx, func(tx *db.Tx) error {
		some = nil
		if err := tx.LockSending(); err != nil {
			return err
		}
		for len(some) < most {
			allowed, err := a.allow(tx)
			if err != nil {
				return err
			}
			out, err := tx.Claim(me, lease, allowed)
			if errors.Is(err, db.ErrNotFound) && len(some) > 0 {
				return nil
			}
			if err != nil {
				return err
			}
			some = append(some, letter{out})
		}
		return nil
	})
	return some, false, err
}

// fewSlow puts back those of the slow letters that are more than may be: the next claim
// leaves them out.
func (s *Server) fewSlow(ctx context.Context, claimed []letter, slow int) (some []letter, err error) {
	var over []letter
	for _, l := range claimed {
		if l.slow() {
			slow--
		}
		if l.slow() && slow < 0 {
			over = append(over, l)
		} else {
			some = append(some, l)
		}
	}
	if len(over) == 0 {
		return some, nil
	}
	return some, s.putBack(ctx, over...)
}

// putBack gives letters back that are claimed and not begun.
func (s *Server) putBack(ctx context.Context, letters ...letter) error {
	return s.db.Queue(ctx, func(tx *db.Tx) error {
		for _, out := range letters {
			if err := tx.PutBack(out.ID, s.own.number.Load(), out.Remark); err != nil && !errors.Is(err, db.ErrNotFound) {
				return err
			}
		}
		return nil
	})
}

// sending is what delivery remembers from one letter to the next. Letters are claimed
// as many at once as can be sent, and then each is sent by a goroutine of its own.
type sending struct {
	// untagged says that the smarthost refuses a return path with a tag.
	untagged atomic.Bool

	// claiming is held while letters are claimed, or claims are looked through, and
	// so are toldAt: when it was last said that the budget is used up, and what follows.
	claiming sync.Mutex
	toldAt   time.Time
	// more says that as many letters were claimed as could be sent, and others may be due;
	// behind, that letters to strangers or programs wait, which were not looked for.
	more, behind bool
	looks        atomic.Int64 // for letters that are due
	// doubted says that a letter may be claimed for us that is not in our hand.
	doubted atomic.Bool

	mu    sync.Mutex
	hands map[int64]bool // the letters in our hand, those of owed among them
	// owed notes what became of letters that were sent, when the database could not
	// take that down.
	owed []owed

	crew   crew
	noting noting
}

type owed struct {
	letter int64
	note   func(context.Context) error
}

// hold takes a letter in our hand, and reports whether it was not there before.
func (k *sending) hold(letter int64) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	had := k.hands[letter]
	k.hands[letter] = true
	return !had
}

func (k *sending) release(letter int64) {
	k.mu.Lock()
	defer k.mu.Unlock()
	delete(k.hands, letter)
}

func (k *sending) holds(letter int64) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.hands[letter]
}

func (k *sending) owe(letter int64, note func(context.Context) error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.owed = append(k.owed, owed{letter, note})
}

// settleOwed notes what is owed.
func (k *sending) settleOwed(ctx context.Context) error {
	k.mu.Lock()
	owed := k.owed
	k.owed = nil
	k.mu.Unlock()
	for i, o := range owed {
		if err := o.note(ctx); err != nil {
			k.mu.Lock()
			k.owed = append(k.owed, owed[i:]...)
			k.mu.Unlock()
			return err
		}
		k.release(o.letter)
	}
	return nil
}

// drop forgets all letters: they are another daemon's, or of our next life.
func (k *sending) drop() {
	k.mu.Lock()
	defer k.mu.Unlock()
	clear(k.hands)
	k.owed = nil
}

// freeLost puts back the letters that are claimed for us without our knowledge: the
// answer to the claim was lost. Nothing of them was said. sending.claiming is held.
func (s *Server) freeLost(ctx context.Context) error {
	s.sending.doubted.Store(false)
	me := s.own.number.Load()
	lost := func(tx *db.Tx) (lost []int64, err error) {
		claims, err := tx.Claims(me)
		for _, letter := range claims {
			if !s.sending.holds(letter) {
				lost = append(lost, letter)
			}
		}
		return lost, err
	}
	// Looking costs no write when there is nothing to do, which is nearly always.
	var found []int64
	err := s.db.View(ctx, func(tx *db.Tx) (err error) { found, err = lost(tx); return err })
	if err == nil && len(found) > 0 {
		err = s.db.Queue(ctx, func(tx *db.Tx) (err error) {
			if found, err = lost(tx); err != nil {
				return err
			}
			for _, letter := range found {
				if err := tx.PutBack(letter, me, "the database did not say whether it could be sent"); err != nil {
					return err
				}
			}
			return nil
		})
		if err == nil {
			s.log.Info("letters of ours, of which we did not know, are free again", "letters", found)
			announce(s.work.toSend)
		}
	}
	if err != nil {
		s.sending.doubted.Store(true)
	}
	return err
}

// freeLostNow is freeLost, unless letters are just being claimed.
func (s *Server) freeLostNow(ctx context.Context) error {
	if !s.sending.claiming.TryLock() {
		return nil
	}
	defer s.sending.claiming.Unlock()
	return s.freeLost(ctx)
}

// letter is one in our hand.
type letter struct{ db.Claimed }

// slow reports whether its answer is waited for longer than others'.
func (l letter) slow() bool { return l.Unheard > 0 }

// crew are the goroutines that send. It is used by the loop that delivers. Slow letters
// leave half of the room to those that are not, whose end does not wait for theirs.
type crew struct {
	results    chan result
	busy, slow int   // letters, and those of them that are slow
	wary       bool  // the last letter did not get through: one at a time, until one does
	probe      int64 // the one that was begun since then; 0: none is under way
}

type result struct {
	letter
	again bool // it was not answered, once more
	err   error
}

// Places is how many letters a Courier gets at once at most, where so many are to be sent at
// once: where that is one, it gets a second one beside one that is waited for longer.
func Places(connections int) int { return max(connections, 2) }

// room is how many letters may be begun now, and how many slow ones among them.
func (c *crew) room(connections int) (letters, slow int) {
	most := Places(connections)
	letters = min(most-c.busy, connections-(c.busy-c.slow))
	if c.wary {
		letters = min(letters, 1)
		if c.probe != 0 {
			letters = 0
		}
	}
	return letters, max(1, most/2) - c.slow
}

func (c *crew) begin(l letter) {
	c.busy++
	switch {
	case l.slow():
		c.slow++
	case c.wary:
		c.probe = l.ID
	}
}

// deliver sends every letter that is due, several at once, and waits for more. It
// returns what went wrong with any of them that concerns others; those that are on
// their way stay there.
func (s *Server) deliver(ctx context.Context, courier mail.Courier) error {
	c := &s.sending.crew
	most := max(s.Connections, 1)
	if c.results == nil {
		c.results = make(chan result, Places(most))
	}
	for {
		s.emit(Pulse, "deliver")
		if again, err := c.heard(nil); again || err != nil {
			return err
		}
		letters, slow := c.room(most)
		if letters <= 0 {
			if again, err := c.heard(ctx.Done()); again || err != nil || ctx.Err() != nil {
				return err
			}
			continue
		}
		some, err := s.next(ctx, letters, slow)
		if err != nil && !errors.Is(err, db.ErrNotFound) {
			return err
		}
		for _, out := range some {
			c.begin(out)
			go func() {
				r := result{letter: out}
				r.err = guard(func() (err error) { r.again, err = s.sendOut(ctx, courier, out); return err })
				c.results <- r
			}()
		}
		if err == nil && (s.sending.more || s.sending.behind) {
			continue
		}
		// No other was due: who queues one says so.
		if look, err := c.wait(ctx.Done(), s.work.toSend); !look {
			return err
		}
	}
}

// wait waits while there is nothing to look for, and says whether to look again at once: a
// slow letter leaves room for the next one, which nobody announces. Without it deliver
// returns, and what it returns is taken for success: not while no letter gets through.
func (c *crew) wait(done, hint <-chan struct{}) (look bool, err error) {
	timer := time.NewTimer(idle)
	defer timer.Stop()
	for {
		wary := c.wary
		select {
		case <-done:
			return false, nil
		case <-timer.C:
			return wary, nil
		case <-hint:
			return wary, nil
		case result := <-c.results:
			if err := c.note(result); err != nil || wary && !c.wary {
				return false, err
			}
			if result.slow() {
				return true, nil
			}
			// That its reader may have the next one is said by who has marked it.
		}
	}
}

// heard hears of the letters that are on their way: of all that are through already,
// or, with done, of at least one until that. again says that letters get through
// after some did not.
func (c *crew) heard(done <-chan struct{}) (again bool, err error) {
	wary := c.wary
	if done != nil {
		select {
		case <-done:
			return false, nil
		case result := <-c.results:
			err = c.note(result)
		}
	}
	for {
		select {
		case result := <-c.results:
			err = errors.Join(err, c.note(result))
		default:
			return wary && !c.wary, err
		}
	}
}

// note notes what became of one letter, and returns what concerns others. That one
// which was never answered is not answered again says nothing of them.
func (c *crew) note(r result) error {
	c.busy--
	if r.slow() {
		c.slow--
	}
	if c.probe == r.ID {
		c.probe = 0
	}
	if r.again && r.err == nil {
		return nil
	}
	if r.err != nil && !c.wary {
		c.probe = 0 // what is under way was begun before
	}
	c.wary = r.err != nil
	return r.err
}

// finish waits for the letters that are on their way.
func (c *crew) finish(log *slog.Logger) {
	for c.busy > 0 {
		if err := c.note(<-c.results); err != nil {
			log.Warn("a letter that was on its way waits", "error", err)
		}
	}
}

// accountPause is how long nothing is sent when the smarthost took nothing from our
// account so often, one time after the other.
func accountPause(failures int) time.Duration {
	steps := []time.Duration{time.Minute, 5 * time.Minute, 15 * time.Minute, 30 * time.Minute, time.Hour}
	return steps[min(max(failures, 1), len(steps))-1]
}

// limited puts the whole account off, for all daemons: the smarthost takes nothing
// more of ours for now. It counts against no letter and nobody. Where the answer may
// mean this letter after all, another one is tried first; if that is taken, and this
// one is not once more, the letter waits alone from then on, as any that is deferred.
func (s *Server) limited(ctx context.Context, out db.Outgoing, said error) error {
	status := mail.StatusIn(said.Error())
	var account db.Account
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
			return ours(tx.Postpone(out.ID, s.own.number.Load(), tx.Now.Add(retryAfter(out.Attempts-spared)), said.Error()))
		}
		if account, err = tx.Account(); err != nil {
			return err
		}
		if !tx.Deferred(account) { // else another daemon was told the same
			if account.Failures == 0 {
				account.DeferredAt = tx.Now
			}
			account.Failures++
			account.Status = status
			account.DeferredUntil = tx.Now.Add(accountPause(account.Failures))
			if err := tx.SaveAccount(account); err != nil {
				return err
			}
		}
		due := account.DeferredUntil
		if policy {
			due = due.Add(retryAfter(spared+1) / 2)
		}
		return ours(tx.Spare(out.ID, s.own.number.Load(), due, said.Error()))
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
		s.log.Info("a letter was deferred by a policy", "letter", out.ID, "kind", out.Kind, "attempts", out.Attempts, "status", status)
	case account.Failures == 1:
		s.log.Warn("the smarthost takes nothing more from our account for now; all letters wait, and none is lost", "status", status, "until", account.DeferredUntil)
	}
	s.log.Debug("nothing more is taken", "letter", out.ID, "failures", account.Failures, "error", said) // servers repeat addresses
	return nil
}

// recovered notes that the smarthost takes letters again, when it did not, and
// returns how it stood before. A letter that was on its way when another one was put
// off says nothing of that.
func recovered(tx *db.Tx) (before db.Account, err error) {
	before, err = tx.Account()
	if err != nil || before.Failures == 0 || tx.Deferred(before) {
		return db.Account{}, err
	}
	return before, tx.SaveAccount(db.Account{})
}

// whole is a letter out as it is sent: its pictures are drawn now, in no transaction.
// One that cannot be drawn is missing in it: the text says what it shows.
func (s *Server) whole(out db.Outgoing) []byte {
	raw, err := notify.Draw(out.Raw, s.desk.Club.Games(), s.desk.Teller.Painter)
	if err != nil {
		s.log.Error("a letter goes without a picture", "letter", out.ID, "error", err)
	}
	return raw
}
