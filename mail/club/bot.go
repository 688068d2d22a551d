package club

import (
	"slices"

	"turnpost/db"

	"turnpost/rules"
)

// A robot is a player without an address, so that no letter goes there: one for each
// level, made when it is first challenged. What it does package bot decides, by the
// operations of everybody; that it is one matters here for few things. It accepts at once,
// hears no words, its games are rated only if asked for, and no clock of its runs out: it
// thinks when we run, and if we do not, the fault is ours.

// RobotsTurn stands in db.Game.Reminded as long as it is a robot's turn: then ClockDue is
// since when, and the clockwork leaves the game alone.
const RobotsTurn = -1

// DrawFrom is how many plies are played before a robot takes a draw that no table proves.
const DrawFrom = 10

// Reason is why a robot says no to an offer. People say why themselves: "".
type Reason string

// The reasons.
const (
	TooEarly      Reason = "early"  // DrawFrom plies are not played
	ExpectsMore   Reason = "better" // than a draw
	SeesTooLittle Reason = "open"   // to tell who wins
	Counts        Reason = "rated"  // so that nothing is taken back
)

// Robot is the level of a robot; 0 of a person.
func Robot(p db.Player) int {
	if p.Address != "" {
		return 0
	}
	return BotLevel(p.Name)
}

// Robot is the side and the level of the robot in a game; None without one.
func (t *Table) Robot() (side rules.Side, level int) {
	for _, side := range []rules.Side{rules.Black, rules.White} {
		if level := Robot(t.Player(side)); level > 0 {
			return side, level
		}
	}
	return rules.None, 0
}

// fewRobots refuses another game with a robot to who has as many as may be: each of them
// makes the operator's machine think.
func fewRobots(tx *Tx, player int64) error {
	most := tx.Club.Policy.RobotGames
	if most == 0 {
		return Refuse("no-robots")
	}
	people, err := tx.DB.Opponents(player)
	if err != nil {
		return err
	}
	robots := map[int64]bool{}
	for _, p := range people {
		robots[p.ID] = Robot(p) > 0
	}
	running, err := tx.DB.GamesOf(player, false, -1)
	if err != nil {
		return err
	}
	running = slices.DeleteFunc(running, func(g db.Game) bool { return !robots[g.Black] && !robots[g.White] })
	if len(running) >= most {
		return Refuse("robots-enough", most, running[0].ID)
	}
	return nil
}

// robotsOfDay refuses a game with a robot to who has begun as many today as may be. Nobody
// is invited by it, so that a person has as many invitations as before; a program, which
// begins games by itself, has one limit for all.
func robotsOfDay(tx *Tx, from db.Player) error {
	n, robots, err := tx.DB.InvitationsSince(from.ID, tx.Now().Add(-day))
	if err != nil {
		return err
	}
	if most := tx.Club.Policy.RobotChallenges; from.Robot && n+robots >= most {
		return Refuse("challenges-today", most)
	}
	if most := tx.Club.Policy.RobotsADay; !from.Robot && robots >= most {
		return Refuse("robots-today", most)
	}
	_, err = withinOrigin(tx, from.ID, "robots")
	return err
}
