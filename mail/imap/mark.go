package imap

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/emersion/go-imap/v2"

	"turnpost/mail"
)

// DatabaseMark says which database the messages of a mailbox are stored in, and since when a server has
// collected them without a break. It is the name of an empty folder beside the filed messages:
// every server can list, create and rename folders, and a rename is atomic.
type DatabaseMark struct {
	Database string // see db.Tx.Identity
	Since    string // in UTC, with random digits: no two servers have the same
	folder   string // its name on the server
}

// markFolder begins the names of these folders, with a digest of the mailbox and a hyphen after it.
const markFolder = "Turnpost/Database-"

// moment begins DatabaseMark.Since.
const moment = "20060102T150405"

// lookEvery is how long a busy connection may go without a look at the mark.
const lookEvery = time.Minute

func newMark(database string) DatabaseMark {
	var b [3]byte
	rand.Read(b[:]) // never fails (crypto/rand since Go 1.24)
	// Names of folders must not hold a period, which delimits their parts on many servers.
	since := strings.Replace(time.Now().UTC().Format(moment+".000000"), ".", "", 1)
	return DatabaseMark{Database: database, Since: since + "-" + hex.EncodeToString(b[:])}
}

// At is the moment of Since; zero if it is not one.
func (m DatabaseMark) At() time.Time {
	at, _ := time.Parse(moment, m.Since[:min(len(m.Since), len(moment))])
	return at
}

// marks lists the marks of the mailbox.
func (s *session) marks(ctx context.Context) (marks []DatabaseMark, err error) {
	box := s.cfg.Mailbox
	if strings.EqualFold(box, "INBOX") {
		box = "INBOX" // RFC 9051, section 5.1
	}
	digest := sha256.Sum256([]byte(box))
	s.markPrefix = spell(markFolder+hex.EncodeToString(digest[:3])+"-", s.prefix, s.delim)
	err = s.do(ctx, func() error {
		list, err := s.client.List("", s.markPrefix+"*", nil).Collect()
		for _, d := range list {
			rest, ours := strings.CutPrefix(d.Mailbox, s.markPrefix)
			database, since, whole := strings.Cut(rest, "-")
			if ours && whole && !slices.Contains(d.Attrs, imap.MailboxAttrNonExistent) {
				marks = append(marks, DatabaseMark{database, since, d.Mailbox})
			}
		}
		return err
	})
	s.looked = time.Now()
	return marks, err
}

// put marks the mailbox, in place of another mark if there is one.
func (s *session) put(ctx context.Context, m, old DatabaseMark) error {
	m.folder = s.markPrefix + m.Database + "-" + m.Since
	return s.do(ctx, func() error {
		if old.folder == "" {
			return s.client.Create(m.folder, nil).Wait()
		}
		return s.client.Rename(old.folder, m.folder, nil).Wait()
	})
}

func (s *session) remove(ctx context.Context, m DatabaseMark) error {
	return s.do(ctx, func() error { return s.client.Delete(m.folder).Wait() })
}

// foreign returns the mark of another database, if there is one.
func foreign(marks []DatabaseMark, database string) (DatabaseMark, bool) {
	i := slices.IndexFunc(marks, func(m DatabaseMark) bool { return m.Database != database })
	if i < 0 {
		return DatabaseMark{}, false
	}
	return marks[i], true
}

// taken is the error of a mailbox that another database or server has.
func (in *Inbox) taken(m DatabaseMark) error {
	if m.Database == in.database {
		return fmt.Errorf(
			"%w: a server with a copy of this database has collected from %s of %s since %s, and both would answer "+
				"each message; stop one of them",
			mail.ErrMailboxTaken, in.cfg.Mailbox, in.cfg.User, m.At().Format(time.DateTime))
	}
	return fmt.Errorf(
		"%w: %s of %s belongs to another database (%s, since %s), and both would answer each message; if that "+
			"database is given up, stop its server and run 'turnpost daemons take-mailbox' with this configuration",
		mail.ErrMailboxTaken, in.cfg.Mailbox, in.cfg.User, m.Database, m.At().Format(time.DateTime))
}

