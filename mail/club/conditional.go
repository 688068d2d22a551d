package club

import (
	"errors"

	"turnpost/rules"
)

// Conditional lines. A player's lines are alternatives for the opponent's next
// turn; so while it is the player's own turn there are none, save those of the
// letter that ends it. When a turn is over and the game goes on, the lines of the
// side that is then to move answer it, or lapse.

// Limits of a player's lines in one game.
const (
	maxConditionals = 100  // lines
	maxConditional  = 2000 // bytes of one
)

// IfOutcome says what became of one of Wishes.Ifs.
type IfOutcome struct {
	Refusal *Refusal
	// Listed says that the player is to see the lines that stand.
	Listed bool
}

// Conditionals are a side's stored lines.
func (tx *Tx) Conditionals(t *Table, side rules.Side) (rules.Conditionals, error) {
	texts, err := tx.DB.Conditionals(t.Game.ID, t.Player(side).ID)
	if err != nil {
		return nil, err
	}
	var out rules.Conditionals
	for _, text := range texts {
		lines, _ := rules.ParseConditionals(text)
		for _, l := range lines {
			out = out.Add(l)
		}
	}
	return out, nil
}

func saveTree(tx *Tx, t *Table, side rules.Side, lines rules.Conditionals) error {
	return tx.DB.SetConditionals(t.Game.ID, t.Player(side).ID, lines.Texts())
}

// keepConditionals carries out what a player wants of the own conditional lines.
func keepConditionals(tx *Tx, t *Table, side rules.Side, w Wishes) (out []IfOutcome, err error) {
	if len(w.Ifs) == 0 {
		return nil, nil
	}
	lines, err := tx.Conditionals(t, side)
	if err != nil {
		return nil, err
	}
	changed := false
	for _, text := range w.Ifs {
		n, off := rules.DropsConditionals(text)
		switch {
		case text == "":
			out = append(out, IfOutcome{nil, true})
		case t.Over():
			out = append(out, IfOutcome{Refuse("over"), false})
		case off && n > len(lines.Lines()):
			out = append(out, IfOutcome{Refuse("if-number", n, len(lines.Lines())), true})
		case off:
			out = append(out, IfOutcome{nil, true})
			lines, changed = without(lines, n), true
		default:
			grown, err := addConditionals(tx, t, side, lines, text, w.AsOf)
			refusal, err := Refused(err)
			if err != nil {
				return nil, err
			}
			if refusal == nil {
				lines, changed = grown, true
			}
			out = append(out, IfOutcome{refusal, refusal == nil})
		}
	}
	if !changed {
		return out, nil
	}
	return out, saveTree(tx, t, side, lines)
}

// without is a tree without its line n, counted from 1; 0: without any.
func without(lines rules.Conditionals, n int) (kept rules.Conditionals) {
	for i, l := range lines.Lines() {
		if n != 0 && i != n-1 {
			kept = kept.Add(l)
		}
	}
	return kept
}

// addConditionals adds lines to a tree. On a Refusal none of them is added.
func addConditionals(tx *Tx, t *Table, side rules.Side, old rules.Conditionals, text string, asOf AsOf) (rules.Conditionals, error) {
	if t.Turn() == side {
		return nil, Refuse("if-later")
	}
	// The oldest letter that can speak of this board is that which the writer
	// answered with the last move, or one from after it.
	if asOf.Game == t.Game.ID && (asOf.Undone != t.Game.Undone || asOf.Ply < takenBackTo(t.Base, side)) {
		return nil, Refuse("stale", asOf.Ply+1)
	}
	lines, missing := rules.ParseConditionals(text)
	if missing != "" {
		return nil, Refuse("usage", "if")
	}
	// The opponent may have made the first ply of a turn of two, of which the
	// writer does not know: so lines are for the whole turn.
	n := t.Record.Len()
	for n > 0 && t.Mover(n) == t.Turn() {
		n--
	}
	begin := t.Record.Until(n)
	grown := rules.Conditionals(nil)
	for _, l := range old.Lines() {
		grown = grown.Add(l) // a copy
	}
	for _, l := range lines {
		canonical, err := rules.CanonicalConditional(begin, l)
		if err != nil {
			return nil, refusedTurn(t.Rules, err)
		}
		if len(canonical.String()) > maxConditional {
			return nil, Refuse("if-size", maxConditional, maxConditionals)
		}
		grown = grown.Add(canonical)
	}
	if len(grown.Lines()) > maxConditionals {
		return nil, Refuse("if-size", maxConditional, maxConditionals)
	}
	return grown, nil
}

// refusedTurn is the Refusal of a text that is no whole turn.
func refusedTurn(g rules.Game, err error) *Refusal {
	turn, ok := errors.AsType[*rules.TurnError](err)
	if !ok {
		return refusedPly(g, err)
	}
	if turn.Err != nil {
		return Refuse("if-"+turn.Why, turn.Text, RulesError{g, turn.Err})
	}
	return Refuse("if-"+turn.Why, turn.Text)
}

// dropTree ends the lines of a side.
func dropTree(tx *Tx, t *Table, side rules.Side, why string) error {
	lines, err := tx.Conditionals(t, side)
	if err != nil || len(lines) == 0 {
		return err
	}
	if err := saveTree(tx, t, side, nil); err != nil {
		return err
	}
	return tx.Emit(ConditionalsDropped{t, side, why, lines.Texts()})
}

func dropTrees(tx *Tx, t *Table, why string) error {
	for _, side := range bothSides() {
		if err := dropTree(tx, t, side, why); err != nil {
			return err
		}
	}
	return nil
}

// bothSides are the sides, in the order of the game.
func bothSides() [2]rules.Side { return [2]rules.Side{rules.Black, rules.White} }

// playConditionals lets lines answer the turn that is over, the answer be
// answered, and so on. An answer is a turn like any other, which took no time.
func playConditionals(tx *Tx, t *Table) error {
	var fired []int // the first ply of each answer
	tell := func() error {
		if len(fired) == 0 {
			return nil
		}
		return tx.Emit(ConditionalsFired{t, fired, t.Record.Len()})
	}
	for !t.Over() {
		owner := t.Turn()
		lines, err := tx.Conditionals(t, owner)
		if err != nil {
			return err
		}
		if len(lines) == 0 {
			break
		}
		b, ok := fitting(t, lines)
		if !ok {
			if err := tell(); err != nil {
				return err
			}
			return dropTree(tx, t, owner, "left")
		}
		next, misfired := rules.PlayTurn(t.Record, b.Answer)
		if misfired != nil {
			if err := tell(); err != nil {
				return err
			}
			if err := saveTree(tx, t, owner, nil); err != nil {
				return err
			}
			return tx.Emit(ConditionalMisfired{t, owner, lines.Texts(), refusedTurn(t.Rules, misfired)})
		}
		first := t.Record.Len() + 1
		if _, err := storePlies(tx, t, next, true); err != nil {
			return err
		}
		if err := saveTree(tx, t, owner, b.Then); err != nil {
			return err
		}
		fired = append(fired, first)
	}
	return tell()
}

// fitting is the alternative of some lines for the turn that was played last.
func fitting(t *Table, lines rules.Conditionals) (rules.Branch, bool) {
	n := t.TurnBefore(t.Record.Len())
	before, turn := t.Record.Until(n), rules.TurnText(t.Record, n)
	return lines.Find(func(on string) bool {
		next, err := rules.PlayTurn(before, on)
		return err == nil && rules.TurnText(next, n) == turn
	})
}
