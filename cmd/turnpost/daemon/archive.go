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
	"turnpost/mail/website"
	"turnpost/rules"
)

// Archive writes an archive once. Options that are not set come from the configuration. Nobody
// else writes to the folder meanwhile.
func Archive(ctx context.Context, c config.Config, d *db.DB, games []rules.Game,
	o website.Options) (report website.Report, err error) {
	_, unlock, err := lockArchive(o.Dir)
	if err != nil {
		return report, err
	}
	defer unlock()
	return writeArchive(ctx, c, d, games, o)
}

// lockArchive makes the folder of an archive, and locks it.
func lockArchive(dir string) (inherit []*os.File, unlock func() error, err error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, nil, err
	}
	return LockInherited(filepath.Join(dir, website.LockFile))
}

func writeArchive(ctx context.Context, c config.Config, d *db.DB, games []rules.Game,
	o website.Options) (report website.Report, err error) {
	words, err := c.Templates.Words()
	if err != nil {
		return report, err
	}
	o.Lang = cmp.Or(o.Lang, c.Archive.Lang, c.Policy.Language)
	o.URL, o.Address = cmp.Or(o.URL, c.Archive.URL), c.Server.Address
	return website.Write(ctx, d, games, words, o)
}

// archiveLooks is how often a daemon checks whether it is the one that writes the archive.
const archiveLooks = 10 * time.Second

// archiving returns a function that writes the archive whenever it is due until ctx is done,
// on one of the daemons of a database.
func (d *Daemon) archiving(c config.Config, games []rules.Game) func(context.Context) {
	return func(ctx context.Context) {
		var due time.Time
		for {
			if !time.Now().Before(due) {
				mine, err := d.server.TakeLead(ctx, "archive")
				switch {
				case err != nil && ctx.Err() == nil:
					d.log.Warn("cannot find out which server writes the archive; it is tried again", "error", err)
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

// archive writes the archive once, and runs the operator's command if it has to. It returns
// how long to wait then: a tenth of the usual time if either failed.
//
// A player's data that was removed from the folder is still in the command's copy until the
// command has run. So a run that was interrupted or killed leaves a note that the command has
// to run. The folder stays locked until the command has ended, even if its daemon was killed,
// so that an older copy cannot overwrite a newer one.
func (d *Daemon) archive(ctx context.Context, c config.Config, games []rules.Game) time.Duration {
	every := c.Archive.Every.Duration
	owed := owing{dir: c.Archive.Dir, none: c.Archive.Command == ""}
	inherit, unlock, err := lockArchive(c.Archive.Dir)
	if err == nil {
		defer unlock()
		err = owed.note()
	}
	if err != nil {
		d.log.Error("writing the archive failed; it is tried again", "error", err)
		return every / 10
	}
	report, failed := writeArchive(ctx, c, d.DB, games,
		website.Options{Dir: c.Archive.Dir, Records: c.Archive.Records, Workers: 1})
	if ctx.Err() != nil {
		return every
	}
	changed := report.Written+report.Removed > 0
	if failed != nil {
		d.log.Error("writing the archive failed; it is tried again", "error", failed)
	} else if changed {
		d.log.Info("archive written", "games", report.Games, "players", report.Players, "written", report.Written,
			"removed", report.Removed)
		for _, id := range report.Failed {
			d.log.Warn("a game is damaged and left out of the archive", "game", id)
		}
	}
	if err := owed.pay(changed, func() error { return runAfter(ctx, c.Archive, commandLimit, inherit) }); err != nil {
		if ctx.Err() != nil {
			return every
		}
		d.log.Error("the command of the archive failed; it is tried again", "error", err)
		failed = err
	}
	if failed != nil {
		return every / 10
	}
	return every
}

// owing records in a file of the folder that the command has to run, also for later daemons.
type owing struct {
	dir    string
	before bool // from an earlier run
	none   bool // no command is configured
}

func (o *owing) file() string { return filepath.Join(o.dir, website.OwedFile) }

// note records it before anything changes.
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

// pay runs the command if it has to run, and removes the record if it succeeds.
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

// commandLimit is how long the command may run.
const commandLimit = 10 * time.Minute

// runAfter runs the operator's command in the folder of the archive, and kills it with all its
// processes after the limit. The command inherits the lock.
func runAfter(ctx context.Context, c config.Archive, limit time.Duration, inherit []*os.File) error {
	limited, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	cmd := exec.CommandContext(limited, "/bin/sh", "-c", c.Command)
	cmd.Dir = c.Dir
	cmd.ExtraFiles = inherit
	together(cmd)
	// The wait ends even if a grandchild keeps the output open.
	cmd.WaitDelay = 5 * time.Second
	out, err := cmd.CombinedOutput()
	if err == nil {
		return nil
	}
	if limited.Err() != nil && ctx.Err() == nil {
		err = fmt.Errorf("killed after %v: %w", limit, err)
	}
	if out = bytes.TrimSpace(out[max(0, len(out)-500):]); len(out) > 0 {
		err = fmt.Errorf("%w: %s", err, out)
	}
	return err
}
