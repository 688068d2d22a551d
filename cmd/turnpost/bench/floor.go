package bench

import (
	"context"
	"errors"
	"fmt"

	"golang.org/x/sync/errgroup"

	"turnpost/cmd/turnpost/daemon"
	"turnpost/db"
	"turnpost/mail"
)

// exchange is a letter of a player's and the two that answered it.
type exchange struct {
	reply   []byte
	answers [2]mail.Envelope
}

// floor is what a letter costs without any of our work: the same libraries fetch
// a mail, commit one row durably, file the mail, and send two stored letters of
// the size that ours have. Fetching and sending go on side by side, as they do
// in the daemon.
func floor(ctx context.Context, s *daemon.Daemon, courier mail.Courier, samples []exchange) error {
	defer s.Inbox.Close()
	defer courier.Close()
	stored := make(chan exchange, 1<<16)
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error {
		n := 0
		keepOne := func(ctx context.Context, a mail.Arrival) error {
			id, digest := mail.Identity(a.Raw)
			err := s.DB.Update(ctx, func(tx *db.Tx) error {
				_, err := tx.Keep(db.Incoming{Mailbox: a.Mailbox, Cursor: a.Cursor, MessageID: id, Size: a.Size, Raw: a.Raw, Digest: digest})
				return err
			})
			if err != nil {
				return err
			}
			stored <- samples[n%len(samples)]
			n++
			return nil
		}
		// A commit for each letter, also of those that come together.
		keep := func(ctx context.Context, some ...mail.Arrival) error {
			for _, a := range some {
				if err := keepOne(ctx, a); err != nil {
					return err
				}
			}
			return nil
		}
		for {
			if _, err := s.Inbox.Collect(ctx, keep); err != nil {
				return fmt.Errorf("the floor collects: %w", err)
			}
			if err := s.Inbox.Wait(ctx); err != nil {
				return fmt.Errorf("the floor waits: %w", err)
			}
		}
	})
	group.Go(func() error {
		for {
			select {
			case <-ctx.Done():
				return ctx.Err()
			case sample := <-stored:
				for _, e := range sample.answers {
					if err := courier.Send(ctx, e); err != nil {
						return fmt.Errorf("the floor sends: %w", err)
					}
				}
			}
		}
	})
	err := group.Wait()
	if errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}

// settleFloor puts the floor's letters aside, lest a daemon that has the database
// next plays them.
func settleFloor(ctx context.Context, s *daemon.Daemon) error {
	return s.DB.Update(ctx, func(tx *db.Tx) error {
		for {
			in, err := tx.ClaimIncoming(0)
			if errors.Is(err, db.ErrNotFound) {
				return nil
			}
			if err == nil {
				err = tx.Settle(in.ID, db.IncomingDropped, "of a bench")
			}
			if err != nil {
				return err
			}
		}
	})
}

// floorPlayers are the load of the floor: they write what was recorded, and take
// any two letters for the answer to the oldest of theirs.
type floorPlayers struct {
	samples        []exchange
	from, to       string
	written, heard int
}

func (p *floorPlayers) write(int) (mail.Envelope, bool) {
	e := mail.Envelope{From: p.from, To: p.to, Raw: p.samples[p.written%len(p.samples)].reply}
	p.written++
	return e, true
}

func (p *floorPlayers) hear(mail.Envelope) (int, bool) {
	p.heard++
	return 0, p.heard%2 == 0
}
