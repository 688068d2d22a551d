package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/gofrs/flock"
	_ "github.com/mattn/go-sqlite3"
)

// OpenFile opens the database in a file. more are the settings of the driver that
// differ from ours; nil takes one out.
func OpenFile(path string, more url.Values) (*sql.DB, error) {
	return sql.Open("sqlite3", sqliteDSN(path, more))
}

// openFileRead opens a file as it is, for reading only.
func openFileRead(path string) (*sql.DB, error) {
	return OpenFile(path,
		url.Values{"mode": {"ro"}, "_query_only": {"true"}, "_journal_mode": nil, "_secure_delete": nil})
}

// sqliteDSN names the database in a file, opened in our way or in another.
func sqliteDSN(path string, more url.Values) string {
	q := url.Values{
		"_journal_mode": {"WAL"},
		"_synchronous":  {"FULL"},
		"_foreign_keys": {"true"},
		"_busy_timeout": {"5000"},
		// What is erased is overwritten; see db.Tx.Forget.
		"_secure_delete": {"true"},
		// A message takes some fifty statements, each again and again.
		"_stmt_cache_size": {"200"},
	}
	for k, v := range more {
		q[k] = v
	}
	// A path may hold "?" or "%", which a file: URI would read otherwise.
	return (&url.URL{Scheme: "file", Opaque: (&url.URL{Path: path}).EscapedPath(), RawQuery: q.Encode()}).String()
}

// makeFile makes the file of a database, if it is not there. What is kept is nobody else's
// business: the keys of secrets, addresses, messages. SQLite gives its other files the same
// mode. A file that is there is not opened: to close it would take SQLite's own locks from
// whoever has it open in this process (fcntl(2)).
func makeFile(path string) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	if err != nil {
		return err
	}
	return f.Close()
}

// CheckFree reports an error when there is a file of that name.
func CheckFree(path string) error {
	_, err := os.Lstat(path)
	switch {
	case err == nil:
		return fmt.Errorf("%s is there already; it is not overwritten", path)
	case errors.Is(err, fs.ErrNotExist):
		return nil
	}
	return err
}

// SyncFile brings a file, or the names in a folder, to the disk.
func SyncFile(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

// SettleFile brings the log of a database into its file, which then is all of it.
// SQLite does that only for the last connection to the database
// (https://sqlite.org/wal.html#persistence_of_wal_mode), so it also shows whether another
// program has it open.
func SettleFile(ctx context.Context, path string) error {
	conn, err := OpenFile(path, nil)
	if err != nil {
		return err
	}
	defer conn.Close()
	conn.SetMaxOpenConns(1)
	var mode string
	return conn.QueryRowContext(ctx, `PRAGMA journal_mode = DELETE`).Scan(&mode)
}

// DiscardFile removes a database that is not wanted, with what SQLite keeps beside it.
func DiscardFile(path string) error {
	var errs []error
	for _, end := range []string{"", "-wal", "-shm", "-journal"} {
		if err := os.Remove(path + end); err != nil && !errors.Is(err, fs.ErrNotExist) {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

// CopyFile makes a new file that is the owner's alone, and brings it to the disk.
func CopyFile(from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Sync(), out.Close())
}

// watchFile returns a function that tells whether a file is still the one that has its name
// now, or was moved, replaced or removed.
func watchFile(path string) (inPlace func() error, err error) {
	opened, err := os.Stat(path)
	return func() error {
		if there, err := os.Stat(path); err != nil || !os.SameFile(there, opened) {
			return fmt.Errorf(
				"the file of the database is not %s any more: it was moved, replaced or removed; stop the server, put it back, and start it again", path)
		}
		return nil
	}, err
}

// goBackFile says, as the end of a sentence, which of the backups that were made of a
// database before its schema was changed (package backup) a program that knows schemas
// up to this one can go back to.
func goBackFile(path string, known int64) string {
	saved, _ := filepath.Glob(path + ".schema-*Z")
	for _, name := range slices.Backward(saved) { // the newest last
		var schema int64
		if _, err := fmt.Sscanf(name[len(path):], ".schema-%d-", &schema); err == nil && schema <= known {
			return fmt.Sprintf(
				", or stop the server and go back to what was before: 'turnpost restore %s'; what was played since is not in it", name)
		}
	}
	return ", or restore a backup of before; what was played since is not in it"
}

// LockFile waits until this process, or this part of it, is alone with a file that it
// makes, and returns what removes it. The kernel gives the lock of a dead process
// back.
func LockFile(ctx context.Context, path string) (unlock func(), err error) {
	for {
		l := flock.New(path)
		if _, err := l.TryLockContext(ctx, 5*time.Millisecond); err != nil {
			if ctx.Err() != nil {
				return nil, fmt.Errorf("another turnpost is opening it (%s is locked): %w", path, err)
			}
			return nil, fmt.Errorf("locking %s: %w", path, err)
		}
		if isLockedFile(path, l) {
			return func() { os.Remove(path); l.Close() }, nil // in this order
		}
		l.Close() // the one before us has removed it
	}
}

// LockPart is LockFile for a file that is being made under another name, part: it waits for
// nobody. It removes what processes that were killed have left in the same folder: such files
// whose lock nobody holds.
func LockPart(ctx context.Context, part string) (unlock func(), err error) {
	left, _ := filepath.Glob(filepath.Join(filepath.Dir(part), "*.part.lock"))
	for _, name := range left {
		l := flock.New(name)
		if dead, err := l.TryLock(); err == nil && dead && isLockedFile(name, l) {
			err = errors.Join(DiscardFile(strings.TrimSuffix(name, ".lock")), os.Remove(name))
			if err != nil {
				l.Close()
				return nil, fmt.Errorf("left by a process that was killed: %w", err)
			}
		}
		l.Close()
	}
	ctx, stop := context.WithTimeout(ctx, 200*time.Millisecond)
	defer stop()
	if unlock, err = LockFile(ctx, part+".lock"); errors.Is(err, context.DeadlineExceeded) {
		return nil, fmt.Errorf("%s is being made by another turnpost", part)
	}
	return unlock, err
}

// isLockedFile reports whether the file of that name is the one that is locked.
func isLockedFile(path string, l *flock.Flock) bool {
	there, err1 := os.Stat(path)
	here, err2 := l.Stat()
	return err1 == nil && err2 == nil && os.SameFile(there, here)
}
