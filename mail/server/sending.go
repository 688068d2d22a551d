package server

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"turnpost/db"
	"turnpost/mail"
)

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
func freeLost(ctx context.Context, s *Server) error {
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
func freeLostNow(ctx context.Context, s *Server) error {
	if !s.sending.claiming.TryLock() {
		return nil
	}
	defer s.sending.claiming.Unlock()
	return freeLost(ctx, s)
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
		some, err := next(ctx, s, letters, slow)
		if err != nil && !errors.Is(err, db.ErrNotFound) {
			return err
		}
		for _, out := range some {
			c.begin(out)
			go func() {
				r := result{letter: out}
				r.err = guard(func() (err error) { r.again, err = sendOut(ctx, s, courier, out); return err })
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
