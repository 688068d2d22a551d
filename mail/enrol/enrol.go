// Package enrol does what a player writes about tournaments: it joins the commands to the
// operations of package season, and those that only look to package tell.
package enrol

import (
	"fmt"

	"turnpost/db"
	"turnpost/mail/club"
	"turnpost/mail/command"
	"turnpost/mail/season"
	"turnpost/mail/tell"
)

// Do does a command of a proven player. It returns a refusal of the club's where it may
// not be done.
func Do(tx *club.Tx, letters *tell.Letters, p db.Player, do any) error {
	switch do := do.(type) {
	case command.Tournaments:
		return tell.Tournaments(letters, p)
	case command.Join:
		return season.Join(tx, p.ID, do.Name)
	case command.Leave:
		return season.AskLeave(tx, p.ID, do.Name)
	case command.Table:
		return tell.SeasonTables(letters, p, do.Name)
	}
	return fmt.Errorf("%T is no command about tournaments", do)
}
