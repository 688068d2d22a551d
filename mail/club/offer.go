package club

import (
	"time"

	"turnpost/mail/club/clock"

	"turnpost/rules"
)

// Offers. A player may offer a draw, or ask to take back a turn; at most one
// offer stands in a game. It stands, made with a ply or without one, until
//
//   - its receiver answers: yes, no, or draw to a draw;
//   - its receiver plays, by letter or by a conditional: that declines it;
//   - for a turn to be taken back, anybody plays: it was about another board;
//   - the game ends.
//
// The maker of a draw offer who is to move plays on without harm to it. An
// answer counts only if it is as of a moment after the receiver's own last ply: a
// later yes to an older offer is stale.
const (
	OfferDraw = "draw"
	OfferUndo = "undo"
)

// AnswerOffer says yes or no to the other side's offer; why is said with a no of a robot's.
func AnswerOffer(tx *Tx, t *Table, side rules.Side, yes bool, why Reason) error {
	answer := AnswerNo
	if yes {
		answer = AnswerYes
	}
	out, err := Carry(tx, t, side, Wishes{Answer: answer, Why: why})
	if err == nil && out.Answer != nil {
		return out.Answer
	}
	return err
}

func answerOffer(tx *Tx, t *Table, side rules.Side, w Wishes) error {
	switch {
	case t.Game.Offer == "":
		return Refuse("nothing-asked")
	case t.Game.OfferBy == t.Player(side).ID:
		return Refuse("own-offer", t.Player(side.Opponent()).Name)
	case w.AsOf.outdated(t, side):
		return Refuse("stale", w.AsOf.Ply+1)
	case w.Answer != AnswerYes:
		what := t.Game.Offer
		if err := saveOffer(tx, t, side, ""); err != nil {
			return err
		}
		return tx.Emit(OfferDeclined{t, what, side, w.Why})
	case t.Game.Offer == OfferDraw:
		return agree(tx, t)
	}
	return takeBack(tx, t, side.Opponent())
}

// saveOffer stores the offer of a side that stands now; "" is none.
func saveOffer(tx *Tx, t *Table, side rules.Side, offer string) error {
	t.Game.Offer, t.Game.OfferBy = offer, 0
	if offer != "" {
		t.Game.OfferBy = t.Player(side).ID
	}
	return tx.DB.SaveOffer(t.Game.ID, t.Game.Offer, t.Game.OfferBy)
}

// agree ends the game in a draw.
func agree(tx *Tx, t *Table) error {
	if err := tx.DB.EndGame(t.Game.ID, rules.Draw.String(), Agreed); err != nil {
		return err
	}
	return tx.reload(t)
}

// takeBack removes the asker's last turn and all that followed, and what those
// turns earned: the next one earns it again. The clock of the side that is to
// move then begins anew with what it holds.
func takeBack(tx *Tx, t *Table, asker rules.Side) error {
	n := t.TakenBackTo(asker)
	turns := turnsAfter(t.Record, n)
	record := t.Record.Until(n)
	if err := tx.DB.TakeBack(t.Game, n, record.Position().String()); err != nil {
		return err
	}
	t.Base, t.Record, t.Before = record, record, n
	if err := tx.reread(t); err != nil {
		return err
	}
	p, err := clock.ParsePace(t.Game.Pace)
	if err != nil {
		return err
	}
	// Each of those turns left at least what it earned on its side's clock.
	t.Game.BlackLeft = max(0, t.Game.BlackLeft-time.Duration(turns[rules.Black])*p.More)
	t.Game.WhiteLeft = max(0, t.Game.WhiteLeft-time.Duration(turns[rules.White])*p.More)
	if err := startTurn(tx, t); err != nil {
		return err
	}
	if err := tx.Emit(TakenBack{t, asker, n + 1}); err != nil {
		return err
	}
	return dropTrees(tx, t, "undone")
}

// turnsAfter counts the turns of each side that were over after ply n.
func turnsAfter(r *rules.Record, n int) map[rules.Side]int {
	turns := map[rules.Side]int{}
	for n++; n <= r.Len(); n++ {
		if side := r.At(n - 1).Turn(); r.At(n).Turn() != side {
			turns[side]++
		}
	}
	return turns
}

// makeOffer makes an offer that answers nothing. alone says that it does not go with
// a turn, of which the other is told anyway.
func makeOffer(tx *Tx, t *Table, side rules.Side, offer string, alone bool) error {
	me, other := t.Player(side), t.Player(side.Opponent())
	switch {
	case t.Over():
		return Refuse("over")
	case t.Game.Offer != "" && t.Game.OfferBy == me.ID:
		return Refuse("own-offer", other.Name)
	case t.Game.Offer != "":
		return Refuse("answer-first", other.Name)
	case offer == OfferUndo && lastPlyOf(t.Record, side) == 0:
		return Refuse("undo-nothing")
	case offer == OfferUndo && t.AmidTurn(side):
		return Refuse("undo-amid")
	}
	if alone {
		if often, err := noticedTooOften(tx.DB, me.ID, noticeOffer, other.ID, t.Game.TurnAt); err != nil {
			return err
		} else if often {
			return Refuse("offered-lately", maxNoticesADay, other.Name)
		}
		if err := noteNotice(tx.DB, me.ID, noticeOffer, other.ID); err != nil {
			return err
		}
	}
	if err := saveOffer(tx, t, side, offer); err != nil {
		return err
	}
	return tx.Emit(OfferMade{t, offer, side})
}

// lapse ends an offer that the plies just played decline.
func lapse(tx *Tx, t *Table, mover rules.Side, conditional bool) error {
	g := t.Game
	if g.Offer == "" || g.Offer == OfferDraw && g.OfferBy == t.Player(mover).ID {
		return nil
	}
	t.Game.Offer, t.Game.OfferBy = "", 0
	if err := tx.DB.SaveOffer(g.ID, "", 0); err != nil {
		return err
	}
	return tx.Emit(OfferLapsed{t, g.Offer, t.Side(g.OfferBy), mover, conditional})
}
