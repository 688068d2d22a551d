package tell

import (
	"turnpost/db"
	"turnpost/mail/crosstable"
	"turnpost/mail/season"
	"turnpost/mail/tournament"
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
		if row.Leads() {
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
		Place: crosstable.Place(row), Name: cut(nameIn(l, reader, t.Players[row.ID]), widestName-2), You: row.ID == reader.ID, Out: row.Out,
		Points: crosstable.Halves(row.Points), Score: crosstable.Quarters(row.Berger),
	}
	if row.Out {
		out.Name += " *"
	}
	for _, other := range t.Rows {
		out.Results = append(out.Results, crosstable.Cell(t.Games, row.Player, other.Player))
	}
	return out
}
