package imap

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"

	"turnpost/mail"
)

// How much of a message is fetched: together with its size, and then at a time. The first
// part holds most messages whole, and is little of one that is over the limit.
const (
	firstPart = 16 << 10
	part      = 256 << 10
)

func (s *session) noop(ctx context.Context) error {
	return s.do(ctx, func() error { return s.client.Noop().Wait() })
}

func (s *session) forgetNews() {
	select {
	case <-s.news:
	default:
	}
}

// search finds all messages that are not filed.
func (s *session) search(ctx context.Context) ([]imap.UID, error) {
	criteria := &imap.SearchCriteria{NotFlag: []imap.Flag{imap.FlagDeleted}}
	// Where messages are moved, \Seen has no meaning; a keyword may be from a time when
	// the server had no MOVE.
	if !s.move || s.mark == keyword {
		criteria.NotFlag = append(criteria.NotFlag, s.mark)
	}
	var uids []imap.UID
	err := s.do(ctx, func() error {
		data, err := s.client.UIDSearch(criteria, nil).Wait()
		if err == nil {
			uids = data.AllUIDs()
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("the mailbox cannot be searched: %w", err)
	}
	return uids, nil
}

// fetch fetches one message, or only the header of one over the limit. found is false if
// somebody removed it.
func (s *session) fetch(ctx context.Context, uid imap.UID) (a mail.ArrivedMail, found bool, err error) {
	// The server's size may be wrong: one octet over the limit proves it.
	limit := s.cfg.MaxSize + 1
	whole := &imap.FetchItemBodySection{Peek: true, Partial: &imap.SectionPartial{Size: min(firstPart, limit)}}
	first, found, err := s.ask(ctx, uid, whole, true)
	if err != nil || !found {
		return a, false, err
	}
	a.Size, a.Raw = first.size, first.text
	if a.TooLarge = a.Size > s.cfg.MaxSize; !a.TooLarge {
		if int64(len(a.Raw)) == whole.Partial.Size { // a short part is the last one
			if a.Raw, found, err = s.read(ctx, uid, whole, a.Raw, limit); err != nil || !found {
				return a, false, err
			}
		}
		if len(a.Raw) == 0 && a.Size > 0 {
			return a, false, errors.New("the server shows nothing of it")
		}
		if len(a.Raw) == 0 { // no message is empty: Dovecot answers so when it was just removed
			return a, false, nil
		}
		a.TooLarge = int64(len(a.Raw)) > s.cfg.MaxSize
	}
	if a.TooLarge && a.Size <= mail.MaxCarried {
		slim, found, err := s.fetchSlim(ctx, uid, whole, first.text)
		if err != nil || !found {
			return a, false, err
		}
		if !slim.TooLarge {
			slim.Size = a.Size
			return slim, true, nil
		}
	}
	if a.TooLarge {
		head := &imap.FetchItemBodySection{Peek: true, Specifier: imap.PartSpecifierHeader}
		a.Raw, found, err = s.read(ctx, uid, head, nil, s.cfg.MaxSize)
	}
	return a, found, err
}

// fetchSlim fetches a message over the limit without its attachments. It stops as soon as
// the rest is over the limit too.
func (s *session) fetchSlim(ctx context.Context, uid imap.UID, section *imap.FetchItemBodySection,
	first []byte) (a mail.ArrivedMail, found bool, err error) {
	slim := mail.NewAttachmentStripper(s.cfg.MaxSize)
	for read, text := int64(0), first; ; {
		if _, err := slim.Write(text); err != nil {
			return a, false, err
		}
		if slim.Hopeless() {
			return mail.ArrivedMail{TooLarge: true}, true, nil
		}
		if read += int64(len(text)); len(text) == 0 {
			return slim.Arrival(), true, nil
		}
		next := *section
		next.Partial = &imap.SectionPartial{Offset: read, Size: part}
		got, found, err := s.ask(ctx, uid, &next, false)
		if err != nil || !found {
			return a, false, err
		}
		text = got.text
	}
}

// read fetches the rest of a section after raw, in parts, up to limit.
func (s *session) read(ctx context.Context, uid imap.UID, section *imap.FetchItemBodySection, raw []byte,
	limit int64) ([]byte, bool, error) {
	for int64(len(raw)) < limit {
		next := *section
		next.Partial = &imap.SectionPartial{Offset: int64(len(raw)), Size: min(part, limit-int64(len(raw)))}
		got, found, err := s.ask(ctx, uid, &next, false)
		if err != nil || !found {
			return nil, false, err
		}
		raw = append(raw, got.text...)
		// A short part is the last one (RFC 9051 section 6.4.5).
		if int64(len(got.text)) < next.Partial.Size {
			break
		}
	}
	return raw, true, nil
}

type answer struct {
	size int64
	text []byte
}

// ask does one FETCH of one message: a part of its text, and its size if size is set.
func (s *session) ask(ctx context.Context, uid imap.UID, section *imap.FetchItemBodySection, size bool) (a answer,
	found bool, err error) {
	opts := &imap.FetchOptions{UID: true, RFC822Size: size, BodySection: []*imap.FetchItemBodySection{section}}
	err = s.do(ctx, func() error {
		cmd := s.client.Fetch(imap.UIDSetNum(uid), opts)
		// Always: an unread FETCH blocks the reader, and Close would hang.
		defer cmd.Close()
		for msg := cmd.Next(); msg != nil; msg = cmd.Next() {
			for item := msg.Next(); item != nil; item = msg.Next() {
				switch item := item.(type) {
				case imapclient.FetchItemDataRFC822Size:
					a.size = item.Size
				case imapclient.FetchItemDataBodySection:
					found = true
					if item.Literal == nil {
						continue
					}
					if item.Literal.Size() > section.Partial.Size {
						return fmt.Errorf("the server sent %d octets where %d were asked for", item.Literal.Size(),
							section.Partial.Size)
					}
					text, err := io.ReadAll(item.Literal)
					if err != nil {
						return err
					}
					a.text = text
				}
			}
		}
		return cmd.Close()
	})
	// RFC 5530: the message has gone since the search.
	if refusal, ok := errors.AsType[*imap.Error](err); ok && refusal.Code == "EXPUNGEISSUED" {
		return a, false, nil
	}
	return a, found, err
}

// file files stored messages.
func (s *session) file(ctx context.Context, uids ...imap.UID) error {
	if !s.move {
		return s.flag(ctx, uids)
	}
	// Only with the server's own MOVE: the client library's substitute can lose mail.
	move := func() error {
		_, err := s.client.Move(imap.UIDSetNum(uids...), s.done).Wait()
		return err
	}
	err := s.do(ctx, move)
	refusal, refused := errors.AsType[*imap.Error](err)
	if refused && (refusal.Code == imap.ResponseCodeTryCreate || refusal.Code == imap.ResponseCodeNonExistent) {
		// Somebody deleted the mailbox since the connection began.
		if err = s.do(ctx, s.create); err == nil {
			err = s.do(ctx, move)
		}
		refusal, refused = errors.AsType[*imap.Error](err)
	}
	switch {
	case refused && len(uids) > 1:
		return err // one of them may be the reason
	case refused && refusal.Code == "EXPUNGEISSUED":
		return nil // RFC 5530: somebody removed it
	case refused && s.mark == keyword:
		s.cfg.Log.Warn("the IMAP server refuses to move a stored message; it is marked instead", "mailbox", s.done,
			"uids", uids, "answer", refusal.Text)
		return s.flag(ctx, uids)
	}
	return err
}

func (s *session) flag(ctx context.Context, uids []imap.UID) error {
	return s.do(ctx, func() error {
		return s.client.Store(imap.UIDSetNum(uids...),
			&imap.StoreFlags{Op: imap.StoreFlagsAdd, Silent: true, Flags: []imap.Flag{s.mark}}, nil).Close()
	})
}

// wait waits until mail may have come, or until it is time to look anyway.
func (s *session) wait(ctx context.Context) error {
	select {
	case <-s.news: // they came while the last messages were fetched
		s.notified = true
		return nil
	default:
	}
	timer := time.NewTimer(min(s.cfg.Poll, maxIdle))
	defer timer.Stop()
	var idle *imapclient.IdleCommand
	if s.idle {
		err := s.do(ctx, func() (err error) { idle, err = s.client.Idle(); return err })
		if err != nil {
			s.close()
			return fmt.Errorf("cannot wait for mail: %w", err)
		}
	}
	select {
	case <-s.news:
		s.notified = true
	case <-timer.C:
	case <-s.client.Closed():
		return errors.New("the server hung up")
	case <-ctx.Done():
		s.close()
		return ctx.Err()
	}
	if idle == nil {
		return nil
	}
	err := s.do(ctx, func() error {
		if err := idle.Close(); err != nil {
			return err
		}
		return idle.Wait()
	})
	if err != nil {
		s.close()
		return fmt.Errorf("cannot end the wait for mail: %w", err)
	}
	return nil
}
