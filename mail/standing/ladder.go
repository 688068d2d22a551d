package standing

import (
	"errors"

	"turnpost/db"
	"turnpost/db/ladders"
	"turnpost/mail/climb"
	"turnpost/mail/club"
	"turnpost/mail/ladder"
	"turnpost/rules"
	"turnpost/templates"
)

// widestClimber is how much of a name a ladder shows.
const widestClimber = 28

// Ladder is a ladder as its reader sees it.
func Ladder(seen climb.Ladder, reader Reader, why string) *templates.Ladder {
	sec := &templates.Ladder{
		Why: why, Name: seen.Rules.Name, Title: seen.Rules.Title, Pace: seen.Pace.String(), Places: seen.Places, Place: seen.Mine, First: 1,
	}
	if seen.Mine > 0 {
		sec.First, sec.Last = ladder.Within(seen.Mine, seen.Places)
	}
	for _, r := range seen.Rows {
		sec.Rows = append(sec.Rows, templates.LadderRow{Place: r.Place, Name: cut(reader.Call(r.Player), widestClimber), You: r.Place == seen.Mine})
	}
	return sec
}

// Ladders lists the ladders, one for each game.
func Ladders(tx *club.Tx, reader Reader) (*templates.Ladders, error) {
	sec := &templates.Ladders{}
	for _, g := range tx.Club.Games() {
		line, err := ladderLine(tx, g, reader)
		if err != nil {
			return nil, err
		}
		sec.Ladders = append(sec.Ladders, line)
	}
	return sec, nil
}

func ladderLine(tx *club.Tx, g rules.Game, reader Reader) (line templates.LadderLine, err error) {
	line = templates.LadderLine{Name: g.Name, Title: g.Title}
	if line.Places, err = ladders.Count(tx.DB, g.Name); err != nil {
		return line, err
	}
	r, err := ladders.Get(tx.DB, g.Name, reader.ID)
	if errors.Is(err, db.ErrNotFound) {
		return line, nil
	}
	if err == nil {
		line.Place, err = ladders.Place(tx.DB, r)
	}
	return line, err
}
