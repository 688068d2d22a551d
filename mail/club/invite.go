package club

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"turnpost/db"
	"turnpost/mail/club/clock"

	"turnpost/rules"
)

// maxPosted is how many challenges to anyone a player may have open at a time.
const maxPosted = 5

// How often one player may invite another, so that nobody is asked again and again.
const (
	declinedFor   = 90 * day // after a decline the same player cannot invite again
	maxToStranger = 4        // in that time, while no game comes of it: one to each kind of game
)

// Anyone stands in a subject for the player who is yet to come.
const Anyone = "anyone"

// Order is a game that somebody wants to play. A side of None is random.
type Order struct {
	Game  rules.Game
	Side  rules.Side // the challenger's
	Pace  clock.Pace
	Rated bool
}

// Invite makes an invitation to a player, unless one of the limits that keep
// strangers' mailboxes in peace forbids it. message goes with it.
func Invite(tx *Tx, challenger, invitee int64, o Order, message string) error {
	from, to, err := two(tx, challenger, invitee)
	if err != nil {
		return err
	}
	if from.ID == to.ID {
		return Refuse("yourself")
	}
	if to.Leaving { // and reads no more than one letter, when they are gone
		return &Departing{Player: to.ID}
	}
	if err := members(tx, from, to); err != nil {
		return err
	}
	open, err := tx.DB.OpenInvitations(challenger)
	if err != nil {
		return err
	}
	for _, i := range open {
		if i.Challenger == challenger && i.Invitee == invitee && i.Rules == o.Game.Name {
			return Refuse("invited-already", to.Name, i.ID)
		}
	}
	if err := mayInvite(tx, from, to); err != nil {
		return err
	}
	if often, err := noticedTooOften(tx.DB, challenger, noticeWithdraw, invitee, time.Time{}); err != nil {
		return err
	} else if often {
		return Refuse("withdrew-lately", to.Name, maxNoticesADay)
	}
	// Whoever invites somebody again has changed their mind about them.
	if err := tx.DB.Unblock(challenger, invitee); err != nil {
		return err
	}
	return addInvitation(tx, o, from, to, message)
}

// PostOpen posts a challenge that anyone may accept.
func PostOpen(tx *Tx, challenger int64, o Order, message string) error {
	from, err := tx.DB.Player(challenger)
	if err != nil {
		return err
	}
	if err := members(tx, from, from); err != nil {
		return err
	}
	open, err := tx.DB.OpenInvitations(challenger)
	if err != nil {
		return err
	}
	n := 0
	for _, i := range open {
		if i.Invitee == 0 {
			n++
		}
	}
	if n >= maxPosted {
		return Refuse("posted-enough", maxPosted)
	}
	if err := WithinDay(tx, from, db.Player{}); err != nil {
		return err
	}
	return addInvitation(tx, o, from, db.Player{}, message)
}

// two reads two players.
func two(tx *Tx, a, b int64) (first, second db.Player, err error) {
	if first, err = tx.DB.Player(a); err != nil {
		return first, second, err
	}
	second, err = tx.DB.Player(b)
	return first, second, err
}

// mayInvite refuses an invitation that may not be sent now. Whoever is blocked
// reads what they would read of a player who stopped.
func mayInvite(tx *Tx, from, to db.Player) error {
	blocked, err := tx.Blocks(to.ID, from.ID)
	if err != nil {
		return err
	}
	paused, err := tx.IsPaused(to.ID)
	if err != nil {
		return err
	}
	if blocked || paused || !to.StoppedAt.IsZero() {
		return Refuse("stopped-player")
	}
	suspended, err := tx.IsSuspended(to.ID)
	if err != nil {
		return err
	}
	if suspended {
		return Refuse("suspended-player")
	}
	// Double opt-in: one invitation from one challenger, ever, until an answer comes.
	if to.WroteAt.IsZero() {
		before, err := tx.DB.InvitedBefore(to.ID)
		if err != nil {
			return err
		}
		if before {
			return Refuse("invited-before")
		}
	}
	if err := inPeace(tx, from, to); err != nil {
		return err
	}
	return WithinDay(tx, from, to)
}

// WithinDay refuses when a player, or everybody who shares the player's domain, has
// no invitation left for today. A person's games with robots are counted apart, as nobody
// gets a letter of them: see [ChallengeRobot].
func WithinDay(tx *Tx, from, to db.Player) error {
	n, robots, err := tx.DB.InvitationsSince(from.ID, tx.Now().Add(-day))
	if err != nil {
		return err
	}
	if from.Robot {
		n += robots
	}
	if most := tx.Club.challengesOf(from, to); n >= most {
		return Refuse("challenges-today", most)
	}
	_, err = withinOrigin(tx, from.ID, "challenges")
	return err
}

// dayAfter is the first day that is wholly after a moment, where a player is.
func (tx *Tx) dayAfter(p db.Player, at time.Time) clock.Date {
	return clock.DateOf(at.In(ZoneOf(p))).Add(1)
}

// addInvitation stores an invitation; invitee zero: to anyone.
func addInvitation(tx *Tx, o Order, from, to db.Player, message string) error {
	message, unlinked, cut, err := WordsFor(tx, from, to, message)
	if err != nil {
		return err
	}
	if message != "" && to.ID != 0 {
		silent, err := tx.Silent(to.ID, from.ID)
		if err != nil {
			return err
		}
		if silent {
			return Refuse("silent-invitation", to.Name)
		}
	}
	i, err := storeInvitation(tx, o, from, to, message)
	if err == nil {
		err = count(tx, i, "challenges")
	}
	if err != nil {
		return err
	}
	return tx.Emit(Invited{i, o.Game, from, to, unlinked, cut})
}

// storeInvitation stores an invitation.
func storeInvitation(tx *Tx, o Order, from, to db.Player, message string) (db.Invitation, error) {
	if o.Side == rules.None {
		o.Side = []rules.Side{rules.Black, rules.White}[rand.N(2)]
	}
	name := to.Name
	if to.ID == 0 {
		name = Anyone
	}
	return tx.DB.AddInvitation(db.Invitation{
		Rules: o.Game.Name, Challenger: from.ID, Invitee: to.ID, Side: o.Side.String(),
		Pace: o.Pace.String(), Rated: o.Rated, Message: message,
		ExpiresAt: tx.Now().Add(tx.Club.Policy.InvitationFor),
	}, func(id int64) string { return Subject(o.Game, id, o.Side, from.Name, name) })
}

// count counts an invitation for all who share the origin of who made it; see originOf.
func count(tx *Tx, i db.Invitation, what string) error {
	origin, _, err := originOfPlayer(tx, i.Challenger, what)
	if err != nil {
		return err
	}
	return tx.DB.NoteOrigin(i.ID, origin, day)
}

// Subject is that of a game's whole thread: its game, number and players, Black
// first. side is the challenger's.
func Subject(g rules.Game, id int64, side rules.Side, challenger, invitee string) string {
	black, white := challenger, invitee
	if side == rules.White {
		black, white = white, black
	}
	return fmt.Sprintf("%s #%d: %s - %s", g.Title, id, black, white)
}

// SideIn is a player's side in the game of an invitation.
func SideIn(i db.Invitation, player int64) rules.Side {
	if player == i.Black() {
		return rules.Black
	}
	return rules.White
}

// Invitation returns the invitation of that number if the player has a part in it, or nil.
func (tx *Tx) Invitation(id, player int64) (*db.Invitation, error) {
	i, err := tx.DB.Invitation(id)
	if errors.Is(err, db.ErrNotFound) || err == nil && i.Challenger != player && i.Invitee != player {
		return nil, nil
	}
	return &i, err
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
