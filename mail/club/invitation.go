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

// Decline ends an invitation to a player without a game.
func Decline(tx *Tx, player, invitation int64) error {
	return answer(tx, player, invitation, true, db.InvitationDeclined)
}

// Withdraw takes an invitation of a player's own back.
func Withdraw(tx *Tx, player, invitation int64) error {
	return answer(tx, player, invitation, false, db.InvitationWithdrawn)
}

func answer(tx *Tx, player, invitation int64, received bool, how string) error {
	i, err := tx.Invitation(invitation, player)
	if err != nil {
		return err
	}
	if i == nil {
		return Refuse("no-such-game", invitation)
	}
	if err := Answerable(*i, player, received); err != nil {
		return err
	}
	if other := i.Other(player); how == db.InvitationWithdrawn && other != 0 {
		if err := noteNotice(tx.DB, player, noticeWithdraw, other); err != nil {
			return err
		}
	}
	return endInvitation(tx, *i, player, how, false)
}

// endInvitation ends an open invitation without a game. silent says that who ends
// it is told of it otherwise.
func endInvitation(tx *Tx, i db.Invitation, by int64, how string, silent bool) error {
	g, err := tx.Club.Rules(i.Rules)
	if err != nil {
		return err
	}
	if err := tx.DB.AnswerInvitation(i.ID, how); err != nil {
		return err
	}
	ended := InvitationEnded{Invitation: i, Rules: g, How: how, Silent: silent}
	if ended.By, err = tx.DB.Player(by); err != nil {
		return err
	}
	if other := i.Other(by); other != 0 {
		if ended.Other, err = tx.DB.Player(other); err != nil {
			return err
		}
	}
	return tx.Emit(ended)
}

// EndInvitations ends the open invitations of a player's who leaves, at most so many unless
// that is below 0, and counts them.
func EndInvitations(tx *Tx, player int64, most int) (int, error) {
	open, err := tx.DB.OpenInvitations(player)
	if err != nil {
		return 0, err
	}
	if most >= 0 {
		open = open[:min(most, len(open))]
	}
	for _, i := range open {
		how := db.InvitationDeclined
		if i.Challenger == player {
			how = db.InvitationWithdrawn
		}
		if err := endInvitation(tx, i, player, how, true); err != nil {
			return 0, err
		}
	}
	return len(open), nil
}

// Expire ends an invitation that nobody answered in time.
func Expire(tx *Tx, i db.Invitation) error { return expire(tx, i, InvitationExpired{}) }

// ExpireUntold ends an invitation of which nobody can be told: when to tell failed.
func ExpireUntold(tx *Tx, i db.Invitation) error {
	return tx.DB.AnswerInvitation(i.ID, db.InvitationExpired)
}

// expire ends an invitation without its players' doing; e says why.
func expire(tx *Tx, i db.Invitation, e InvitationExpired) error {
	if err := tx.DB.AnswerInvitation(i.ID, db.InvitationExpired); err != nil {
		return err
	}
	g, err := tx.Club.Rules(i.Rules)
	if err != nil {
		return err
	}
	e.Invitation, e.Rules = i, g
	if e.Challenger, err = tx.DB.Player(i.Challenger); err != nil {
		return err
	}
	if i.Invitee != 0 {
		if e.Invitee, err = tx.DB.Player(i.Invitee); err != nil {
			return err
		}
	}
	return tx.Emit(e)
}

// begin makes a game of an open invitation.
func begin(tx *Tx, i db.Invitation) (*Table, error) {
	g, err := tx.Club.Rules(i.Rules)
	if err != nil {
		return nil, err
	}
	if err := tx.DB.AnswerInvitation(i.ID, db.InvitationAccepted); err != nil {
		return nil, err
	}
	p, err := clock.ParsePace(i.Pace)
	if err != nil {
		return nil, err
	}
	if _, err := tx.DB.AddGame(i, g.Start().String(), p.Start); err != nil {
		return nil, err
	}
	t, err := tx.Table(i.ID)
	if err != nil {
		return nil, err
	}
	t.Began = true
	if err := startTurn(tx, t); err != nil {
		return nil, err
	}
	return t, tx.Emit(GameBegan{t})
}

// Pairing is a game that two players have not arranged: a tournament or a ladder has.
type Pairing struct {
	Order                   // Side is First's
	First, Second db.Player // as they are in the transaction
	Mark          string    // stands behind the subject
	// Counts says that First asked for it, so that it counts among First's invitations
	// of the day, and among those of all who share First's origin; see WithinDay.
	Counts bool
}

