package notify

import (
	"strings"

	"turnpost/db"
	"turnpost/mail/club"
	"turnpost/rules"
	"turnpost/templates"
)

// Export shows a player a game as a text record.
func (m *Messages) Export(g *club.Game, side rules.Side) error {
	t, err := m.export(g, g.Player(side))
	if err != nil {
		return err
	}
	sec := &templates.Export{Game: g.Row.ID, Title: g.Rules.Title, Text: t.String(m.tx.Club.Games())}
	if format := g.Rules.Format; format != nil {
		sec.Other = format.Write(t, g.Record)
	}
	m.to(g.Player(side)).of(g).add(sec)
	return nil
}

// export is a game as a text record for a reader, as it is stored except for the names of
// bots. Its form is that of [rules.Transcript].
func (m *Messages) export(g *club.Game, reader db.Player) (t rules.Transcript, err error) {
	plies, err := m.tx.DB.Plies(g.Row.ID)
	if err != nil {
		return t, err
	}
	notes, err := m.tx.DB.PublishedNotes(g.Row.ID)
	if err != nil {
		return t, err
	}
	black, err := m.inRecord(m.knownTo(reader, g.Black), reader)
	if err != nil {
		return t, err
	}
	white, err := m.inRecord(m.knownTo(reader, g.White), reader)
	if err != nil {
		return t, err
	}
	out := rules.Transcript{
		Game: g.Rules.Name, Number: g.Row.ID, Black: black, White: white,
		Started: g.Row.StartedAt, Ended: g.Row.EndedAt, Pace: g.Row.Pace, Rated: g.Row.Rated, Terms: g.Row.Terms,
		Robots: g.Row.WithProgram, Reason: g.Row.Reason, Comments: comments(g, notes),
	}
	out.Result, _ = rules.ParseResult(string(g.Row.Result)) // "" while it goes on
	for _, p := range plies {
		out.Plies = append(out.Plies, rules.TimedMove{Move: rules.Move(p.Move), At: p.PlayedAt})
	}
	return out, nil
}

// inRecord is a player's name in a record.
func (m *Messages) inRecord(p, reader db.Player) (string, error) {
	if level := club.BotLevelOf(p); level > 0 {
		return m.notifier.Words.Say(reader.Lang, "name.robot", "Level", level)
	}
	return p.Name, nil
}

// commentWidth is how long a comment in the record may be. A note is cut into several, so that
// no mail program breaks the lines.
const commentWidth = 48

func comments(g *club.Game, notes []db.Note) []rules.PlayerComment {
	var out []rules.PlayerComment
	for _, n := range notes {
		side := sideOf(g.Row.Black, n.Author)
		line := ""
		for _, word := range strings.Fields(n.Text) {
			if line != "" && len(line)+1+len(word) > commentWidth {
				out = append(out, rules.PlayerComment{Ply: n.Ply, Side: side, Text: line})
				line = ""
			}
			line = strings.TrimSpace(line + " " + word)
		}
		out = append(out, rules.PlayerComment{Ply: n.Ply, Side: side, Text: line})
	}
	return out
}
