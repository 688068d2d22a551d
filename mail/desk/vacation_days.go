package desk

import (
	"time"

	"turnpost/db"
	"turnpost/templates"
)

// today is the midnight that began the day in a player's timezone.
func (s *session) today(p db.Player) time.Time { return midnight(s.tx.Now.In(zoneOf(p))) }

func midnight(t time.Time) time.Time {
	return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, t.Location())
}

// nextDay is the next midnight; a day is not always 24 hours long.
func nextDay(t time.Time) time.Time {
	return time.Date(t.Year(), t.Month(), t.Day()+1, 0, 0, 0, 0, t.Location())
}

// awayOf counts the days that a vacation touches.
func awayOf(p db.Pause, zone *time.Location) templates.Away {
	away := templates.Away{First: midnight(p.From.In(zone)), Last: midnight(p.To.Add(-time.Millisecond).In(zone))}
	away.Days = days(away.First, away.Last)
	return away
}

// days counts the days between two midnights, both included.
func days(first, last time.Time) int {
	utc := func(t time.Time) time.Time { return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC) }
	return int(utc(last).Sub(utc(first)).Hours()/24) + 1
}

// daysIn counts those of the days from first to last that lie in a year.
func daysIn(year int, first, last time.Time) int {
	begin := time.Date(year, 1, 1, 0, 0, 0, 0, first.Location())
	end := time.Date(year, 12, 31, 0, 0, 0, 0, first.Location())
	if begin.Before(first) {
		begin = first
	}
	if end.After(last) {
		end = last
	}
	return max(0, days(begin, end))
}

// taken counts the days of vacation in a year, taken and planned.
func (s *session) taken(own []db.Pause, year int) (n int) {
	for _, p := range own {
		away := awayOf(p, zoneOf(s.player))
		n += daysIn(year, away.First, away.Last)
	}
	return n
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
