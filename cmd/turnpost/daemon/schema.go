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
	"turnpost/db/migrations"
)

// How long the service manager is asked to wait: until the next notification of a daemon that
// waits or saves its database, and during a migration, which sends none.
const (
	untilNextSign  = 3 * time.Minute
	whileMigrating = time.Hour
)

// migrating is the status for the service manager during a migration.
const migrating = "upgrading the schema of the database"

// saving saves the database before its schema changes, because later backups cannot be read by
// the older program. A PostgreSQL database is not changed unless it is saved here, or the
// operator says that it is saved. The error is worth repeating, because another daemon that
// has a folder may save it meanwhile.
func saving(c config.Database, log *slog.Logger) migrations.BeforeMigrating {
	return func(ctx context.Context, have int64) error {
		if c.SavedSchema == have {
			log.Info("upgrading the schema; the configuration says that the database is saved", "schema", have)
			extend(whileMigrating, migrating, log)
			return nil
		}
		stop := beAlive("saving the database before its schema is changed", log)
		saved, err := backup.BeforeSchema(ctx, c.Where(), c.Backup.Dir, have, time.Now())
		stop()
		switch {
		case errors.Is(err, backup.ErrNowhere):
			return cli.Errorf(cli.ExitDatabase,
				"its schema is version %d, which this turnpost would change, and there is no folder to save it in "+
					"before: set database.backup.dir; or save it yourself, by pg_dump or 'turnpost backup FILE', "+
					"and then set database.saved_schema = %d. Nothing was changed", have, have)
		case err != nil:
			return fmt.Errorf("saving %s before its schema is changed: %w", db.Redacted(c.Where()), err)
		}
		log.Info("upgrading the schema; the database is saved", "schema", have, "file", saved)
		extend(whileMigrating, migrating, log)
		return nil
	}
}

// lookAtSavedSchema warns of a saved_schema that is no longer needed. It would allow changing
// a database that is restored later and not saved.
func lookAtSavedSchema(c config.Database, log *slog.Logger) {
	if c.SavedSchema == 0 {
		return
	}
	raw, err := db.OpenRaw(c.Where())
	if err != nil {
		log.Warn("database.saved_schema cannot be checked", "error", err)
		return
	}
	defer raw.Close()
	if raw.Known > c.SavedSchema {
		log.Warn("the schema is newer than database.saved_schema: remove it from the configuration", "schema",
			raw.Known, "saved_schema", c.SavedSchema)
	}
}

// beAlive tells the service manager repeatedly that the daemon is starting, until it is
// stopped.
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

// extend asks the service manager for more time to start (sd_notify(3)).
func extend(by time.Duration, doing string, log *slog.Logger) {
	if _, err := daemon.SdNotify(false,
		fmt.Sprintf("EXTEND_TIMEOUT_USEC=%d\nWATCHDOG=1\nSTATUS=%s", by.Microseconds(), doing)); err != nil {
		log.Warn("cannot notify the service manager", "error", err)
	}
}
