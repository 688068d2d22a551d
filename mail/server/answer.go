package server

import (
	"context"
	"errors"
	"fmt"

	"turnpost/db"
	"turnpost/mail/club/bot"
	"turnpost/mail/handler"
)

// A letter on which work failed three times is put aside; and one at which the
// program died ten times, since that it died there can be chance.
const (
	maxFailures = 3
	maxAttempts = 10
)

// mostThoughts is how often robots think for one letter: more often than they do in all
// the games that a player can have with them. As often games end of who leaves.
const mostThoughts = 500

// PlayNext answers the new letter whose turn it is. It reports false when there is none.
// An error is ours or the database's; the letter then stays new, or is
// quarantined after the third attempt, and the next call goes on. One that waits until
// somebody has left stays new too, behind the others: false then says that there are none.
func (s *Server) PlayNext(ctx context.Context) (bool, error) {
	in, quarantined, err := s.take(ctx)
	switch {
	case errors.Is(err, db.ErrNotFound):
		return false, nil
	case err != nil:
		return false, fmt.Errorf("taking a letter: %w", err)
	case quarantined:
		s.log.Error("a letter cannot be answered and is put aside", "letter", in.ID, "attempts", in.Attempts, "why", in.Remark)
		s.emit(handler.KindIncoming, "quarantined")
		return true, nil
	}
	if s.work.spared.letter == in.ID {
		s.work.spared.letter, s.work.spared.times = 0, 0
	}
	s.step("counted")
	answered, err := s.answer(ctx, in)
	if err == nil {
		s.emitAll(answered.Seen)
		s.step("played")
		return true, nil
	}
	if errors.Is(err, errYields) {
		return true, nil
	}
	if errors.Is(err, errWaits) {
		return s.waits(in), nil
	}
	if noted := s.noteFailure(context.WithoutCancel(ctx), in, err); errors.Is(noted, db.ErrNotFound) {
		// Or we have: the connection broke after the server had read our COMMIT.
		s.log.Info("a letter was answered meanwhile, or is another daemon's", "letter", in.ID, "error", err)
		return true, nil
	} else if noted != nil {
		err = errors.Join(err, noted)
	}
	return true, fmt.Errorf("letter %d: %w", in.ID, err)
}

// waits notes that a letter has to wait, and reports whether there may be others: if it had
// to since all others had their turn, they have.
func (s *Server) waits(in db.Incoming) (others bool) {
	if s.work.waiting[in.ID] {
		clear(s.work.waiting)
		return false
	}
	if s.work.waiting == nil {
		s.work.waiting = map[int64]bool{}
	}
	s.work.waiting[in.ID] = true
	return true
}

// answer lets the desk read a letter, before the transaction that others wait
// for, and then answer it in one.
func (s *Server) answer(ctx context.Context, in db.Incoming) (answered handler.Answered, err error) {
	var read handler.ParsedMessage
	if err := guard(func() (err error) {
		if read, err = s.desk.Read(ctx, in); err == nil {
			s.step("read")
		}
		return err
	}); err != nil {
		return answered, err
	}
	for tries := 0; ; tries++ {
		err = s.db.Update(ctx, func(tx *db.Tx) error {
			return guard(func() (err error) {
				if err = s.desk.Awake(tx, s.Gap); err == nil {
					answered, err = s.desk.Answer(tx, in, read)
				}
				if err == nil {
					s.step("written")
				}
				return err
			})
		})
		if wanted, failed := s.departs(ctx, in, answered.Writer, err); wanted && tries < mostThoughts {
			if failed != nil {
				return answered, failed
			}
			continue
		}
		turn, ok := errors.AsType[*bot.Turn](err)
		if !ok || tries == mostThoughts {
			return answered, err
		}
		// A robot answers in the same letter, once it has thought.
		if failed := guard(func() error { return turn.Think(ctx) }); failed != nil {
			if ctx.Err() != nil {
				return answered, failed
			}
			s.log.Error("a robot cannot think; the letter is answered without it", "letter", in.ID, "error", failed)
			turn.GiveUp()
		}
	}
}

// noteFailure counts a failure against the letter, but for one that will pass.
// Not found: the letter is answered, or another daemon's.
func (s *Server) noteFailure(ctx context.Context, in db.Incoming, failure error) error {
	err := s.db.Update(ctx, func(tx *db.Tx) error {
		if db.Transient(failure) {
			return tx.ForgetAttempts(in.ID, 1, s.own.number.Load(), 0)
		}
		return tx.NoteFailure(in.ID, s.own.number.Load(), failure.Error())
	})
	if err != nil && !errors.Is(err, db.ErrNotFound) && db.Transient(failure) {
		// A disk that is full for long must not put a letter aside.
		s.work.spared.letter, s.work.spared.times = in.ID, 1
	}
	return err
}

// take takes the new letter whose turn it is, or returns db.ErrNotFound. It is a commit of
// its own: the attempt is counted before the letter is read, so that a letter that
// kills the program is counted as well. A letter that has failed too often is put
// aside.
func (s *Server) take(ctx context.Context) (in db.Incoming, quarantined bool, err error) {
	err = s.db.Queue(ctx, func(tx *db.Tx) (err error) {
		quarantined = false
		if in, err = tx.ClaimIncoming(s.own.number.Load()); err != nil {
			return err
		}
		if s.work.spared.letter == in.ID {
			if err := tx.ForgetAttempts(in.ID, s.work.spared.times, s.own.number.Load(), s.own.number.Load()); err != nil {
				return err
			}
			in.Attempts -= int(s.work.spared.times)
		}
		if in.Failures < maxFailures && in.Attempts <= maxAttempts {
			return nil
		}
		quarantined = true
		return tx.Settle(in.ID, db.IncomingQuarantined, in.Remark)
	})
	return in, quarantined, err
}

// play answers every new letter and waits for more.
func (s *Server) play(ctx context.Context) error {
	for {
		s.emit(Pulse, "play")
		worked, err := s.PlayNext(ctx)
		if err != nil {
			return err
		}
		if !worked {
			break
		}
		announce(s.work.toSend)
		announce(s.work.toThink)
	}
	sleep(ctx, idle, s.work.toPlay)
	return nil
}
