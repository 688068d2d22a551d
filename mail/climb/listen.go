package climb

import (
	"turnpost/db/ladders"
	"turnpost/mail/blocking"
	"turnpost/mail/club"
	"turnpost/mail/ladder"
	"turnpost/rules"
)

// Listen is the listener that moves somebody when a game of a ladder ends, and takes off
// who leaves the server, becomes a program or is kept away.
func Listen(tx *club.Tx, e club.Event) error {
	switch e := e.(type) {
	case club.GameEnded:
		return ended(tx, e.Table)
	case club.PlayerChanged:
		if e.What == "robot" && e.Player.Robot {
			return off(tx, e.Player.ID, Program)
		}
	case blocking.Blocked:
		return keepAway(tx, e.Player)
	case club.Left: // the games are resigned by now
		all, err := ladders.Of(tx.DB, e.Player.ID)
		for _, r := range all {
			if err == nil {
				err = ladders.Leave(tx.DB, r.Rules, r.Player)
			}
		}
		return err
	}
	return nil
}

// keepAway takes a player off all ladders to whom nothing is told. Their games go on, and
// move nobody.
func keepAway(tx *club.Tx, player int64) error {
	all, err := ladders.Of(tx.DB, player)
	if err != nil {
		return err
	}
	for _, r := range all {
		running, err := ladders.Running(tx.DB, r.Rules, player)
		if err == nil {
			err = ladders.Leave(tx.DB, r.Rules, player)
		}
		if err != nil {
			return err
		}
		for _, g := range running {
			if err := ladders.EndGame(tx.DB, g.ID); err != nil {
				return err
			}
			if err := restOf(tx, g, player); err != nil {
				return err
			}
		}
	}
	return nil
}

// off takes a player off all ladders, if they are on any.
func off(tx *club.Tx, player int64, why string) error {
	err := leave(tx, player, "", why)
	if refusal, ours := club.Refused(err); refusal == nil {
		return ours
	}
	return nil
}

// ended moves the winner of a game that has ended, if it counts for a ladder.
func ended(tx *club.Tx, t *club.Table) error {
	g, err := ladders.OfGame(tx.DB, t.Game.ID)
	if isNotFound(err) || err == nil && !g.EndedAt.IsZero() {
		return nil
	}
	if err == nil {
		err = ladders.EndGame(tx.DB, g.ID)
	}
	if err != nil {
		return err
	}
	for _, player := range []int64{g.Challenger, g.Challenged} {
		r, err := ladders.Get(tx.DB, g.Rules, player)
		if isNotFound(err) { // has left the server
			continue
		}
		if err != nil {
			return err
		}
		if t.Game.Result != club.Void {
			r.Late = lateAfter(t, r)
		}
		if err := rest(tx, r); err != nil {
			return err
		}
	}
	winner, loser := t.Game.Black, t.Game.White
	switch t.Game.Result {
	case rules.BlackWins.String():
	case rules.WhiteWins.String():
		winner, loser = loser, winner
	default:
		return nil
	}
	if err := climb(tx, t, g.Rules, winner, loser); err != nil {
		return err
	}
	return late(tx, t, g.Rules, loser)
}

// lateAfter is how many games a player has lost on time, one after the other, when one
// more is over.
func lateAfter(t *club.Table, r ladders.Rung) int {
	won := rules.BlackWins.String()
	if t.Side(r.Player) == rules.White {
		won = rules.WhiteWins.String()
	}
	if t.Game.Reason != club.OnTime || t.Game.Result == won {
		return 0
	}
	return r.Late + 1
}

// climb moves the winner of a game up, if they stand lower.
func climb(tx *club.Tx, t *club.Table, name string, winner, loser int64) error {
	up, err := ladders.Get(tx.DB, name, winner)
	if isNotFound(err) {
		return nil
	}
	if err != nil {
		return err
	}
	down, err := ladders.Get(tx.DB, name, loser)
	if isNotFound(err) {
		return nil
	}
	if err != nil {
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
	to := ladder.Up(from, reached)
	if to == from {
		return nil
	}
	if err := moveTo(tx, up, to); err != nil {
		return err
	}
	return tx.Emit(Moved{t, t.Player(t.Side(winner)), from, to})
}

// late warns who has lost a game on time, or takes them off.
func late(tx *club.Tx, t *club.Table, name string, loser int64) error {
	r, err := ladders.Get(tx.DB, name, loser)
	if isNotFound(err) || err == nil && r.Late == 0 {
		return nil
	}
	if err != nil {
		return err
	}
	if r.Late >= ladder.Late {
		return leaveOne(tx, r, OnTime)
	}
	return tx.Emit(Warned{t, t.Player(t.Side(loser))})
}
