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

// Series is a row of backups in a folder, one every so often, of which the newest are
// kept.
type Series struct {
	Dir   string
	Every time.Duration
	Keep  int // at least 1
}

// stamped is how the files are named, by the moment (UTC) at which each is begun. Other
// files in the folder are none of ours.
const stamped = "turnpost-20060102T150405Z.db"

// Files lists the backups of a series, the oldest first.
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

// Next is when the next backup is due: at once if there is none, or if those that are
// there were made by a clock that was ahead.
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

// Take makes one backup of a database, a file's or a server's, tries whether it can be
// read (Check), and only then removes those that are more than are kept. What was left
// of one that was killed goes. It returns the backup's name.
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
		// It stays, to be looked at, under a name that is no backup's.
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
	for _, part := range parts { // of one that was killed: ours is whole by now
		err = errors.Join(err, db.DiscardFile(part), db.DiscardFile(part+".lock"))
	}
	return name, err
}

// Run makes backups as they are due until ctx is done, and tells of each, or of what
// went wrong; then it tries again in a tenth of the time between two.
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

// sleep waits, and reports whether it was not ended by ctx.
func sleep(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}
