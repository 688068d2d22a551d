package daemon

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"turnpost/cmd/turnpost/config"
	"turnpost/db"
	"turnpost/mail/archive"
	"turnpost/rules"
)

// Archive brings an archive up to date, once, with the words of a configuration; what the
// options leave open is as the configuration says. Nobody else writes there meanwhile.
func Archive(ctx context.Context, c config.Config, d *db.DB, games []rules.Game, o archive.Options) (report archive.Report, err error) {
	_, unlock, err := lockArchive(o.Dir)
	if err != nil {
		return report, err
	}
	defer unlock()
	return writeArchive(ctx, c, d, games, o)
}

// lockArchive makes the folder of an archive, and takes its lock.
func lockArchive(dir string) (inherit []*os.File, unlock func() error, err error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, nil, err
	}
	return LockInherited(filepath.Join(dir, archive.LockFile))
}

func writeArchive(ctx context.Context, c config.Config, d *db.DB, games []rules.Game, o archive.Options) (report archive.Report, err error) {
	words, err := c.Templates.Words()
	if err != nil {
		return report, err
	}
	o.Lang = cmp.Or(o.Lang, c.Archive.Lang, c.Policy.Language)
	o.URL = cmp.Or(o.URL, c.Archive.URL)
	return archive.Write(ctx, d, games, words, o)
}

// archiveLooks is how often a daemon looks whether it is the one that writes.
const archiveLooks = 10 * time.Second

// archiving writes the archive as it is due until ctx is done: on one of the daemons of a
// database, beside play and with rests.
func (d *Daemon) archiving(c config.Config, games []rules.Game) func(context.Context) {
	return func(ctx context.Context) {
		var due time.Time
		for {
			if !time.Now().Before(due) {
				mine, err := d.server.Lead(ctx, "archive")
				switch {
				case err != nil && ctx.Err() == nil:
					d.log.Warn("it is not known who writes the archive; it is looked again", "error", err)
				case mine:
					due = time.Now().Add(d.archive(ctx, c, games))
				}
			}
			select {
			case <-ctx.Done():
				return
			case <-time.After(min(archiveLooks, max(time.Until(due), time.Second))):
			}
		}
	}
}

// archive writes it once, and runs the operator's command if it is owed. It returns for how
// long it is left alone then: a tenth of the usual time if either failed.
//
// What of somebody was taken away here stands elsewhere until the command has run, so a run
// that broke off owes it as well, and one that was killed. The folder is locked until the
// command has ended, also that of a daemon that was killed: else an older copy might be
// finished behind a newer one, and nobody would owe another.
func (d *Daemon) archive(ctx context.Context, c config.Config, games []rules.Game) time.Duration {
	every := c.Archive.Every.Duration
	owed := owing{dir: c.Archive.Dir, none: c.Archive.Command == ""}
	inherit, unlock, err := lockArchive(c.Archive.Dir)
	if err == nil {
		defer unlock()
		err = owed.note()
	}
	if err != nil {
		d.log.Error("the archive could not be written; it is tried again", "error", err)
		return every / 10
	}
	report, failed := writeArchive(ctx, c, d.DB, games, archive.Options{Dir: c.Archive.Dir, Records: c.Archive.Records, Workers: 1})
	if ctx.Err() != nil {
		return every
	}
	changed := report.Written+report.Removed > 0
	if failed != nil {
		d.log.Error("the archive could not be written; it is tried again", "error", failed)
	} else if changed {
		d.log.Info("the archive is written", "games", report.Games, "players", report.Players, "written", report.Written, "removed", report.Removed)
		for _, id := range report.Failed {
			d.log.Warn("a game cannot be shown in the archive", "game", id)
		}
	}
	if err := owed.pay(changed, func() error { return runAfter(ctx, c.Archive, commandLimit, inherit) }); err != nil {
		if ctx.Err() != nil {
			return every
		}
		d.log.Error("the command of the archive failed; it is run again", "error", err)
		failed = err
	}
	if failed != nil {
		return every / 10
	}
	return every
}

// owing is whether the operator's command is owed: a file in the folder says so, for the
// daemon after this one too.
type owing struct {
	dir    string
	before bool // by a run before this one
	none   bool // there is no command
}

func (o *owing) file() string { return filepath.Join(o.dir, archive.OwedFile) }

// note notes it before anything changes.
func (o *owing) note() error {
	if o.none {
		return nil
	}
	if _, err := os.Stat(o.file()); err == nil {
		o.before = true
		return nil
	}
	return os.WriteFile(o.file(), nil, 0o644)
}

// pay runs what is owed, and strikes it out when it has succeeded.
func (o *owing) pay(changed bool, run func() error) error {
	if o.none {
		return nil
	}
	if changed || o.before {
		if err := run(); err != nil {
			return err
		}
	}
	return os.Remove(o.file())
}

// commandLimit is how long the operator's command may run.
const commandLimit = 10 * time.Minute

// runAfter runs the operator's command in the folder of the archive. Whoever lasts longer
// than a limit is killed, with all that it has started. It inherits the lock.
func runAfter(ctx context.Context, c config.Archive, limit time.Duration, inherit []*os.File) error {
	limited, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	cmd := exec.CommandContext(limited, "/bin/sh", "-c", c.Command)
	cmd.Dir = c.Dir
	cmd.ExtraFiles = inherit
	together(cmd)
	// It ends with us, and with it whatever it waits for.
	cmd.WaitDelay = 5 * time.Second
	out, err := cmd.CombinedOutput()
	if err == nil {
		return nil
	}
	if limited.Err() != nil && ctx.Err() == nil {
		err = fmt.Errorf("it was killed after %v: %w", limit, err)
	}
	if out = bytes.TrimSpace(out[max(0, len(out)-500):]); len(out) > 0 {
		err = fmt.Errorf("%w: %s", err, out)
	}
	return err
}
