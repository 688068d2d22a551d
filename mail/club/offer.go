package club

import (
	"time"

	"turnpost/db"
	"turnpost/mail/club/clock"
	"turnpost/rules"
)

// A player may offer a draw, ask to take back a turn, let the opponent take back theirs, or propose a break
// (break.go). A game has at most one offer. An
// offer, made with a ply or without one, stands until
//
//   - its receiver answers it: yes, no, or draw to a draw;
//   - its receiver plays, by a message or a conditional line, which declines it;
//   - anybody plays, if it is about a turn to take back: the board it was about is gone;
//   - the game ends.
//
// If the player who offered a draw or a break is to move, a move leaves the offer open. An answer counts
// only if it replies to a message from after the receiver's own last ply; a later yes to an
// older offer is stale. A yes to a break counts only for one of the length that its message asked
// about. The wish to take back a resignation is an offer, too: see resign.go.

// AnswerOffer says yes or no to the opponent's offer. why is the reason of a bot's no.
func AnswerOffer(tx *Tx, g *Game, side rules.Side, yes bool, why BotDeclineReason) error {
	answer := AnswerNo
	if yes {
		answer = AnswerYes
	}
	out, err := CarryOut(tx, g, side, GameRequest{Answer: answer, Why: why})
	if err == nil && out.Answer != nil {
		return out.Answer
	}
	return err
}

func answerOffer(tx *Tx, g *Game, side rules.Side, w GameRequest) error {
	switch {
	case g.Row.Offer == db.NoOffer:
		return Refuse("nothing-asked")
	case g.Row.OfferBy == g.Player(side).ID:
		return Refuse("own-offer", g.Opponent(side).Name)
	case w.AsOf.outdated(g, side):
		return Refuse("stale", w.AsOf.Ply+1)
	case g.Row.Offer == db.OfferResume && w.Arrived.After(g.Row.ClockDue):
		return Refuse("resigned-late")
	case w.Answer != AnswerYes:
		what := g.Row.Offer
		if err := saveOffer(tx, g, side, db.NoOffer); err != nil {
			return err
		}
		if err := tx.Emit(OfferDeclined{g, what, side, w.Why}); err != nil || what != db.OfferResume {
			return err
		}
		return endFinally(tx, g)
	case g.Row.Offer == db.OfferDraw:
		return agree(tx, g)
	case g.Row.Offer == db.OfferResume:
		return resume(tx, g, side.Opponent())
	case g.Row.Offer == db.OfferBreak && !w.Asked.IsZero() && w.Asked.Before(g.Row.BreakSince):
		return Refuse("break-another", g.Opponent(side).Name, clock.FormatSpan(g.Row.OfferTime))
	case g.Row.Offer == db.OfferBreak:
		return beginBreak(tx, g, side)
	case g.Row.Offer == db.OfferForgive:
		return takeBack(tx, g, side, true)
	}
	return takeBack(tx, g, side.Opponent(), false)
}

// takeDrawOffer takes the opponent's offer of a draw off the board for a player who says draw to
// it, and reports whether there was one. The plies of the same message would decline it otherwise.
// The game ends when they are played, unlike by a yes, which allows no plies.
func takeDrawOffer(tx *Tx, g *Game, side rules.Side, w GameRequest) (taken bool, err error) {
	switch {
	case !w.Draw || g.Row.Offer != db.OfferDraw || g.Row.OfferBy == g.Player(side).ID:
		return false, nil
	case w.AsOf.outdated(g, side):
		return false, Refuse("stale", w.AsOf.Ply+1)
	}
	return true, saveOffer(tx, g, side, db.NoOffer)
}

// agreeOrOffer ends the game in a draw if the player agrees to one by takeDrawOffer, or makes new
// offers. alone says that no turn ended with them.
func agreeOrOffer(tx *Tx, g *Game, side rules.Side, w GameRequest, agrees, alone bool,
	out *RequestOutcome) (err error) {
	switch {
	case agrees && !g.Over():
		err = agree(tx, g)
	case w.Draw:
		out.Draw, err = Refused(makeOffer(tx, g, side, db.OfferDraw, alone))
	}
	switch {
	case err != nil || !w.Undo:
	case g.Row.Over() && !w.Resign:
		out.Undo, err = Refused(askToResume(tx, g, side, w.Arrived))
	default:
		out.Undo, err = Refused(makeOffer(tx, g, side, db.OfferUndo, alone))
	}
	if err == nil && w.Forgive {
		out.Forgive, err = Refused(makeOffer(tx, g, side, db.OfferForgive, alone))
	}
	if err == nil && w.Break != 0 {
		out.Break, err = Refused(offerBreak(tx, g, side, w.Break, alone))
	}
	return err
}

