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
	if i < 0 {
		return "", nil
	}
	limits, now := s.desk.Limits, s.tx.Now
	kind, digest, quiet := db.RestraintError, s.whatWasWrong(passedOn), limits.SameError
	const day = 24 * time.Hour
	over := func(most int, span time.Duration) (bool, error) {
		n, err := s.tx.Told(s.player.ID, kind, now.Add(-span))
		return n >= most, err
	}
	switch {
	case passedOn, !s.acted && len(s.receipt.Problems) > 0:
		if s.lost {
			quiet = limits.SameTalk
		}
		if same, err := s.tx.ToldSame(s.player.ID, digest, now.Add(-quiet)); err != nil {
			return "", err
		} else if same {
			remark = "not answered: the same error was told before"
			break
		}
		hour, err := over(limits.ErrorsAnHour, time.Hour)
		if err != nil {
			return "", err
		}
		all, err := over(limits.ErrorsADay, day)
		if err != nil {
			return "", err
		}
		if hour {
			remark = fmt.Sprintf("not answered: %d errors were told this hour", limits.ErrorsAnHour)
		} else if all {
			remark = fmt.Sprintf("not answered: %d errors were told today", limits.ErrorsADay)
		}
	case !s.proven && len(s.replies) == 1:
		kind = db.RestraintLook
		if all, err := over(limits.LooksADay, day); err != nil {
			return "", err
		} else if all {
			remark = fmt.Sprintf("not answered: the writer is not proven, and was shown %d things today", limits.LooksADay)
		}
	default:
		return "", nil
	}
	if remark != "" {
		s.replies = slices.Delete(s.replies, i, i+1)
		return remark, nil
	}
	return "", s.tx.Tell(s.player.ID, kind, digest, max(day, limits.SameError, limits.SameTalk))
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
