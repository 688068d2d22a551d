package backup

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"turnpost/db"
)

// Series is a series of backups in a folder. One is made after every interval, and only the
// newest are kept.
type Series struct {
	Dir   string
	Every time.Duration
	Keep  int // at least 1
}

// stamped matches the names of backups, which contain the time (UTC) at which they began.
// Other files in the folder are ignored.
const stamped = "turnpost-20060102T150405Z.db"

// Files lists the backups of a series, oldest first.
func (s Series) Files() ([]string, error) {
	entries, err := os.ReadDir(s.Dir)
	if err != nil {
		return nil, fmt.Errorf("the folder of backups: %w", err)
	}
	var out []string
	for _, e := range entries {
		if _, err := time.Parse(stamped, e.Name()); err == nil {
			out = append(out, filepath.Join(s.Dir, e.Name()))
		}
	}
	slices.Sort(out)
	return out, nil
}

// Next returns when the next backup is due: at once if there is none, or if the existing
// ones have times in the future because the clock was wrong.
func (s Series) Next(now time.Time) (time.Time, error) {
	files, err := s.Files()
	if err != nil || len(files) == 0 {
		return now, err
	}
	last, err := time.Parse(stamped, filepath.Base(files[len(files)-1]))
	if err != nil || last.After(now) {
		return now, err
	}
	return last.Add(s.Every), nil
}

// Take makes one backup of a database, checks that it can be read (Check), and then removes
// the oldest ones beyond Keep. It also removes partial files of killed programs. It returns
// the name of the backup.
func (s Series) Take(ctx context.Context, from string, now time.Time) (string, error) {
	name := filepath.Join(s.Dir, now.UTC().Format(stamped))
	made := Pages
	if db.IsURL(from) {
		made = db.Copy
	}
	if err := made(ctx, from, name, nil); err != nil {
		return "", err
	}
	if err := Check(ctx, name); err != nil {
		// Keep it for inspection, under a name that is not that of a backup.
		return "", errors.Join(fmt.Errorf("the backup %s.bad: %w", name, err), os.Rename(name, name+".bad"))
	}
	files, err := s.Files()
	if err != nil {
		return name, err
	}
	for _, old := range files[:max(0, len(files)-s.Keep)] {
		err = errors.Join(err, os.Remove(old))
	}
	parts, _ := filepath.Glob(filepath.Join(s.Dir, "turnpost-*Z.db.part"))
	for _, part := range parts { // of killed programs: ours is complete
		err = errors.Join(err, db.DiscardFile(part), db.DiscardFile(part+".lock"))
	}
	return name, err
}

// Run makes backups when they are due, until ctx is done, and calls tell
// after each success and failure. After a failure it tries again in a tenth of the
// interval.
func (s Series) Run(ctx context.Context, from string, now func() time.Time, tell func(name string, err error)) {
	for {
		next, err := s.Next(now())
		if err == nil && next.After(now()) {
			if !sleep(ctx, next.Sub(now())) {
				return
			}
			continue
		}
		name := ""
		if err == nil {
			name, err = s.Take(ctx, from, now())
		}
		if ctx.Err() != nil {
			return
		}
		tell(name, err)
		if err != nil && !sleep(ctx, s.Every/10) {
			return
		}
	}
}

// sleep waits, and reports whether ctx is still valid.
func sleep(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}
