package server

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"
	"time"

	"turnpost/db"
	"turnpost/mail"
	"turnpost/mail/handler"
)

// mailboxState is what collecting remembers from one look into the mailbox to the next.
type mailboxState struct {
	// unreadable says that the mailbox could not be read the last time. The schedule
	// reads it too.
	unreadable atomic.Bool
	// aged is when filed messages were last looked at for their age, and failed when
	// deleting some failed.
	aged, failed time.Time
}

// collect fetches what lies in the mailbox and waits for more, unless another daemon
// does.
func (s *Server) collect(ctx context.Context, l *leadership, inbox mail.Inbox) error {
	if mine, err := s.acquire(ctx, l); err != nil || !mine {
		return err
	}
	_, err := inbox.Collect(ctx, s.Keep)
	if errors.Is(err, mail.ErrMailboxContested) {
		l.held = false // the database knows whether another daemon leads by now
		return err
	}
	if noted := s.noteReadable(ctx, l, err == nil); err == nil {
		err = noted
	}
	if !l.held {
		inbox.Close()
	}
	if err != nil {
		return err
	}
	s.purge(ctx, inbox)
	s.emit(Polled, "")
	s.emit(Pulse, "collect")
	return inbox.Wait(ctx)
}

// Keep stores messages in one commit. When it returns nil, they are on disk, from now or
// from an earlier call; otherwise none of them need be. A [mail.LeftOutError] names those that
// are not stored, for which there is no room (room.go); all others are.
func (s *Server) Keep(ctx context.Context, arrivals ...mail.ArrivedMail) error {
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
	rows, left, err := s.withRoom(ctx, rows)
	if err != nil {
		return err
	}
	s.step("fetched")
	kept, octets := 0, 0
	err = s.db.Queue(ctx, func(tx *db.Tx) error {
		kept, octets = 0, 0
		for _, in := range rows {
			fresh, err := tx.Keep(in)
			if err != nil {
				return err
			}
			if fresh {
				kept, octets = kept+1, octets+len(in.Raw)
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	s.room.add(octets)
	s.log.Debug("messages collected", "mailbox", arrivals[0].Mailbox, "cursor", arrivals[0].Cursor,
		"messages", len(arrivals), "new", kept, "left", len(left.Left))
	s.step("kept")
	if kept > 0 {
		announce(s.wake.answer)
	}
	if len(left.Left) > 0 {
		return &left
	}
	return nil
}

// rank sets a message's place in the queue and its standing. It has a transaction of its
// own, since an error of the database would end the one that stores the message and
// those that came with it.
func (s *Server) rank(ctx context.Context, in *db.Incoming) error {
	var hints handler.QueueHints
	// A header that cannot be read has no writer and ranks with strangers'.
	if err := guard(func() error { hints = s.handler.QueueHints(in.Raw, s.db.Now()); return nil }); err != nil {
		s.log.Warn("a message's header could not be read", "error", err)
	}
	err := s.db.View(ctx, func(tx *db.Tx) error {
		return guard(func() (err error) { in.Place, in.Writer, err = s.handler.Rank(tx, hints); return err })
	})
	if err != nil && !db.Transient(err) {
		s.log.Warn("a message could not be ranked; it waits with strangers'", "error", err)
		in.Place, err = db.RankOther, nil
	}
	in.Standing = int(s.handler.Standing(hints, in.Place))
	return err
}

const (
	// purgeBatch is how many erased messages are looked for after one look into the
	// mailbox; new mail waits for that long.
	purgeBatch = 20
	// purgeEvery is the time between two looks at the age of filed messages, and the
	// pause after one that failed.
	purgeEvery = time.Hour
)

// purge deletes from the mailbox what is not kept here any more: filed messages older
// than the text of messages is kept, and those erased because somebody was forgotten.
// The inbox table keeps a row of each, so only their text is lost. A few are looked for
// after each look for new mail; a failure is tried again an hour later. A message that
// is not found may not be filed yet: it is looked for a few times over days, and then
// the operator is told.
func (s *Server) purge(ctx context.Context, inbox mail.Inbox) {
	p, ok := inbox.(mail.Purger)
	if !ok {
		return
	}
	n, lost, err := s.purgeSome(ctx, p, inbox.Name())
	if err != nil && ctx.Err() == nil {
		s.mailbox.failed = s.db.Now()
		s.log.Warn("messages that are to be deleted are still in the mailbox", "mailbox", inbox.Name(), "error", err)
	}
	if n > 0 {
		s.log.Info("messages were deleted from the mailbox", "mailbox", inbox.Name(), "messages", n)
	}
	if lost > 0 {
		s.log.Error("messages of people who were forgotten were not found in the mailbox; "+
			"if somebody moved them, delete them by hand: 'turnpost doctor' lists them",
			"mailbox", inbox.Name(), "messages", lost)
	}
	s.emit(Pulse, "collect")
}

// purgeSome deletes some messages. It returns how many it deleted, and how many others
// were looked for so often that they will not be found.
func (s *Server) purgeSome(ctx context.Context, p mail.Purger, mailbox string) (n, lost int, err error) {
	now := s.db.Now()
	if now.Sub(s.mailbox.failed) < purgeEvery {
		return 0, 0, nil
	}
	var erased []db.MailboxDeletion
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { erased, err = tx.Purges(mailbox, purgeBatch); return err })
	var before time.Time
	if keep := s.Retention.Messages; keep > 0 && now.Sub(s.mailbox.aged) >= purgeEvery {
		before = now.Add(-keep)
	}
	if err != nil || len(erased) == 0 && before.IsZero() {
		return 0, 0, err
	}
	ids := make([]string, len(erased))
	for i, e := range erased {
		ids[i] = e.MessageID
	}
	purged, err := p.Purge(ctx, before, ids)
	if err != nil {
		return purged.Messages, 0, err
	}
	if !before.IsZero() {
		s.mailbox.aged = now
	}
	if len(erased) == 0 {
		return purged.Messages, 0, nil
	}
	err = s.db.Update(ctx, func(tx *db.Tx) error {
		lost = 0
		for _, e := range erased {
			gone, err := tx.Purged(e, !slices.Contains(purged.Missing, e.MessageID))
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
	return purged.Messages, lost, err
}
