package club

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"turnpost/db"
	"turnpost/mail/club/clock"
	"turnpost/rules"
)

// The least and the most that ProposedGame.Within can be.
const leastWithin, mostWithin = 50, 1000

// maxPosted is how many open challenges to anyone a player may have at a time.
const maxPosted = 5

// Limits on how often one player may invite another, so that nobody is asked again and again.
const (
	declinedFor   = 90 * day // after a decline, the same player cannot invite again for so long
	maxToStranger = 4        // invitations in that time while they never played: one for each kind of game
)

// Anyone stands in a subject for an opponent who is not known yet.
const Anyone = "anyone"

// ProposedGame is a game that somebody wants to play.
type ProposedGame struct {
	Game  rules.Game
	Side  rules.Side // the challenger's; None: random
	Pace  clock.Pace
	Rated bool
	// Within is for a challenge to anyone: how far the rating of the player who accepts it may be from the
	// challenger's. 0: any rating; below 0: it could not be read.
	Within int
}

// Invite invites a player, unless a limit that protects strangers' mailboxes refuses it.
// message is sent along.
func Invite(tx *Tx, challenger, invitee int64, o ProposedGame, message string) error {
	return invite(tx, challenger, invitee, o, message, false)
}

// InviteByName is Invite for a challenger who found the player by [FindPlayer] with a name, and who may not know the
// address: neither is told the other's. A player who gets no messages, or has blocked the challenger, cannot be told
// from one who does not exist.
func InviteByName(tx *Tx, challenger int64, invitee db.Player, name string, o ProposedGame, message string) error {
	err := invite(tx, challenger, invitee.ID, o, message, true)
	if refusal, _ := Refused(err); refusal != nil &&
		slices.Contains([]string{"stopped-player", "suspended-player"}, refusal.Code) {
		return refuseNobody(db.FindChallenges, name)
	}
	return err
}

