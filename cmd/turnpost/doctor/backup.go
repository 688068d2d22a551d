package doctor

import (
	"context"
	"errors"
	"os"
	"path/filepath"

	"turnpost/db/backup"
)

// Newest is the value of Restore for the newest backup that the server made.
const Newest = "newest"

// examineBackup checks that the wanted backups are made, and tests one if asked.
func examineBackup(ctx context.Context, d *Doctor) {
	series, wanted := d.config.Database.Backup.Series()
	newest := ""
	const step = "backup"
	switch {
	case wanted:
		files, err := series.Files()
		if len(files) > 0 {
			newest = files[len(files)-1]
		}
		next, nextErr := series.Next(d.now())
		switch {
		case err != nil || nextErr != nil:
			d.fail(step, "make the folder, and let the server write into it", "%v", errors.Join(err, nextErr))
		case newest == "":
			d.warn(step, "start the server, which makes the first backup at once, and check its log",
				"there is no backup in %s", series.Dir)
		case d.now().Sub(next) > series.Every:
			d.warn(step, "check the server's log and the disk", "the newest is %s, and one is due every %v", newest,
				series.Every)
		default:
			d.ok(step, "%d in %s, the newest is %s", len(files), series.Dir, filepath.Base(newest))
		}
	case d.config.Database.URL != "":
		d.warn(step,
			"set database.backup.dir, or save the database yourself before each update, by 'turnpost backup FILE'",
			"no folder is set: a newer turnpost that changes the schema will refuse to start until the database is "+
				"saved")
	}
	switch d.Restore {
	case "":
	case Newest:
		if newest == "" {
			d.fail("restore", "name a file, or set [database.backup]", "the server has made no backup")
			return
		}
		examineRestore(ctx, d, newest)
	default:
		examineRestore(ctx, d, d.Restore)
	}
}

// examineRestore restores a backup into a temporary folder.
func examineRestore(ctx context.Context, d *Doctor, from string) {
	const step, mend = "restore",
		"use another backup, and find out what happened to this one; 'turnpost verify --db FILE' says more"
	dir, err := os.MkdirTemp("", "turnpost-doctor-")
	if err != nil {
		d.fail(step, "make room for a copy of the backup, or set TMPDIR", "%v", err)
		return
	}
	defer os.RemoveAll(dir)
	prepared, err := backup.Prepare(ctx, from, filepath.Join(dir, "turnpost.db"))
	if err != nil {
		d.fail(step, mend, "%v", err)
		return
	}
	games, faults, err := d.Verify(ctx, prepared)
	switch {
	case err != nil:
		d.fail(step, mend, "%s: %v", from, err)
	case faults > 0:
		d.fail(step, mend, "%s: %d faults were found", from, faults)
	default:
		d.ok(step, "%s can be restored: %d games replayed, no faults", from, games)
	}
}
