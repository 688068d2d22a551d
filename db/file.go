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

// OpenFile opens the database in a file. more changes the usual settings of the driver; nil
// removes one.
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

// makeFile creates the file of a database if it does not exist. Only the owner may read it:
// it contains keys, addresses and messages. SQLite gives its other files the same mode. An
// existing file is not opened, because closing it would release SQLite's locks of other
// connections in this process (fcntl(2)).
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

// SettleFile copies the write-ahead log of a database into its file, which is then
// complete. SQLite does that only for the last connection to the database
// (https://sqlite.org/wal.html#persistence_of_wal_mode), so it also detects whether another
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

// DiscardFile deletes a database and the files that SQLite keeps beside it.
func DiscardFile(path string) error {
	var errs []error
	for _, end := range []string{"", "-wal", "-shm", "-journal"} {
		if err := os.Remove(path + end); err != nil && !errors.Is(err, fs.ErrNotExist) {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

// CopyFile makes a copy that only its owner can read, and flushes it to the disk.
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
				"the file of the database is not %s any more: it was moved, replaced or removed; stop the server, "+
					"put it back, and start it again", path)
		}
		return nil
	}, err
}

// goBackFile describes, as the end of a sentence, the backup of a database before its
// schema was changed (package backup) that a program with schemas up to this one can
// restore.
func goBackFile(path string, known int64) string {
	saved, _ := filepath.Glob(path + ".schema-*Z")
	for _, name := range slices.Backward(saved) { // the newest last
		var schema int64
		if _, err := fmt.Sscanf(name[len(path):], ".schema-%d-", &schema); err == nil && schema <= known {
			return fmt.Sprintf(
				", or stop the server and go back to what was before: 'turnpost restore %s'; what was played since "+
					"is not in it", name)
		}
	}
	return ", or restore a backup of before; what was played since is not in it"
}

// LockFile creates a file, waits until this process, or this part of it, has it locked, and
// returns the function that removes it. The kernel releases the lock of a dead process.
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

// LockPart is LockFile for part, the temporary name of a file that is being made. It does
// not wait. It also removes such files in the same folder whose lock nobody holds: they
// were left by killed processes.
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

// isLockedFile reports whether the file of that name is the locked one.
func isLockedFile(path string, l *flock.Flock) bool {
	there, err1 := os.Stat(path)
	here, err2 := l.Stat()
	return err1 == nil && err2 == nil && os.SameFile(there, here)
}
