package club

import "turnpost/rules"

// playPlies stores plies of the side to move after its own conditional lines are
// dropped. It reports whether the turn is over.
func playPlies(tx *Tx, t *Table, side rules.Side, moves []rules.Move) (passed bool, err error) {
	record := t.Record.Clone()
	for _, m := range moves {
		if err := record.Play(m); err != nil {
			return false, refusedPly(t.Rules, err)
		}
	}
	if err := dropTree(tx, t, side, "own"); err != nil {
		return false, err
	}
	return storePlies(tx, t, record, false)
}

// storePlies adds the record's plies that are not stored yet to the game: plies
// of one side's turn. It lets an offer lapse that they decline; and, if they end
// the turn, moves the clock on from one side to the other and reports true.
func storePlies(tx *Tx, t *Table, record *rules.Record, conditional bool) (passed bool, err error) {
	var moves []string
	for _, m := range record.Plies()[t.Game.Plies:] {
		moves = append(moves, string(m))
	}
	first, mover := t.Game.Plies+1, record.At(t.Game.Plies).Turn()
	if err := lapse(tx, t, mover, conditional); err != nil {
		return false, err
	}
	outcome, letter := record.Outcome(), tx.Letter
	if Robot(t.Player(mover)) > 0 {
		letter = 0 // it answers one, and wrote none
	}
	if err := tx.DB.AddPlies(t.Game, letter, moves, record.Position().String(), outcome.Result.String(), outcome.Reason); err != nil {
		return false, err
	}
	t.Record = record
	if err := tx.reread(t); err != nil {
		return false, err
	}
	if passed = record.Turn() != mover; passed {
		if err := endTurn(tx, t, mover); err != nil {
			return false, err
		}
		if err := startTurn(tx, t); err != nil {
			return false, err
		}
	}
	// Row and clock are those of the new turn by now: whoever hears of it may play
	// the next.
	if err := tx.Emit(PliesPlayed{t, first, record.Len(), mover, conditional, passed}); err != nil {
		return false, err
	}
	return passed, tx.emitEnd(t)
}
