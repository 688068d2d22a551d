package tournament

import (
	"errors"

	"turnpost/db"
	"turnpost/db/tournaments"
	"turnpost/mail/club"
)

// LeaveLadder takes a player off the ladder of a game, or off all if rules is "". It refuses if
// the player is on none.
func LeaveLadder(tx *club.Tx, player int64, rules string) error {
	return leaveLadder(tx, player, rules, LeftByCommand)
}

func leaveLadder(tx *club.Tx, player int64, rules string, why LeaveReason) error {
	all, err := tournaments.RungsOf(tx.DB, player)
	if err != nil {
		return err
	}
	left := false
	for _, r := range all {
		if rules != "" && r.Rules != rules {
			continue
		}
		left = true
		if err := leaveRung(tx, r, why); err != nil {
			return err
		}
	}
	if !left && rules == "" {
		return club.Refuse("on-no-ladder")
	}
	if !left {
		return club.Refuse("not-on-ladder", rules)
	}
	return nil
}

// leaveAllLadders takes a player off all ladders they are on.
func leaveAllLadders(tx *club.Tx, player int64, why LeaveReason) error {
	err := leaveLadder(tx, player, "", why)
	if refusal, ours := club.Refused(err); refusal == nil {
		return ours
	}
	return nil
}

// takeOffAll takes a player off all ladders without an event.
func takeOffAll(tx *club.Tx, player int64) error {
	all, err := tournaments.RungsOf(tx.DB, player)
	for _, r := range all {
		if err == nil {
			_, err = takeOff(tx, r)
		}
	}
	return err
}

// lostLadderGameOnTime warns a player who lost a game on time, or takes them off.
func lostLadderGameOnTime(tx *club.Tx, g *club.Game, name string, loser db.Player) error {
	r, on, err := rungOf(tx, name, loser.ID)
	if err != nil || !on || r.Late == 0 {
		return err
	}
	if r.Late >= MaxLadderTimeouts {
		return leaveRung(tx, r, LeftOnTime)
	}
	return tx.Emit(LadderWarned{g, loser})
}

// leaveRung takes a player off a ladder and cancels their games in which they have not moved.
func leaveRung(tx *club.Tx, r tournaments.LadderRung, why LeaveReason) error {
	e := LadderLeft{Why: why}
	var err error
	if e.Rules, err = tx.Club.Rules(r.Rules); err != nil {
		return err
	}
	if e.Player, err = tx.DB.Player(r.Player); err != nil {
		return err
	}
	running, err := takeOff(tx, r)
	if err != nil {
		return err
	}
	for _, g := range running {
		game, err := tx.Game(g.ID)
		if _, leaves := errors.AsType[*club.LeavingError](err); leaves || err == nil && hasMoved(game, r.Player) {
			e.Running++ // a player who leaves the server resigns it soon
			continue
		}
		if err != nil {
			return err
		}
		e.CalledOff = append(e.CalledOff, game)
	}
	if err := tx.Emit(e); err != nil {
		return err
	}
	for _, game := range e.CalledOff {
		if err := club.Abort(tx, game.Row.ID); err != nil {
			return err
		}
	}
	return nil
}

// takeOff takes a player off a ladder. Their running games go on without counting for the
// ladder.
func takeOff(tx *club.Tx, r tournaments.LadderRung) (running []tournaments.LadderGame, err error) {
	if running, err = tournaments.RunningLadderGames(tx.DB, r.Rules, r.Player); err != nil {
		return nil, err
	}
	if err := tournaments.LeaveLadder(tx.DB, r.Rules, r.Player); err != nil {
		return nil, err
	}
	for _, g := range running {
		if err := tournaments.EndLadderGame(tx.DB, g.ID); err != nil {
			return nil, err
		}
		if err := restOf(tx, g, r.Player); err != nil {
			return nil, err
		}
	}
	return running, nil
}

// restOf starts the rest of the opponent in a game that does not count any more.
func restOf(tx *club.Tx, g tournaments.LadderGame, player int64) error {
	other := g.Challenger
	if other == player {
		other = g.Challenged
	}
	r, on, err := rungOf(tx, g.Rules, other)
	if err != nil || !on {
		return err
	}
	return rest(tx, r)
}

// hasMoved reports whether a player has made a ply in a game.
func hasMoved(g *club.Game, player int64) bool {
	for n := g.Record.Len(); n > 0; n-- {
		if g.Mover(n) == g.Side(player) {
			return true
		}
	}
	return false
}
