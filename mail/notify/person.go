package notify

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"turnpost/db"
	"turnpost/mail"
	"turnpost/mail/club"
	"turnpost/rules"
	"turnpost/templates"
)

// Limits of a player's page.
const (
	maxResults   = 5000 // games that are counted
	maxOpponents = 15   // listed in each game
	fewRatings   = 3    // rated games that show no course of a rating yet
)

// People shows a player what everybody may know about some players.
func (m *Messages) People(p db.Player, who []db.Player) error {
	r := m.aside(p)
	for _, other := range who {
		sec, err := m.person(other, p)
		if err != nil {
			return err
		}
		r.add(sec)
	}
	return nil
}

// PeopleCalled finds the players of a name, or the one of an address; "me" and nothing are p.
// A name may be as messages show it, in any language: that of a bot of one of so many levels,
// or that of a player with a program. A person who never wrote to us is no player, and the
// name made of their address is not shown. An address finds only players who have had a game
// with p: otherwise a list of addresses would show who plays.
func (m *Messages) PeopleCalled(p db.Player, text string, levels int) (people []db.Player, err error) {
	if text == "" || strings.EqualFold(text, "me") {
		return []db.Player{p}, nil
	}
	if level := club.OnlyNumber(text); level > 0 && level <= levels {
		called, err := m.inAllLanguages("name.robot", "Level", level)
		if err != nil || club.IsNamed(text, append(called, club.BotName(level))...) {
			return m.robotOf(level, err)
		}
	}
	marks, err := m.inAllLanguages("name.program")
	if err != nil {
		return nil, err
	}
	name, marked := club.NameBefore(text, marks)
	if strings.Contains(text, "@") {
		people, err = m.playerAt(p, text)
	} else {
		people, err = m.tx.DB.PlayersByName(name)
	}
	return slices.DeleteFunc(people,
		func(p db.Player) bool { return p.WroteAt.IsZero() || p.Name == "" || marked && !program(p) }), err
}

// robotOf is the bot of a level, whether or not anybody has challenged it yet.
func (m *Messages) robotOf(level int, err error) ([]db.Player, error) {
	if err != nil {
		return nil, err
	}
	robot, err := m.tx.DB.PlayerByAddress(club.BotName(level))
	if errors.Is(err, db.ErrNotFound) {
		robot, err = db.Player{Name: club.BotName(level), Program: true}, nil
	}
	return []db.Player{robot}, err
}

// playerAt finds the player of an address, if the reader has met them.
func (m *Messages) playerAt(reader db.Player, address string) ([]db.Player, error) {
	found, err := m.tx.DB.PlayerByAddress(mail.Key(strings.Trim(address, "<>.,")))
	if errors.Is(err, db.ErrNotFound) {
		return nil, nil
	}
	if err != nil || found.ID == reader.ID {
		return []db.Player{found}, err
	}
	if met, err := m.tx.DB.Met(reader.ID, found.ID); err != nil || !met {
		return nil, err
	}
	return []db.Player{found}, nil
}

// person is what everybody may know about a player.
func (m *Messages) person(p, reader db.Player) (*templates.PlayerProfile, error) {
	sec := &templates.PlayerProfile{Name: named(m.knownTo(reader, p)), You: p.ID == reader.ID, Turns: p.Turns,
		House: club.BotLevelOf(p) > 0}
	if p.Turns > 0 {
		sec.OnTime = (p.Turns - p.Late) * 100 / p.Turns
	}
	over, err := m.tx.DB.GamesOf(p.ID, true, maxResults)
	if err != nil {
		return nil, err
	}
	running, err := m.tx.DB.GamesOf(p.ID, false, maxResults)
	if err != nil {
		return nil, err
	}
	sec.Met = m.met(p, reader, over)
	courses, err := m.tx.DB.RatingCourses(p.ID)
	if err != nil {
		return nil, err
	}
	for _, g := range m.tx.Club.Games() {
		record, err := m.gameRecord(p, reader, g, over, running)
		if err != nil {
			return nil, err
		}
		if course := courses[g.Name]; len(course) > fewRatings {
			record.Course = course
		}
		if record.Won+record.Lost+record.Drawn+record.Running > 0 {
			sec.Records = append(sec.Records, record)
		}
	}
	return sec, nil
}

