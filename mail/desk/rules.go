package desk

import (
	"turnpost/rules"
	"turnpost/templates"
)

func rulesVerb() verb {
	return verb{
		name: "rules",
		run: func(s *session, c command) error {
			name := c.args
			if name == "" {
				id := s.named(c)
				i, err := s.invitation(id)
				if err != nil {
					return err
				}
				if i == nil {
					s.done(c)
					s.reply(s.player).add(&templates.GameList{Games: s.gameList()})
					return nil
				}
				name = i.Rules
				if t, err := s.table(id); err == nil {
					s.reply(s.player).about(t)
				} else {
					s.reply(s.player).aboutInvitation(*i)
				}
			}
			g, err := rules.Find(s.desk.games, name)
			if err != nil {
				s.hint(c, nil, "unknown-game", name, s.gameNames())
				return nil
			}
			s.done(c)
			s.reply(s.player).add(&templates.Rules{Title: g.Title, Name: g.Name, Text: g.In(s.player.Lang).Text})
			return nil
		},
	}
}

func (s *session) gameList() []templates.GameName {
	var out []templates.GameName
	for _, g := range s.desk.games {
		out = append(out, templates.GameName{Name: g.Name, Title: g.Title, Author: g.Author, Year: g.Year})
	}
	return out
}