// hold checks that the mailbox is marked as ours, and marks it when we begin to collect. Another
// database that marked it keeps it. Of two servers with copies of one database, or that begin at
// once, the one that began later gives way: it finds that the other has restored its mark. A backup
// that was restored takes over from the database before it.
func (in *Inbox) hold(ctx context.Context, s *session) error {
	if in.database == "" || in.unmarked {
		return nil
	}
	marks, err := s.marks(ctx)
	if err == nil {
		err = in.holdAmong(ctx, s, marks)
	}
	refusal, refused := errors.AsType[*imap.Error](err)
	raced := refused && (refusal.Code == imap.ResponseCodeNonExistent || refusal.Code == imap.ResponseCodeAlreadyExists)
	if refused && permanent(refusal) && !raced {
		in.unmarked = true
		in.cfg.Log.Warn(
			"the IMAP server refuses the folder that marks the mailbox; a second database that serves it will not "+
				"be noticed",
			"mailbox", in.cfg.Mailbox, "answer", refusal.Text)
		return nil
	}
	return err
}

func (in *Inbox) holdAmong(ctx context.Context, s *session, marks []DatabaseMark) error {
	mine, begins := in.mark, in.mark.Since == ""
	if begins {
		if other, is := foreign(marks, in.database); is {
			return in.taken(other)
		}
		mine = newMark(in.database)
	}
	there := slices.ContainsFunc(marks, func(m DatabaseMark) bool { return m.Since == mine.Since })
	for _, other := range marks {
		switch {
		case other.Since == mine.Since:
			continue
		case begins:
		case other.Since < mine.Since || !there && other.Database != in.database:
			return in.taken(other)
		case other.Since != in.rival: // perhaps our own successor
			in.rival = other.Since
			return fmt.Errorf("%w: since %s another server collects from %s", mail.ErrMailboxContested,
				other.At().Format(time.DateTime), in.cfg.Mailbox)
		default:
			in.cfg.Log.Error(
				"a second server collected from this mailbox, with another database or a copy of ours; it began "+
					"later, and is made to stop",
				"mailbox", in.cfg.Mailbox, "database", other.Database, "since", other.At())
		}
		put := func() error { return s.put(ctx, mine, other) }
		if there {
			put = func() error { return s.remove(ctx, other) }
		}
		if err := put(); err != nil {
			return err
		}
		there = true
	}
	if !there {
		if err := s.put(ctx, mine, DatabaseMark{}); err != nil {
			return err
		}
	}
	in.mark = mine
	return nil
}

// BelongTo says which database stores the messages, before the first call of Collect or Check. An
// Inbox without one neither marks the mailbox nor looks for a mark.
func (in *Inbox) BelongTo(database string) { in.database = database }

// Take gives the mailbox to the database of BelongTo, whichever it belonged to. It returns the marks
// that were there.
func (in *Inbox) Take(ctx context.Context) ([]DatabaseMark, error) {
	s, err := open(ctx, &in.cfg)
	if err != nil {
		return nil, in.explain(err)
	}
	defer s.logout()
	marks, err := s.marks(ctx)
	for i, old := range marks {
		if err == nil && i == 0 {
			err = s.put(ctx, newMark(in.database), old)
		} else if err == nil {
			err = s.remove(ctx, old)
		}
	}
	if err == nil && len(marks) == 0 {
		err = s.put(ctx, newMark(in.database), DatabaseMark{})
	}
	return marks, in.explain(err)
}

// Marks lists the databases that the mailbox belongs to: one or none, but for a moment.
func (p *Prober) Marks(ctx context.Context) ([]DatabaseMark, error) { return p.s.marks(ctx) }
