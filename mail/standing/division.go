package standing

import (
	"turnpost/mail/club"
	"turnpost/mail/crosstable"
	"turnpost/mail/season"
	"turnpost/mail/tournament"
	"turnpost/templates"
)

// widestName is how much of a name a table shows.
const widestName = 20

// Division is a division as its reader sees it.
func Division(tx *club.Tx, t season.Table, reader Reader, why string) (*templates.SeasonTable, error) {
	g, err := tx.Club.Rules(t.Tournament.Rules)
	if err != nil {
		return nil, err
	}
	sec := &templates.SeasonTable{
		Why: why, Name: t.Tournament.Name, Title: g.Title, Pace: t.Tournament.Pace, Days: t.Tournament.Days,
		Division: t.Division.Number, Divisions: t.Divisions, Standing: t.Tournament.Standing,
	}
	if t.Division.EndedAt.IsZero() {
		sec.Ends = reader.At(t.Tournament.EndsAt)
	}
	for _, row := range t.Rows {
		p := t.Players[row.ID]
		you := p.ID == reader.ID
		if you && !row.Out {
			sec.Place = row.Place
		}
		if row.Leads() {
			sec.Leaders = append(sec.Leaders, reader.Call(p))
			sec.You = sec.You || you
		}
		sec.Rows = append(sec.Rows, seasonRow(t, row, reader))
	}
	return sec, nil
}

func seasonRow(t season.Table, row tournament.Row, reader Reader) templates.SeasonRow {
	out := templates.SeasonRow{
		Place: crosstable.Place(row), Name: cut(reader.Call(t.Players[row.ID]), widestName-2), You: row.ID == reader.ID, Out: row.Out,
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
