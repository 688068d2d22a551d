package backup

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"turnpost/db"
)

// ErrNowhere says that a server's database is to be saved before its schema is changed, and
// no folder is given where.
var ErrNowhere = errors.New("nothing says where")

// BeforeSchema saves a database whose schema, of version have, is going to be changed, and
// returns the file: beside the one that is saved, or, of a server, in the folder dir, where
// it is an SQLite database of the same schema, as backups are; the database then says where
// it is. Its name tells the schema, and it stays until somebody removes it, or until the
// same database is saved in the same schema again, because the change failed: one that is
// whole then has all that was in those before. What was left of one that was killed goes.
// It is called by [db.OpenAfter], which sees to it that one does so at a time.
func BeforeSchema(ctx context.Context, where, dir string, have int64, now time.Time) (string, error) {
	end := fmt.Sprintf(".schema-%05d-%s", have, now.UTC().Format("20060102T150405Z"))
	if !db.IsURL(where) {
		return where + end, saveFile(ctx, where, where+end, have)
	}
	if dir == "" {
		return "", ErrNowhere
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	name := filepath.Join(dir, "turnpost"+end)
	return name, saveServer(ctx, where, name, have)
}

// saveFile saves the database in a file.
func saveFile(ctx context.Context, path, name string, have int64) error {
	if err := discardParts(path); err != nil {
		return err
	}
	before := savedAs(path, have, "Z")
	if err := Pages(ctx, path, name, nil); err != nil || len(before) == 0 {
		return err
	}
	if Check(ctx, name) != nil {
		return nil // It is as damaged as the database. Those before may be less so.
	}
	// Those of a database that another one took the place of have what that one lacks.
	replaced, err := os.Stat(path + BeforeRestore)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	var errs []error
	for _, old := range before {
		saved, err := os.Stat(old)
		if err == nil && (replaced == nil || saved.ModTime().After(replaced.ModTime())) {
			err = os.Remove(old)
		}
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

// saveServer saves the database of a server.
func saveServer(ctx context.Context, where, name string, have int64) error {
	host, err := os.Hostname()
	if err != nil {
		return err
	}
	all := filepath.Join(filepath.Dir(name), "turnpost")
	if err := discardParts(all); err != nil {
		return err
	}
	if err := db.Copy(ctx, where, name, nil); err != nil {
		return fmt.Errorf("the backup: %w", err)
	}
	remove := savedAs(all, have, "Z.bad")
	if err := Check(ctx, name); err != nil {
		bad := name + ".bad"
		err = errors.Join(fmt.Errorf("the backup %s: %w", bad, err), os.Rename(name, bad))
		return errors.Join(err, removeAll(remove)) // the newest is to be looked at
	}
	raw, err := db.OpenRaw(where)
	if err != nil {
		return errors.Join(err, db.DiscardFile(name))
	}
	defer raw.Close()
	// Those that this database tells of were made of it, and not of one that another took
	// the place of, or of one that is saved in the same folder.
	noted, err := raw.NoteSaved(ctx, have, host, name)
	if err != nil { // It is none that somebody could find.
		return errors.Join(err, db.DiscardFile(name))
	}
	for _, old := range noted {
		if strings.HasPrefix(filepath.Base(old), fmt.Sprintf("turnpost.schema-%05d-", have)) && old != name {
			remove = append(remove, old)
		}
	}
	return removeAll(remove)
}

// savedAs are the files in which databases of that name were saved in a schema.
func savedAs(path string, have int64, end string) []string {
	files, _ := filepath.Glob(fmt.Sprintf("%s.schema-%05d-*%s", path, have, end))
	return files
}

// discardParts removes what was left of saving a database that was killed.
func discardParts(path string) error {
	parts, _ := filepath.Glob(path + ".schema-*Z.part")
	var errs []error
	for _, part := range parts {
		errs = append(errs, db.DiscardFile(part), db.DiscardFile(part+".lock"))
	}
	return errors.Join(errs...)
}

// removeAll removes files, of which some may be gone.
func removeAll(files []string) error {
	var errs []error
	for _, name := range files {
		if err := os.Remove(name); !errors.Is(err, fs.ErrNotExist) {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}
