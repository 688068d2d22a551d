package db

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// BeforeRestore is what the name of a database that was replaced ends in.
const BeforeRestore = ".before-restore"

// Prepare copies a backup beside the database in the file path, checks the copy
// and brings its schema forward. The copy becomes the database when it is handed
// to Replace; the backup is only read.
func Prepare(ctx context.Context, backup, path string) (copied string, err error) {
	if _, err := os.Stat(backup); err != nil {
		return "", fmt.Errorf("the backup: %w", err)
	}
	if err := check(ctx, backup); err != nil {
		return "", fmt.Errorf("the backup %s: %w", backup, err)
	}
	copied = path + ".restoring"
	// One that is there is left of an attempt that died.
	if err := Discard(copied); err != nil {
		return "", err
	}
	if err := copyFile(backup, copied); err != nil {
		return "", errors.Join(fmt.Errorf("copying the backup: %w", err), Discard(copied))
	}
	d, err := Open(ctx, copied)
	if err != nil {
		return "", errors.Join(err, Discard(copied))
	}
	return copied, d.Close()
}

// check reports what makes a file useless as a database of this program: its
// schema is newer, or it is damaged.
func check(ctx context.Context, path string) error {
	conn, err := openRead(path)
	if err != nil {
		return err
	}
	defer conn.Close()
	if _, err := schemaOf(ctx, conn, sqlite); err != nil {
		return err
	}
	tx, err := conn.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	damages, err := (&Tx{engine: sqlite, ctx: ctx, tx: tx}).Damages()
	if err != nil {
		return err
	}
	if len(damages) > 0 {
		return fmt.Errorf("it is damaged: %s", damages[0])
	}
	return nil
}

// Replace makes a file that Prepare made the database in the file path, and
// keeps the one that was there, under its name with BeforeRestore, which it
// returns; "" if there was none. Nobody may have either of them open.
func Replace(ctx context.Context, prepared, path string) (kept string, err error) {
	if _, err := os.Stat(path); err == nil {
		if kept, err = putAside(ctx, path); err != nil {
			return "", fmt.Errorf("keeping the present database: %w", err)
		}
	} else if !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	// A log that is left of another database must not be read into this one.
	for _, end := range []string{"-wal", "-shm"} {
		if err := os.Remove(path + end); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return kept, err
		}
	}
	if err := os.Rename(prepared, path); err != nil {
		return kept, err
	}
	return kept, syncFile(filepath.Dir(path))
}

// putAside keeps a database under another name, with its log if it cannot be
// brought into it. The old name stays in use until it is taken by Replace, so
// that there is a database at every moment.
func putAside(ctx context.Context, path string) (string, error) {
	kept := path + BeforeRestore
	if err := isFree(kept); err != nil {
		return "", fmt.Errorf("%w: move it away first", err)
	}
	if err := settleLog(ctx, path); busy(err) {
		return "", errors.New("some program has it open; end that first")
	} // What cannot be read is kept as it is, with its log.
	if err := os.Link(path, kept); err != nil {
		// Not every file system has links.
		if err := copyFile(path, kept); err != nil {
			return "", err
		}
	}
	if err := os.Rename(path+"-wal", kept+"-wal"); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	return kept, nil
}

// settleLog brings the log of a database into its file, which then is all of it.
// SQLite does that only for who is alone with the database
// (https://sqlite.org/wal.html#persistence_of_wal_mode), so that it also shows
// whether somebody else has it open.
func settleLog(ctx context.Context, path string) error {
	conn, err := open(path, nil)
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

// copyFile makes a new file that is the owner's alone, and brings it to the disk.
func copyFile(from, to string) error {
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
