package doctor

import (
	"errors"
	"io/fs"
	"os"
)

// examineCalendars checks that the server's files of players' deadlines can be written, and that
// others cannot list their names, which are all that keeps them secret.
func (d *Doctor) examineCalendars() {
	const step = "calendars"
	dir := d.config.Calendar.Dir
	if dir == "" {
		return
	}
	info, err := os.Stat(dir)
	if errors.Is(err, fs.ErrNotExist) {
		d.ok(step, "%s does not exist yet; the server makes it", dir)
		return
	}
	if err == nil {
		var f *os.File
		if f, err = os.CreateTemp(dir, ".doctor-"); err == nil {
			err = errors.Join(f.Close(), os.Remove(f.Name()))
		}
	}
	switch {
	case err != nil:
		d.fail(step, "let the server's user write into the folder of calendar.dir", "%v", err)
	case info.Mode().Perm()&0o004 != 0:
		d.warn(step, "chmod o-r "+dir+"; a web server needs only x",
			"everybody on this machine can list %s, and the names in it are secret", dir)
	default:
		d.ok(step, "%s can be written, and others cannot list it", dir)
	}
}
