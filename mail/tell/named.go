package tell

import (
	"turnpost/db"
	"turnpost/templates"
)

// named is what a player is called in letters to others: a program is called one.
func named(p db.Player) string {
	if p.Robot && p.Address != "" {
		return p.Name + templates.Program
	}
	return p.Name
}
