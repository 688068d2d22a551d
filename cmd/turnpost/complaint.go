package main

import (
	"strings"

	"turnpost/db"
)

// ofDamage is what to do about a file that is damaged, wherever that was met.
const ofDamage = "the file of a database is damaged, or is none: stop its server, keep a copy of the file, and restore the last backup that verifies ('turnpost restore --help')"

// complaint is err as the program prints it: one sentence a line, each behind
// the program's name, as a log wants it.
func complaint(err error) string {
	text := err.Error()
	if db.Damaged(err) {
		text += "\n" + ofDamage
	}
	var b strings.Builder
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			b.WriteString("turnpost: " + line + "\n")
		}
	}
	return b.String()
}
