package club

import (
	"time"

	"turnpost/db"
	"turnpost/db/tournaments"
	"turnpost/rules"
)

// The players of a game may agree on a break: a time in which its clocks stand still, as in the vacation of one of
// them. Both can still move, which does not end it. It is offered and answered like a draw. There is none in
// tournaments, on ladders and against bots, and one at a time. A break does not end early: a player who is away relies
// on it, and those who are not can move in it.

// The shortest and the longest break.
const (
	LeastBreak = time.Hour
	MostBreak  = 30 * day
)

// EndBreak asks, in place of a time, for the end of the break that there is.
const EndBreak time.Duration = -1

// BreakAgreed: the clocks of a game stand still from now on. By has agreed to it.
type BreakAgreed struct {
	Game *Game
	By   rules.Side
	Time time.Duration
}

// offerBreak offers the opponent of a side a break, or agrees to one that they offered.
func offerBreak(tx *Tx, g *Game, side rules.Side, span time.Duration, alone bool) error {
	counts, err := tournaments.IsCounted(tx.DB, g.Row.ID)
	switch {
	case err != nil:
		return err
	case span == EndBreak && g.Over():
		return Refuse("over")
	case span == EndBreak && g.Row.BreakTo.After(tx.Now()):
		return Refuse("break-goes", g.Opponent(side).Name, g.Row.BreakTo.In(ZoneOf(g.Player(side))))
	case span == EndBreak && g.Row.Offer == db.OfferBreak && g.Row.OfferBy == g.Player(side).ID:
		return Refuse("own-offer", g.Opponent(side).Name)
	case span == EndBreak && g.Row.Offer == db.OfferBreak:
		return Refuse("answer-first", g.Opponent(side).Name)
	case counts:
		return Refuse("break-tournament")
	case BotLevelOf(g.Opponent(side)) > 0:
		return Refuse("break-robot")
	case span == EndBreak:
		return Refuse("break-none")
	case span < LeastBreak || span > MostBreak:
		return Refuse("break-span", int(MostBreak/day))
	case g.Row.BreakTo.After(tx.Now()):
		return Refuse("break-now")
	}
	if g.Row.Offer == db.NoOffer {
		g.Row.OfferTime = span
	}
	return makeOffer(tx, g, side, db.OfferBreak, alone)
}

// agreesToBreak reports whether a side proposes the very break that the opponent has offered.
func agreesToBreak(g *Game, side rules.Side, span time.Duration) bool {
	return g.Row.Offer == db.OfferBreak && g.Row.OfferBy != g.Player(side).ID && g.Row.OfferTime == span
}

// beginBreak begins the break that was offered, to which a side agrees.
func beginBreak(tx *Tx, g *Game, side rules.Side) error {
	span := g.Row.OfferTime
	if g.Row.BreakTo.After(tx.Now()) {
		return Refuse("break-now")
	}
	if err := saveOffer(tx, g, side, db.NoOffer); err != nil {
		return err
	}
	g.Row.BreakTo = tx.Now().Add(span)
	if err := tx.DB.AddBreak(g.Row.ID, tx.Now(), g.Row.BreakTo); err != nil {
		return err
	}
	if err := saveClock(tx, g); err != nil {
		return err
	}
	return tx.Emit(BreakAgreed{g, side, span})
}
