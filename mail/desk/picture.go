package desk

import (
	"errors"
	"strings"

	"turnpost/db"
	"turnpost/rules"
	"turnpost/templates"
)

// board is a position as its reader sees it from one side.
func (s *session) board(g rules.Game, p rules.Position, view rules.Side, reader db.Player) templates.Board {
	say := g.In(reader.Lang).Say
	return templates.Board{
		Diagram: rules.Diagram(p, view, say),
		Words:   strings.Join(rules.Describe(p, view, say), " "),
	}
}

// refusal says why the rules refuse a ply, in the language of its reader.
func (t *table) refusal(err error) templates.Told { return told(t.rules, err) }

func told(g rules.Game, err error) templates.Told {
	return func(lang string) string {
		if refusal, ok := errors.AsType[*rules.MoveError](err); ok {
			return g.In(lang).Refusal(refusal)
		}
		return err.Error()
	}
}

// showInWords adds the position in words to the writer's letter.
func (s *session) showInWords(t *table) {
	told, p := t.rules.In(s.player.Lang), t.record.Position()
	sec := &templates.InWords{
		Game: t.game.ID, Title: t.rules.Title, Opponent: t.player(t.me.Opponent()).Name, Side: t.me.String(),
		Next: t.record.Len() + 1, ToMove: "opponent", Sentences: rules.Describe(p, t.me, told.Say),
	}
	switch t.turn() {
	case rules.None:
		sec.ToMove = "nobody"
	case t.me:
		sec.ToMove = "you"
		for _, g := range numbered(told, p) {
			for _, m := range g.Moves {
				sec.Moves = append(sec.Moves, templates.MoveInWords{N: m.N, Move: m.Move, Words: rules.DescribeMove(p, rules.Move(m.Move), told.Say)})
			}
		}
	}
	s.reply(s.player).add(sec).about(t)
}
