package club

import "turnpost/db"

// SetRobot sets whether a program plays for a player. What the player offered before
// is taken back, and what was offered to them lapses: nobody is to meet a program who
// expected a person, or to be rated otherwise than the invitation said. Games under way
// stay what they were. What the operator says the player cannot change. db.ErrNotFound
// of who was forgotten, or is another player now.
func SetRobot(tx *Tx, player int64, robot, operator bool) error {
	p, err := tx.DB.Player(player)
	if err != nil {
		return err
	}
	if p.Address == "" { // or the row would be that of a robot of this house
		return db.ErrNotFound
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
			err = expire(tx, i, InvitationExpired{Changed: true})
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
