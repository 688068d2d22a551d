package server

import (
	"context"
	"slices"
	"time"

	"turnpost/db"
	"turnpost/mail"
)

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
func purge(ctx context.Context, s *Server, inbox mail.Inbox) {
	p, ok := inbox.(mail.Purger)
	if !ok {
		return
	}
	n, lost, err := purgeOnce(ctx, s, p, inbox.Name())
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
func purgeOnce(ctx context.Context, s *Server, p mail.Purger, mailbox string) (n, lost int, err error) {
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
