package doctor

import (
	"fmt"
	"os"
	"strings"
)

// Where a Debian package and 'turnpost install' have the program and its unit. The shell and systemd
// take the second before the first.
const (
	PackageProgram = "/usr/bin/turnpost"
	LocalProgram   = "/usr/local/bin/turnpost"
	PackageUnit    = "/usr/lib/systemd/system/turnpost.service"
	LocalUnit      = "/etc/systemd/system/turnpost.service"
)

// Hidden says which files of the package are there and have no effect, because of files of the machine's
// own. Paths of the system begin at root, which is "" but in tests. own says that the machine's own
// files are there, or will be.
func Hidden(root string, own bool) (found []string) {
	for _, f := range []struct{ local, packaged, what string }{
		{LocalUnit, PackageUnit, "the unit of the package"},
		{LocalProgram, PackageProgram, "the program of the package"},
	} {
		if is(root+f.packaged) && (own || is(root+f.local)) {
			found = append(found, fmt.Sprintf("%s is used in place of %s, %s, and upgrades do not change it",
				f.local, f.what, f.packaged))
		}
	}
	return found
}

func is(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// examineUnit says which unit systemd starts.
func (d *Doctor) examineUnit() {
	switch found := Hidden(d.root, false); {
	case len(found) > 0:
		d.warn("unit", "remove what is not wanted: the file, or the package; then run: systemctl daemon-reload", "%s",
			strings.Join(found, "; "))
	case is(d.root + LocalUnit):
		d.ok("unit", "systemd has %s", LocalUnit)
	case is(d.root + PackageUnit):
		d.ok("unit", "systemd has %s", PackageUnit)
	default:
		d.ok("unit", "there is none for systemd; 'turnpost install' makes one")
	}
}
