package notify

import (
	"turnpost/mail/club"
	"turnpost/rules"
	"turnpost/templates"
)

// Of says that the letter to a player of a game belongs to the game.
func (l *Letters) Of(t *club.Table, side rules.Side) { l.to(t.Player(side)).of(t) }

// History lists the plies of a game for one of its players.
func (l *Letters) History(t *club.Table, side rules.Side) error {
	plies, err := l.tx.DB.Plies(t.Game.ID)
	if err != nil {
		return err
	}
	reader := t.Player(side)
	timed := listPlies(t, 1, len(plies))
	for i, p := range plies {
		timed[i].At = Shown(reader, p.PlayedAt)
	}
	l.to(reader).of(t).add(&templates.History{
		Game: t.Game.ID, Title: t.Rules.Title, Black: named(t.Black), White: named(t.White),
		Plies:  timed,
		Result: t.Game.Result,
		Reason: t.Rules.In(reader.Lang).Reason(rules.Outcome{Reason: t.Game.Reason}),
	})
	return nil
}

// movesInWords are the legal plies of a position with what each does; nil of a game
// that cannot be told.
func movesInWords(told rules.Game, p rules.Position) []templates.MoveInWords {
	if _, ok := p.(rules.MoveDescriber); !ok {
		return nil
	}
	var out []templates.MoveInWords
	for _, g := range numbered(told, p) {
		for _, m := range g.Moves {
			out = append(out, templates.MoveInWords{N: m.N, Move: m.Move, Words: rules.DescribeMove(p, rules.Move(m.Move), told.Say)})
		}
	}
	return out
}

// Preview shows a player the board after a line of play: r has its plies behind
// those of the game.
func (l *Letters) Preview(t *club.Table, side rules.Side, r *rules.Record) {
	reader := t.Player(side)
	sec := &templates.Preview{
		Game: t.Game.ID, Title: t.Rules.Title, Side: side.String(), Opponent: named(t.Player(side.Opponent())),
		Plies:  pliesOf(r, t.Record.Len()+1, r.Len()),
		Board:  l.board(r.Position(), r.Tail(rules.Marked), t.Rules, side, reader),
		ToMove: "opponent", Legal: len(r.Legal()),
		LastOfThree: r.Occurrences() == rules.Drawn-1,
	}
	switch o := r.Outcome(); {
	case o.Over():
		sec.ToMove, sec.Reason = "nobody", t.Rules.In(reader.Lang).Reason(o)
		switch o.Result {
		case rules.Draw:
			sec.Result = "drawn"
		case rules.Wins(side):
			sec.Result = "won"
		default:
			sec.Result = "lost"
		}
	case r.Turn() == side:
		sec.ToMove = "you"
	}
	l.to(reader).of(t).add(sec)
}

// Conditionals lists a player's own conditional lines in a game.
func (l *Letters) Conditionals(t *club.Table, side rules.Side) error {
	lines, err := l.tx.Conditionals(t, side)
	if err != nil {
		return err
	}
	if len(lines) == 0 && len(l.newsOf(t).bySide[side]) > 0 {
		return nil // what became of them is told
	}
	l.to(t.Player(side)).of(t).add(&templates.Conditionals{
		Game: t.Game.ID, Title: t.Rules.Title, Opponent: named(t.Player(side.Opponent())), Lines: lines.Texts(),
	})
	return nil
}
