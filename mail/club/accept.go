package club

import (
	"errors"

	"turnpost/db"
	"turnpost/mail/club/clock"

	"turnpost/rules"
)

// Accept makes a game of an invitation to a player, or of one to anyone.
func Accept(tx *Tx, player, invitation int64) (*Table, error) {
	i, err := tx.Invitation(invitation, player)
	if err != nil {
		return nil, err
	}
	if err := membersOf(tx, player, i); err != nil {
		return nil, err
	}
	taken := i == nil
	if taken {
		if i, err = take(tx, player, invitation); err != nil {
			return nil, err
		}
		if i == nil {
			return nil, Refuse("open-gone", invitation)
		}
	} else if err := Answerable(*i, player, true); err != nil {
		return nil, err
	}
	t, err := begin(tx, *i)
	if err == nil && taken && i.Message != "" { // whoever took it has not read the words yet
		err = tx.DB.Say(i.ID, i.Challenger, 0, i.Message)
	}
	return t, err
}

// membersOf refuses the game of an invitation, or with nil of one to anyone, to a
// player who is no member, or whose challenger is none any more.
func membersOf(tx *Tx, player int64, i *db.Invitation) error {
	challenger := player // of one to anyone Challenger says
	if i != nil {
		challenger = i.Challenger
	}
	me, other, err := two(tx, player, challenger)
	if err != nil {
		return err
	}
	return members(tx, me, other)
}

// Answerable refuses what is no open invitation for a player to answer as its
// receiver, or as its maker.
func Answerable(i db.Invitation, player int64, received bool) error {
	switch {
	case i.State == db.InvitationAccepted:
		return Refuse("begun")
	case i.State != db.InvitationOpen:
		return Refuse("not-open", i.ID, i.State)
	case received && i.Challenger == player:
		return Refuse("not-invited", i.ID)
	case !received && i.Invitee == player:
		return Refuse("not-challenger", i.ID)
	}
	return nil
}

// OpenSide is the side that is left for whoever accepts an invitation to anyone.
func OpenSide(i db.Invitation) rules.Side {
	if i.Black() == 0 {
		return rules.Black
	}
	return rules.White
}

// Challenger returns who made an invitation to anyone. It reports false if the
// player cannot accept it: one of the two wants nothing of the other, or the
// challenger wants no letters, or is no member any more; or a program would take what
// a person posted.
func (tx *Tx) Challenger(i db.Invitation, player int64) (db.Player, bool, error) {
	challenger, err := tx.DB.Player(i.Challenger)
	if err != nil || !challenger.StoppedAt.IsZero() {
		return challenger, false, err
	}
	if member, err := tx.IsMember(challenger.ID); err != nil || !member {
		return challenger, false, err
	}
	if suspended, err := tx.IsSuspended(challenger.ID); err != nil || suspended {
		return challenger, false, err
	}
	if p, err := tx.DB.Player(player); err != nil || p.Robot && !challenger.Robot {
		return challenger, false, err
	}
	apart, err := tx.Apart(challenger.ID, player)
	return challenger, err == nil && !apart, err
}

// take makes a player the receiver of an invitation to anyone. It returns nil
// when there is none that the player can accept.
func take(tx *Tx, player, id int64) (*db.Invitation, error) {
	i, err := tx.DB.Invitation(id)
	if errors.Is(err, db.ErrNotFound) {
		return nil, nil
	}
	if err != nil || i.Invitee != 0 || i.State != db.InvitationOpen || i.Challenger == player {
		return nil, err
	}
	challenger, ok, err := tx.Challenger(i, player)
	if err != nil || !ok {
		return nil, err
	}
	me, err := tx.DB.Player(player)
	if err != nil {
		return nil, err
	}
	g, err := tx.Club.Rules(i.Rules)
	if err != nil {
		return nil, err
	}
	side := OpenSide(i).Opponent()
	if err := tx.DB.TakeInvitation(id, player, Subject(g, id, side, challenger.Name, me.Name)); err != nil {
		return nil, err
	}
	return tx.Invitation(id, player)
}

// ChallengeRobot begins a game of a player with the robot of a level. It counts among
// the invitations of the day of a program alone; a person's have limits of their own.
func ChallengeRobot(tx *Tx, player int64, level int, o Order) (*Table, error) {
	from, err := tx.DB.Player(player)
	if err != nil {
		return nil, err
	}
	if err := members(tx, from, from); err != nil {
		return nil, err
	}
	if err := fewRobots(tx, player); err != nil {
		return nil, err
	}
	if err := robotsOfDay(tx, from); err != nil {
		return nil, err
	}
	name := BotName(level)
	robot, err := tx.DB.PlayerByAddress(name)
	if errors.Is(err, db.ErrNotFound) {
		if robot, err = tx.DB.AddPlayer("", name, name); err == nil {
			robot.Robot = true
			err = tx.DB.SavePlayer(robot)
		}
	}
	if err != nil {
		return nil, err
	}
	i, err := storeInvitation(tx, o, from, robot, "")
	if err == nil {
		err = count(tx, i, "robots")
	}
	if err != nil {
		return nil, err
	}
	return begin(tx, i)
}

// Rematch invites the opponent of a game, which is over or about to be, to the same
// game, pace and rating with sides swapped; or accepts that, if the opponent asked
// first: then it returns the new game.
func Rematch(tx *Tx, t *Table, side rules.Side, message string) (*Table, error) {
	me, opponent := t.Player(side), t.Player(side.Opponent())
	if err := members(tx, me, opponent); err != nil {
		return nil, err
	}
	asked, err := tx.AskedRematch(t, side)
	if err != nil {
		return nil, err
	}
	if asked != nil {
		return begin(tx, *asked)
	}
	p, err := clock.ParsePace(t.Game.Pace)
	if err != nil {
		return nil, err
	}
	if level := Robot(opponent); level > 0 {
		return ChallengeRobot(tx, me.ID, level, Order{t.Rules, side.Opponent(), p, t.Game.Rated})
	}
	return nil, Invite(tx, me.ID, opponent.ID, Order{t.Rules, side.Opponent(), p, rematchRated(t)}, message)
}

// rematchRated is whether the rematch of a game is rated. Where one of them has become a
// robot meanwhile, nobody has asked to be rated so.
func rematchRated(t *Table) bool {
	return t.Game.Rated && (t.Game.Robots || !t.Black.Robot && !t.White.Robot)
}

// AskedRematch is the opponent's own open invitation to the rematch of a game,
// or nil.
func (tx *Tx) AskedRematch(t *Table, side rules.Side) (*db.Invitation, error) {
	me, opponent := t.Player(side), t.Player(side.Opponent())
	open, err := tx.DB.OpenInvitations(me.ID)
	if err != nil {
		return nil, err
	}
	for _, i := range open {
		if i.Challenger == opponent.ID && i.Rules == t.Game.Rules && i.Pace == t.Game.Pace &&
			i.Rated == rematchRated(t) && SideIn(i, me.ID) == side.Opponent() {
			return &i, nil
		}
	}
	return nil, nil
}
