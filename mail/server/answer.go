package server

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"sync"

	"turnpost/db"
	"turnpost/mail/club/bot"
	"turnpost/mail/handler"
)

// A message is set aside when work on it failed three times, or when the program died
// at it ten times: fewer deaths may be chance.
const (
	maxFailures = 3
	maxAttempts = 10
)

// maxThoughts is how often bots think for one message, and how many games of leaving
// players are ended for it: more than a player can have.
const maxThoughts = 500

// answersAtOnce is how many messages a daemon answers at once where several transactions may
// write: where the database is on another machine, most of an answer is waiting for it.
const answersAtOnce = 4

// answering is the goroutines that answer, and what they share.
type answering struct {
	busy    map[int64]bool // the messages that they answer; used by the loop only
	results chan answerResult

	mu       sync.Mutex
	forgiven map[int64]int64 // attempts that do not count, by message; see noteFailure
	delayed  map[int64]bool  // messages that had to wait since all others had their turn
}

// answerResult is what AnswerNext returns about a message.
type answerResult struct {
	message int64
	worked  bool
	err     error
}

func newAnswering() *answering {
	return &answering{
		busy: map[int64]bool{}, results: make(chan answerResult, answersAtOnce),
		forgiven: map[int64]int64{}, delayed: map[int64]bool{},
	}
}

// collect takes the results of all that have ended, and of at least one if there is no room
// for another. It stops at one that did not work. After an error it waits for all others: what
// fails at the same time counts as one failure.
func (x *answering) collect() (worked bool, err error) {
	for worked = true; worked && err == nil && (len(x.busy) == answersAtOnce || len(x.results) > 0); {
		worked, err = x.one()
	}
	for err != nil && len(x.busy) > 0 {
		_, other := x.one()
		err = errors.Join(err, other)
	}
	return worked, err
}

// one waits for a result.
func (x *answering) one() (worked bool, err error) {
	r := <-x.results
	delete(x.busy, r.message)
	return r.worked, r.err
}

// finish waits for those that still run.
func (x *answering) finish(log *slog.Logger) {
	for len(x.busy) > 0 {
		if _, err := x.one(); err != nil {
			log.Warn("a message waits", "error", err)
		}
	}
}

// answerAll answers every new message and waits for more.
func (s *Server) answerAll(ctx context.Context) error {
	next := s.AnswerNext
	if s.db.Shared() {
		next = s.beginNext
	}
	for {
		s.emit(Pulse, "play")
		worked, err := next(ctx)
		if err != nil {
			return err
		}
		if !worked {
			break
		}
	}
	sleep(ctx, idle, s.wake.answer)
	return nil
}

// AnswerNext answers the next new message. It reports false when there is none. An error
// is ours or the database's: the message then stays new, or is set aside after the
// third attempt, and the next call goes on with the queue. A message that waits until
// somebody has left stays new as well, behind the others; when only such messages are
// left, AnswerNext reports false.
//
// A message whose signature needs the DNS waits beside the queue meanwhile, for a second at
// most, and is then next.
func (s *Server) AnswerNext(ctx context.Context) (bool, error) {
	m, worked, err := s.nextMessage(ctx)
	if m == nil || err != nil {
		return worked, err
	}
	return s.answerParsed(ctx, m.Incoming, m.ParsedMessage)
}

// beginNext is AnswerNext that does not wait for the answer, unless as many are under way as
// may be. Its error, or that it reports false, may be of an earlier one.
func (s *Server) beginNext(ctx context.Context) (bool, error) {
	x := s.answering
	if worked, err := x.collect(); !worked || err != nil {
		return worked, err
	}
	m, worked, err := s.nextMessage(ctx)
	if m == nil || err != nil {
		return worked, err
	}
	x.busy[m.ID] = true
	go func() {
		r := answerResult{message: m.ID}
		r.err = guard(func() (err error) {
			r.worked, err = s.answerParsed(ctx, m.Incoming, m.ParsedMessage)
			return err
		})
		x.results <- r
		announce(s.wake.answer) // the next message of the same writer may be answered
	}()
	return true, nil
}

// nextMessage claims the next message and reads it. It returns nil if there is none to be
// answered now; worked then reports whether others may be.
func (s *Server) nextMessage(ctx context.Context) (m *verified, worked bool, err error) {
	if in, parsed, ok := s.verifying.next(ctx); ok {
		return &verified{in, parsed}, true, nil
	}
	in, setAside, err := s.claimIncoming(ctx)
	switch {
	case errors.Is(err, db.ErrNotFound):
		return nil, s.verifying.wait(ctx, s.wake.answer), nil
	case err != nil:
		return nil, false, fmt.Errorf("claiming a message: %w", err)
	case setAside:
		s.log.Error("a message cannot be answered and is quarantined", "message", in.ID, "attempts", in.Attempts,
			"why", in.Remark)
		s.emit(handler.KindIncoming, "quarantined")
		return nil, true, nil
	}
	s.answering.forgive(in.ID, 0)
	s.step("counted")
	var parsed handler.ParsedMessage
	if err := guard(func() (err error) { parsed, err = s.handler.Read(ctx, in); return err }); err != nil {
		worked, err := s.failed(ctx, in, err)
		return nil, worked, err
	}
	if parsed.Undecided() {
		s.verifying.start(in, parsed, func(p *handler.ParsedMessage) { s.handler.Vouch(ctx, in, p) })
		return nil, true, nil
	}
	return &verified{in, parsed}, true, nil
}

