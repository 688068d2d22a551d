// Package enrol does what a player writes about tournaments and ladders: it joins the
// commands to the operations of packages season and climb, and those that only look to
// package tell.
package enrol

import (
	"fmt"

	"turnpost/db"
	"turnpost/mail/climb"
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
	case command.Ladder:
		return onLadder(tx, letters, p, do)
	}
	return fmt.Errorf("%T is no command about tournaments or ladders", do)
}

func onLadder(tx *club.Tx, letters *tell.Letters, p db.Player, do command.Ladder) error {
	switch {
	case do.What == "on":
		return climb.Join(tx, p.ID, do.Game)
	case do.What == "off":
		return climb.Leave(tx, p.ID, do.Game)
	case do.Game == "":
		return tell.Ladders(letters, p)
	}
	return tell.Ladder(letters, p, do.Game)
}
