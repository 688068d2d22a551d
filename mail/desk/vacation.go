package desk

import (
	"regexp"
	"strings"
	"time"

	"turnpost/db"
	"turnpost/templates"
)

func vacationVerb() verb {
	return verb{
		name:   "vacation",
		proven: true,
		run:    (*session).vacation,
	}
}

func (s *session) vacation(c command) error {
	own, err := s.vacations(s.player)
	if err != nil {
		return err
	}
	words := strings.Fields(strings.ToLower(strings.TrimRight(c.args, ".!")))
	switch {
	case len(words) == 0:
		s.done(c)
		return s.showVacations(&templates.Vacation{})
	case len(words) == 1 && (words[0] == "off" || words[0] == "end" || words[0] == "none"):
		return s.dropVacations(c, own)
	}
	first, last, ok := s.vacationDays(c)
	if !ok || !s.mayTake(c, own, first, last) {
		return nil
	}
	pause := db.Pause{Player: s.player.ID, Why: db.Vacation, From: first.midnight(zoneOf(s.player)), To: last.add(1).midnight(zoneOf(s.player))}
	if pause.From.Before(s.tx.Now) {
		pause.From = s.tx.Now // the clocks ran this morning
	}
	if _, err := s.tx.AddPause(pause); err != nil {
		return err
	}
	s.done(c)
	away := awayOf(pause, zoneOf(s.player))
	sec := &templates.Vacation{Set: &away}
	s.change(sec, own)
	return s.showVacations(sec)
}

var (
	dayPattern = regexp.MustCompile(`^([0-9]{4})[-/.]([0-9]{1,2})[-/.]([0-9]{1,2})$`)
	vacationTo = map[string]bool{"to": true, "-": true, "–": true, "—": true, "until": true, "till": true}
)

// vacationDays reads "[from] DAY to DAY" as days of the calendar, or tells the writer what is wrong.
func (s *session) vacationDays(c command) (first, last date, ok bool) {
	var days []string
	for _, word := range strings.Fields(strings.ToLower(strings.TrimRight(c.args, ".,!"))) {
		word = strings.TrimRight(word, ",;")
		if word != "" && word != "from" && !vacationTo[word] {
			days = append(days, word)
		}
	}
	today := s.today(s.player)
	if len(days) != 2 {
		// "vacation was great" is talk.
		if len(days) == 0 || days[0] != "today" && days[0] != "tomorrow" && !strings.ContainsAny(c.args, "0123456789") {
			s.hint(c, nil, "usage", "vacation")
		} else {
			s.problem(c, "usage", "vacation")
		}
		return first, last, false
	}
	var read [2]date
	for i, text := range days {
		switch m := dayPattern.FindStringSubmatch(text); {
		case text == "today":
			read[i] = today
		case text == "tomorrow":
			read[i] = today.add(1)
		case m != nil:
			// The loose form, so that 2026-02-30 is refused and 2026-2-3 is not.
			day, err := time.Parse("2006-1-2", m[1]+"-"+m[2]+"-"+m[3])
			if err == nil {
				read[i] = dateOf(day)
			}
		}
		if read[i] == 0 {
			s.problem(c, "vacation-date", text, today.add(1), today.add(14))
			return first, last, false
		}
	}
	return read[0], read[1], true
}

// mayTake reports whether the operator's limits allow a vacation, or tells the
// writer why not.
func (s *session) mayTake(c command, own []db.Pause, first, last date) bool {
	today, manners := s.today(s.player), s.desk.Manners
	switch {
	case last < first:
		s.problem(c, "vacation-order")
		return false
	case first < today:
		s.problem(c, "vacation-past", today)
		return false
	case last > dateOf(today.utc().AddDate(1, 0, manners.VacationDays)):
		s.problem(c, "vacation-far")
		return false
	}
	planned := 0
	for _, p := range own {
		if !p.To.After(s.tx.Now) {
			continue
		}
		planned++
		if begin, end := datesOf(p, zoneOf(s.player)); begin <= last && first <= end {
			s.problem(c, "vacation-overlap", begin, end)
			return false
		}
	}
	if planned >= manners.Vacations {
		s.problem(c, "vacation-most", planned)
		return false
	}
	for year := first.year(); year <= last.year(); year++ {
		wanted := s.wanted(own, year, first, last)
		if left := manners.VacationDays - s.taken(own, year); wanted > left {
			s.problem(c, "vacation-days", wanted, year, max(0, left), manners.VacationDays)
			return false
		}
	}
	return true
}

// dropVacations ends the vacation under way and drops those to come.
func (s *session) dropVacations(c command, own []db.Pause) error {
	sec := &templates.Vacation{}
	for _, p := range own {
		var err error
		switch {
		case !p.To.After(s.tx.Now):
			continue
		case p.From.Before(s.tx.Now):
			sec.Ended = true
			err = s.tx.EndPause(p.ID, s.tx.Now)
		default:
			sec.Dropped++
			err = s.tx.DropPause(p.ID)
		}
		if err != nil {
			return err
		}
	}
	if !sec.Ended && sec.Dropped == 0 {
		s.problem(c, "vacation-none")
		return nil
	}
	if err := s.resetClocks(s.player.ID); err != nil {
		return err
	}
	s.done(c)
	s.change(sec, own)
	return s.showVacations(sec)
}

// vacations lists a player's vacations since the beginning of this year in
// their timezone.
func (s *session) vacations(p db.Player) ([]db.Pause, error) {
	pauses, err := s.tx.Pauses(midnight(s.today(p).year(), time.January, 1, zoneOf(p)), p.ID)
	var own []db.Pause
	for _, pause := range pauses {
		if pause.Player == p.ID && pause.Why == db.Vacation && !pause.To.IsZero() {
			own = append(own, pause)
		}
	}
	return own, err
}

// showVacations adds what is planned and left to the writer's letter.
func (s *session) showVacations(sec *templates.Vacation) error {
	own, err := s.vacations(s.player)
	if err != nil {
		return err
	}
	zone := zoneOf(s.player)
	sec.PerYear, sec.Zone = s.desk.Manners.VacationDays, zone.String()
	years := 1
	for _, p := range own {
		if p.To.After(s.tx.Now) {
			away := awayOf(p, zone)
			sec.Planned = append(sec.Planned, away)
			years = max(years, away.Last.Year()-s.today(s.player).year()+1)
		}
	}
	for n := range years {
		year := s.today(s.player).year() + n
		sec.Years = append(sec.Years, templates.Year{Year: year, Left: max(0, sec.PerYear-s.taken(own, year))})
	}
	s.reply(s.player).alone().add(sec)
	return nil
}
