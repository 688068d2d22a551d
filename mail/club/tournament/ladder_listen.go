package tournament

import (
	"errors"

	"turnpost/db"
	"turnpost/db/ladders"
	"turnpost/mail/club"

	"turnpost/rules"
)

// ListenToLadderGames is the listener that moves somebody when a game of a ladder ends, and takes off
// who leaves the server, becomes a program or is kept away.
func ListenToLadderGames(tx *club.Tx, e club.Event) error {
	switch e := e.(type) {
	case club.GameEnded:
		return ladderGameEnded(tx, e.Table)
	case club.PlayerChanged:
		if e.What == "robot" && e.Player.Robot {
			return off(tx, e.Player.ID, LeftAsProgram)
		}
	case club.BlockedByOperator:
		return offSilently(tx, e.Player)
	case club.Left: // the games are resigned by now
		return offSilently(tx, e.Player.ID)
	}
	return nil
}

// offSilently takes a player off all ladders to whom nothing is told.
func offSilently(tx *club.Tx, player int64) error {
	all, err := ladders.Of(tx.DB, player)
	for _, r := range all {
		if err == nil {
			_, err = takeOff(tx, r)
		}
	}
	return err
}

// off takes a player off all ladders, if they are on any.
func off(tx *club.Tx, player int64, why string) error {
	err := leaveLadder(tx, player, "", why)
	if refusal, ours := club.Refused(err); refusal == nil {
		return ours
	}
	return nil
}

// ladderGameEnded moves the winner of a game that has ended, if it counts for a ladder.
func ladderGameEnded(tx *club.Tx, t *club.Table) error {
	g, err := ladders.OfGame(tx.DB, t.Game.ID)
	if errors.Is(err, db.ErrNotFound) || err == nil && !g.EndedAt.IsZero() {
		return nil
	}
	if err == nil {
		err = ladders.EndGame(tx.DB, g.ID)
	}
	if err != nil {
		return err
	}
	for _, player := range []int64{g.Challenger, g.Challenged} {
		r, on, err := rungOf(tx, g.Rules, player)
		if err != nil {
			return err
		}
		if !on { // has left the server
			continue
		}
		if t.Game.Result != club.Void {
			r.Late = lateAfter(t, r)
		}
		if err := rest(tx, r); err != nil {
			return err
		}
	}
	result, _ := rules.ParseResult(t.Game.Result)
	side := rules.Outcome{Result: result}.Winner()
	if side == rules.None {
		return nil
	}
	winner, loser := t.Player(side), t.Player(side.Opponent())
	if err := climb(tx, t, g.Rules, winner, loser.ID); err != nil {
		return err
	}
	return late(tx, t, g.Rules, loser)
}

// lateAfter is how many games a player has lost on time, one after the other, when one
// more is over.
func lateAfter(t *club.Table, r ladders.Rung) int {
	won := rules.Wins(t.Side(r.Player)).String()
	if t.Game.Reason != club.OnTime || t.Game.Result == won {
		return 0
	}
	return r.Late + 1
}

// climb moves the winner of a game up, if they stand lower.
func climb(tx *club.Tx, t *club.Table, name string, winner db.Player, loser int64) error {
	up, on, err := rungOf(tx, name, winner.ID)
	if err != nil || !on {
		return err
	}
	down, on, err := rungOf(tx, name, loser)
	if err != nil || !on {
		return err
	}
	from, err := ladders.Place(tx.DB, up)
	if err != nil {
		return err
	}
	reached, err := ladders.Place(tx.DB, down)
	if err != nil {
		return err
	}
	to := PlaceAfterWin(from, reached)
	if to == from {
		return nil
	}
	if err := moveTo(tx, up, to); err != nil {
		return err
	}
	return tx.Emit(LadderClimbed{t, winner, from, to})
}

// late warns who has lost a game on time, or takes them off.
func late(tx *club.Tx, t *club.Table, name string, loser db.Player) error {
	r, on, err := rungOf(tx, name, loser.ID)
	if err != nil || !on || r.Late == 0 {
		return err
	}
	if r.Late >= MaxLadderTimeouts {
		return leaveRung(tx, r, LeftOnTime)
	}
	return tx.Emit(LadderWarned{t, loser})
}
