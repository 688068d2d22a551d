package clubtest

import (
	"turnpost/mail/club"
	"turnpost/rules"
)

// What a player may wish of a game, one wish at a time: club.Carry carries it out.

// Play plays plies of a side's turn, and what conditional lines answer.
func Play(tx *club.Tx, t *club.Table, side rules.Side, moves ...rules.Move) error {
	_, err := club.Carry(tx, t, side, club.Wishes{Plies: moves})
	return err
}

// Draw offers a draw, or agrees to the one that the other side offers.
func Draw(tx *club.Tx, t *club.Table, side rules.Side) error {
	out, err := club.Carry(tx, t, side, club.Wishes{Draw: true})
	return either(out.Draw, err)
}

// AskUndo asks to take a side's last turn back.
func AskUndo(tx *club.Tx, t *club.Table, side rules.Side) error {
	out, err := club.Carry(tx, t, side, club.Wishes{Undo: true})
	return either(out.Undo, err)
}

// If gives a side conditional lines, "d5-d4 then c2-c3", drops all ("off") or one
// ("off 2") of them.
func If(tx *club.Tx, t *club.Table, side rules.Side, text string) error {
	out, err := club.Carry(tx, t, side, club.Wishes{Ifs: []string{text}})
	if err != nil {
		return err
	}
	return either(out.Ifs[0].Refusal, nil)
}

// either is an error that is ours, or else a refusal, or nil.
func either(refusal *club.Refusal, err error) error {
	if err == nil && refusal != nil {
		return refusal
	}
	return err
}
