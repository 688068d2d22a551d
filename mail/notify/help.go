package notify

import (
	"turnpost/db"
	"turnpost/rules"
	"turnpost/templates"
)

// Rules shows a player the rules of a game, with pictures if it has any.
func (m *Messages) Rules(p db.Player, g rules.Game) error {
	told := g.In(p.Lang)
	sec := &templates.Rules{Title: g.Title, Name: g.Name, Text: told.Text}
	for _, e := range g.Examples {
		shown, err := g.Shown(e)
		if err != nil {
			return err
		}
		sec.Pictures = append(sec.Pictures,
			templates.BoardFigure{Caption: told.Say("%s", e.Caption), Board: m.board(shown, e, g, g.First(), p)})
	}
	m.to(p).add(sec)
	return nil
}

// GameList lists the games that can be played.
func (m *Messages) GameList(p db.Player, games []templates.GameName) {
	m.to(p).add(&templates.GameKindList{Games: games})
}

// Help adds help to the message to a player.
func (m *Messages) Help(p db.Player, h *templates.Help) { m.to(p).add(h) }