// forgive notes how many attempts at a message do not count, since the database could not
// record that they do not.
func (x *answering) forgive(message, times int64) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.forgiven[message] = times; times == 0 {
		delete(x.forgiven, message)
	}
}

func (x *answering) forgivenOf(message int64) int64 {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.forgiven[message]
}

// answerParsed answers a message that this daemon holds. It returns the same as AnswerNext.
func (s *Server) answerParsed(ctx context.Context, in db.Incoming, parsed handler.ParsedMessage) (bool, error) {
	answered, err := s.answer(ctx, in, parsed)
	switch {
	case err == nil:
		s.emitAll(answered.Seen)
		s.step("played")
		announce(s.wake.deliver)
		announce(s.wake.bots)
		announce(s.wake.slowBots)
		return true, nil
	case errors.Is(err, errYields):
		return true, nil
	case errors.Is(err, errWaits):
		return s.othersAfter(in), nil
	}
	return s.failed(ctx, in, err)
}

// failed counts a failure against a message, and returns it.
func (s *Server) failed(ctx context.Context, in db.Incoming, err error) (bool, error) {
	if noted := s.noteFailure(context.WithoutCancel(ctx), in, err); errors.Is(noted, db.ErrNotFound) {
		// Perhaps by us: the connection broke after the server had read our COMMIT.
		s.log.Info("a message was answered meanwhile, or belongs to another daemon", "message", in.ID, "error", err)
		return true, nil
	} else if noted != nil {
		err = errors.Join(err, noted)
	}
	return true, fmt.Errorf("message %d: %w", in.ID, err)
}

// claimIncoming claims the next new message, or returns db.ErrNotFound. It commits
// before the message is read: the attempt must count even if the message kills the
// program. A message that failed too often is set aside.
func (s *Server) claimIncoming(ctx context.Context) (in db.Incoming, setAside bool, err error) {
	inHand := slices.AppendSeq(s.verifying.ids(), maps.Keys(s.answering.busy)) // we hold them, too
	err = s.db.Queue(ctx, func(tx *db.Tx) (err error) {
		setAside = false
		if in, err = tx.ClaimIncoming(s.own.number.Load(), inHand...); err != nil {
			return err
		}
		if times := s.answering.forgivenOf(in.ID); times > 0 {
			me := s.own.number.Load()
			if err := tx.ForgetAttempts(in.ID, times, me, me); err != nil {
				return err
			}
			in.Attempts -= int(times)
		}
		if in.Failures < maxFailures && in.Attempts <= maxAttempts {
			return nil
		}
		setAside = true
		return tx.Settle(in.ID, db.IncomingFailed, in.Remark)
	})
	return in, setAside, err
}

// answer has the handler answer a message in one transaction.
func (s *Server) answer(ctx context.Context, in db.Incoming,
	parsed handler.ParsedMessage) (answered handler.AnswerResult,
	err error) {
	if err := guard(func() error { s.step("read"); return nil }); err != nil {
		return answered, err
	}
	if parsed.Brief, err = s.full(ctx); err != nil {
		return answered, err
	}
	for tries := 0; ; tries++ {
		err = s.db.UpdateGame(ctx, func(tx *db.Tx) error {
			return guard(func() (err error) {
				if err = s.handler.Awake(tx, s.HeartbeatGap); err == nil {
					answered, err = s.handler.Answer(tx, in, parsed)
				}
				if err == nil {
					s.step("written")
				}
				return err
			})
		})
		if again, failed := s.endLeavingGames(ctx, in, answered.Writer, err); again && tries < maxThoughts {
			if failed != nil {
				return answered, failed
			}
			continue
		}
		turn, ok := errors.AsType[*bot.ThinkTask](err)
		if !ok || tries == maxThoughts {
			return answered, err
		}
		// A bot has to move first; its move goes into the same answer.
		if failed := guard(func() error { return turn.Think(ctx) }); failed != nil {
			if ctx.Err() != nil {
				return answered, failed
			}
			s.log.Error("a bot cannot think; the message is answered without its move", "message", in.ID, "error",
				failed)
			turn.GiveUp()
		}
	}
}

// noteFailure counts a failure against the message, unless it is transient. It returns
// db.ErrNotFound if the message is answered or belongs to another daemon.
func (s *Server) noteFailure(ctx context.Context, in db.Incoming, failure error) error {
	err := s.db.Update(ctx, func(tx *db.Tx) error {
		if db.Transient(failure) {
			return tx.ForgetAttempts(in.ID, 1, s.own.number.Load(), 0)
		}
		return tx.NoteFailure(in.ID, s.own.number.Load(), failure.Error())
	})
	if err != nil && !errors.Is(err, db.ErrNotFound) && db.Transient(failure) {
		// A disk that stays full must not set a message aside.
		s.answering.forgive(in.ID, 1)
	}
	return err
}

// othersAfter records that a message has to wait, and reports whether other messages may
// be next. If this one had to wait before since all others had their turn, there are none.
func (s *Server) othersAfter(in db.Incoming) bool {
	x := s.answering
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.delayed[in.ID] {
		clear(x.delayed)
		return false
	}
	x.delayed[in.ID] = true
	return true
}
