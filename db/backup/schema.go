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

// ErrNowhere says that the database of a server must be saved before its schema is changed,
// and that no folder is configured for that.
var ErrNowhere = errors.New("no folder is configured for it")

// BeforeSchema saves a database before its schema, of version have, is changed, and returns
// the file. The file is beside a database in a file. For a server it is in the folder dir,
// in the format of a backup, and the database records its name. The name contains the
// version of the schema. The file stays until somebody removes it, or until the same
// database is saved in the same version again because the change failed. It removes partial
// files of killed programs. [db.OpenAfter] makes sure that only one program calls it at a
// time.
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

// saveFile saves a database in a file.
func saveFile(ctx context.Context, path, name string, have int64) error {
	if err := discardParts(path); err != nil {
		return err
	}
	before := savedAs(path, have, "Z")
	if err := Pages(ctx, path, name, nil); err != nil || len(before) == 0 {
		return err
	}
	if Check(ctx, name) != nil {
		return nil // It is as damaged as the database. Keep the earlier files, which may be better.
	}
	// Earlier files may be of a database that was replaced since, and contain what this one
	// does not.
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

// saveServer saves a database of a server.
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
		return errors.Join(err, removeAll(remove)) // keep the damaged one for inspection
	}
	raw, err := db.OpenRaw(where)
	if err != nil {
		return errors.Join(err, db.DiscardFile(name))
	}
	defer raw.Close()
	// Only files that this database has recorded are certain to be of it: others in the
	// same folder may be of another database, or of one that it replaced.
	noted, err := raw.NoteSaved(ctx, have, host, name)
	if err != nil { // Nobody would find the file.
		return errors.Join(err, db.DiscardFile(name))
	}
	for _, old := range noted {
		if strings.HasPrefix(filepath.Base(old), fmt.Sprintf("turnpost.schema-%05d-", have)) && old != name {
			remove = append(remove, old)
		}
	}
	return removeAll(remove)
}

// savedAs lists the files in which databases of that name were saved in a version of the
// schema.
func savedAs(path string, have int64, end string) []string {
	files, _ := filepath.Glob(fmt.Sprintf("%s.schema-%05d-*%s", path, have, end))
	return files
}

// discardParts removes partial files of programs that were killed.
func discardParts(path string) error {
	parts, _ := filepath.Glob(path + ".schema-*Z.part")
	var errs []error
	for _, part := range parts {
		errs = append(errs, db.DiscardFile(part), db.DiscardFile(part+".lock"))
	}
	return errors.Join(errs...)
}

// removeAll removes files, some of which may no longer exist.
func removeAll(files []string) error {
	var errs []error
	for _, name := range files {
		if err := os.Remove(name); !errors.Is(err, fs.ErrNotExist) {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}
