package handler

import (
	"fmt"

	"turnpost/db"
	"turnpost/mail/club"
	"turnpost/mail/club/tournament"
	"turnpost/mail/command"
	"turnpost/mail/notify"
)

// doTournament does a command of a proven player. It returns a refusal of the club's where it may
// not be done.
func doTournament(tx *club.Tx, letters *notify.Letters, p db.Player, do any) error {
	switch do := do.(type) {
	case command.Tournaments:
		return letters.Tournaments(p)
	case command.Join:
		return tournament.Join(tx, p.ID, do.Name)
	case command.Leave:
		return tournament.AskLeave(tx, p.ID, do.Name)
	case command.Table:
		return letters.SeasonTables(p, do.Name)
	case command.Ladder:
		return onLadder(tx, letters, p, do)
	}
	return fmt.Errorf("%T is no command about tournaments or ladders", do)
}

func onLadder(tx *club.Tx, letters *notify.Letters, p db.Player, do command.Ladder) error {
	switch {
	case do.What == "on":
		return tournament.JoinLadder(tx, p.ID, do.Game)
	case do.What == "off":
		return tournament.LeaveLadder(tx, p.ID, do.Game)
	case do.Game == "":
		return letters.Ladders(p)
	}
	return letters.Ladder(p, do.Game)
}
