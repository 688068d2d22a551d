package club

import "turnpost/rules"

// Reasons of games that ended outside their rules; their plies do not show it.
const (
	Resigned = rules.Resigned
	Agreed   = rules.Agreed
	OnTime   = rules.OnTime
)

// Resign gives a game up for a side.
func Resign(tx *Tx, t *Table, side rules.Side) error {
	if t.Over() {
		return Refuse("over")
	}
	_, err := Carry(tx, t, side, Wishes{Resign: true})
	return err
}

func resign(tx *Tx, t *Table, side rules.Side) error {
	if err := tx.DB.EndGame(t.Game.ID, rules.Wins(side.Opponent()).String(), Resigned); err != nil {
		return err
	}
	return tx.reload(t)
}
