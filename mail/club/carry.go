package club

import "turnpost/rules"

// Wishes are what one player wants of one game at once: in a letter, say.
type Wishes struct {
	AsOf   AsOf
	Plies  []rules.Move // of the player's turn, tried by a Trial
	Answer Answer       // to the other's offer
	Why    Reason       // of a no
	Resign bool
	Draw   bool // offers one, or agrees to the other's
	Undo   bool // asks to take the player's last turn back
	Ifs    []string
}

// Answer answers an offer.
type Answer int

// The answers.
const (
	NoAnswer Answer = iota
	AnswerYes
	AnswerNo
)

// Outcomes says what became of wishes: nil where one was carried out.
type Outcomes struct {
	Answer, Draw, Undo *Refusal
	// Agreed says that Draw ended the game.
	Agreed bool
	Ifs    []IfOutcome
}

// Carry carries out what a player wants of a game: the answer to an offer, the
// plies, the end, a new offer, conditional lines; and what conditional lines
// answer. What is refused leaves the rest as it is; plies that the rules refuse are
// a Refusal of the whole, and then nothing is done.
func Carry(tx *Tx, t *Table, side rules.Side, w Wishes) (out Outcomes, err error) {
	if err := t.mayPlay(side, w); err != nil {
		return out, err
	}
	if w.Answer != NoAnswer {
		if out.Answer, err = Refused(answerOffer(tx, t, side, w)); err != nil {
			return out, err
		}
	}
	agrees := w.Draw && t.Game.Offer == OfferDraw && t.Game.OfferBy != t.Player(side).ID
	if agrees && w.AsOf.outdated(t, side) {
		out.Draw, w.Draw, agrees = Refuse("stale", w.AsOf.Ply+1), false, false
	}
	if agrees {
		// So that the letter's own ply does not decline it.
		if err := saveOffer(tx, t, side, ""); err != nil {
			return out, err
		}
	}
	passed := false
	if len(w.Plies) > 0 {
		if passed, err = playPlies(tx, t, side, w.Plies); err != nil {
			return out, err
		}
	}
	if w.Resign && !t.Over() {
		if err := resign(tx, t, side); err != nil {
			return out, err
		}
	}
	if err := carryOffers(tx, t, side, w, agrees, !passed, &out); err != nil {
		return out, err
	}
	if out.Ifs, err = keepConditionals(tx, t, side, w); err != nil {
		return out, err
	}
	if passed {
		if err := playConditionals(tx, t); err != nil {
			return out, err
		}
	}
	if t.Over() {
		return out, dropTrees(tx, t, "over")
	}
	return out, nil
}

// mayPlay refuses plies that cannot be played once the offer is answered.
func (t *Table) mayPlay(side rules.Side, w Wishes) error {
	if len(w.Plies) == 0 {
		return nil
	}
	record, over := t.Record, t.Over()
	if w.Answer == AnswerYes && t.Game.Offer != "" && t.Game.OfferBy != t.Player(side).ID && !w.AsOf.outdated(t, side) {
		over = over || t.Game.Offer == OfferDraw
		if t.Game.Offer == OfferUndo {
			record = record.Until(t.TakenBackTo(side.Opponent()))
		}
	}
	switch {
	case over:
		return Refuse("over")
	case record.Turn() != side:
		return Refuse("not-your-turn", t.Player(side.Opponent()).Name)
	}
	record = record.Clone()
	for _, m := range w.Plies {
		if !record.Outcome().Over() && record.Turn() != side {
			return Refuse("turn-over")
		}
		if err := record.Play(m); err != nil {
			return refusedPly(t.Rules, err)
		}
	}
	return nil
}

// carryOffers agrees to a draw, or makes new offers; alone if no turn is over.
func carryOffers(tx *Tx, t *Table, side rules.Side, w Wishes, agrees, alone bool, out *Outcomes) (err error) {
	switch {
	case w.Draw && agrees && !t.Over():
		out.Agreed, err = true, agree(tx, t)
	case w.Draw:
		out.Draw, err = Refused(makeOffer(tx, t, side, OfferDraw, alone))
	}
	if err == nil && w.Undo {
		out.Undo, err = Refused(makeOffer(tx, t, side, OfferUndo, alone))
	}
	return err
}
