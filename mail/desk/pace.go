package desk

import (
	"errors"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// pace is how much time a game leaves its players: each clock starts with
// start, gains more after each turn, and never holds above most. With weekdays
// Saturdays and Sundays do not count.
type pace struct {
	start, more, most time.Duration
	weekdays          bool
}

// The paces that have a name.
var namedPaces = []struct{ name, text string }{
	{"fast", "1d+8h/2d"},
	{"normal", "3d+1d/7d"},
	{"slow", "7d+2d/21d"},
}

// defaultPace is that of an invitation which names none.
const defaultPace = "3d+1d/7d"

// maxClock is the most that a clock may hold.
const maxClock = 366 * 24 * time.Hour

var spacedPace = regexp.MustCompile(`\s*([+/])\s*`)

var errPace = errors.New(`a pace is fast, normal, slow, or like 3d+1d/7d (at the start, more after each turn, never above), with "weekdays" behind it if weekends shall not count`)

// parsePace reads a pace: a name, or START+MORE/MOST, and the word weekdays.
func parsePace(text string) (pace, error) {
	// "3d + 1d / 7d" is meant as it looks.
	words := strings.Fields(spacedPace.ReplaceAllString(strings.ToLower(text), "$1"))
	var p pace
	if n := len(words); n > 1 && words[n-1] == "weekdays" {
		p.weekdays, words = true, words[:n-1]
	}
	if len(words) != 1 {
		return p, errPace
	}
	for _, named := range namedPaces {
		if words[0] == named.name {
			words[0] = named.text
		}
	}
	start, rest, ok1 := strings.Cut(words[0], "+")
	more, most, ok2 := strings.Cut(rest, "/")
	var ok [3]bool
	p.start, ok[0] = parseSpan(start)
	p.more, ok[1] = parseSpan(more)
	p.most, ok[2] = parseSpan(most)
	if !ok1 || !ok2 || ok != [3]bool{true, true, true} || p.start < time.Minute || p.most < p.start || p.most > maxClock {
		return p, errPace
	}
	return p, nil
}

var spanPattern = regexp.MustCompile(`^(?:([0-9]{1,3})w)?(?:([0-9]{1,4})d)?(?:([0-9]{1,5})h)?(?:([0-9]{1,6})m)?$`)

// parseSpan reads a span such as "3d", "1d12h" or "0d".
func parseSpan(text string) (time.Duration, bool) {
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

// span writes what parseSpan reads: the shortest form, weeks as days.
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

// String is the canonical text, which parsePace reads back.
func (p pace) String() string {
	s := span(p.start) + "+" + span(p.more) + "/" + span(p.most)
	if p.weekdays {
		s += " weekdays"
	}
	return s
}

// after is what a clock holds when a turn used so much of left.
func (p pace) after(left, used time.Duration) time.Duration {
	return min(p.most, max(0, left-used)+p.more)
}
