package templates

import (
	"errors"
	"fmt"
	"strings"
	"time"
)

// prepare reads what every date needs, so that a catalogue without it fails before the first
// message.
func (l *locale) prepare() error {
	var wrong []error
	word := func(id string) string {
		text, err := l.say(id)
		wrong = append(wrong, err)
		return text
	}
	for i := range l.months {
		l.months[i] = word("month." + strings.ToLower(time.Month(i+1).String()))
	}
	for i := range l.weekdays {
		l.weekdays[i] = word("weekday." + strings.ToLower(time.Weekday(i).String()))
	}
	for _, id := range []string{"date.day", "date.first", "date.year", "date.weekday", "date.on", "date.brief",
		"date.at", "date.today",
		"unit.day", "unit.hour", "unit.minute", "unit.none", "list.comma", "list.and", "list.or", "list.then",
		"name.somebody", "name.robot", "name.program", "side.black", "side.white"} {
		if l.messages[id] == nil {
			wrong = append(wrong, fmt.Errorf("there is no message %q", id))
		}
	}
	if err := errors.Join(wrong...); err != nil {
		return err
	}
	return l.nameLanguages()
}

// phrase is a message that prepare has found, with the values that English has: so nothing
// can be missing.
func (l *locale) phrase(id string, args ...any) string {
	text, _ := l.say(id, args...)
	return text
}

// date is a day of the calendar, "2 January", with its year if asked.
func (l *locale) date(t time.Time, year bool) string {
	id := "date.day"
	if t.Day() == 1 {
		id = "date.first" // "1er janvier"
	}
	text := l.phrase(id, "Day", t.Day(), "Month", l.months[t.Month()-1])
	if year {
		text = l.phrase("date.year", "Date", text, "Year", t.Year())
	}
	return text
}

// onWeekday adds the day of the week to a date: "Monday 2 January".
func (l *locale) onWeekday(t time.Time, date string) string {
	return l.phrase("date.weekday", "Weekday", l.weekdays[t.Weekday()], "Date", date)
}

// at adds the time of the day to a date.
func (l *locale) at(t time.Time, date string) string {
	return l.phrase("date.at", "Date", date, "Time", t.Format("15:04")) + zoneOf(t)
}

// zoneOf is the zone behind a time of the day, "18:00 UTC", if the reader has set no
// timezone; see [Message].
func zoneOf(t time.Time) string {
	if t.Location() == time.UTC {
		return " " + time.UTC.String()
	}
	if name, ok := strings.CutPrefix(t.Location().String(), shownZone); ok {
		return " " + name
	}
	return ""
}

// shownZone begins the name of a zone that is shown beside its moments.
const shownZone = "shown "

// InZone is a moment that is shown with its zone, as moments of UTC are: "18:00 CET".
func InZone(t time.Time) time.Time {
	name, offset := t.Zone()
	if strings.ContainsAny(name[:1], "+-") { // "-03": it has no other
		name = time.UTC.String() + name
	}
	return t.In(time.FixedZone(shownZone+name, offset))
}

// day says a date with its day of the week: "Monday 2 January 2006".
func (l *locale) day(t time.Time) string { return l.onWeekday(t, l.date(t, true)) }

// unzoned is a moment whose zone is not said.
func unzoned(t time.Time) time.Time {
	if zoneOf(t) == "" {
		return t
	}
	_, offset := t.Zone()
	return t.In(time.FixedZone(time.UTC.String(), offset))
}

// moment is a date and a time: "Monday 2 January 15:04".
func (l *locale) moment(t time.Time) string { return l.at(t, l.onWeekday(t, l.date(t, false))) }

// when says a moment as seen from another one in the same timezone: "today
// 18:00", "Thursday 18:00" within six days, or the date.
func (l *locale) when(now, t time.Time) string {
	switch days := daysBetween(now, t); {
	case days == 0:
		return l.phrase("date.today", "Time", t.Format("15:04")) + zoneOf(t)
	case days >= 1 && days < 7:
		return l.at(t, l.weekdays[t.Weekday()])
	case t.Year() == now.Year():
		return l.moment(t)
	}
	return l.at(t, l.phrase("date.on", "Date", l.date(t, true)))
}

// brief is when for the head of a message: a date that is some days away has no day of the
// week.
func (l *locale) brief(now, t time.Time) string {
	if days := daysBetween(now, t); (days < 0 || days >= 7) && t.Year() == now.Year() {
		return l.phrase("date.brief", "Date", l.date(t, false), "Time", t.Format("15:04")) + zoneOf(t)
	}
	return l.when(now, t)
}

// daysBetween counts the midnights from one moment to another, by their dates: not every day
// has 24 hours, or a midnight.
func daysBetween(now, t time.Time) int {
	date := func(t time.Time) time.Time {
		year, month, day := t.Date()
		return time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
	}
	return int(date(t.In(now.Location())).Sub(date(now)).Hours() / 24)
}

// side is what a side is called.
func (l *locale) side(side string) string { return l.phrase(pick("side.", side, "black", "white")) }

// units are the units of spans of time.
var units = [3]struct {
	id   string
	size time.Duration
}{{"unit.day", 24 * time.Hour}, {"unit.hour", time.Hour}, {"unit.minute", time.Minute}}

// some is a number of a unit.
func (l *locale) some(unit, n int) string {
	text, _ := l.many(units[unit].id, n) // which prepare has found
	return text
}

// span is a length of time in words: "3 days", "1 day 8 hours".
func (l *locale) span(d time.Duration) string {
	var parts []string
	for i, unit := range units {
		n := int(d / unit.size)
		d -= time.Duration(n) * unit.size
		if n > 0 {
			parts = append(parts, l.some(i, n))
		}
	}
	if len(parts) == 0 {
		return l.phrase("unit.none")
	}
	return strings.Join(parts, " ")
}

// left is the time left until a moment as a person would say it: in the one unit that matters, to
// the nearest. The moment itself stands beside it.
func (l *locale) left(now, due time.Time) string {
	const days, hours, minutes = 0, 1, 2
	left := max(0, due.Sub(now))
	in := func(unit int) int { return int(left.Round(units[unit].size) / units[unit].size) }
	switch {
	case in(hours) >= 48:
		return l.some(days, in(days))
	case in(minutes) >= 120, in(minutes) == 60:
		return l.some(hours, in(hours))
	}
	return l.some(minutes, in(minutes))
}

// series joins words: "a, b or c". last is the message for the last two.
func (l *locale) series(words []string, last string) string {
	if len(words) == 0 {
		return ""
	}
	text := words[0]
	for i, word := range words[1:] {
		if i == len(words)-2 {
			return l.phrase(last, "Head", text, "Last", word)
		}
		text = l.phrase("list.comma", "Head", text, "Next", word)
	}
	return text
}

// then writes plies that follow each other: "d3-d4, then d4-d5".
func (l *locale) then(plies []Ply) string {
	text := ""
	for i, p := range plies {
		said := p.Move
		if p.Spoken != "" {
			said += " (" + p.Spoken + ")"
		}
		if i == 0 {
			text = said
			continue
		}
		text = l.phrase("list.then", "Head", text, "Next", said)
	}
	return text
}

// phaseOf is where a moment lies against the time from one moment to another: before, during
// or after. The latter may be zero: until further notice.
func phaseOf(now, from, to time.Time) string {
	switch {
	case from.After(now):
		return "before"
	case !to.IsZero() && !to.After(now):
		return "after"
	}
	return "during"
}
