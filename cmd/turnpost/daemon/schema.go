package daemon

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/coreos/go-systemd/v22/daemon"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/config"
	"turnpost/db"
	"turnpost/db/backup"
)

// How long the service manager is asked to wait: for the next sign of life of a daemon that
// waits, or saves its database, and for what is done to the database then, which gives none.
const (
	untilNextSign  = 3 * time.Minute
	whileMigrating = time.Hour
)

// migrating is what the service manager reads then.
const migrating = "bringing the schema of the database forward"

// saving saves the database before its schema is changed, so that one can go back to the
// older program. Without it a server's database is not changed, unless the operator says
// that it is saved: no later backup can be read by that program. Another daemon, which has
// a folder, may do it meanwhile, so that it is worth trying again.
func saving(c config.Database, log *slog.Logger) db.Before {
	return func(ctx context.Context, have int64) error {
		if c.SavedSchema == have {
			log.Info("the schema is brought forward; the configuration says that what was there before is saved", "schema", have)
			extend(whileMigrating, migrating, log)
			return nil
		}
		stop := beAlive("saving the database before its schema is changed", log)
		saved, err := backup.BeforeSchema(ctx, c.Where(), c.Backup.Dir, have, time.Now())
		stop()
		switch {
		case errors.Is(err, backup.ErrNowhere):
			return cli.Errorf(cli.ExitDatabase, "its schema is version %d, which this turnpost changes, and nothing says where to save it before: "+
				"give database.backup.dir a folder; or save it yourself, by pg_dump or 'turnpost backup FILE', and then say database.saved_schema = %d. Nothing was changed", have, have)
		case err != nil:
			return fmt.Errorf("saving %s before its schema is changed: %w", db.Redacted(c.Where()), err)
		}
		log.Info("the schema is brought forward; what was there before is saved", "schema", have, "file", saved)
		extend(whileMigrating, migrating, log)
		return nil
	}
}

// lookAtSavedSchema warns of a configuration that says that an older schema is saved: it
// would say so again of what is restored some day and goes on, and is not saved.
func lookAtSavedSchema(c config.Database, log *slog.Logger) {
	if c.SavedSchema == 0 {
		return
	}
	raw, err := db.OpenRaw(c.Where())
	if err != nil {
		log.Warn("database.saved_schema cannot be looked at", "error", err)
		return
	}
	defer raw.Close()
	if raw.Known > c.SavedSchema {
		log.Warn("the schema is newer than database.saved_schema, which has done its work: take it out of the configuration", "schema", raw.Known, "saved_schema", c.SavedSchema)
	}
}

// beAlive tells the service manager again and again that the daemon has not begun yet, and
// lives, until it is stopped.
func beAlive(doing string, log *slog.Logger) (stop func()) {
	ended, end := context.WithCancel(context.Background())
	gone := make(chan struct{})
	go func() {
		defer close(gone)
		for ticker := time.NewTicker(untilNextSign / 6); ; {
			extend(untilNextSign, doing, log)
			select {
			case <-ended.Done():
				ticker.Stop()
				return
			case <-ticker.C:
			}
		}
	}()
	return func() { end(); <-gone }
}

// extend asks the service manager for more time to begin (sd_notify(3)).
func extend(by time.Duration, doing string, log *slog.Logger) {
	if _, err := daemon.SdNotify(false, fmt.Sprintf("EXTEND_TIMEOUT_USEC=%d\nWATCHDOG=1\nSTATUS=%s", by.Microseconds(), doing)); err != nil {
		log.Warn("cannot tell the service manager", "error", err)
	}
}
