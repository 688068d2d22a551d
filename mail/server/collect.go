package server

import (
	"context"
	"slices"
	"time"

	"turnpost/db"
	"turnpost/mail"
	"turnpost/mail/handler"
)

// collect fetches what lies in the mailbox and waits for more. While another
// daemon does, it stands by.
func (s *Server) collect(ctx context.Context, l *leadership, inbox mail.Inbox) error {
	if mine, err := s.acquire(ctx, l); err != nil || !mine {
		return err
	}
	_, err := inbox.Collect(ctx, s.Keep)
	if told := s.noteDeaf(ctx, l, err != nil); err == nil {
		err = told
	}
	if err != nil {
		return err
	}
	s.purge(ctx, inbox)
	s.emit(Polled, "")
	s.emit(Pulse, "collect")
	return inbox.Wait(ctx)
}

// rank tells a letter's place in the queue, and what it counts for. It has a
// transaction of its own: an error of the database's would end the one that keeps the
// letter, and all that came with it.
func (s *Server) rank(ctx context.Context, in *db.Incoming) error {
	var h handler.QueueHints
	// A head that cannot be read has no writer, and stands with strangers'.
	if err := guard(func() error { h = s.desk.QueueHints(ctx, in.Raw); return nil }); err != nil {
		s.log.Warn("a letter's header could not be read", "error", err)
	}
	err := s.db.View(ctx, func(tx *db.Tx) error {
		return guard(func() (err error) { in.Place, in.Writer, err = s.desk.Rank(tx, h); return err })
	})
	if err != nil && !db.Transient(err) {
		s.log.Warn("a letter's place in the queue could not be told; it stands with strangers'", "error", err)
		in.Place, err = db.RankOther, nil
	}
	in.Standing = int(s.desk.Standing(h, in.Place))
	return err
}

// Keep stores mails, in one commit. When it returns nil they are on the disk, now
// or since an earlier call; otherwise none of them need be.
func (s *Server) Keep(ctx context.Context, arrivals ...mail.Arrival) error {
	s.emit(Pulse, "collect") // the first look into a full mailbox takes long
	rows := make([]db.Incoming, len(arrivals))
	for i, a := range arrivals {
		id, digest := mail.Identity(a.Raw)
		rows[i] = db.Incoming{
			Mailbox: a.Mailbox, Cursor: a.Cursor, MessageID: id, Digest: digest,
			Size: a.Size, TooLarge: a.TooLarge, Raw: a.Raw,
		}
		if err := s.rank(ctx, &rows[i]); err != nil {
			return err
		}
	}
	s.step("fetched")
	kept := 0
	err := s.db.Queue(ctx, func(tx *db.Tx) error {
		kept = 0
		for _, in := range rows {
			fresh, err := tx.Keep(in)
			if err != nil {
				return err
			}
			if fresh {
				kept++
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	s.log.Debug("letters in", "mailbox", arrivals[0].Mailbox, "cursor", arrivals[0].Cursor, "letters", len(arrivals), "new", kept)
	s.step("kept")
	if kept > 0 {
		announce(s.work.toPlay)
	}
	return nil
}

const (
	// purgedAtOnce is how many mails of somebody who was forgotten are looked for
	// after one look into the mailbox: new mail waits so long.
	purgedAtOnce = 20
	// purgeEvery is how long after one look at the age of filed mails, or one that
	// failed, the next is.
	purgeEvery = time.Hour
)

// purge deletes in the mailbox what is not kept here any more: filed mails that
// are older than the text of letters is kept, and those that were erased because
// somebody was forgotten. The ledger knows all of them, so nothing but their text
// is lost. A few are looked for after each look for new mail, which waits no longer
// than that; what fails is tried again an hour later. One that is not there is looked
// for a few times, in days, since it may not be filed yet; then the operator is told.
func (s *Server) purge(ctx context.Context, inbox mail.Inbox) {
	p, ok := inbox.(mail.Purger)
	if !ok {
		return
	}
	n, lost, err := s.purgeOnce(ctx, p, inbox.Name())
	if err != nil && ctx.Err() == nil { // a daemon that is told to stop has failed at nothing
		s.mailbox.failed = s.db.Now()
		s.log.Warn("letters in the mailbox that are to be deleted are still there", "mailbox", inbox.Name(), "error", err)
	}
	if n > 0 {
		s.log.Info("letters were deleted in the mailbox", "mailbox", inbox.Name(), "letters", n)
	}
	if lost > 0 {
		s.log.Error("letters of people who were forgotten were not found in the mailbox; if somebody moved them, delete them by hand: 'turnpost doctor' lists them", "mailbox", inbox.Name(), "letters", lost)
	}
	s.emit(Pulse, "collect")
}

// purgeOnce deletes some mails. It tells how many, and how many more were looked for so
// often that they will not be found.
func (s *Server) purgeOnce(ctx context.Context, p mail.Purger, mailbox string) (n, lost int, err error) {
	now := s.db.Now()
	if now.Sub(s.mailbox.failed) < purgeEvery {
		return 0, 0, nil
	}
	var forgotten []db.Purge
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { forgotten, err = tx.Purges(mailbox, purgedAtOnce); return err })
	var before time.Time
	if keep := s.desk.Limits.KeepLetters; keep > 0 && now.Sub(s.mailbox.looked) >= purgeEvery {
		before = now.Add(-keep)
	}
	if err != nil || len(forgotten) == 0 && before.IsZero() {
		return 0, 0, err
	}
	ids := make([]string, len(forgotten))
	for i, f := range forgotten {
		ids[i] = f.MessageID
	}
	purged, err := p.Purge(ctx, before, ids)
	if err != nil {
		return purged.Letters, 0, err
	}
	if !before.IsZero() {
		s.mailbox.looked = now
	}
	if len(forgotten) == 0 {
		return purged.Letters, 0, nil
	}
	err = s.db.Update(ctx, func(tx *db.Tx) error {
		lost = 0
		for _, f := range forgotten {
			gone, err := tx.Purged(f, !slices.Contains(purged.Missing, f.MessageID))
			if err != nil {
				return err
			}
			if gone {
				lost++
			}
		}
		return tx.ForgetPurges()
	})
	s.scrub(ctx)
	return purged.Letters, lost, err
}
