package imap

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"

	"turnpost/mail"
)

// tidyEvery is the time between two calls of tidy that move messages. Each connection
// begins with one, unless it ended the connection before.
const tidyEvery = time.Hour

// movedAtOnce is how many marked messages one command moves.
const movedAtOnce = 100

// tidy looks at what Collect leaves out. Each hour it moves, if possible, the messages that were
// marked because they could not be moved, and reports a mailbox that is nearly full. At each look
// that no news from the server caused it reports messages with \Deleted that were never collected.
// It returns an error only if the connection ended.
func (in *Inbox) tidy(ctx context.Context, s *session) (err error) {
	if time.Since(in.untidy) < tidyEvery {
		return nil
	}
	if time.Since(s.tidied) >= tidyEvery {
		s.tidied = time.Now()
		if err = in.fileMarked(ctx, s); err == nil {
			err = in.readQuota(ctx, s)
		}
	}
	if err == nil && s.quiet && !s.unsearched {
		err = in.reportDeleted(ctx, s)
		s.unsearched = err != nil
	}
	if _, refused := errors.AsType[*imap.Error](err); refused {
		in.cfg.Log.Warn("the IMAP server refuses to tidy up the mailbox; messages are collected all the same",
			"mailbox", in.cfg.Mailbox, "error", err)
		return nil
	}
	if err != nil {
		in.untidy = time.Now() // collecting comes first: the next connection skips this
	}
	return err
}

// reportDeleted tells the operator of messages that another program flagged before they were
// collected: they are not played.
func (in *Inbox) reportDeleted(ctx context.Context, s *session) error {
	deleted, err := s.deleted(ctx)
	if err != nil || len(deleted) == in.told {
		return err
	}
	if in.told = len(deleted); in.told > 0 {
		in.cfg.Log.Warn(
			`messages in the mailbox have the flag \Deleted and are not collected: remove the flag if they are `+
				`wanted, or expunge them`,
			"mailbox", in.cfg.Mailbox, "messages", in.told)
	}
	return nil
}

// NearlyFull is the share of its quota from which a mailbox is reported to the operator. When
// it is full, its server refuses the players' messages.
const NearlyFull = 0.9

// readQuota reads how much of its quota the mailbox uses (RFC 9208, section 4.1.3).
func (in *Inbox) readQuota(ctx context.Context, s *session) error {
	if !s.client.Caps().Has(imap.CapQuota) {
		return nil
	}
	var roots []imapclient.QuotaData
	err := s.do(ctx, func() (err error) {
		roots, err = s.client.GetQuotaRoot(in.cfg.Mailbox).Wait()
		return err
	})
	if err != nil {
		return err
	}
	used := 0.0
	for _, root := range roots {
		for _, r := range root.Resources {
			if r.Limit > 0 {
				used = max(used, float64(r.Usage)/float64(r.Limit))
			}
		}
	}
	if before := in.QuotaUsed(); used >= NearlyFull && before < NearlyFull {
		in.cfg.Log.Warn(
			"the mailbox is nearly full, and when it is full its server refuses moves: make it larger, or delete "+
				"filed messages (privacy.keep_letters)",
			"mailbox", in.cfg.Mailbox, "percent", int(100*used))
	}
	in.used.Store(math.Float64bits(used))
	return nil
}

// QuotaUsed is the share of its quota that the mailbox used within the last hour, from 0
// to 1; 0 if the server has no quota. Any goroutine may call it.
func (in *Inbox) QuotaUsed() float64 { return math.Float64frombits(in.used.Load()) }

// fileMarked moves the messages that were marked because the server refused MOVE, or did
// not have it.
func (in *Inbox) fileMarked(ctx context.Context, s *session) error {
	if !s.move || s.mark != keyword {
		return nil
	}
	uids, err := s.find(ctx, imap.SearchCriteria{Flag: []imap.Flag{keyword}, NotFlag: []imap.Flag{imap.FlagDeleted}})
	if err != nil {
		return err
	}
	for some := range slices.Chunk(uids, movedAtOnce) {
		if err := s.do(ctx,
			func() error { _, err := s.client.Move(imap.UIDSetNum(some...), s.done).Wait(); return err }); err != nil {
			return fmt.Errorf("%d filed messages cannot be moved to %s, and stay marked: %w", len(uids), s.done, err)
		}
	}
	if len(uids) > 0 {
		in.cfg.Log.Info("messages that could not be moved before are filed", "mailbox", s.done, "messages", len(uids))
	}
	return nil
}

// deleted finds the messages with \Deleted in the open mailbox that were never collected,
// except those of 'turnpost doctor'.
func (s *session) deleted(ctx context.Context) ([]imap.UID, error) {
	criteria := imap.SearchCriteria{Flag: []imap.Flag{imap.FlagDeleted},
		Not: []imap.SearchCriteria{{Header: []imap.SearchCriteriaHeaderField{{Key: mail.DoctorField}}}}}
	if !s.move || s.mark == keyword {
		criteria.NotFlag = []imap.Flag{s.mark}
	}
	return s.find(ctx, criteria)
}

// Deleted counts the messages that are not collected because of the flag \Deleted.
func (p *Prober) Deleted(ctx context.Context) (int, error) {
	if err := p.s.choose(ctx, p.s.cfg.Mailbox, true); err != nil {
		return 0, err
	}
	uids, err := p.s.deleted(ctx)
	return len(uids), err
}
