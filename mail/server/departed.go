package server

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"turnpost/db"
	"turnpost/mail"
	"turnpost/mail/club"
)

// The departures list names the people who were forgotten, stopped all messages, turned their
// calendar off or on, or blocked somebody. It is a file beside the database, so that a restore of an older backup does
// not undo this. A block that was lifted since the backup is not in it. It holds digests of mailboxes, made with a
// secret of the database, and numbers of players. The file is written within a second after somebody leaves or blocks
// somebody, and at least once a minute. After a disk failure the changes of the last second may be missing.

// listHead is the first line of the file, before the digest of nothing, which shows whether a
// database has the secret of the list.
const listHead = "turnpost departed 1 "

// listEvery is how often the list is compared with the database.
const listEvery = time.Minute

// keepList writes the list when somebody has left, and from time to time, until ctx is done.
func (s *Server) keepList(ctx context.Context) error {
	for s.Departed != "" {
		if err := s.WriteDeparted(ctx); err != nil && ctx.Err() == nil {
			s.log.Error("the departures list, which a restore needs, could not be written; it is tried again",
				"error", err)
		}
		if !sleep(ctx, listEvery, s.wake.list) {
			break
		}
	}
	return nil
}

// WriteDeparted writes the list of the database, if it is not the one that was last written.
func (s *Server) WriteDeparted(ctx context.Context) error {
	text, err := listOf(ctx, s.db)
	if err != nil || bytes.Equal(text, s.listed) {
		return err
	}
	part := s.Departed + ".part"
	f, err := os.OpenFile(part, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("the departures list: %w", err)
	}
	_, err = f.Write(text)
	if err = errors.Join(err, f.Sync(), f.Close()); err == nil {
		err = os.Rename(part, s.Departed)
	}
	if err == nil {
		err = db.SyncFile(filepath.Dir(s.Departed))
	}
	if err != nil {
		return fmt.Errorf("the departures list: %w", err)
	}
	s.listed = text
	return nil
}

// listOf returns the list of a database as the file has it.
func listOf(ctx context.Context, d *db.DB) ([]byte, error) {
	var list []db.Departed
	var secret []byte
	read := func(tx *db.Tx) (err error) { secret, list, err = tx.AllDeparted(); return err }
	err := d.View(ctx, read)
	if errors.Is(err, db.ErrNotFound) { // the first list of this database
		err = d.Queue(ctx, func(tx *db.Tx) error {
			if _, err := tx.DepartedSecret(); err != nil {
				return err
			}
			return read(tx)
		})
	}
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s%s\n", listHead, db.DigestMailbox(secret, ""))
	for _, e := range list {
		fmt.Fprintf(&b, "%s %s %s %d\n", e.Kind, e.Who, orDash(e.Whom), db.Millis(e.At))
	}
	return b.Bytes(), nil
}

func orDash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}

// Why a list cannot be used.
var (
	ErrNoList    = errors.New("the departures list (people who were forgotten, stopped or blocked somebody) is missing")
	ErrOtherList = errors.New("the departures list belongs to another database, or the backup is older than the list")
)

// ReadDeparted reads the list in a file, which must be made with the secret of a database.
func ReadDeparted(ctx context.Context, d *db.DB, path string) (list []db.Departed, err error) {
	text, err := os.ReadFile(path)
	if path == "" || errors.Is(err, fs.ErrNotExist) {
		return nil, ErrNoList
	}
	if err != nil {
		return nil, err
	}
	var secret []byte
	if err := d.Update(ctx, func(tx *db.Tx) (err error) { secret, err = tx.DepartedSecret(); return err }); err != nil {
		return nil, err
	}
	lines := bufio.NewScanner(bytes.NewReader(text))
	if !lines.Scan() || lines.Text() != listHead+db.DigestMailbox(secret, "") {
		return nil, ErrOtherList
	}
	for lines.Scan() {
		var e db.Departed
		var at int64
		if _, err := fmt.Sscan(lines.Text(), &e.Kind, &e.Who, &e.Whom, &at); err != nil {
			return nil, fmt.Errorf("%s: %q: %w", path, lines.Text(), err)
		}
		e.Whom, e.At = strings.TrimPrefix(e.Whom, "-"), db.Moment(at)
		list = append(list, e)
	}
	return list, lines.Err()
}

// DepartedIn returns the list of a database that is replaced, and gives its secret to the one
// that replaces it.
func DepartedIn(ctx context.Context, old, d *db.DB) (list []db.Departed, err error) {
	var secret []byte
	err = old.Update(ctx, func(tx *db.Tx) (err error) {
		if _, err = tx.DepartedSecret(); err == nil {
			secret, list, err = tx.AllDeparted()
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return list, d.Update(ctx, func(tx *db.Tx) error { return tx.TakeSecret(secret) })
}

// RepeatDeparted carries out the entries of a list that the database does not know: it resigns
// the games of players who left, erases those who were forgotten, and restores blocks. It returns
// the players who leave now. Nothing is sent to them.
func (s *Server) RepeatDeparted(ctx context.Context, list []db.Departed) (left map[int64]bool, err error) {
	left = map[int64]bool{}
	err = s.db.Update(ctx, func(tx *db.Tx) error {
		clear(left)
		secret, err := tx.DepartedSecret()
		if err != nil {
			return err
		}
		people, err := tx.People()
		if err != nil {
			return err
		}
		of := map[string][]db.Player{}
		for _, p := range people {
			digest := db.DigestMailbox(secret, db.MailboxOf(mail.Key(p.Address)))
			of[digest] = append(of[digest], p)
		}
		for _, e := range list {
			if e.Kind == db.DepartedForget {
				if err := tx.KeepDeparted(e.Who, e.At); err != nil {
					return err
				}
			}
			for _, p := range of[e.Who] {
				switch {
				case e.Kind == db.DepartedBlock && e.Who == e.Whom:
					if err := club.BlockByOperator(s.handler.Club.Begin(tx, 0), p.ID); err != nil &&
						!errors.Is(err, club.ErrNothingToDo) {
						return err
					}
				case e.Kind == db.DepartedCalendar:
					if err := tx.RepeatCalendar(p.ID, e); err != nil {
						return err
					}
				case e.Kind == db.DepartedBlock:
					for _, o := range of[e.Whom] {
						if err := club.RestoreBlock(s.handler.Club.Begin(tx, 0), p.ID, o.ID); err != nil {
							return err
						}
					}
				case p.Leaving, e.Kind == db.DepartedStop && !p.StoppedAt.IsZero(), p.WroteAt.After(e.At):
				default:
					left[p.ID] = true
					if err := club.RestoreLeaving(s.handler.Club.Begin(tx, 0), p.ID, db.QuitKind(e.Kind)); err != nil {
						return err
					}
				}
			}
		}
		return nil
	})
	for again := len(left) > 0; again && err == nil; {
		err = s.db.Update(ctx, func(tx *db.Tx) error {
			for _, next := range []func(*db.Tx) (chore, error){s.nextLeaving, s.nextForgetting} {
				if found, err := next(tx); !errors.Is(err, db.ErrNotFound) {
					if err != nil {
						return err
					}
					return found.run(tx)
				}
			}
			again = false
			return nil
		})
	}
	if err != nil || len(left) == 0 {
		return left, err
	}
	return left, s.db.Update(ctx, func(tx *db.Tx) error {
		waiting, err := tx.Outgoing(db.OutgoingQueued)
		for _, o := range waiting {
			if err == nil && left[o.Player] {
				_, err = tx.MarkSent(o.ID)
			}
		}
		return err
	})
}
