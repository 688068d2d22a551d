package backup

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"turnpost/db"
)

// ErrNowhere says that a server's database is to be saved before its schema is changed, and
// no folder is given where.
var ErrNowhere = errors.New("nothing says where")

// BeforeSchema saves a database whose schema, of version have, is going to be changed, and
// returns the file: beside the one that is saved, or, of a server, in the folder dir, where
// it is an SQLite database of the same schema, as backups are; the database then says where
// it is. Its name tells the schema, and it stays until somebody removes it. It is called
// by [db.OpenAfter].
func BeforeSchema(ctx context.Context, where, dir string, have int64, now time.Time) (string, error) {
	end := fmt.Sprintf(".schema-%05d-%s", have, now.UTC().Format("20060102T150405Z"))
	if !db.IsURL(where) {
		return where + end, Pages(ctx, where, where+end, nil)
	}
	if dir == "" {
		return "", ErrNowhere
	}
	host, err := os.Hostname()
	if err != nil {
		return "", err
	}
	dir, err = filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	name := filepath.Join(dir, "turnpost"+end)
	if err := db.Copy(ctx, where, name, nil); err != nil {
		return "", fmt.Errorf("the backup: %w", err)
	}
	if err := Check(ctx, name); err != nil {
		return "", errors.Join(fmt.Errorf("the backup %s.bad: %w", name, err), os.Rename(name, name+".bad"))
	}
	raw, err := db.OpenRaw(where)
	if err != nil {
		return "", err
	}
	return name, errors.Join(raw.NoteSaved(ctx, have, host, name), raw.Close())
}
