package desk

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"time"

	"turnpost/db"
)

// restrain takes the answer to the writer back when the letter did nothing and
// its address was told of enough errors lately, or of this one, and returns the
// remark for the ledger. Without it two machines that misunderstand each other
// would do so for ever (RFC 3834 section 2), and whoever forges an address could
// fill its mailbox.
//
// A letter that did something is answered always: who plays fast and errs now
// and then gets the answer to every valid move.
func (s *session) restrain(passedOn bool) (remark string, err error) {
	i := slices.IndexFunc(s.replies, func(r *reply) bool { return r.to.ID == s.player.ID })
	if i < 0 || s.replies[i].held != 0 { // a question was counted when it was asked
		return s.unasked, nil
	}
	kind, digest, quiet := db.RestraintError, s.whatWasWrong(passedOn), s.desk.Limits.SameError
	switch {
	case passedOn, !s.acted && len(s.receipt.Problems) > 0:
		if s.lost {
			quiet = s.desk.Limits.SameTalk
		}
		remark, err = s.errorsTold(digest, quiet)
	case !s.proven && len(s.replies) == 1:
		kind = db.RestraintLook
		most := s.desk.Limits.LooksADay
		var n int
		if n, err = s.tx.Told(s.player.ID, kind, s.tx.Now.Add(-day)); n >= most {
			remark = fmt.Sprintf("not answered: the writer is not proven, and was shown %d things today", most)
		}
	default:
		return s.unasked, nil
	}
	if err != nil {
		return "", err
	}
	if remark != "" {
		s.replies = slices.Delete(s.replies, i, i+1)
		s.see(Restrained, kind, 0)
		return remark, nil
	}
	return s.unasked, s.countTold(kind, digest)
}

const day = 24 * time.Hour

// errorsTold says why the writer is not told of an error, or asked about a
// letter that nothing proves, once more; "" if they are. What others write in a
// player's name leaves one of an hour's answers, and a quarter of a day's, to
// what the player writes: else a forger could keep them from ever hearing of
// their own errors.
func (s *session) errorsTold(digest []byte, quiet time.Duration) (remark string, err error) {
	hourly, daily := s.desk.Limits.ErrorsAnHour, s.desk.Limits.ErrorsADay
	if !s.proven && !s.player.WroteAt.IsZero() {
		hourly, daily = max(hourly-1, 1), max(daily-daily/4, 1)
	}
	same, err := s.tx.ToldSame(s.player.ID, digest, s.tx.Now.Add(-quiet))
	if err != nil {
		return "", err
	}
	hour, err := s.tx.Told(s.player.ID, db.RestraintError, s.tx.Now.Add(-time.Hour))
	if err != nil {
		return "", err
	}
	all, err := s.tx.Told(s.player.ID, db.RestraintError, s.tx.Now.Add(-day))
	switch {
	case err != nil:
		return "", err
	case same:
		return "not answered: the same error was told before", nil
	case hour >= hourly:
		return fmt.Sprintf("not answered: %d errors were told this hour", hour), nil
	case all >= daily:
		return fmt.Sprintf("not answered: %d errors were told today", all), nil
	}
	return "", nil
}

// countTold notes an answer that is counted.
func (s *session) countTold(kind string, digest []byte) error {
	return s.tx.Tell(s.player.ID, kind, digest, max(day, s.desk.Limits.SameError, s.desk.Limits.SameTalk))
}

// whatWasWrong is a digest of the errors that a letter made. The same line at
// another ply of a game is another error; of a letter that was not understood at
// all the text alone counts, so that whatever it answers it is the same.
func (s *session) whatWasWrong(passedOn bool) []byte {
	h := sha256.New()
	switch {
	case passedOn:
		fmt.Fprintf(h, "passed on %d %q", s.ticket.game, s.letter.From[0].Addr)
	case s.lost && s.letter.CopiesOurs:
		// Whatever of our letter is taken for the writer's own changes each time.
		fmt.Fprint(h, "lost, with a copy of ours")
	case s.lost:
		fmt.Fprintf(h, "lost %q", s.letter.Lines)
	default:
		if s.ticket.game != 0 {
			fmt.Fprintf(h, "game %d ply %d ", s.ticket.game, s.ticket.ply)
		}
		for _, p := range s.receipt.Problems {
			fmt.Fprintf(h, "%s %q ", p.Code, p.Line)
		}
	}
	return h.Sum(nil)
}
