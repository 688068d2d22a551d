package desk

import (
	"slices"

	"turnpost/db"
	"turnpost/templates"
)

// today is the day in a player's timezone.
func (s *session) today(p db.Player) date { return dateOf(s.tx.Now.In(zoneOf(p))) }

// taken counts the days of vacation in a year, taken and planned. A day that
// two of them touch counts once: the one was ended on it, and the other begun.
func (s *session) taken(own []db.Pause, year int) int {
	days := map[date]bool{}
	for _, p := range own {
		for first, last := datesOf(p, zoneOf(s.player)); first <= last; first = first.add(1) {
			if first.year() == year {
				days[first] = true
			}
		}
	}
	return len(days)
}

// wanted counts the days from first to last that lie in a year and are not
// taken yet.
func (s *session) wanted(own []db.Pause, year int, first, last date) (n int) {
	return s.taken(append(slices.Clip(own), db.Pause{From: first.midnight(zoneOf(s.player)), To: last.add(1).midnight(zoneOf(s.player))}), year) - s.taken(own, year)
}

// offerVacation explains vacations to a known player whose mail program
// answered that they are out: once ever, and only if a clock of theirs could
// run. It reports whether it did.
func (s *session) offerVacation(p db.Player) (bool, error) {
	if p.OfferedVacation || p.WroteAt.IsZero() || !p.StoppedAt.IsZero() {
		return false, nil
	}
	s.player = p
	running, err := s.tx.GamesOf(p.ID, false, -1)
	if err != nil || len(running) == 0 {
		return false, err
	}
	own, err := s.vacations(p)
	if err != nil {
		return false, err
	}
	for _, v := range own {
		if !v.From.After(s.tx.Now) && v.To.After(s.tx.Now) {
			return false, nil // the vacation is on
		}
	}
	p.OfferedVacation = true
	s.player = p
	s.reply(p).alone().add(&templates.VacationOffer{Running: len(running), PerYear: s.desk.Manners.VacationDays})
	return true, s.tx.SavePlayer(p)
}
