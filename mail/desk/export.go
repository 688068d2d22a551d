package desk

import (
	"strings"

	"turnpost/db"
	"turnpost/rules"
	"turnpost/templates"
)

func exportVerb() verb {
	return verb{
		name: "export",
		bare: true,
		run: func(s *session, c command) error {
			t, err := s.gameOf(c)
			if err != nil || t == nil {
				return err
			}
			text, err := s.export(t)
			if err != nil {
				return err
			}
			s.done(c)
			s.reply(s.player).about(t).add(&templates.Export{Game: t.game.ID, Title: t.rules.Title, Text: text})
			return nil
		},
	}
}

// export is a game as a text, as it was when the letter came; its form is that
// of [rules.Transcript].
func (s *session) export(t *table) (string, error) {
	plies, err := s.tx.Plies(t.game.ID)
	if err != nil {
		return "", err
	}
	notes, err := s.tx.PublishedNotes(t.game.ID)
	if err != nil {
		return "", err
	}
	out := rules.Transcript{
		Game: t.rules.Name, Number: t.game.ID, Black: t.black.Name, White: t.white.Name,
		Started: t.game.StartedAt, Ended: t.game.EndedAt, Pace: t.game.Pace, Rated: t.game.Rated,
		Reason: t.game.Reason, Comments: comments(t, notes),
	}
	for _, r := range []rules.Result{rules.BlackWins, rules.WhiteWins, rules.Draw} {
		if r.String() == t.game.Result {
			out.Result = r
		}
	}
	for _, p := range plies {
		out.Plies = append(out.Plies, rules.TimedMove{Move: rules.Move(p.Move), At: p.PlayedAt})
	}
	return out.String(s.desk.games), nil
}

// commentWidth is how long a comment may be in the record: a note is cut into
// several, so that no mail program breaks the lines.
const commentWidth = 48

func comments(t *table, notes []db.Note) []rules.Comment {
	var out []rules.Comment
	for _, n := range notes {
		side := rules.White
		if n.Author == t.game.Black {
			side = rules.Black
		}
		line := ""
		for _, word := range strings.Fields(n.Text) {
			if line != "" && len(line)+1+len(word) > commentWidth {
				out = append(out, rules.Comment{Ply: n.Ply, Side: side, Text: line})
				line = ""
			}
			line = strings.TrimSpace(line + " " + word)
		}
		out = append(out, rules.Comment{Ply: n.Ply, Side: side, Text: line})
	}
	return out
}
