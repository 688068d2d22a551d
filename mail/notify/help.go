package notify

import (
	"turnpost/db"
	"turnpost/rules"
	"turnpost/templates"
)

// Rules shows a player the rules of a game, with pictures if it has any.
func (l *Messages) Rules(p db.Player, g rules.Game) error {
	told := g.In(p.Lang)
	sec := &templates.Rules{Title: g.Title, Name: g.Name, Text: told.Text}
	for _, e := range g.Examples {
		shown, err := g.Shown(e)
		if err != nil {
			return err
		}
		sec.Pictures = append(sec.Pictures,
			templates.Figure{Caption: told.Say("%s", e.Caption), Board: l.board(shown, e, g, rules.Black, p)})
	}
	l.to(p).add(sec)
	return nil
}

// GameList lists the games that can be played.
func (l *Messages) GameList(p db.Player, games []templates.GameName) {
	l.to(p).add(&templates.GameList{Games: games})
}

// Help adds help to the message to a player.
func (l *Messages) Help(p db.Player, h *templates.Help) { l.to(p).add(h) }
