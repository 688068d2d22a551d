package clock

import (
	"errors"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// Pace is how much time a game leaves its players: each clock starts with
// Start, gains More after each turn, and never holds above Most. With Weekdays
// Saturdays and Sundays do not count.
type Pace struct {
	Start, More, Most time.Duration // whole minutes
	Weekdays          bool
}

// The paces that have a name.
var namedPaces = []struct{ name, text string }{
	{"fast", "1d+8h/2d"},
	{"normal", "3d+1d/7d"},
	{"slow", "7d+2d/21d"},
}

// DefaultPace is the text of the pace that is meant where none is named: that
// of normal.
const DefaultPace = "3d+1d/7d"

// maxClock is the most that a clock may hold.
const maxClock = 366 * 24 * time.Hour

var spacedPace = regexp.MustCompile(`\s*([+/])\s*`)

// ErrPace says that a text is no pace, and how one is written.
var ErrPace = errors.New(`a pace is fast, normal, slow, or like 3d+1d/7d (at the start, more after each turn, never above), with "weekdays" behind it if weekends shall not count`)

// ParsePace reads a pace: the name fast, normal or slow, or START+MORE/MOST, and
// behind either the word weekdays. Its only error is ErrPace.
func ParsePace(text string) (Pace, error) {
	// "3d + 1d / 7d" is meant as it looks.
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
	if !ok1 || !ok2 || ok != [3]bool{true, true, true} || p.Start < time.Minute || p.Most < p.Start || p.Most > maxClock {
		return p, ErrPace
	}
	return p, nil
}

var spanPattern = regexp.MustCompile(`^(?:([0-9]{1,3})w)?(?:([0-9]{1,4})d)?(?:([0-9]{1,5})h)?(?:([0-9]{1,6})m)?$`)

// ParseSpan reads a span such as "3d", "1d12h" or "0d": weeks, days, hours and minutes,
// in this order.
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

// span writes what ParseSpan reads: the shortest form, weeks as days.
func span(d time.Duration) string {
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

// String is the canonical text, which ParsePace reads back.
func (p Pace) String() string {
	s := span(p.Start) + "+" + span(p.More) + "/" + span(p.Most)
	if p.Weekdays {
		s += " weekdays"
	}
	return s
}

// After is what a clock holds when a turn used so much of left.
func (p Pace) After(left, used time.Duration) time.Duration {
	return min(p.Most, max(0, left-used)+p.More)
}
