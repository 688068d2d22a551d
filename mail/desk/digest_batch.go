package desk

import (
	"context"
	"reflect"
	"runtime"
	"time"

	"golang.org/x/sync/errgroup"

	"turnpost/db"
	"turnpost/templates"
)

// Digests fall due in droves: most players leave the hour as it is. So they are
// written many at a time. Several are composed at once, each in a view of its
// own, without the lock that every letter needs. Then they are stored in short
// transactions, in which the facts are gathered anew: only a letter that still
// tells exactly these is used, any other is composed again there. Whatever fails
// is left to be done alone.
const (
	digestsAtOnce = 32
	// digestHold is how long digests may keep the database from a letter.
	digestHold = 10 * time.Millisecond
	// courtesy is how long a batch lets a letter go first that is being kept,
	// or answered, so that no flood of letters keeps digests back for ever.
	courtesy = 25 * time.Millisecond
)

// composedDigest is a digest with its bytes.
type composedDigest struct {
	player db.Player         // as it was
	told   *templates.Digest // nil: there was nothing to say
	letter db.Outgoing
}

// of reports whether the letter is the one to a player who is told so.
func (c composedDigest) of(p db.Player, told *templates.Digest) bool {
	return c.told != nil && c.player == p && reflect.DeepEqual(c.told, told)
}

// digestsTogether writes digests that are due, and reports whether it got any
// done; whatever fails is left as it was.
func (d *Desk) digestsTogether(ctx context.Context) bool {
	var due []db.Player
	err := d.db.View(ctx, func(tx *db.Tx) (err error) { due, err = tx.DueDigests(digestsAtOnce); return err })
	if err != nil || len(due) < 2 {
		return false
	}
	composed := d.composeDigests(ctx, due)
	d.step("composed")
	done := 0
	for done < len(composed) && ctx.Err() == nil {
		d.giveWay(ctx)
		n := 0
		err := d.db.Update(ctx, func(tx *db.Tx) error {
			n = 0
			for began := time.Now(); done+n < len(composed) && (n == 0 || time.Since(began) < digestHold); n++ {
				c := composed[done+n]
				p, err := tx.Player(c.player.ID)
				if err != nil {
					return err
				}
				if p.DigestDue.IsZero() || p.DigestDue.After(tx.Now) {
					continue // turned off meanwhile
				}
				if err := d.do(tx, duty{run: func(s *session) error { return s.dueDigest(p, c) }}); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			break
		}
		done += n
		announce(d.posted)
	}
	return done > 0
}

// composeDigests composes digests, several at once. One that fails is left out.
func (d *Desk) composeDigests(ctx context.Context, due []db.Player) []composedDigest {
	composed := make([]composedDigest, len(due))
	ok := make([]bool, len(due))
	var group errgroup.Group
	group.SetLimit(min(runtime.GOMAXPROCS(0), 4))
	for i, p := range due {
		group.Go(func() error {
			ok[i] = d.db.View(ctx, func(tx *db.Tx) error {
				return d.alone(tx, func(s *session) (err error) { composed[i], err = s.composeDigest(p); return err })
			}) == nil
			return nil
		})
	}
	_ = group.Wait()
	var out []composedDigest
	for i, c := range composed {
		if ok[i] {
			out = append(out, c)
		}
	}
	return out
}

// composeDigest makes a player's digest and changes nothing.
func (s *session) composeDigest(p db.Player) (composedDigest, error) {
	c := composedDigest{player: p}
	sec, news, err := s.digest(&p)
	if err != nil || !news || !p.StoppedAt.IsZero() {
		return c, err
	}
	c.letter, err = s.compose(s.digestReply(p, sec))
	c.told = sec
	return c, err
}

// giveWay waits while a letter is at work, for a moment.
func (d *Desk) giveWay(ctx context.Context) {
	const look = 2 * time.Millisecond
	for waited := time.Duration(0); d.atWork.Load() > 0 && waited < courtesy && sleep(ctx, look, nil); waited += look {
	}
}

// first notes that a letter is at work, until the function that it returns is
// called.
func (d *Desk) first() (done func()) {
	d.atWork.Add(1)
	return func() { d.atWork.Add(-1) }
}
