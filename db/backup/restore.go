package backup

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"turnpost/db"
)

// BeforeRestore is the suffix of the file of a database that was replaced by a backup.
const BeforeRestore = ".before-restore"

// Prepare copies a backup beside the database in the file path, checks the copy and brings
// its schema forward. Replace then makes the copy the database. The backup itself is only
// read.
func Prepare(ctx context.Context, from, path string) (copied string, err error) {
	if _, err := os.Stat(from); err != nil {
		return "", fmt.Errorf("the backup: %w", err)
	}
	if err := Check(ctx, from); err != nil {
		return "", fmt.Errorf("the backup %s: %w", from, err)
	}
	copied = path + ".restoring"
	// An existing one was left by an attempt that was killed.
	if err := db.DiscardFile(copied); err != nil {
		return "", err
	}
	if err := db.CopyFile(from, copied); err != nil {
		return "", errors.Join(fmt.Errorf("copying the backup: %w", err), db.DiscardFile(copied))
	}
	d, err := db.Open(ctx, copied)
	if err != nil {
		return "", errors.Join(err, db.DiscardFile(copied))
	}
	return copied, d.Close()
}

// Check returns an error if a file cannot be used as a database of this program: its schema
// is newer, or it is damaged.
func Check(ctx context.Context, path string) error {
	raw, err := db.OpenRaw(path)
	if err != nil {
		return err
	}
	defer raw.Close()
	if err := raw.Fits(ctx); err != nil {
		return err
	}
	damages, err := raw.Damages(ctx)
	if err != nil {
		return err
	}
	if len(damages) > 0 {
		return fmt.Errorf("it is damaged: %s", damages[0])
	}
	return nil
}

// Replace makes a file from Prepare the database in the file path. It renames the database
// that was there, appending BeforeRestore, and returns that name; "" if there was none. No
// program may have either of them open.
func Replace(ctx context.Context, prepared, path string) (kept string, err error) {
	if _, err := os.Stat(path); err == nil {
		if kept, err = putAside(ctx, path); err != nil {
			return "", fmt.Errorf("keeping the present database: %w", err)
		}
	} else if !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	// The write-ahead log of another database must not be applied to this one.
	for _, end := range []string{"-wal", "-shm"} {
		if err := os.Remove(path + end); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return kept, err
		}
	}
	if err := os.Rename(prepared, path); err != nil {
		return kept, err
	}
	return kept, db.SyncFile(filepath.Dir(path))
}

// putAside keeps a database under another name, with its write-ahead log if that cannot be
// applied. The old name stays until Replace takes it, so that there is a database at every
// moment.
func putAside(ctx context.Context, path string) (string, error) {
	kept := path + BeforeRestore
	if err := db.CheckFree(kept); err != nil {
		return "", fmt.Errorf("%w: move it away first", err)
	}
	if err := db.SettleFile(ctx, path); db.BusySQLite(err) {
		return "", errors.New("some program has it open; end that first")
	} // An unreadable database is kept as it is, with its log.
	if err := os.Link(path, kept); err != nil {
		// Some file systems have no links.
		if err := db.CopyFile(path, kept); err != nil {
			return "", err
		}
	}
	if err := os.Rename(path+"-wal", kept+"-wal"); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	return kept, nil
}
