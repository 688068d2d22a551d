package club

import (
	"errors"

	"turnpost/rules"
)

// A player's conditional lines are alternatives for the opponent's next turn. While it is the
// player's own turn there are none, except those that come with the move that ends it. When a
// turn is over and the game goes on, the lines of the side to move answer it, or are dropped.

// Limits of a player's lines in one game.
const (
	maxConditionals = 100  // number of lines
	maxConditional  = 2000 // length of one in bytes
)

// DropReason is why a side's lines are dropped.
type DropReason string

// The reasons.
const (
	DroppedByOwner DropReason = "own"    // the side played itself
	DroppedByOther DropReason = "left"   // the opponent's turn is none of the alternatives
	DroppedByUndo  DropReason = "undone" // plies were taken back
	DroppedByEnd   DropReason = "over"   // the game ended
)

// ConditionalOutcome says what became of one of GameRequest.Ifs.
type ConditionalOutcome struct {
	Refusal *Refusal
	// Listed says that the player is to be shown the lines they have now.
	Listed bool
}

// Conditionals returns the stored lines of a side.
func (tx *Tx) Conditionals(g *Game, side rules.Side) (rules.Conditionals, error) {
	texts, err := tx.DB.Conditionals(g.Row.ID, g.Player(side).ID)
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

func saveConditionals(tx *Tx, g *Game, side rules.Side, lines rules.Conditionals) error {
	return tx.DB.SetConditionals(g.Row.ID, g.Player(side).ID, lines.Texts())
}

// keepConditionals adds, lists and drops conditional lines as a player wishes.
func keepConditionals(tx *Tx, g *Game, side rules.Side, w GameRequest) (out []ConditionalOutcome, err error) {
	if len(w.Ifs) == 0 {
		return nil, nil
	}
	lines, err := tx.Conditionals(g, side)
	if err != nil {
		return nil, err
	}
	changed := false
	for _, text := range w.Ifs {
		n, off := rules.DropsConditionals(text)
		switch {
		case text == "":
			out = append(out, ConditionalOutcome{nil, true})
		case g.Over():
			out = append(out, ConditionalOutcome{Refuse("over"), false})
		case off && n > len(lines.Lines()):
			out = append(out, ConditionalOutcome{Refuse("if-number", n, len(lines.Lines())), true})
		case off:
			out = append(out, ConditionalOutcome{nil, true})
			lines, changed = without(lines, n), true
		default:
			grown, err := addConditionals(tx, g, side, lines, text, w.AsOf)
			refusal, err := Refused(err)
			if err != nil {
				return nil, err
			}
			if refusal == nil {
				lines, changed = grown, true
			}
			out = append(out, ConditionalOutcome{refusal, refusal == nil})
		}
	}
	if !changed {
		return out, nil
	}
	return out, saveConditionals(tx, g, side, lines)
}

// without returns lines without line n, counted from 1; 0 drops all.
func without(lines rules.Conditionals, n int) (kept rules.Conditionals) {
	for i, l := range lines.Lines() {
		if n != 0 && i != n-1 {
			kept = kept.Add(l)
		}
	}
	return kept
}

// addConditionals adds lines. On a Refusal none of them is added.
func addConditionals(tx *Tx, g *Game, side rules.Side, old rules.Conditionals, text string, asOf SeenBoard,
) (rules.Conditionals, error) {
	if g.Turn() == side {
		return nil, Refuse("if-later")
	}
	// The oldest message that can mean this board is the one that the player answered with
	// their last turn.
	if asOf.Game == g.Row.ID && (asOf.Undone != g.Row.Undone || asOf.Ply < takenBackTo(g.Base, side)) {
		return nil, Refuse("stale", asOf.Ply+1)
	}
	lines, missing := rules.ParseConditionals(text)
	if missing != "" {
		return nil, Refuse("usage", "if")
	}
	begin := g.TurnBegin().In(g.Player(side).Lang)
	grown := rules.Conditionals(nil)
	for _, l := range old.Lines() {
		grown = grown.Add(l) // copies the line, which Add may change
	}
	for _, l := range lines {
		canonical, err := rules.CanonicalConditional(begin, l)
		if err != nil {
			return nil, refusedTurn(g.Rules, err)
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

// TurnBegin is the record of a game up to the turn that conditional lines answer as a whole: the
// opponent may have made the first ply of a turn of two, which the player has not seen.
func (g *Game) TurnBegin() *rules.Record {
	n := g.Record.Len()
	for n > 0 && g.Mover(n) == g.Turn() {
		n--
	}
	return g.Record.Until(n)
}

// refusedTurn is the Refusal of a text that is not a whole legal turn.
func refusedTurn(g rules.Game, err error) *Refusal {
	turn, ok := errors.AsType[*rules.TurnError](err)
	if !ok {
		return RefusePly(g, err)
	}
	if turn.Err != nil {
		return Refuse("if-"+turn.Why, turn.Text, RulesError{g, turn.Err})
	}
	return Refuse("if-"+turn.Why, turn.Text)
}

// dropConditionals drops the lines of a side.
func dropConditionals(tx *Tx, g *Game, side rules.Side, why DropReason) error {
	lines, err := tx.Conditionals(g, side)
	if err != nil || len(lines) == 0 {
		return err
	}
	if err := saveConditionals(tx, g, side, nil); err != nil {
		return err
	}
	return tx.Emit(ConditionalsDropped{g, side, why, lines.Texts()})
}

func dropAllConditionals(tx *Tx, g *Game, why DropReason) error {
	for _, side := range bothSides() {
		if err := dropConditionals(tx, g, side, why); err != nil {
			return err
		}
	}
	return nil
}

// bothSides returns the sides in the order of play.
func bothSides() [2]rules.Side { return [2]rules.Side{rules.Black, rules.White} }

// playConditionals lets lines answer the turn that is over, lines of the opponent answer that
// turn, and so on. An answer is a normal turn that took no time.
func playConditionals(tx *Tx, g *Game) error {
	var fired []int // the first ply of each answer
	tell := func() error {
		if len(fired) == 0 {
			return nil
		}
		return tx.Emit(ConditionalsFired{g, fired, g.Record.Len()})
	}
	for !g.Over() {
		owner := g.Turn()
		lines, err := tx.Conditionals(g, owner)
		if err != nil {
			return err
		}
		if len(lines) == 0 {
			break
		}
		b, ok := fitting(g, lines)
		if !ok {
			if err := tell(); err != nil {
				return err
			}
			return dropConditionals(tx, g, owner, DroppedByOther)
		}
		next, misfired := rules.PlayTurn(g.Record.In(g.Player(owner).Lang), b.Answer)
		if misfired != nil {
			if err := tell(); err != nil {
				return err
			}
			if err := saveConditionals(tx, g, owner, nil); err != nil {
				return err
			}
			return tx.Emit(ConditionalMisfired{g, owner, lines.Texts(), refusedTurn(g.Rules, misfired)})
		}
		first := g.Record.Len() + 1
		if _, err := storePlies(tx, g, next.In(""), true); err != nil {
			return err
		}
		if err := saveConditionals(tx, g, owner, b.Then); err != nil {
			return err
		}
		fired = append(fired, first)
	}
	return tell()
}

// fitting returns the alternative for the turn that was played last.
func fitting(g *Game, lines rules.Conditionals) (rules.ConditionalBranch, bool) {
	n := g.TurnBefore(g.Record.Len())
	before, turn := g.Record.Until(n).In(g.Player(g.Turn()).Lang), rules.TurnText(g.Record, n)
	return lines.Find(func(on string) bool {
		next, err := rules.PlayTurn(before, on)
		return err == nil && rules.TurnText(next, n) == turn
	})
}
