package daemon

import (
	"bytes"
	"cmp"
	"context"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"turnpost/cmd/turnpost/config"
	"turnpost/cmd/turnpost/lock"
	"turnpost/db"
	"turnpost/mail/archive"
	"turnpost/mail/server"
	"turnpost/rules"
)

// Archive brings an archive up to date, once, with the words of a configuration; what the
// options leave open is as the configuration says. Nobody else writes there meanwhile.
func Archive(ctx context.Context, c config.Config, d *db.DB, games []rules.Game, o archive.Options) (report archive.Report, err error) {
	words, err := c.Templates.Words()
	if err != nil {
		return report, err
	}
	if err := os.MkdirAll(o.Dir, 0o755); err != nil {
		return report, err
	}
	unlock, err := lock.File(filepath.Join(o.Dir, archive.LockFile))
	if err != nil {
		return report, err
	}
	defer unlock()
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
				mine, err := server.Lead(ctx, d.server, "archive")
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

// archive writes it once, and returns for how long it is left alone then: a tenth of the
// usual time if that failed.
func (d *Daemon) archive(ctx context.Context, c config.Config, games []rules.Game) time.Duration {
	every := c.Archive.Every.Duration
	report, err := Archive(ctx, c, d.DB, games, archive.Options{Dir: c.Archive.Dir, Records: c.Archive.Records, Workers: 1})
	switch {
	case ctx.Err() != nil:
		return every
	case err != nil:
		d.log.Error("the archive could not be written; it is tried again", "error", err)
		return every / 10
	case report.Written+report.Removed == 0:
		return every
	}
	d.log.Info("the archive is written", "games", report.Games, "players", report.Players, "written", report.Written, "removed", report.Removed)
	for _, id := range report.Failed {
		d.log.Warn("a game cannot be shown in the archive", "game", id)
	}
	if c.Archive.Command != "" {
		runAfter(ctx, c.Archive, d.log)
	}
	return every
}

// runAfter runs the operator's command in the folder of the archive.
func runAfter(ctx context.Context, c config.Archive, log *slog.Logger) {
	cmd := exec.CommandContext(ctx, "/bin/sh", "-c", c.Command)
	cmd.Dir = c.Dir
	// It ends with us, and with it whatever it waits for.
	cmd.WaitDelay = 5 * time.Second
	out, err := cmd.CombinedOutput()
	if err != nil && ctx.Err() == nil {
		log.Error("the command of the archive failed", "error", err, "output", string(bytes.TrimSpace(out[max(0, len(out)-500):])))
	}
}
