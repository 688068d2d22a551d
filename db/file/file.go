// Package file handles SQLite databases as the files that they are: how one is
// opened, brought to the disk, moved and removed. What is in them is package db's.
package file

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"

	_ "github.com/mattn/go-sqlite3"
)

// Open opens the database in a file. more are the settings of the driver that
// differ from ours; nil takes one out.
func Open(path string, more url.Values) (*sql.DB, error) {
	return sql.Open("sqlite3", dsn(path, more))
}

// OpenRead opens a file as it is, for reading only.
func OpenRead(path string) (*sql.DB, error) {
	return Open(path, url.Values{"mode": {"ro"}, "_query_only": {"true"}, "_journal_mode": nil, "_secure_delete": nil})
}

// dsn names the database in a file, opened in our way or in another.
func dsn(path string, more url.Values) string {
	q := url.Values{
		"_journal_mode": {"WAL"},
		"_synchronous":  {"FULL"},
		"_foreign_keys": {"true"},
		"_busy_timeout": {"5000"},
		// What is erased is overwritten; see db.Tx.Forget.
		"_secure_delete": {"true"},
		// A letter takes some fifty statements, each again and again.
		"_stmt_cache_size": {"200"},
	}
	for k, v := range more {
		q[k] = v
	}
	// A path may hold "?" or "%", which a file: URI would read otherwise.
	return (&url.URL{Scheme: "file", Opaque: (&url.URL{Path: path}).EscapedPath(), RawQuery: q.Encode()}).String()
}

// Make makes the file of a database, if it is not there. What is kept is nobody else's
// business: the keys of secrets, addresses, letters. SQLite gives its other files the same
// mode. A file that is there is not opened: to close it would take SQLite's own locks from
// whoever has it open in this process (fcntl(2)).
func Make(path string) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	if err != nil {
		return err
	}
	return f.Close()
}

// Free reports an error when there is a file of that name.
func Free(path string) error {
	_, err := os.Lstat(path)
	switch {
	case err == nil:
		return fmt.Errorf("%s is there already; it is not overwritten", path)
	case errors.Is(err, fs.ErrNotExist):
		return nil
	}
	return err
}

// Sync brings a file, or the names in a folder, to the disk.
func Sync(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

// Settle brings the log of a database into its file, which then is all of it.
// SQLite does that only for who is alone with the database
// (https://sqlite.org/wal.html#persistence_of_wal_mode), so that it also shows
// whether somebody else has it open.
func Settle(ctx context.Context, path string) error {
	conn, err := Open(path, nil)
	if err != nil {
		return err
	}
	defer conn.Close()
	conn.SetMaxOpenConns(1)
	var mode string
	return conn.QueryRowContext(ctx, `PRAGMA journal_mode = DELETE`).Scan(&mode)
}

// Discard removes a database that is not wanted, with what SQLite keeps beside it.
func Discard(path string) error {
	var errs []error
	for _, end := range []string{"", "-wal", "-shm", "-journal"} {
		if err := os.Remove(path + end); err != nil && !errors.Is(err, fs.ErrNotExist) {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

// Copy makes a new file that is the owner's alone, and brings it to the disk.
func Copy(from, to string) error {
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