func invite(tx *Tx, challenger, invitee int64, o ProposedGame, message string, byName bool) error {
	if o.Within != 0 {
		return Refuse("rating-anyone")
	}
	from, to, err := two(tx, challenger, invitee)
	if err != nil {
		return err
	}
	if from.ID == to.ID {
		return Refuse("yourself")
	}
	if to.Leaving { // they get one more message only, when they have left
		return &LeavingError{Player: to.ID}
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
	if err := MayInvite(tx, from, to); err != nil {
		return err
	}
	if often, err := noticedTooOften(tx.DB, challenger, noticeWithdraw, invitee, time.Time{}); err != nil {
		return err
	} else if often {
		return Refuse("withdrew-lately", to.Name, maxNoticesADay)
	}
	// An invitation shows that the challenger has changed their mind about a block.
	if err := tx.DB.Unblock(challenger, invitee); err != nil {
		return err
	}
	if err := acceptsWordsAgain(tx, challenger, invitee); err != nil {
		return err
	}
	return addInvitation(tx, o, from, to, message, byName)
}

// PostOpen posts a challenge that anyone may accept.
func PostOpen(tx *Tx, challenger int64, o ProposedGame, message string) error {
	from, err := tx.DB.Player(challenger)
	if err != nil {
		return err
	}
	if err := members(tx, from, from); err != nil {
		return err
	}
	n, err := posted(tx, challenger)
	if err != nil {
		return err
	}
	if n >= maxPosted {
		return Refuse("posted-enough", maxPosted)
	}
	if o.Within != 0 && (o.Within < leastWithin || o.Within > mostWithin) {
		return Refuse("rating-window", leastWithin, mostWithin)
	}
	if err := WithinDay(tx, from, db.Player{}); err != nil {
		return err
	}
	return addInvitation(tx, o, from, db.Player{}, message, false)
}

// posted counts the open challenges to anyone of the mailbox of a player.
func posted(tx *Tx, player int64) (n int, err error) {
	all, err := tx.DB.Mailbox(player)
	if err != nil {
		return 0, err
	}
	for _, id := range all {
		open, err := tx.DB.OpenInvitations(id)
		if err != nil {
			return 0, err
		}
		for _, i := range open {
			if i.Challenger == id && i.Invitee == 0 {
				n++
			}
		}
	}
	return n, nil
}

// two reads two players.
func two(tx *Tx, a, b int64) (first, second db.Player, err error) {
	if first, err = tx.DB.Player(a); err != nil {
		return first, second, err
	}
	second, err = tx.DB.Player(b)
	return first, second, err
}

// MayInvite refuses an invitation that may not be sent now. A blocked challenger gets the
// refusal of a player who has stopped: a block is not disclosed.
func MayInvite(tx *Tx, from, to db.Player) error {
	if err := mayReach(tx, from, to); err != nil {
		return err
	}
	return WithinDay(tx, from, to)
}

// mayReach is MayInvite without the limits of the challenger's day.
func mayReach(tx *Tx, from, to db.Player) error {
	blocked, err := tx.DB.Blocked(to.ID, from.ID)
	if err != nil {
		return err
	}
	unwilling, err := wantsNothing(tx, from, to)
	if err != nil {
		return err
	}
	if blocked || unwilling {
		return Refuse("stopped-player")
	}
	suspended, err := tx.IsSuspended(to.ID)
	if err != nil {
		return err
	}
	if suspended {
		return Refuse("suspended-player")
	}
	// Double opt-in: a new address gets one invitation, from one challenger, until its owner
	// answers.
	if to.WroteAt.IsZero() {
		before, err := tx.DB.InvitedBefore(to.ID)
		if err != nil {
			return err
		}
		if before {
			return Refuse("invited-before")
		}
	}
	return inPeace(tx, from, to)
}

// MayAskToCup refuses to ask a player whether they take part in a cup of another one: if they declined a cup from
// there lately, with the day from which on they can be asked again, and otherwise as MayInvite does. The limits of the day
// are for all guests together: see InvitationsLeft.
func MayAskToCup(tx *Tx, host, guest db.Player) error {
	since := tx.Now().Add(-declinedFor)
	own, err := tx.DB.LastCupDeclined(host.ID, guest.ID)
	if err != nil {
		return err
	}
	declined, err := tx.DB.CupsDeclinedBy(guest.ID, since)
	if err != nil {
		return err
	}
	near, err := nearby(tx, host, declined)
	if err != nil {
		return err
	}
	_, back, err := tx.DB.InvitationsBetween(guest.ID, host.ID, tx.Now())
	if err != nil {
		return err
	}
	if own.After(since) && back.Before(own) {
		return Refuse("cup-declined", guest.Name, tx.dayAfter(host, own.Add(declinedFor)))
	}
	if met, err := tx.DB.Met(host.ID, guest.ID); err != nil {
		return err
	} else if !met && !near.IsZero() && back.Before(near) {
		return Refuse("declined-domain", guest.Name, tx.dayAfter(host, near.Add(declinedFor)))
	}
	return mayReach(tx, host, guest)
}

// wantsNothing reports whether a player has stopped or paused the messages, or anybody of the
// same mailbox has: who wrote "stop" is not to be reached by a subaddress. Those who played with
// the challenger before answer for themselves.
func wantsNothing(tx *Tx, from, to db.Player) (bool, error) {
	paused, err := tx.IsPaused(to.ID)
	if err != nil || paused || !to.StoppedAt.IsZero() {
		return true, err
	}
	if met, err := tx.DB.Met(from.ID, to.ID); err != nil || met {
		return false, err
	}
	if stopped, err := tx.DB.MailboxStopped(to.ID); err != nil || stopped {
		return stopped, err
	}
	all, err := tx.DB.Mailbox(to.ID)
	for _, id := range all {
		if paused, err := tx.IsPaused(id); err != nil || paused {
			return paused, err
		}
	}
	return false, err
}

// WithinDay refuses when a player, or all players of the same origin together, have used up the
// invitations of the day. Games of people with bots do not count, since they send a message to
// nobody else: see [ChallengeBot].
func WithinDay(tx *Tx, from, to db.Player) error {
	n, bots, err := tx.DB.InvitationsSince(from.ID, tx.Now().Add(-day))
	if err != nil {
		return err
	}
	if from.Program {
		n += bots
	}
	if most := tx.Club.challengesOf(from, to); n >= most {
		return Refuse("challenges-today", most)
	}
	_, err = withinOrigin(tx, from.ID, countChallenges)
	return err
}

// InvitationsLeft returns how many invitations a player can still make today, by the limits of WithinDay.
func InvitationsLeft(tx *Tx, from db.Player) (int, error) {
	made, _, err := tx.DB.InvitationsSince(from.ID, tx.Now().Add(-day))
	if err != nil {
		return 0, err
	}
	_, near, most, err := originToday(tx, from.ID, countChallenges)
	return max(0, min(tx.Club.Policy.Challenges-made, most-near)), err
}

// CountCupQuestion counts the question to a player of a cup as an invitation of its host's origin. Of the host's own
// invitations it is one without that.
func CountCupQuestion(tx *Tx, host int64) error {
	origin, _, err := originOfPlayer(tx, host, countChallenges)
	if err != nil {
		return err
	}
	return tx.DB.NoteAddressQuestion(origin, originDigest("a cup"), day)
}

// dayAfter returns the first whole day after a moment, in a player's timezone.
func (tx *Tx) dayAfter(p db.Player, at time.Time) clock.Date {
	return clock.DateOf(at.In(ZoneOf(p))).Add(1)
}

// addInvitation stores an invitation and emits Invited. A zero to means anyone.
func addInvitation(tx *Tx, o ProposedGame, from, to db.Player, message string, byName bool) error {
	message, unlinked, cut, err := WordsFor(tx, from, to, message)
	if err != nil {
		return err
	}
	if message != "" && to.ID != 0 {
		silent, err := tx.RefusesWords(to.ID, from.ID)
		if err != nil {
			return err
		}
		if silent {
			return Refuse("silent-invitation", to.Name)
		}
	}
	i, err := storeInvitation(tx, o, from, to, message, byName)
	if err == nil {
		err = countForOrigin(tx, i, countChallenges)
	}
	if err != nil {
		return err
	}
	return tx.Emit(Invited{i, o.Game, from, to, unlinked, cut})
}

// asEachOther returns two players by the names by which they know each other: the subject of
// their game has them.
func asEachOther(tx *Tx, one, other db.Player) (db.Player, db.Player, error) {
	first, err := tx.KnownTo(other.ID, one)
	if err != nil {
		return one, other, err
	}
	second, err := tx.KnownTo(one.ID, other)
	return first, second, err
}

// storeInvitation stores an invitation, and draws lots for the side if none is named.
func storeInvitation(tx *Tx, o ProposedGame, from, to db.Player, message string, byName bool) (db.Invitation, error) {
	if o.Side == rules.None {
		var err error
		if o.Side, err = drawLots(tx, o.Game, from.ID, to.ID); err != nil {
			return db.Invitation{}, err
		}
	}
	if to.ID == 0 {
		to.Name = Anyone
	} else if err := unrateWithin(tx, &o.Rated, from.ID, to.ID); err != nil {
		return db.Invitation{}, err
	}
	from, to, err := asEachOther(tx, from, to)
	if err != nil {
		return db.Invitation{}, err
	}
	return tx.DB.AddInvitation(db.Invitation{
		Rules: o.Game.Name, Terms: o.Game.Agreed, Challenger: from.ID, Invitee: to.ID, Side: db.Side(o.Side.String()),
		Pace: o.Pace.String(), Rated: o.Rated, Message: message,
		ByName: byName, Within: o.Within,
		ExpiresAt: tx.Now().Add(tx.Club.Policy.InvitationFor),
	}, func(id int64) string { return subjectOf(o.Game, id, o.Side, from.Name, to.Name) })
}

// drawLots returns the side of a challenger who names none. It follows from a secret and the
// message, so that it is the same when a message is answered again after a restore.
func drawLots(tx *Tx, g rules.Game, from, to int64) (rules.Side, error) {
	known, err := tx.DB.Expected(db.Invitation{Rules: g.Name, Challenger: from, Invitee: to})
	if err != nil {
		return rules.None, err
	}
	switch known.Side {
	case db.Black:
		return rules.Black, nil
	case db.White:
		return rules.White, nil
	}
	heads, err := tx.DB.Lot(tx.Message, fmt.Sprintf("side %s %d", g.Name, to))
	if heads {
		return rules.White, err
	}
	return rules.Black, err
}

// unrateWithin makes a game unrated if its two players have one mailbox: nobody is rated
// against oneself.
func unrateWithin(tx *Tx, rated *bool, one, other int64) error {
	if !*rated {
		return nil
	}
	same, err := tx.DB.SameMailbox(one, other)
	*rated = !same
	return err
}

// countForOrigin counts an invitation for the origin of its challenger; see originOf.
func countForOrigin(tx *Tx, i db.Invitation, what dailyCount) error {
	origin, _, err := originOfPlayer(tx, i.Challenger, what)
	if err != nil {
		return err
	}
	return tx.DB.NoteOrigin(i.ID, origin, day)
}

// subjectOf returns the subject of a game's thread: game, number and players, Black first. side
// is the challenger's.
func subjectOf(g rules.Game, id int64, side rules.Side, challenger, invitee string) string {
	black, white := challenger, invitee
	if side == rules.White {
		black, white = white, black
	}
	return fmt.Sprintf("%s #%d: %s - %s", g.Title, id, black, white)
}

// SideIn returns a player's side in the game of an invitation.
func SideIn(i db.Invitation, player int64) rules.Side {
	if player == i.Black() {
		return rules.Black
	}
	return rules.White
}

// Invitation returns an invitation by its number, or nil if the player has no part in it.
func (tx *Tx) Invitation(id, player int64) (*db.Invitation, error) {
	i, err := tx.DB.Invitation(id)
	if errors.Is(err, db.ErrNotFound) || err == nil && i.Challenger != player && i.Invitee != player {
		return nil, nil
	}
	return &i, err
}

// challengesOf returns how many invitations a player may make in a day. A program has a limit
// of its own, which is no higher than that of people when it invites a person.
func (c *Club) challengesOf(from, to db.Player) int {
	switch own := c.Policy.ProgramChallenges; {
	case !from.Program:
		return c.Policy.Challenges
	case to.Program:
		return own
	default:
		return min(own, c.Policy.Challenges)
	}
}

// Accept begins the game of an invitation to a player, or of one to anyone.
func Accept(tx *Tx, player, invitation int64) (*Game, error) {
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
	g, err := begin(tx, *i)
	if err == nil && taken && i.Message != "" { // the words were not sent to this player
		err = tx.DB.Say(i.ID, i.Challenger, 0, i.Message)
	}
	return g, err
}

// membersOf refuses to accept an invitation if the player or the challenger is not a member. A
// nil invitation is one to anyone.
func membersOf(tx *Tx, player int64, i *db.Invitation) error {
	challenger := player // take checks the challenger of an invitation to anyone
	if i != nil {
		challenger = i.Challenger
	}
	me, other, err := two(tx, player, challenger)
	if err != nil {
		return err
	}
	return members(tx, me, other)
}

// Answerable refuses an invitation that is not open, or that the player cannot answer as its
// receiver (received), or withdraw as its challenger.
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

// OpenSide returns the side of the player who accepts an invitation to anyone.
func OpenSide(i db.Invitation) rules.Side {
	if i.Black() == 0 {
		return rules.Black
	}
	return rules.White
}

// Challenger returns the challenger of an invitation to anyone. It reports false if the player
// cannot accept it: one of the two has blocked the other, the challenger gets no messages or is
// not a member, or a program would accept what a person posted.
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
	if p, err := tx.DB.Player(player); err != nil || p.Program && !challenger.Program {
		return challenger, false, err
	}
	apart, err := tx.EitherBlocks(challenger.ID, player)
	return challenger, err == nil && !apart, err
}

