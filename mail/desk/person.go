package desk

import (
	"cmp"
	"slices"
	"strings"

	"turnpost/db"
	"turnpost/mail"
	"turnpost/rules"
	"turnpost/templates"
)

// Limits of a player's page.
const (
	maxResults   = 5000 // games that are counted
	maxOpponents = 15   // listed in each game
)

func playerVerb() verb {
	return verb{
		name: "player",
		run: func(s *session, c command) error {
			people, err := s.peopleCalled(strings.TrimRight(c.args, "!?"))
			if err != nil {
				return err
			}
			if len(people) == 0 {
				s.hint(c, nil, "no-player", c.args)
				return nil
			}
			s.done(c)
			r := s.aside()
			for _, p := range people {
				sec, err := s.person(p)
				if err != nil {
					return err
				}
				r.add(sec)
			}
			return nil
		},
	}
}

// peopleCalled finds the players of a name, or the one of an address; "me" and
// nothing are the writer. Who never wrote to us is no player, and the name made
// of the address is not for others to see.
func (s *session) peopleCalled(text string) ([]db.Player, error) {
	if text == "" || strings.EqualFold(text, "me") {
		return []db.Player{s.player}, nil
	}
	var people []db.Player
	var err error
	if strings.Contains(text, "@") {
		p, found := s.tx.PlayerByAddress(mail.Key(strings.Trim(text, "<>.,")))
		if people = []db.Player{p}; isNotFound(found) {
			return nil, nil
		}
		err = found
	} else {
		people, err = s.tx.PlayersByName(text)
	}
	return slices.DeleteFunc(people, func(p db.Player) bool { return p.WroteAt.IsZero() || p.Name == "" }), err
}

// person is what everybody may know of a player.
func (s *session) person(p db.Player) (*templates.Person, error) {
	sec := &templates.Person{Name: p.Name, You: p.ID == s.player.ID, Turns: p.Turns}
	if p.Turns > 0 {
		sec.OnTime = (p.Turns - p.Late) * 100 / p.Turns
	}
	over, err := s.tx.GamesOf(p.ID, true, maxResults)
	if err != nil {
		return nil, err
	}
	running, err := s.tx.GamesOf(p.ID, false, maxResults)
	if err != nil {
		return nil, err
	}
	for _, g := range s.desk.games {
		record, err := s.gameRecord(p, g, over, running)
		if err != nil {
			return nil, err
		}
		if record.Won+record.Lost+record.Drawn+record.Running > 0 {
			sec.Records = append(sec.Records, record)
		}
	}
	return sec, nil
}

// gameRecord counts a player's results in one game's rules.
func (s *session) gameRecord(p db.Player, g rules.Game, over, running []db.Game) (templates.GameRecord, error) {
	record := templates.GameRecord{Title: g.Title}
	for _, game := range running {
		if game.Rules == g.Name {
			record.Running++
		}
	}
	against := map[int64]*templates.Against{}
	for _, game := range over {
		if game.Rules != g.Name {
			continue
		}
		opponent, mine := game.White, rules.BlackWins
		if p.ID == game.White {
			opponent, mine = game.Black, rules.WhiteWins
		}
		a := against[opponent]
		if a == nil {
			a = &templates.Against{}
			against[opponent] = a
		}
		switch game.Result {
		case mine.String():
			a.Won++
			record.Won++
		case rules.Draw.String():
			a.Drawn++
			record.Drawn++
		default:
			a.Lost++
			record.Lost++
		}
	}
	for id, a := range against {
		opponent, err := s.tx.Player(id)
		if err != nil {
			return record, err
		}
		if a.Opponent = opponent.Name; a.Opponent == "" {
			a.Opponent = "(left)"
		}
		record.Against = append(record.Against, *a)
	}
	slices.SortFunc(record.Against, func(a, b templates.Against) int {
		return cmp.Or(cmp.Compare(b.Won+b.Lost+b.Drawn, a.Won+a.Lost+a.Drawn), cmp.Compare(a.Opponent, b.Opponent))
	})
	if more := len(record.Against) - maxOpponents; more > 0 {
		record.Against, record.Others = record.Against[:maxOpponents], more
	}
	r, err := s.tx.Rating(p.ID, g.Name)
	if isNotFound(err) {
		return record, nil
	}
	record.Rating = s.ratingText(r)
	return record, err
}
