package templates

import (
	"fmt"
	"strings"
	"time"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
)

// speech is what code must know of a language to set words that templates
// cannot: dates, counts and lists.
type speech struct {
	code        string
	tag         language.Tag
	and, or     string
	weekdays    [7]string // from Sunday
	months      [12]string
	today       string // with the time as its argument
	onDay       string // a day and a time
	firstOfDay  string // "1er": the first of a month; empty: like the others
	units       [3][2]string
	noTime      string
	wonLostDraw string
}

// Languages lists the languages that letters are written in, by tag (BCP 47).
func Languages() []string {
	var codes []string
	for _, s := range speeches() {
		codes = append(codes, s.code)
	}
	return codes
}

func speeches() []speech {
	return []speech{
		{
			code: "en", tag: language.English, and: "and", or: "or",
			weekdays: [7]string{"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"},
			months: [12]string{"January", "February", "March", "April", "May", "June", "July", "August", "September",
				"October", "November", "December"},
			today: "today %s", onDay: "%s %s",
			units:  [3][2]string{{"%d day", "%d days"}, {"%d hour", "%d hours"}, {"%d minute", "%d minutes"}},
			noTime: "no time", wonLostDraw: "%d won, %d lost, %d drawn",
		},
		{
			code: "fr", tag: language.French, and: "et", or: "ou",
			weekdays: [7]string{"dimanche", "lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi"},
			months: [12]string{"janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre",
				"octobre", "novembre", "décembre"},
			today: "aujourd'hui à %s", onDay: "%s à %s", firstOfDay: "1er",
			units:  [3][2]string{{"%d jour", "%d jours"}, {"%d heure", "%d heures"}, {"%d minute", "%d minutes"}},
			noTime: "aucun temps", wonLostDraw: "gagnées : %d, perdues : %d, nulles : %d",
		},
		{
			code: "it", tag: language.Italian, and: "e", or: "o",
			weekdays: [7]string{"domenica", "lunedì", "martedì", "mercoledì", "giovedì", "venerdì", "sabato"},
			months: [12]string{"gennaio", "febbraio", "marzo", "aprile", "maggio", "giugno", "luglio", "agosto", "settembre",
				"ottobre", "novembre", "dicembre"},
			today: "oggi alle %s", onDay: "%s alle %s", firstOfDay: "1º",
			units:  [3][2]string{{"%d giorno", "%d giorni"}, {"%d ora", "%d ore"}, {"%d minuto", "%d minuti"}},
			noTime: "nessun tempo", wonLostDraw: "vinte: %d, perse: %d, patte: %d",
		},
	}
}

// one reports whether a count takes the singular (CLDR): in French, 0 does too.
func (s speech) one(n int) bool {
	return plural.Cardinal.MatchPlural(s.tag, n, 0, 0, 0, 0) == plural.One
}

// count says a number of things; one and many may hold "%d".
func (s speech) count(n int, one, many string) string {
	text := many
	if s.one(n) {
		text = one
	}
	if strings.Contains(text, "%d") {
		text = fmt.Sprintf(text, n)
	}
	return text
}

// date says a day of the calendar, "2 January"; with its year if asked.
func (s speech) date(t time.Time, year bool) string {
	text := fmt.Sprint(t.Day())
	if t.Day() == 1 && s.firstOfDay != "" {
		text = s.firstOfDay
	}
	text += " " + s.months[t.Month()-1]
	if year {
		text += fmt.Sprint(" ", t.Year())
	}
	return text
}

// day says a date with its day of the week: "Monday 2 January 2006".
func (s speech) day(t time.Time) string { return s.weekdays[t.Weekday()] + " " + s.date(t, true) }

// moment is a date and a time: "Monday 2 January 15:04".
func (s speech) moment(t time.Time) string {
	return fmt.Sprintf(s.onDay, s.weekdays[t.Weekday()]+" "+s.date(t, false), t.Format("15:04"))
}

// when says a moment as seen from another one in the same timezone: "today
// 18:00", "Thursday 18:00" within six days, or the date.
func (s speech) when(now, t time.Time) string {
	switch days := daysBetween(now, t); {
	case days == 0:
		return fmt.Sprintf(s.today, t.Format("15:04"))
	case days >= 1 && days < 7:
		return fmt.Sprintf(s.onDay, s.weekdays[t.Weekday()], t.Format("15:04"))
	case t.Year() == now.Year():
		return s.moment(t)
	}
	return fmt.Sprintf(s.onDay, s.date(t, true), t.Format("15:04"))
}

// brief is when for a first line: a date that is some days away without its day
// of the week.
func (s speech) brief(now, t time.Time) string {
	if days := daysBetween(now, t); (days < 0 || days >= 7) && t.Year() == now.Year() {
		return fmt.Sprintf(s.onDay, s.date(t, false), t.Format("15:04"))
	}
	return s.when(now, t)
}

// daysBetween counts the midnights from one moment to another, by their dates:
// not every day has 24 hours, nor a midnight.
func daysBetween(now, t time.Time) int {
	date := func(t time.Time) time.Time {
		year, month, day := t.Date()
		return time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
	}
	return int(date(t.In(now.Location())).Sub(date(now)).Hours() / 24)
}

// span says a length of time in words: "3 days", "1 day 8 hours".
func (s speech) span(d time.Duration) string {
	var parts []string
	for i, size := range []time.Duration{24 * time.Hour, time.Hour, time.Minute} {
		n := int(d / size)
		d -= time.Duration(n) * size
		if n > 0 {
			parts = append(parts, s.count(n, s.units[i][0], s.units[i][1]))
		}
	}
	if len(parts) == 0 {
		return s.noTime
	}
	return strings.Join(parts, " ")
}

// left says what is left until a moment, in the one unit that matters.
func (s speech) left(now, due time.Time) string {
	l := timeLeft(now, due)
	return s.count(l.N, s.units[l.Unit][0], s.units[l.Unit][1])
}

// series writes words as "a, b or c".
func series(words []string, conjunction string) string {
	n := len(words)
	if n < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:n-1], ", ") + " " + conjunction + " " + words[n-1]
}

// phase is where a moment lies against the time from one moment to another:
// before, during or after. The latter may be zero: until further notice.
func phase(now, from, to time.Time) string {
	switch {
	case from.After(now):
		return "before"
	case !to.IsZero() && !to.After(now):
		return "after"
	}
	return "during"
}