// WithinRating reports whether the rating of a player is as near to the challenger's as an invitation to anyone
// says, and returns both, rounded. A player without a rating has the initial one.
func (tx *Tx) WithinRating(i db.Invitation, player int64) (within bool, theirs, mine int, err error) {
	if i.Within == 0 {
		return true, 0, 0, nil
	}
	challenger, me, err := two(tx, i.Challenger, player)
	if err != nil {
		return false, 0, 0, err
	}
	as := db.Game{Rules: i.Rules, WithProgram: challenger.Program || me.Program}
	their, err := RatingOf(tx, challenger, as)
	if err != nil {
		return false, 0, 0, err
	}
	own, err := RatingOf(tx, me, as)
	theirs, mine = int(math.Round(their.Rating)), int(math.Round(own.Rating))
	return max(theirs-mine, mine-theirs) <= i.Within, theirs, mine, err
}

// take makes a player the receiver of an invitation to anyone. It returns nil if the player
// cannot accept it.
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
	if within, theirs, mine, err := tx.WithinRating(i, player); err != nil {
		return nil, err
	} else if !within {
		return nil, Refuse("rating-outside", id, i.Within, theirs, mine)
	}
	g, err := tx.Club.RulesOf(i)
	if err != nil {
		return nil, err
	}
	side := OpenSide(i).Opponent()
	if err := tx.DB.TakeInvitation(id, player, subjectOf(g, id, side, challenger.Name, me.Name)); err != nil {
		return nil, err
	}
	return tx.Invitation(id, player)
}

