// Package standing makes what letters show of tournaments and ladders: lists of them, the
// table of a division, a ladder around its reader. It asks how somebody stands, and leaves
// the words to package templates. To whom it is shown, and when, is package tell's business.
package standing

import (
	"strings"
	"time"

	"turnpost/db"
)

// Reader is who reads, and what letters call somebody and a moment to them.
type Reader struct {
	db.Player
	Call func(db.Player) string
	At   func(time.Time) time.Time
}

// cut shortens a name to so many characters.
func cut(name string, most int) string {
	if r := []rune(name); len(r) > most {
		return strings.TrimSpace(string(r[:most])) + "…"
	}
	return name
}
