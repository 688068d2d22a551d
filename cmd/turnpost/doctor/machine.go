package doctor

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"turnpost/cmd/turnpost/daemon"
	"turnpost/db"
)

// Free space below which the doctor warns and fails. A full disk loses nothing, but messages
// then wait in the mailbox.
const (
	littleSpace = 1_000_000_000
	noSpace     = 100_000_000
)

// examineDisk checks the space in the database's folder.
func (d *Doctor) examineDisk() {
	if d.config.Database.URL != "" {
		d.skip("the database is on a server", "disk")
		return
	}
	folder := filepath.Dir(d.config.Database.Path)
	free, err := freeSpace(folder)
	switch {
	case errors.Is(err, errors.ErrUnsupported):
		d.skip("free space is not known on this system", "disk")
	case err != nil:
		d.fail("disk", "make the folder, or correct database.path", "%v", err)
	default:
		d.judgeSpace(folder, free)
	}
}

func (d *Doctor) judgeSpace(folder string, free uint64) {
	const mend = "free some space; privacy.keep_letters says how long messages are kept"
	switch saw := fmt.Sprintf("%s are free in %s", bytesText(free), folder); {
	case free < noSpace:
		d.fail("disk", mend, "%s", saw)
	case free < littleSpace:
		d.warn("disk", mend, "%s", saw)
	default:
		d.ok("disk", "%s", saw)
	}
}

// examineDatabase checks the database, and who has it locked.
func (d *Doctor) examineDatabase(ctx context.Context) {
	if d.config.Database.URL != "" {
		d.examineServer(ctx)
		return
	}
	path := d.config.Database.Path
	h, err := db.CheckFile(ctx, path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		d.examineNoDatabase(path)
	case err != nil:
		d.fail("database", "let the user that runs turnpost read "+path, "%v", err)
	case len(h.Faults) > 0:
		d.fail("database", "stop the server, keep a copy of "+path+
			", and run 'turnpost restore --replay FILE' with the newest backup",
			"%s is damaged: %s", path, strings.Join(h.Faults, "; "))
	case h.Schema == 0:
		d.fail("database", "correct database.path, or move the file away", "%s is not a database of turnpost", path)
	case h.Schema > h.Known:
		d.fail("database", "use the newer turnpost that ran here before",
			"its schema is version %d, and this turnpost knows versions up to %d", h.Schema, h.Known)
	case h.Schema < h.Known:
		d.ok("database", "%s is intact (%s); its schema is version %d, which 'turnpost serve' upgrades to %d", path,
			bytesText(uint64(h.Size)), h.Schema, h.Known)
	default:
		d.ok("database", "%s is intact (%s), schema version %d", path, bytesText(uint64(h.Size)), h.Schema)
	}
	switch holder, err := daemon.LockHolder(path + ".lock"); {
	case errors.Is(err, errors.ErrUnsupported):
		d.skip("locks cannot be examined on this system", "server")
	case err != nil:
		d.fail("server", "let the user that runs turnpost write in the folder of the database", "%v", err)
	case holder != "":
		d.ok("server", "a server is running on the database (%s)", holder)
	default:
		d.ok("server", "no server is running on the database")
	}
}

// examineNoDatabase checks whether a database can be made.
func (d *Doctor) examineNoDatabase(path string) {
	f, err := os.CreateTemp(filepath.Dir(path), ".doctor-*")
	if err == nil {
		err = errors.Join(f.Close(), os.Remove(f.Name()))
	}
	if err != nil {
		d.fail("database", "make the folder of database.path, and let the user that runs turnpost write there",
			"there is none, and none can be created: %v", err)
		return
	}
	d.ok("database", "there is none yet; 'turnpost serve' makes %s", path)
}

// bytesText formats a number of bytes for people.
func bytesText(n uint64) string {
	switch {
	case n >= 1e9:
		return fmt.Sprintf("%.1f GB", float64(n)/1e9)
	case n >= 1e6:
		return fmt.Sprintf("%.1f MB", float64(n)/1e6)
	}
	return fmt.Sprintf("%.1f kB", float64(n)/1e3)
}