// Rematch invites the opponent of a game to another one with sides swapped and the same pace.
// If the opponent has already invited to that, it accepts instead and returns the new game. The
// first game is over, or about to be.
func Rematch(tx *Tx, g *Game, side rules.Side, message string) (*Game, error) {
	me, opponent := g.Player(side), g.Opponent(side)
	if err := members(tx, me, opponent); err != nil {
		return nil, err
	}
	asked, err := tx.AskedRematch(g, side)
	if err != nil {
		return nil, err
	}
	if asked != nil {
		return begin(tx, *asked)
	}
	p, err := clock.ParsePace(g.Row.Pace)
	if err != nil {
		return nil, err
	}
	plain, err := tx.Club.Rules(g.Row.Rules)
	if err != nil {
		return nil, err
	}
	next := side.Opponent()
	if g.Rules.First() != plain.First() {
		next = side // a handicap stays with the player who was given it; another komi does not
	}
	if level := BotLevelOf(opponent); level > 0 {
		return ChallengeBot(tx, me.ID, level, ProposedGame{Game: g.Rules, Side: next, Pace: p, Rated: g.Row.Rated})
	}
	o := ProposedGame{Game: g.Rules, Side: next, Pace: p, Rated: rematchRated(g)}
	return nil, Invite(tx, me.ID, opponent.ID, o, message)
}

