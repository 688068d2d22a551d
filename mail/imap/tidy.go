package imap

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/emersion/go-imap/v2"

	"turnpost/mail"
)

// tidyEvery is how long after one look at what Collect passes over the next is; each
// connection begins with one, unless the last one ended at it.
const tidyEvery = time.Hour

// movedAtOnce is how many mails that were marked are filed by one command.
const movedAtOnce = 100

// tidy looks at what Collect passes over: mails that were marked because they could not
// be moved, which are filed now if they can be, and mails that bear \Deleted and were
// never collected, of which the operator is told. Only a connection that ended is an error.
func (in *Inbox) tidy(ctx context.Context, s *session) error {
	if time.Since(s.tidied) < tidyEvery || time.Since(in.untidy) < tidyEvery {
		return nil
	}
	s.tidied = time.Now()
	err := in.fileMarked(ctx, s)
	if err == nil {
		var deleted []imap.UID
		if deleted, err = s.deleted(ctx); err == nil && len(deleted) != in.told {
			if in.told = len(deleted); in.told > 0 {
				in.cfg.Log.Warn(`mails in the mailbox bear \Deleted, and are not collected: take the mark away if they are letters, or expunge them`,
					"mailbox", in.cfg.Mailbox, "mails", in.told)
			}
		}
	}
	if _, refused := errors.AsType[*imap.Error](err); refused {
		in.cfg.Log.Warn("the IMAP server refuses what is done for order in the mailbox; letters are collected all the same", "mailbox", in.cfg.Mailbox, "error", err)
		return nil
	}
	if err != nil {
		in.untidy = time.Now() // letters come first: the next connection collects at once
	}
	return err
}

// fileMarked moves the mails that were marked: a MOVE was refused, or the server had
// none then.
func (in *Inbox) fileMarked(ctx context.Context, s *session) error {
	if !s.move || s.mark != keyword {
		return nil
	}
	uids, err := s.find(ctx, imap.SearchCriteria{Flag: []imap.Flag{keyword}, NotFlag: []imap.Flag{imap.FlagDeleted}})
	if err != nil {
		return err
	}
	for some := range slices.Chunk(uids, movedAtOnce) {
		if err := s.do(ctx, func() error { _, err := s.client.Move(imap.UIDSetNum(some...), s.done).Wait(); return err }); err != nil {
			return fmt.Errorf("%d letters that are done cannot be moved to %s, and stay marked: %w", len(uids), s.done, err)
		}
	}
	if len(uids) > 0 {
		in.cfg.Log.Info("letters that were done and could not be moved before are filed", "mailbox", s.done, "letters", len(uids))
	}
	return nil
}

// deleted finds the mails of the open mailbox that were never collected and bear
// \Deleted, but for what 'turnpost doctor' puts there.
func (s *session) deleted(ctx context.Context) ([]imap.UID, error) {
	criteria := imap.SearchCriteria{Flag: []imap.Flag{imap.FlagDeleted},
		Not: []imap.SearchCriteria{{Header: []imap.SearchCriteriaHeaderField{{Key: mail.DoctorField}}}}}
	if !s.move || s.mark == keyword {
		criteria.NotFlag = []imap.Flag{s.mark}
	}
	return s.find(ctx, criteria)
}

// Deleted counts the mails that nobody collects because they bear \Deleted.
func (p *Prober) Deleted(ctx context.Context) (int, error) {
	if err := p.s.choose(ctx, p.s.cfg.Mailbox, true); err != nil {
		return 0, err
	}
	uids, err := p.s.deleted(ctx)
	return len(uids), err
}
