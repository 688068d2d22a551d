package imap

import (
	"context"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/emersion/go-imap/v2"

	"turnpost/mail"
)

// History hands over all messages in the mailbox and in the folder of filed ones that arrived
// after a moment or up to two days before it, in the order of the folders. It changes nothing
// on the server, and uses a connection of its own. A message with \Deleted is left out.
func (in *Inbox) History(ctx context.Context, since time.Time, each func(mail.PastArrival) error) error {
	h := history{in: in, since: since.Add(-2 * 24 * time.Hour), each: each} // a day of the server's timezone
	defer h.end()
	return in.explain(h.run(ctx))
}

// history is one run of History.
type history struct {
	in    *Inbox
	s     *session
	since time.Time
	each  func(mail.PastArrival) error
}

func (h *history) end() {
	if h.s != nil {
		h.s.logout()
	}
}

// connect opens a connection, if there is none that works, and a folder for reading.
func (h *history) connect(ctx context.Context, folder string) (err error) {
	if h.s == nil || !h.s.alive() {
		if h.s != nil {
			h.s.close()
		}
		if h.s, err = open(ctx, &h.in.cfg); err != nil {
			return err
		}
	}
	return h.s.choose(ctx, folder, true)
}

func (h *history) run(ctx context.Context) error {
	if err := h.connect(ctx, h.in.cfg.Mailbox); err != nil {
		return err
	}
	fresh, err := h.s.search(ctx)
	if err != nil {
		return err
	}
	fresh = slices.Clone(fresh)
	folders := []string{h.in.cfg.Mailbox}
	if h.s.move {
		folders = []string{h.s.done, h.in.cfg.Mailbox}
	}
	for _, folder := range folders {
		if err := h.folder(ctx, folder, fresh); err != nil {
			return fmt.Errorf("the folder %s: %w", folder, err)
		}
	}
	return nil
}

// folder hands over the messages of one folder. fresh are those of the mailbox that are not
// filed.
func (h *history) folder(ctx context.Context, folder string, fresh []imap.UID) error {
	if err := h.connect(ctx, folder); err != nil {
		return err
	}
	var uids []imap.UID
	validity := uint32(0)
	err := h.s.do(ctx, func() error {
		box, err := h.s.client.Select(folder, &imap.SelectOptions{ReadOnly: true}).Wait()
		if err != nil {
			return err
		}
		validity = box.UIDValidity
		found, err := h.s.client.UIDSearch(
			&imap.SearchCriteria{Since: h.since, NotFlag: []imap.Flag{imap.FlagDeleted}}, nil).Wait()
		if err == nil {
			uids = found.AllUIDs()
		}
		return err
	})
	if err != nil {
		return err
	}
	slices.Sort(uids)
	for _, uid := range uids {
		a, found, err := h.s.fetch(ctx, uid)
		if err != nil {
			return fmt.Errorf("message %d:%d: %w", validity, uid, err)
		}
		if !found {
			continue
		}
		p := mail.PastArrival{ArrivedMail: a, Filed: folder != h.in.cfg.Mailbox || !slices.Contains(fresh, uid)}
		p.Mailbox, p.Cursor = h.in.name, fmt.Sprintf("%d:%d", validity, uid)
		if folder != h.in.cfg.Mailbox {
			p.Cursor = "filed:" + p.Cursor
		}
		if p.At, err = h.s.arrival(ctx, uid); err != nil {
			// A malformed INTERNALDATE ends the connection.
			if p.At = mail.Received(a.Raw); p.At.IsZero() {
				return fmt.Errorf("message %d:%d: when it arrived: %w", validity, uid, err)
			}
			if err := h.connect(ctx, folder); err != nil {
				return err
			}
		}
		if err := h.each(p); err != nil {
			return err
		}
	}
	return nil
}

// arrival returns when the server took a message: INTERNALDATE (RFC 9051, 2.3.3).
func (s *session) arrival(ctx context.Context, uid imap.UID) (at time.Time, err error) {
	err = s.do(ctx, func() error {
		messages, err := s.client.Fetch(imap.UIDSetNum(uid),
			&imap.FetchOptions{UID: true, InternalDate: true}).Collect()
		if err != nil {
			return err
		}
		if len(messages) != 1 || messages[0].InternalDate.IsZero() {
			return io.ErrUnexpectedEOF
		}
		at = messages[0].InternalDate
		return nil
	})
	return at, err
}