// saveOffer stores the current offer of a side; "" ends it. A break is as long as OfferTime.
func saveOffer(tx *Tx, g *Game, side rules.Side, offer db.Offer) error {
	g.Row.Offer, g.Row.OfferBy = offer, 0
	if offer != db.NoOffer {
		g.Row.OfferBy = g.Player(side).ID
	}
	return tx.DB.SaveOffer(g.Row.ID, g.Row.Offer, g.Row.OfferBy, g.Row.OfferTime)
}

// agree ends the game in a draw.
func agree(tx *Tx, g *Game) error {
	if err := tx.DB.EndGame(g.Row.ID, db.Drawn, rules.Agreed); err != nil {
		return err
	}
	return tx.reloadAndEmitEnd(g)
}

// takeBack removes the last turn of the asker, or (forgiven) of whom the opponent let take it back, and all
// that followed. The increments that these turns
// earned are removed too, since the repeated turns earn them again. The clock of the side to
// move starts with what it holds.
func takeBack(tx *Tx, g *Game, asker rules.Side, forgiven bool) error {
	n := g.TakenBackTo(asker)
	turns := turnsAfter(g.Record, n)
	record := g.Record.Until(n)
	if err := tx.DB.TakeBack(&g.Row, n, record.Position().String()); err != nil {
		return err
	}
	g.Base, g.Record, g.Before = record, record, n
	p, err := clock.ParsePace(g.Row.Pace)
	if err != nil {
		return err
	}
	// The clock of each side held at least the increments of these turns.
	g.Row.BlackLeft = max(0, g.Row.BlackLeft-time.Duration(turns[rules.Black])*p.More)
	g.Row.WhiteLeft = max(0, g.Row.WhiteLeft-time.Duration(turns[rules.White])*p.More)
	if err := startTurn(tx, g); err != nil {
		return err
	}
	if err := tx.Emit(PliesTakenBack{g, asker, n + 1, forgiven}); err != nil {
		return err
	}
	return dropAllConditionals(tx, g, DroppedByUndo)
}

// turnsAfter counts the turns of each side that ended after ply n.
func turnsAfter(r *rules.Record, n int) map[rules.Side]int {
	turns := map[rules.Side]int{}
	for n++; n <= r.Len(); n++ {
		if side := r.At(n - 1).Turn(); r.At(n).Turn() != side {
			turns[side]++
		}
	}
	return turns
}

// makeOffer makes a new offer. alone says that it does not come with a turn, which would tell
// the opponent anyway.
func makeOffer(tx *Tx, g *Game, side rules.Side, offer db.Offer, alone bool) error {
	me, other := g.Player(side), g.Player(side.Opponent())
	switch {
	case g.Over():
		return Refuse("over")
	case g.Row.Offer != db.NoOffer && g.Row.OfferBy == me.ID:
		return Refuse("own-offer", other.Name)
	case g.Row.Offer != db.NoOffer:
		return Refuse("answer-first", other.Name)
	case offer == db.OfferUndo && !g.HasMoved(side):
		return Refuse("undo-nothing")
	case offer == db.OfferUndo && g.AmidTurn(side):
		return Refuse("undo-amid")
	case offer == db.OfferForgive && BotLevelOf(other) > 0:
		return Refuse("forgive-robot")
	case offer == db.OfferForgive && !g.HasMoved(side.Opponent()):
		return Refuse("forgive-nothing", other.Name)
	case offer == db.OfferForgive && g.AmidTurn(side.Opponent()):
		return Refuse("forgive-amid", other.Name)
	}
	if alone {
		if err := countOffer(tx, g, side); err != nil {
			return err
		}
	}
	if err := saveOffer(tx, g, side, offer); err != nil {
		return err
	}
	return tx.Emit(OfferMade{g, offer, side})
}

// countOffer counts a message to a side's opponent that comes with no turn, and refuses it if there were
// too many.
func countOffer(tx *Tx, g *Game, side rules.Side) error {
	me, other := g.Player(side), g.Opponent(side)
	often, err := noticedTooOften(tx.DB, me.ID, noticeOffer, other.ID, g.Row.TurnAt)
	if err != nil {
		return err
	}
	if often {
		return Refuse("offered-lately", maxNoticesADay, other.Name)
	}
	return noteNotice(tx.DB, me.ID, noticeOffer, other.ID)
}

// lapse ends an offer that the plies just played decline.
func lapse(tx *Tx, game *Game, mover rules.Side, conditional bool) error {
	g := game.Row
	if stays := g.Offer == db.OfferDraw || g.Offer == db.OfferBreak; g.Offer == db.NoOffer ||
		stays && g.OfferBy == game.Player(mover).ID {
		return nil
	}
	game.Row.Offer, game.Row.OfferBy = db.NoOffer, 0
	if err := tx.DB.SaveOffer(g.ID, db.NoOffer, 0, 0); err != nil {
		return err
	}
	return tx.Emit(OfferLapsed{game, g.Offer, game.Side(g.OfferBy), mover, conditional})
}
