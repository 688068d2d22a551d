package tell

import (
	"fmt"
	"slices"
	"strings"

	"turnpost/db"
	"turnpost/mail/club"
	"turnpost/mail/season"
	"turnpost/mail/tournament"
	"turnpost/rules"
	"turnpost/templates"
)

// widestName is how much of a name a table shows.
const widestName = 20

// division is a division as its reader sees it.
func division(l *Letters, t season.Table, reader db.Player, why string) (*templates.SeasonTable, error) {
	g, err := l.tx.Club.Rules(t.Tournament.Rules)
	if err != nil {
		return nil, err
	}
	sec := &templates.SeasonTable{
		Why: why, Name: t.Tournament.Name, Title: g.Title, Pace: t.Tournament.Pace, Days: t.Tournament.Days,
		Division: t.Division.Number, Divisions: t.Divisions, Standing: t.Tournament.Standing,
	}
	if t.Division.EndedAt.IsZero() {
		sec.Ends = Shown(reader, t.Tournament.EndsAt)
	}
	for _, row := range t.Rows {
		p := t.Players[row.ID]
		you := p.ID == reader.ID
		if you && !row.Out {
			sec.Place = row.Place
		}
		if row.Place == 1 && row.Points > 0 {
			sec.Leaders = append(sec.Leaders, nameIn(l, reader, p))
			sec.You = sec.You || you
		}
		sec.Rows = append(sec.Rows, seasonRow(l, t, row, reader))
	}
	return sec, nil
}

// nameIn is what a player is called in a sentence or a table.
func nameIn(l *Letters, reader, p db.Player) string {
	if name, err := called(l, reader, named(p)); err == nil {
		return name
	}
	return named(p)
}

func seasonRow(l *Letters, t season.Table, row tournament.Row, reader db.Player) templates.SeasonRow {
	out := templates.SeasonRow{
		Place: fmt.Sprint(row.Place), Name: cut(nameIn(l, reader, t.Players[row.ID]), widestName-2), You: row.ID == reader.ID, Out: row.Out,
		Points: halves(row.Points), Score: quarters(row.Berger),
	}
	if row.Shared {
		out.Place += "="
	}
	if row.Out {
		out.Name += " *"
	}
	for _, other := range t.Rows {
		out.Results = append(out.Results, results(t, row.Player, other.Player))
	}
	return out
}

// results is what a player has of the games with another, a character a game.
func results(t season.Table, p, other tournament.Player) string {
	var b strings.Builder
	for _, g := range t.Games {
		if !slices.Contains([]int64{g.Black, g.White}, p.ID) || !slices.Contains([]int64{g.Black, g.White}, other.ID) || p.ID == other.ID {
			continue
		}
		won := rules.BlackWins
		if g.White == p.ID {
			won = rules.WhiteWins
		}
		switch {
		case g.Result == rules.Undecided.String():
			b.WriteString("·")
		case g.Result == club.Void || p.Cancelled || other.Cancelled:
			b.WriteString("-")
		case g.Result == rules.Draw.String():
			b.WriteString("½")
		case g.Result == won.String():
			b.WriteString("1")
		default:
			b.WriteString("0")
		}
	}
	return b.String()
}

// halves writes points that are counted in halves, and quarters those in quarters.
func halves(n int) string   { return quarters(2 * n) }
func quarters(n int) string { return part(n/4, []string{"", "¼", "½", "¾"}[n%4]) }

func part(whole int, rest string) string {
	if whole == 0 && rest != "" {
		return rest
	}
	return fmt.Sprint(whole) + rest
}