// rematchRated reports whether the rematch of a game is rated. It is not if one of the two
// became a program after the game began: nobody has agreed to be rated against it.
func rematchRated(g *Game) bool {
	return g.Row.Rated && (g.Row.WithProgram || !g.Black.Program && !g.White.Program)
}

// AskedRematch returns the opponent's open invitation to the rematch of a game, or nil.
func (tx *Tx) AskedRematch(g *Game, side rules.Side) (*db.Invitation, error) {
	me, opponent := g.Player(side), g.Opponent(side)
	open, err := tx.DB.OpenInvitations(me.ID)
	if err != nil {
		return nil, err
	}
	for _, i := range open {
		if i.Challenger == opponent.ID && i.Rules == g.Row.Rules && i.Terms == g.Row.Terms && i.Pace == g.Row.Pace &&
			i.Rated == rematchRated(g) && SideIn(i, me.ID) == side.Opponent() {
			return &i, nil
		}
	}
	return nil, nil
}

// Decline ends an invitation to a player without a game.
func Decline(tx *Tx, player, invitation int64) error {
	return answer(tx, player, invitation, true, db.InvitationDeclined)
}

// Withdraw takes back an invitation that the player made.
func Withdraw(tx *Tx, player, invitation int64) error {
	return answer(tx, player, invitation, false, db.InvitationWithdrawn)
}

