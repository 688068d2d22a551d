package file

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
)

// Watch returns a function that tells whether a file is still the one that has its name
// now, or was moved, replaced or removed.
func Watch(path string) (inPlace func() error, err error) {
	opened, err := os.Stat(path)
	return func() error {
		if there, err := os.Stat(path); err != nil || !os.SameFile(there, opened) {
			return fmt.Errorf("the file of the database is not %s any more: it was moved, replaced or removed; stop the server, put it back, and start it again", path)
		}
		return nil
	}, err
}

// GoBack says, as the end of a sentence, which of the backups that were made of a
// database before its schema was changed (package backup) a program that knows schemas
// up to this one can go back to.
func GoBack(path string, known int64) string {
	saved, _ := filepath.Glob(path + ".schema-*Z")
	for _, name := range slices.Backward(saved) { // the newest last
		var schema int64
		if _, err := fmt.Sscanf(name[len(path):], ".schema-%d-", &schema); err == nil && schema <= known {
			return fmt.Sprintf(", or stop the server and go back to what was before: 'turnpost restore %s'; what was played since is not in it", name)
		}
	}
	return ", or restore a backup of before; what was played since is not in it"
}
