package tell

import (
	"turnpost/db"
	"turnpost/templates"
)

// named is what a player is called in letters to others: a program is called one.
func named(p db.Player) string {
	if program(p) {
		return p.Name + templates.Program
	}
	return p.Name
}

// program reports whether a program of somebody's plays for a player, and is to be called
// one. Our own robots are called so by their names.
func program(p db.Player) bool { return p.Robot && p.Address != "" }