func answer(tx *Tx, player, invitation int64, received bool, how db.InvitationState) error {
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

// endInvitation ends an open invitation without a game. silent says that another event tells
// the player who ends it.
func endInvitation(tx *Tx, i db.Invitation, by int64, how db.InvitationState, silent bool) error {
	g, err := tx.Club.RulesOf(i)
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

// toEnd lists the open invitations that end when a player leaves: their own, and those to
// others of the mailbox who have never written.
func toEnd(tx *Tx, player int64) ([]db.Invitation, error) {
	open, err := tx.DB.OpenInvitations(player)
	if err != nil {
		return nil, err
	}
	others, err := madeByOthers(tx, player)
	for _, other := range others {
		more, err := tx.DB.OpenInvitations(other.ID)
		if err != nil {
			return nil, err
		}
		open = append(open, more...)
	}
	return open, err
}

// EndInvitations ends up to most open invitations of a player who leaves (see toEnd), all if
// most < 0. It returns their number.
func EndInvitations(tx *Tx, player int64, most int) (int, error) {
	open, err := toEnd(tx, player)
	if err != nil {
		return 0, err
	}
	if most >= 0 {
		open = open[:min(most, len(open))]
	}
	for _, i := range open {
		by, how := i.Invitee, db.InvitationDeclined
		if i.Challenger == player {
			by, how = player, db.InvitationWithdrawn
		}
		if err := endInvitation(tx, i, by, how, true); err != nil {
			return 0, err
		}
	}
	return len(open), nil
}

// Expire ends an invitation that nobody answered in time.
func Expire(tx *Tx, i db.Invitation) error { return expire(tx, i, InvitationExpired{}) }

// ExpireUntold ends an invitation without an event, after telling its players has failed.
func ExpireUntold(tx *Tx, i db.Invitation) error {
	return tx.DB.AnswerInvitation(i.ID, db.InvitationExpired)
}

// expire ends an invitation that neither player ended. e says why.
func expire(tx *Tx, i db.Invitation, e InvitationExpired) error {
	if err := tx.DB.AnswerInvitation(i.ID, db.InvitationExpired); err != nil {
		return err
	}
	g, err := tx.Club.RulesOf(i)
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

// begin makes an open invitation a game.
func begin(tx *Tx, i db.Invitation) (*Game, error) {
	g, err := tx.Club.RulesOf(i)
	if err != nil {
		return nil, err
	}
	if err := tx.DB.AnswerInvitation(i.ID, db.InvitationAccepted); err != nil {
		return nil, err
	}
	if err := unrateWithin(tx, &i.Rated, i.Challenger, i.Invitee); err != nil {
		return nil, err
	}
	p, err := clock.ParsePace(i.Pace)
	if err != nil {
		return nil, err
	}
	if err := retitleForNewcomer(tx, &i, g); err != nil {
		return nil, err
	}
	if _, err := tx.DB.AddGame(i, g.Start().String(), p.Start); err != nil {
		return nil, err
	}
	game, err := tx.Game(i.ID)
	if err != nil {
		return nil, err
	}
	game.Began = true
	if err := startTurn(tx, game); err != nil {
		return nil, err
	}
	return game, tx.Emit(GameBegan{game})
}

// retitleForNewcomer gives the thread of an invitation the name of a player who has written since: until then
// their name was made of their address. From its first message on a game keeps its subject.
func retitleForNewcomer(tx *Tx, i *db.Invitation, g rules.Game) error {
	if i.Invitee == 0 {
		return nil
	}
	to, err := tx.DB.Player(i.Invitee)
	if err != nil || !to.WroteAt.After(i.CreatedAt) {
		return err
	}
	from, err := tx.DB.Player(i.Challenger)
	if err != nil {
		return err
	}
	if from, to, err = asEachOther(tx, from, to); err != nil {
		return err
	}
	i.Subject = subjectOf(g, i.ID, SideIn(*i, i.Challenger), from.Name, to.Name)
	return tx.DB.Retitle(i.ID, i.Subject)
}

// Pairing is a game that a tournament or a ladder arranges for two players.
type Pairing struct {
	ProposedGame            // Side is First's
	First, Second db.Player // as read in this transaction
	Mark          string    // appended to the subject
	// Counts says that First asked for the game. Then it counts as an invitation of First and
	// of First's origin; see WithinDay.
	Counts bool
}

// Pair begins the game of a pairing: an invitation that is accepted at once. Nobody is asked,
// and the limits of invitations do not apply; the caller has checked them. Both players must be
// members. If one of them is leaving, the error is a [*LeavingError].
func Pair(tx *Tx, p Pairing) (*Game, error) {
	if p.First.ID == p.Second.ID {
		return nil, Refuse("yourself")
	}
	for _, who := range []db.Player{p.First, p.Second} {
		if who.Leaving {
			return nil, &LeavingError{Player: who.ID}
		}
	}
	if err := members(tx, p.First, p.Second); err != nil {
		return nil, err
	}
	first, second, err := asEachOther(tx, p.First, p.Second)
	if err != nil {
		return nil, err
	}
	i, err := tx.DB.AddInvitation(db.Invitation{
		Rules: p.Game.Name, Terms: p.Game.Agreed, Challenger: p.First.ID, Invitee: p.Second.ID,
		Side: db.Side(p.Side.String()), Pace: p.Pace.String(), Rated: p.Rated, ExpiresAt: tx.Now(),
	}, func(id int64) string { return subjectOf(p.Game, id, p.Side, first.Name, second.Name) + p.Mark })
	if err == nil && p.Counts {
		err = countForOrigin(tx, i, countChallenges)
	}
	if err != nil {
		return nil, err
	}
	return begin(tx, i)
}

// inPeace refuses an invitation to a player who has been asked often enough: they declined
// lately, the same player has invited them again and again, or enough strangers invited them
// today. None of the refusals discloses anything about other players.
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
	// A player who invites the one they declined has changed their mind.
	if until := own.Add(declinedFor); !own.IsZero() && until.After(now) && back.Before(own) {
		return Refuse("declined-lately", to.Name, tx.dayAfter(from, until))
	}
	if met {
		return nil
	}
	if until := near.Add(declinedFor); !near.IsZero() && until.After(now) && back.Before(near) {
		return Refuse("declined-domain", to.Name, tx.dayAfter(from, until))
	}
	n, _, err := tx.DB.InvitationsBetween(from.ID, to.ID, now.Add(-declinedFor))
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

// lastDeclined returns when a player last declined an invitation from another's mailbox (own),
// and from anybody else of the same origin (near; see originOf). Both are zero if that was
// longer than declinedFor ago.
func lastDeclined(tx *Tx, from, by db.Player) (own, near time.Time, err error) {
	if own, err = tx.DB.LastDeclined(from.ID, by.ID); err != nil {
		return own, near, err
	}
	all, err := tx.DB.DeclinedBy(by.ID, tx.Now().Add(-declinedFor))
	if err != nil {
		return own, near, err
	}
	near, err = nearby(tx, from, all)
	return own, near, err
}

// nearby returns the last of some declines that was of an invitation from a player's origin, but not from their
// mailbox; zero: none was.
func nearby(tx *Tx, from db.Player, all []db.DeclinedInvitation) (last time.Time, err error) {
	folded, err := tx.DB.AddressKey(from.ID)
	mine, _ := originOf(folded, tx.Club.Policy.Shared)
	for _, d := range all {
		key, _ := originOf(d.Folded, tx.Club.Policy.Shared)
		if key == mine && db.MailboxOf(d.Folded) != db.MailboxOf(folded) && d.At.After(last) {
			last = d.At
		}
	}
	return last, err
}
