package server

import (
	"context"
	"errors"

	"golang.org/x/sync/errgroup"

	"turnpost/db"
	"turnpost/mail"
	"turnpost/mail/club"
)

// Run runs the six loops until ctx is done, and then ends them cleanly: work
// in hand is finished or left for the next start, or for another daemon on the
// same database. Errors are logged and tried again; Run returns only ctx's end.
func (s *Server) Run(ctx context.Context, inbox mail.Inbox, courier mail.Courier) error {
	defer inbox.Close()
	defer courier.Close()
	for {
		switch err := s.serve(ctx, inbox, courier); {
		case ctx.Err() != nil:
			return nil
		case errors.Is(err, errTakenOut):
			s.log.Warn("this daemon was silent for so long that others took its work over; it begins anew", "daemon", s.Name)
		case db.Transient(err): // also at the start: the server of the database may come up after us, or restart
			s.log.Warn("this daemon cannot begin yet", "error", err)
			sleep(ctx, firstPause, nil)
		default:
			return err
		}
	}
}

// mendNames cleans the names of a database that is older than the rule of what a
// name is, before any letter tells them. It is done once for each rule: to look at
// every player takes seconds where there are many.
func (s *Server) mendNames(ctx context.Context) error {
	const names = "names"
	rule := s.desk.Club.NameRule()
	wanted, misnamed := false, false
	err := s.db.View(ctx, func(tx *db.Tx) error {
		by, err := tx.Mended(names)
		if wanted = by != rule; err == nil && wanted {
			var who []db.Player
			who, err = club.InvalidNames(s.desk.Club.Begin(tx, 0))
			misnamed = len(who) > 0
		}
		return err
	})
	if err != nil || !wanted {
		return err
	}
	return s.db.Update(ctx, func(tx *db.Tx) error {
		if misnamed {
			if err := club.RenameInvalid(s.desk.Club.Begin(tx, 0), s.log); err != nil {
				return err
			}
		}
		return tx.NoteMended(names, rule)
	})
}

// serve joins the daemons of the database and runs the loops until ctx is done,
// or until others have taken us for dead: errTakenOut.
func (s *Server) serve(ctx context.Context, inbox mail.Inbox, courier mail.Courier) error {
	// No letter may be answered before the time that nobody was here is known.
	if err := s.join(ctx); err != nil {
		return err
	}
	if err := s.mendNames(ctx); err != nil {
		return err
	}
	s.mailbox.deaf.Store(false) // another daemon may read the mailbox by now; the database knows
	mailbox, clock := &leadership{name: "mailbox " + inbox.Name(), mailbox: true}, &leadership{name: LeadClockwork}
	thinking, looking := &leadership{name: LeadRobots}, &leadership{name: LeadPostMortems}
	group, loops := errgroup.WithContext(ctx)
	group.Go(func() error { return s.renew(loops) })
	group.Go(func() error { return scrubs(loops, s) })
	group.Go(func() error {
		return s.repeat(loops, "collect", func() error { return s.collect(loops, mailbox, inbox) })
	})
	group.Go(func() error { return s.repeat(loops, "play", func() error { return s.play(loops) }) })
	group.Go(func() error { return s.repeat(loops, "deliver", func() error { return s.deliver(loops, courier) }) })
	group.Go(func() error { return s.repeat(loops, "clockwork", func() error { return s.clockwork(loops, clock) }) })
	group.Go(func() error { return s.repeat(loops, "robots", func() error { return robots(loops, s, thinking) }) })
	group.Go(func() error {
		return s.repeat(loops, "post-mortems", func() error { return postMortems(loops, s, looking) })
	})
	err := group.Wait()
	s.sending.crew.finish(s.log)
	note, cancel := context.WithTimeout(context.WithoutCancel(ctx), grace)
	defer cancel()
	if owed := s.sending.settleOwed(note); owed != nil { // it would be sent twice
		s.log.Error("what became of a letter could not be noted; it will be sent again", "error", owed)
	}
	s.sending.drop()
	s.leave(note)
	return err
}
