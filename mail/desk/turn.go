package desk

import (
	"turnpost/rules"
	"turnpost/templates"
)

// recentPlies is how many of the last plies a letter shows.
const recentPlies = 8

// turn writes a game as it stands for the player of one side. played are the
// plies that the letter tells of.
func (s *session) turn(t *table, side rules.Side, played []templates.Ply) *templates.Turn {
	n := t.record.Len()
	sec := &templates.Turn{
		Game:     t.game.ID,
		Title:    t.rules.Title,
		Side:     side.String(),
		Opponent: t.player(side.Opponent()).Name,
		Next:     n + 1,
		Played:   played,
		Diagram:  t.record.Position().Diagram(side),
	}
	switch t.turn() {
	case rules.None:
		sec.ToMove = "nobody"
		sec.Result, sec.Reason = ending(t, side)
		sec.Transcript = plySection(t, 1, n)
		if t.game.Reason == Resigned {
			sec.YouResigned = t.game.Result == rules.Wins(side.Opponent()).String()
			sec.ResignedBy = sec.Opponent
		}
		return sec
	case side:
		sec.ToMove = "you"
		sec.Second = n > 0 && t.sideOf(n) == side
		sec.Groups = numbered(t.record.Position())
		sec.Example = sec.Groups[0].Moves[0].Move
	default:
		sec.ToMove = "opponent"
	}
	sec.LastOfThree = t.record.Occurrences() == rules.Drawn-1
	sec.Recent = plySection(t, max(1, n-recentPlies+1), n)
	return sec
}

// ending is a game's result for the player of one side, and the reason in
// words.
func ending(t *table, side rules.Side) (result, reason string) {
	switch t.game.Result {
	case rules.Draw.String():
		result = "drawn"
	case rules.Wins(side).String():
		result = "won"
	default:
		result = "lost"
	}
	return result, t.rules.Reason(rules.Outcome{Reason: t.game.Reason})
}

// plySection lists the plies first to last, counted from 1.
func plySection(t *table, first, last int) []templates.Ply {
	var out []templates.Ply
	for n := first; n <= last; n++ {
		out = append(out, templates.Ply{N: n, Side: t.sideOf(n).String(), Move: string(t.record.Plies()[n-1])})
	}
	return out
}

// numbered groups the legal plies for a reader. A ply's number is its place in
// Legal, so that it means the same whatever the groups are.
func numbered(p rules.Position) []templates.Group {
	number := map[rules.Move]int{}
	for i, m := range p.Legal() {
		number[m] = i + 1
	}
	var out []templates.Group
	for _, g := range rules.Groups(p) {
		group := templates.Group{Title: g.Title}
		for _, m := range g.Moves {
			group.Moves = append(group.Moves, templates.Numbered{N: number[m], Move: string(m)})
		}
		out = append(out, group)
	}
	return out
}
