package tell

import (
	"turnpost/db"
	"turnpost/rules"
	"turnpost/templates"
)

// Rules shows a player the rules of a game, with pictures if it has any.
func Rules(l *Letters, p db.Player, g rules.Game) error {
	told := g.In(p.Lang)
	sec := &templates.Rules{Title: g.Title, Name: g.Name, Text: told.Text}
	for _, e := range g.Examples {
		shown, err := g.Shown(e)
		if err != nil {
			return err
		}
		sec.Pictures = append(sec.Pictures, templates.Figure{Caption: told.Say("%s", e.Caption), Board: l.board(shown, e, g, rules.Black, p)})
	}
	l.to(p).add(sec)
	return nil
}

// GameList lists the games that there are.
func GameList(l *Letters, p db.Player) {
	l.to(p).add(&templates.GameList{Games: gameNames(l.tx.Club.Games(), p.Lang)})
}

// Help adds help to the letter to a player.
func Help(l *Letters, p db.Player, h *templates.Help) { l.to(p).add(h) }

// Verb is a command as help lists it.
type Verb struct{ Name, Group string }

// HelpOf explains one command, or all if name is empty, to a reader of a language. The
// verbs of one group stand together.
func HelpOf(verbs []Verb, name string, games []rules.Game, lang string, newcomer bool) *templates.Help {
	h := &templates.Help{New: newcomer}
	for _, v := range verbs {
		if v.Name == name {
			h.Command = name
		}
		if n := len(h.Groups); n == 0 || h.Groups[n-1].Name != v.Group {
			h.Groups = append(h.Groups, templates.CommandGroup{Name: v.Group})
		}
		last := &h.Groups[len(h.Groups)-1]
		last.Commands = append(last.Commands, v.Name)
	}
	if name == "" || name == "challenge" {
		h.Games = gameNames(games, lang)
	}
	return h
}

func gameNames(games []rules.Game, lang string) []templates.GameName {
	var out []templates.GameName
	for _, g := range games {
		out = append(out, templates.GameName{Name: g.Name, Title: g.Title, Author: g.In(lang).Author, Year: g.Year})
	}
	return out
}
