package clock

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// Pace is how much time a game gives its players: each clock starts with Start, gains More
// after each turn, and never holds more than Most. With Weekdays, Saturdays and Sundays do not
// count.
type Pace struct {
	Start, More, Most time.Duration // whole minutes
	Weekdays          bool
}

// Paces with a name.
var namedPaces = []struct{ name, text string }{
	{"fast", "1d+8h/2d"},
	{"normal", "3d+1d/7d"},
	{"slow", "7d+2d/21d"},
}

// DefaultPace is the pace of a challenge that names none; it equals "normal".
const DefaultPace = "3d+1d/7d"

const (
	// maxClock limits Most.
	maxClock = MostDays * 24 * time.Hour
	// MostDays is maxClock in days.
	MostDays = 366
	// MostDaysBare limits Start, in days, if a turn adds less than a day: a game in which a
	// player may be silent for months is no game.
	MostDaysBare = 31
)

var spacedPace = regexp.MustCompile(`\s*([+/])\s*`)

// ErrPace says that a text is not a pace, and how one is written.
var ErrPace = errors.New(`a pace is fast, normal, slow, or like 3d+1d/7d ` +
	`(at the start, more after each turn, never above), with "weekdays" behind it if weekends shall not count`)

// Errors of texts that have the form of a pace. Each is an ErrPace.
var (
	ErrPaceCap  = fmt.Errorf("%w; the last part, never above, is not less than the first", ErrPace)
	ErrPaceLong = fmt.Errorf("%w; at most %d days at the start where a turn brings less than a day more, "+
		"and never above %d days", ErrPace, MostDaysBare, MostDays)
)

// ParsePace parses a pace: fast, normal or slow, or START+MORE/MOST, optionally followed by
// "weekdays". All its errors are ErrPace.
func ParsePace(text string) (Pace, error) {
	// "3d + 1d / 7d" is accepted too.
	words := strings.Fields(spacedPace.ReplaceAllString(strings.ToLower(text), "$1"))
	var p Pace
	if n := len(words); n > 1 && words[n-1] == "weekdays" {
		p.Weekdays, words = true, words[:n-1]
	}
	if len(words) != 1 {
		return p, ErrPace
	}
	for _, named := range namedPaces {
		if words[0] == named.name {
			words[0] = named.text
		}
	}
	start, rest, ok1 := strings.Cut(words[0], "+")
	more, most, ok2 := strings.Cut(rest, "/")
	var ok [3]bool
	p.Start, ok[0] = ParseSpan(start)
	p.More, ok[1] = ParseSpan(more)
	p.Most, ok[2] = ParseSpan(most)
	switch {
	case !ok1 || !ok2 || ok != [3]bool{true, true, true} || p.Start < time.Minute:
		return p, ErrPace
	case p.Most > maxClock:
		return p, ErrPaceLong
	case p.Most < p.Start:
		return p, ErrPaceCap
	}
	return p, nil
}

// ParseNewPace parses the pace of a new game. It refuses some paces that ParsePace accepts for
// stored games.
func ParseNewPace(text string) (Pace, error) {
	p, err := ParsePace(text)
	if span, ok := ParseSpan(strings.ToLower(text)); ok && err != nil {
		p.Start, err = span, ErrPace // "90d" alone
	}
	if p.Start > MostDaysBare*24*time.Hour && p.More < 24*time.Hour || longUnit.MatchString(text) {
		return p, ErrPaceLong
	}
	return p, err
}

// longUnit finds a number of units that a pace does not have, in all languages of our messages:
// "3 months".
var longUnit = regexp.MustCompile(
	`(?i)(?:^|[+/ ])[0-9]+ ?(?:mo|months?|mois|mes[ei]|monate?n?|y|years?|ans?|ann[oi]|jahre?n?)(?:$|[+/ ])`)

var spanPattern = regexp.MustCompile(`^(?:([0-9]{1,3})w)?(?:([0-9]{1,4})d)?(?:([0-9]{1,5})h)?(?:([0-9]{1,6})m)?$`)

// ParseSpan parses a span such as "3d", "1d12h" or "0d": weeks, days, hours and minutes, in
// this order.
func ParseSpan(text string) (time.Duration, bool) {
	m := spanPattern.FindStringSubmatch(text)
	if m == nil || text == "" {
		return 0, false
	}
	var sum time.Duration
	for i, unit := range []time.Duration{7 * 24 * time.Hour, 24 * time.Hour, time.Hour, time.Minute} {
		if m[i+1] != "" {
			n, _ := strconv.Atoi(m[i+1])
			sum += time.Duration(n) * unit
		}
	}
	return sum, true
}

// FormatSpan formats a span for ParseSpan, without weeks.
func FormatSpan(d time.Duration) string {
	var b strings.Builder
	for _, unit := range []struct {
		size time.Duration
		mark string
	}{{24 * time.Hour, "d"}, {time.Hour, "h"}, {time.Minute, "m"}} {
		if n := d / unit.size; n > 0 {
			b.WriteString(strconv.FormatInt(int64(n), 10) + unit.mark)
			d -= n * unit.size
		}
	}
	if b.Len() == 0 {
		return "0d"
	}
	return b.String()
}

// String returns the canonical text, which ParsePace parses.
func (p Pace) String() string {
	s := FormatSpan(p.Start) + "+" + FormatSpan(p.More) + "/" + FormatSpan(p.Most)
	if p.Weekdays {
		s += " weekdays"
	}
	return s
}

// After returns what a clock holds after a turn that used so much of left.
func (p Pace) After(left, used time.Duration) time.Duration {
	return min(p.Most, max(0, left-used)+p.More)
}
