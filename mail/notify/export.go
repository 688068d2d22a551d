package notify

import (
	"strings"

	"turnpost/db"
	"turnpost/mail/club"
	"turnpost/rules"
	"turnpost/templates"
)

// Export shows a player a game as a text record.
func (l *Letters) Export(t *club.Table, side rules.Side) error {
	text, err := l.export(t, t.Player(side))
	if err != nil {
		return err
	}
	l.to(t.Player(side)).of(t).add(&templates.Export{Game: t.Game.ID, Title: t.Rules.Title, Text: text})
	return nil
}

// export is a game as a text record for a reader, as it is stored except for the names of
// bots. Its form is that of [rules.Transcript].
func (l *Letters) export(t *club.Table, reader db.Player) (string, error) {
	plies, err := l.tx.DB.Plies(t.Game.ID)
	if err != nil {
		return "", err
	}
	notes, err := l.tx.DB.PublishedNotes(t.Game.ID)
	if err != nil {
		return "", err
	}
	black, err := l.inRecord(t.Black, reader)
	if err != nil {
		return "", err
	}
	white, err := l.inRecord(t.White, reader)
	if err != nil {
		return "", err
	}
	out := rules.Transcript{
		Game: t.Rules.Name, Number: t.Game.ID, Black: black, White: white,
		Started: t.Game.StartedAt, Ended: t.Game.EndedAt, Pace: t.Game.Pace, Rated: t.Game.Rated, Robots: t.Game.Robots,
		Reason: t.Game.Reason, Comments: comments(t, notes),
	}
	out.Result, _ = rules.ParseResult(t.Game.Result) // "" while it goes on
	for _, p := range plies {
		out.Plies = append(out.Plies, rules.TimedMove{Move: rules.Move(p.Move), At: p.PlayedAt})
	}
	return out.String(l.tx.Club.Games()), nil
}

// inRecord is a player's name in a record.
func (l *Letters) inRecord(p, reader db.Player) (string, error) {
	if level := club.Robot(p); level > 0 {
		return l.teller.Words.Say(reader.Lang, "name.robot", "Level", level)
	}
	return p.Name, nil
}

// commentWidth is how long a comment in the record may be. A note is cut into several, so that
// no mail program breaks the lines.
const commentWidth = 48

func comments(t *club.Table, notes []db.Note) []rules.Comment {
	var out []rules.Comment
	for _, n := range notes {
		side := sideOf(t.Game.Black, n.Author)
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
