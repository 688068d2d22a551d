package notify

import (
	"strings"

	"turnpost/db"
	"turnpost/mail/club"
	"turnpost/rules"
	"turnpost/templates"
)

// Export shows a player a game as a text record.
func (m *Messages) Export(t *club.Game, side rules.Side) error {
	text, err := m.export(t, t.Player(side))
	if err != nil {
		return err
	}
	m.to(t.Player(side)).of(t).add(&templates.Export{Game: t.Row.ID, Title: t.Rules.Title, Text: text})
	return nil
}

// export is a game as a text record for a reader, as it is stored except for the names of
// bots. Its form is that of [rules.Transcript].
func (m *Messages) export(t *club.Game, reader db.Player) (string, error) {
	plies, err := m.tx.DB.Plies(t.Row.ID)
	if err != nil {
		return "", err
	}
	notes, err := m.tx.DB.PublishedNotes(t.Row.ID)
	if err != nil {
		return "", err
	}
	black, err := m.inRecord(t.Black, reader)
	if err != nil {
		return "", err
	}
	white, err := m.inRecord(t.White, reader)
	if err != nil {
		return "", err
	}
	out := rules.Transcript{
		Game: t.Rules.Name, Number: t.Row.ID, Black: black, White: white,
		Started: t.Row.StartedAt, Ended: t.Row.EndedAt, Pace: t.Row.Pace, Rated: t.Row.Rated, Robots: t.Row.WithProgram,
		Reason: t.Row.Reason, Comments: comments(t, notes),
	}
	out.Result, _ = rules.ParseResult(t.Row.Result) // "" while it goes on
	for _, p := range plies {
		out.Plies = append(out.Plies, rules.TimedMove{Move: rules.Move(p.Move), At: p.PlayedAt})
	}
	return out.String(m.tx.Club.Games()), nil
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

func comments(t *club.Game, notes []db.Note) []rules.Comment {
	var out []rules.Comment
	for _, n := range notes {
		side := sideOf(t.Row.Black, n.Author)
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