// Pair begins the game of a pairing: an invitation that is accepted at once. Nobody is
// asked and no limit of invitations refuses it, as whoever pairs has looked at them. Both
// must be members; and if one of them leaves, the error is a Departing.
func Pair(tx *Tx, p Pairing) (*Table, error) {
	if p.First.ID == p.Second.ID {
		return nil, Refuse("yourself")
	}
	for _, who := range []db.Player{p.First, p.Second} {
		if who.Leaving {
			return nil, &Departing{Player: who.ID}
		}
	}
	if err := members(tx, p.First, p.Second); err != nil {
		return nil, err
	}
	i, err := tx.DB.AddInvitation(db.Invitation{
		Rules: p.Game.Name, Challenger: p.First.ID, Invitee: p.Second.ID, Side: p.Side.String(),
		Pace: p.Pace.String(), Rated: p.Rated, ExpiresAt: tx.Now(),
	}, func(id int64) string { return Subject(p.Game, id, p.Side, p.First.Name, p.Second.Name) + p.Mark })
	if err == nil && p.Counts {
		err = count(tx, i, "challenges")
	}
	if err != nil {
		return nil, err
	}
	return begin(tx, i)
}

// inPeace refuses an invitation to somebody who was asked often enough: who
// declined, whom the same player has invited again and again, or who has had
// enough from strangers for today. No such limit says anything of the others.
func inPeace(tx *Tx, from, to db.Player) error {
	now := tx.Now()
	_, back, err := tx.DB.InvitationsBetween(to.ID, from.ID, now)
	if err != nil {
		return err
	}
	met, err := tx.DB.Met(from.ID, to.ID)
	if err != nil {
		return err
	}
	own, near, err := lastDeclined(tx, from, to)
	if err != nil {
		return err
	}
	// Who invites the declined has changed their mind.
	if until := own.Add(declinedFor); !own.IsZero() && until.After(now) && back.Before(own) {
		return Refuse("declined-lately", to.Name, tx.dayAfter(from, until))
	}
	if met {
		return nil
	}
	if until := near.Add(declinedFor); !near.IsZero() && until.After(now) && back.Before(near) {
		return Refuse("declined-domain", to.Name, tx.dayAfter(from, until))
	}
	n, err := invitedOften(tx, from, to)
	if err != nil {
		return err
	}
	if n >= maxToStranger && !back.After(now.Add(-declinedFor)) {
		return Refuse("invited-often", to.Name, n)
	}
	n, err = tx.DB.InvitationsOfStrangers(to.ID, now.Add(-day))
	if err == nil && n >= tx.Club.Policy.Strangers && !back.After(now.Add(-declinedFor)) {
		return Refuse("strangers-today", to.Name)
	}
	return err
}

// invitedOften is how often somebody was invited within declinedFor from a player's
// mailbox, whatever subaddresses it has.
func invitedOften(tx *Tx, from, to db.Player) (int, error) {
	since := tx.Now().Add(-declinedFor)
	n, _, err := tx.DB.InvitationsBetween(from.ID, to.ID, since)
	if err != nil {
		return 0, err
	}
	mine, err := tx.DB.AddressKey(from.ID)
	if err != nil {
		return 0, err
	}
	all, err := tx.DB.Inviters(to.ID, since)
	for _, other := range all {
		if other != mine && db.MailboxOf(other) == db.MailboxOf(mine) {
			n++
		}
	}
	return n, err
}

// lastDeclined is when a player last declined an invitation from another's mailbox, and
// from anybody who counts as one with it (see [Of]); zero: not as long as it holds.
func lastDeclined(tx *Tx, from, by db.Player) (own, near time.Time, err error) {
	if own, err = tx.DB.LastDeclined(from.ID, by.ID); err != nil {
		return own, near, err
	}
	folded, err := tx.DB.AddressKey(from.ID)
	if err != nil {
		return own, near, err
	}
	all, err := tx.DB.DeclinedBy(by.ID, tx.Now().Add(-declinedFor))
	mine, _ := originOf(folded, tx.Club.Policy.Shared)
	for _, d := range all {
		key, _ := originOf(d.Folded, tx.Club.Policy.Shared)
		switch {
		case db.MailboxOf(d.Folded) == db.MailboxOf(folded) && d.At.After(own):
			own = d.At
		case key == mine && d.At.After(near):
			near = d.At
		}
	}
	return own, near, err
}
