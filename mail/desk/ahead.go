package desk

import (
	"strings"

	"turnpost/rules"
	"turnpost/templates"
)

// What the desk does with conditional lines. A player's lines are alternatives
// for the opponent's next turn; so while it is the player's own turn there are
// none, save those of the letter that ends it. When a turn is over and the game
// goes on, the lines of the side that is then to move answer it, or lapse.

// bothSides are the sides, in the order of the game.
func bothSides() [2]rules.Side { return [2]rules.Side{rules.Black, rules.White} }

// playWholeTurn plays a text, which must be one whole turn, on a copy of a
// record.
func playWholeTurn(r *rules.Record, text string) (*rules.Record, *templates.Problem) {
	mover := r.Turn()
	if mover == rules.None {
		return nil, &templates.Problem{Code: "if-over", Args: []any{text}}
	}
	next := r.Clone()
	m, whole := next.Parse(text)
	if whole == nil {
		if err := next.Play(m); err != nil {
			return nil, &templates.Problem{Code: "if-move", Args: []any{text, told(r.Game(), err)}}
		}
	} else {
		tokens := firstTokens(text, maxCommands)
		for len(tokens) > 0 {
			if next.Turn() != mover {
				return nil, &templates.Problem{Code: "if-long", Args: []any{text}}
			}
			m, n, err := takePly(next, tokens)
			if err == nil {
				err = next.Play(m)
			}
			if err != nil {
				if next.Len() == r.Len() && n == len(tokens) {
					err = whole
				}
				return nil, &templates.Problem{Code: "if-move", Args: []any{text, told(r.Game(), err)}}
			}
			tokens = tokens[n:]
		}
	}
	if next.Turn() == mover {
		return nil, &templates.Problem{Code: "if-short", Args: []any{text}}
	}
	return next, nil
}

// turnText is the canonical text of the plies after the first n.
func turnText(r *rules.Record, n int) string {
	var plies []string
	for _, m := range r.Plies()[n:] {
		plies = append(plies, string(m))
	}
	return strings.Join(plies, " and ")
}

// treeOf reads a player's stored lines.
func (s *session) treeOf(t *table, side rules.Side) (tree, error) {
	texts, err := s.tx.Conditionals(t.game.ID, t.player(side).ID)
	if err != nil {
		return nil, err
	}
	var out tree
	for _, text := range texts {
		lines, _ := parseConditionals(text)
		for _, l := range lines {
			out = out.add(l)
		}
	}
	return out, nil
}

func (s *session) saveTree(t *table, side rules.Side, lines tree) error {
	return s.tx.SetConditionals(t.game.ID, t.player(side).ID, lines.texts())
}

// dropTree ends the lines of a side, and tells it which they were and why.
func (s *session) dropTree(t *table, side rules.Side, why string) error {
	lines, err := s.treeOf(t, side)
	if err != nil || len(lines) == 0 {
		return err
	}
	t.tellOne(side, templates.News{Kind: "died", What: why, Lines: lines.texts()})
	return s.saveTree(t, side, nil)
}

func (s *session) dropTrees(t *table, why string) error {
	for _, side := range bothSides() {
		if err := s.dropTree(t, side, why); err != nil {
			return err
		}
	}
	return nil
}

// playConditionals lets lines answer the turn that is over, the answer be
// answered, and so on. An answer is a turn like any other, which took no time.
func (s *session) playConditionals(t *table) error {
	var fired []int // the first ply of each answer
	for !t.over() {
		owner := t.turn()
		lines, err := s.treeOf(t, owner)
		if err != nil {
			return err
		}
		if len(lines) == 0 {
			break
		}
		n := turnBefore(t.record, t.record.Len())
		before := t.record.Until(n)
		turn := turnText(t.record, n)
		b, ok := lines.find(func(on string) bool {
			next, p := playWholeTurn(before, on)
			return p == nil && turnText(next, n) == turn
		})
		if !ok {
			t.tellFired(fired)
			return s.dropTree(t, owner, "left")
		}
		next, p := playWholeTurn(t.record, b.answer)
		if p != nil {
			t.tellFired(fired)
			t.tellOne(owner, templates.News{Kind: "misfired", Lines: lines.texts(), Problem: *p})
			return s.saveTree(t, owner, nil)
		}
		first := t.record.Len() + 1
		t.record = next
		if _, err := s.storePlies(t, true); err != nil {
			return err
		}
		if err := s.saveTree(t, owner, b.then); err != nil {
			return err
		}
		fired = append(fired, first)
	}
	t.tellFired(fired)
	return nil
}

// tellFired tells both sides of the answers, each of which begins at a ply: one
// by one, or in one sentence if they are many.
func (t *table) tellFired(fired []int) {
	last := t.record.Len()
	if len(fired) > 2 {
		t.tellBoth(templates.News{Kind: "fired", What: "both", Plies: plySection(t, fired[0], last)}, rules.None)
		return
	}
	for i, first := range fired {
		end := last
		if i+1 < len(fired) {
			end = fired[i+1] - 1
		}
		t.tellBoth(templates.News{Kind: "fired", Plies: plySection(t, first, end)}, t.sideOf(first))
	}
}
