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
