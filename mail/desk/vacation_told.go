package desk

import (
	"slices"

	"turnpost/db"
	"turnpost/templates"
)

// change notes that the letter changes the writer's vacations, and what they
// were before.
func (s *session) change(sec *templates.Vacation, were []db.Pause) {
	if len(s.changes) == 0 {
		s.planned = s.ahead(were)
	}
	s.changes = append(s.changes, sec)
}

// ahead is what is left of vacations from now on.
func (s *session) ahead(vacations []db.Pause) (out []db.Pause) {
	for _, p := range vacations {
		if !p.To.After(s.tx.Now) {
			continue
		}
		if p.From.Before(s.tx.Now) {
			p.From = s.tx.Now
		}
		out = append(out, p)
	}
	return out
}

// without are the vacations of which another list has none of the same time.
func without(list, other []db.Pause) (out []db.Pause) {
	for _, p := range list {
		if !slices.ContainsFunc(other, func(q db.Pause) bool { return p.From.Equal(q.From) && p.To.Equal(q.To) }) {
			out = append(out, p)
		}
	}
	return out
}

// tellOpponents writes of what the letter made of the writer's vacations, all
// in all, to everybody whom a running game is played against: one letter each,
// behind what the letter did in the games.
func (s *session) tellOpponents() error {
	if len(s.changes) == 0 {
		return nil
	}
	own, err := s.vacations(s.player)
	if err != nil {
		return err
	}
	now := s.ahead(own)
	set, dropped := without(now, s.planned), without(s.planned, now)
	var news []templates.OpponentAway
	for i, p := range set {
		news = append(news, templates.OpponentAway{From: p.From, To: p.To, Instead: i == 0 && len(dropped) > 0})
	}
	if len(set) == 0 && len(dropped) > 0 {
		news = append(news, templates.OpponentAway{Off: true})
	}
	if len(news) == 0 {
		return nil
	}
	told, err := s.tellAway(news)
	// Once, by the last of them.
	s.changes[len(s.changes)-1].Told = told
	return err
}

// tellAway writes news of the writer's vacations to the opponents, and returns
// how many there are.
func (s *session) tellAway(news []templates.OpponentAway) (int, error) {
	running, err := s.tx.GamesOf(s.player.ID, false, -1)
	if err != nil {
		return 0, err
	}
	letters := map[int64][]*templates.OpponentAway{}
	for _, g := range running {
		t, err := s.table(g.ID)
		if err != nil {
			return 0, err
		}
		side := t.me.Opponent()
		opponent := t.player(side)
		r := s.reply(opponent).about(t)
		if letters[opponent.ID] == nil {
			zone := zoneOf(opponent)
			for _, sec := range news {
				sec.Who = s.player.Name
				if !sec.Off {
					sec.From, sec.To = sec.From.In(zone), sec.To.In(zone)
				}
				letters[opponent.ID] = append(letters[opponent.ID], &sec)
				r.add(&sec)
			}
		}
		for _, sec := range letters[opponent.ID] {
			sec.Games = append(sec.Games, templates.GameLine{Game: g.ID, Title: t.rules.Title, Side: side.String(), Next: t.record.Len() + 1})
		}
	}
	return len(letters), nil
}
