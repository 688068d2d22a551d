package notify

import (
	"errors"

	"turnpost/db"
	"turnpost/db/tournaments"
	"turnpost/mail/club"
	"turnpost/mail/club/tournament"
	"turnpost/rules"
	"turnpost/templates"
)

// onLadderEvent adds an event of a ladder. What concerns a game is added to the messages
// about the game.
func (m *Messages) onLadderEvent(e club.Event) error {
	switch e := e.(type) {
	case tournament.LadderJoined:
		why := "joined"
		if e.Already {
			why = "already"
		}
		sec := ladderSection(e.Ladder, m.readerOf(e.Player), why)
		sec.ByName = e.Player.Challenges
		m.aside(e.Player).add(sec)
	case tournament.LadderNoOpponent:
		m.aside(e.Player).add(ladderSection(e.Ladder, m.readerOf(e.Player), "nobody"))
	case tournament.LadderSlidesSoon:
		sec := ladderSection(e.Ladder, m.readerOf(e.Player), "soon")
		sec.Slides = LocalTime(e.Player, e.At)
		m.to(e.Player).alone().add(sec)
	case tournament.LadderSlid:
		sec := ladderSection(e.Ladder, m.readerOf(e.Player), "slid")
		sec.From = e.From
		m.to(e.Player).alone().add(sec)
	case tournament.LadderLeft:
		m.leftLadder(e)
	case tournament.LadderChallenged:
		n, side := m.newsOf(e.Game), e.Game.Side(e.By.ID)
		item := templates.GameNews{Kind: templates.NewsLadder, Ladder: e.Game.Rules.Name, From: e.Place, To: e.Theirs}
		item.What = "challenger"
		n.toSide(side, item)
		item.What = "challenged"
		n.toSide(side.Opponent(), item)
	case tournament.LadderClimbed:
		n, side := m.newsOf(e.Game), e.Game.Side(e.Winner.ID)
		item := templates.GameNews{Kind: templates.NewsLadder, From: e.From, To: e.To}
		item.What = "moved-you"
		n.toSide(side, item)
		item.What = "moved"
		n.toSide(side.Opponent(), item)
	case tournament.LadderWarned:
		m.newsOf(e.Game).toSide(e.Game.Side(e.Player.ID),
			templates.GameNews{Kind: templates.NewsLadder, What: "late", Ladder: e.Game.Rules.Name})
	}
	return nil
}

// leftLadder says to a player that they are off a ladder, and to both players of each game
// that is called off because of it.
func (m *Messages) leftLadder(e tournament.LadderLeft) {
	for _, g := range e.CalledOff {
		n, side := m.newsOf(g), g.Side(e.Player.ID)
		n.toSide(side, templates.GameNews{Kind: templates.NewsLadder, What: "left-you"})
		n.toSide(side.Opponent(), templates.GameNews{Kind: templates.NewsLadder, What: "left"})
	}
	sec := &templates.LadderLeft{Why: string(e.Why), Name: e.Rules.Name, Title: e.Rules.Title,
		CalledOff: len(e.CalledOff),
		Running:   e.Running}
	if e.Why == tournament.LeftByCommand {
		m.aside(e.Player).add(sec)
		return
	}
	m.addedLate = m.addedLate || m.composed
	m.afterGames = append(m.afterGames, func() error { m.to(e.Player).add(sec); return nil })
}

// Ladder shows a player the ladder of a game.
func (m *Messages) Ladder(p db.Player, name string) error {
	seen, err := tournament.LookAtLadder(m.tx, name, p.ID)
	if err != nil {
		return err
	}
	m.aside(p).add(ladderSection(seen, m.readerOf(p), "asked"))
	return nil
}

// Ladders lists the ladders, one for each game.
func (m *Messages) Ladders(p db.Player) error {
	sec, err := laddersSection(m.tx, m.readerOf(p))
	if err == nil {
		m.aside(p).add(sec)
	}
	return err
}

// widestClimber is how many characters of a name a ladder shows.
const widestClimber = 28

// ladderSection is a ladder as its reader sees it.
func ladderSection(seen tournament.Ladder, reader standingsReader, why string) *templates.Ladder {
	sec := &templates.Ladder{
		Why: why, Name: seen.Rules.Name, Title: seen.Rules.Title, Pace: seen.Pace.String(), Places: seen.Places,
		Place: seen.Mine, First: 1,
	}
	if seen.Mine > 0 {
		sec.First, sec.Last = tournament.PlacesInReach(seen.Mine, seen.Places)
	}
	for _, r := range seen.Rows {
		sec.Rows = append(sec.Rows,
			templates.LadderRow{Place: r.Place, Name: cut(reader.Call(r.Player), widestClimber),
				You: r.Place == seen.Mine})
	}
	return sec
}

// laddersSection lists the ladders, one for each game.
func laddersSection(tx *club.Tx, reader standingsReader) (*templates.Ladders, error) {
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

func ladderLine(tx *club.Tx, g rules.Game, reader standingsReader) (line templates.LadderLine, err error) {
	line = templates.LadderLine{Name: g.Name, Title: g.Title}
	if line.Places, err = tournaments.CountRungs(tx.DB, g.Name); err != nil {
		return line, err
	}
	r, err := tournaments.GetRung(tx.DB, g.Name, reader.ID)
	if errors.Is(err, db.ErrNotFound) {
		return line, nil
	}
	if err == nil {
		line.Place, err = tournaments.RungPlace(tx.DB, r)
	}
	return line, err
}

// ladderPlacesSection are a player's places on ladders, for their digest; nil if they are on
// none.
func ladderPlacesSection(all []tournament.LadderPlace, reader standingsReader) *templates.LadderPlaces {
	if len(all) == 0 {
		return nil
	}
	sec := &templates.LadderPlaces{}
	for _, s := range all {
		line := templates.OwnLadderPlace{LadderLine: templates.LadderLine{Name: s.Rules.Name, Title: s.Rules.Title,
			Places: s.Places, Place: s.Place}, Before: s.Before}
		if !s.Slides.IsZero() {
			line.Slides = reader.At(s.Slides)
		}
		sec.Ladders = append(sec.Ladders, line)
	}
	return sec
}
