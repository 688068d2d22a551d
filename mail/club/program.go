package club

import "turnpost/db"

// SetRobot sets whether a program plays for a player. What the player offered before
// is taken back, and what was offered to them lapses: nobody is to meet a program who
// expected a person, or to be rated otherwise than the invitation said. Games under way stay what they were. What the operator says the
// player cannot change.
func SetRobot(tx *Tx, player int64, robot, operator bool) error {
	p, err := tx.DB.Player(player)
	if err != nil {
		return err
	}
	if p.RobotFixed && !operator && p.Robot != robot {
		return Refuse("robot-fixed")
	}
	open, err := tx.DB.OpenInvitations(player)
	for _, i := range open {
		switch {
		case p.Robot == robot || err != nil:
		case i.Challenger == player:
			err = Withdraw(tx, player, i.ID)
		default:
			err = Expire(tx, i)
		}
	}
	if err != nil {
		return err
	}
	return change(tx, player, "robot", func(p *db.Player) bool {
		p.Robot, p.RobotFixed = robot, p.RobotFixed || operator
		return false
	})
}

// challengesOf is how many invitations in a day somebody may make of whom they are to. A
// program has a limit of its own, and no more than people where people are invited.
func (c *Club) challengesOf(from, to db.Player) int {
	switch own := c.Policy.RobotChallenges; {
	case !from.Robot:
		return c.Policy.Challenges
	case to.Robot:
		return own
	default:
		return min(own, c.Policy.Challenges)
	}
}
