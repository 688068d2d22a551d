package server

import (
	"context"

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
	purge(ctx, s, inbox)
	s.emit(Polled, "")
	s.emit(Pulse, "collect")
	return inbox.Wait(ctx)
}

// rank tells a letter's place in the queue, and what it counts for. It has a
// transaction of its own: an error of the database's would end the one that keeps the
// letter, and all that came with it.
func rank(ctx context.Context, s *Server, in *db.Incoming) error {
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
		if err := rank(ctx, s, &rows[i]); err != nil {
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