// count adds the result of a game that is over to those of a side.
func count(a *templates.ResultsAgainst, result, won db.Result) {
	switch result {
	case won:
		a.Won++
	case db.Void: // counts for nobody
	case db.Drawn:
		a.Drawn++
	default:
		a.Lost++
	}
}

// met is what a reader has against a player, by the games of the player that are over.
func (m *Messages) met(p, reader db.Player, over []db.Game) (met []templates.ResultsAgainst) {
	all, byGame := templates.ResultsAgainst{}, map[string]*templates.ResultsAgainst{}
	for _, g := range over {
		if reader.ID == p.ID || g.Black+g.White-p.ID != reader.ID || g.Retractable() || g.Result == db.Void {
			continue
		}
		won := db.BlackWon
		if g.White == reader.ID {
			won = db.WhiteWon
		}
		if byGame[g.Rules] == nil {
			byGame[g.Rules] = &templates.ResultsAgainst{}
		}
		count(byGame[g.Rules], g.Result, won)
		count(&all, g.Result, won)
	}
	for _, g := range m.tx.Club.Games() {
		if of := byGame[g.Name]; of != nil {
			of.Opponent = g.Title
			met = append(met, *of)
		}
	}
	if len(met) == 0 {
		return nil
	}
	if len(met) == 1 {
		return []templates.ResultsAgainst{all}
	}
	return append([]templates.ResultsAgainst{all}, met...)
}

// gameRecord counts a player's results in one game's rules.
func (m *Messages) gameRecord(p, reader db.Player, g rules.Game, over, running []db.Game) (
	templates.GameRecord, error) {
	record := templates.GameRecord{Title: g.Title}
	for _, game := range running {
		if game.Rules == g.Name {
			record.Running++
		}
	}
	against := map[int64]*templates.ResultsAgainst{}
	for _, game := range over {
		if game.Rules != g.Name || game.Retractable() { // no rating counts it yet, either
			continue
		}
		opponent, mine := game.White, db.BlackWon
		if p.ID == game.White {
			opponent, mine = game.Black, db.WhiteWon
		}
		a := against[opponent]
		if a == nil {
			a = &templates.ResultsAgainst{}
			against[opponent] = a
		}
		side := &record.Black
		if mine == db.WhiteWon {
			side = &record.White
		}
		count(a, game.Result, mine)
		count(side, game.Result, mine)
	}
	record.Won, record.Lost = record.Black.Won+record.White.Won, record.Black.Lost+record.White.Lost
	record.Drawn = record.Black.Drawn + record.White.Drawn
	for id, a := range against {
		opponent, err := m.tx.DB.Player(id)
		if err != nil {
			return record, err
		}
		if a.Opponent = named(m.knownTo(reader, opponent)); a.Opponent == "" {
			a.Opponent = club.Somebody
		}
		record.Against = append(record.Against, *a)
	}
	slices.SortFunc(record.Against, func(a, b templates.ResultsAgainst) int {
		return cmp.Or(cmp.Compare(b.Won+b.Lost+b.Drawn, a.Won+a.Lost+a.Drawn), cmp.Compare(a.Opponent, b.Opponent))
	})
	if more := len(record.Against) - maxOpponents; more > 0 {
		record.Against, record.Others = record.Against[:maxOpponents], more
	}
	for robots, text := range map[bool]*string{false: &record.Rating, true: &record.RobotRating} {
		r, err := m.tx.DB.Rating(p.ID, g.Name, robots)
		switch {
		case errors.Is(err, db.ErrNotFound):
		case err != nil:
			return record, err
		default:
			*text = m.ratingText(r)
		}
	}
	return record, nil
}
