package command

import (
	"strconv"
	"strings"
	"time"
)

// DigestChange is what a line about the digest asks for; "" asks for the setting.
type DigestChange string

// The changes, as they are written.
const (
	DigestNow    DigestChange = "now"
	DigestOff    DigestChange = "off"
	DigestDaily  DigestChange = "daily"
	DigestWeekly DigestChange = "weekly"
)

// Digest sets when the writer's digest comes, or asks for it.
type Digest struct {
	What DigestChange
	// Day and Minute, counted from midnight, are nil if the setting stays.
	Day    *time.Weekday
	Minute *int
}

func (r *Reader) digest(c Line, _ string) any {
	words := strings.Fields(strings.ToLower(strings.TrimRight(c.Args, ".!")))
	if len(words) == 0 {
		return Digest{}
	}
	d, rest := Digest{What: DigestChange(words[0])}, words[1:]
	usage := Misread{Code: "usage", Args: []any{VerbDigest}}
	switch d.What {
	case DigestNow, DigestOff:
		if len(rest) > 0 { // "digest off the shelf"
			usage.Hint = true
			return usage
		}
	case DigestDaily, DigestWeekly:
		if d.What == DigestWeekly && len(rest) > 0 && !strings.ContainsAny(rest[0][:1], "0123456789") {
			day, ok := readWeekday(rest[0])
			if !ok {
				return Misread{Code: "digest-day", Args: []any{rest[0]}}
			}
			d.Day, rest = &day, rest[1:]
		}
		if len(rest) > 0 && rest[0] == "at" {
			rest = rest[1:]
		}
		if len(rest) > 0 {
			minute, ok := readClock(strings.Join(rest, ""))
			if !ok {
				return Misread{Code: "digest-time", Args: []any{strings.Join(rest, " ")}}
			}
			d.Minute = &minute
		}
	default:
		usage.Hint = len(words) > 3
		return usage
	}
	return d
}

// readWeekday reads a day of the week, or at least its first three letters.
func readWeekday(word string) (time.Weekday, bool) {
	word = strings.TrimRight(word, ".,")
	for d := time.Sunday; d <= time.Saturday; d++ {
		name := strings.ToLower(d.String())
		if len(word) >= 3 && (strings.HasPrefix(name, word) || word == name+"s") {
			return d, true
		}
	}
	return 0, false
}

// readClock reads a time of the day, such as "07:30", "7.30", "19h", "7pm" or "7:30am", in
// minutes after midnight.
func readClock(text string) (minute int, ok bool) {
	text, am := strings.CutSuffix(text, "am")
	text, pm := strings.CutSuffix(text, "pm")
	hours, minutes, found := strings.Cut(strings.NewReplacer(".", ":", "h", ":").Replace(text), ":")
	if !found || minutes == "" {
		minutes = "00"
	}
	h, err1 := strconv.Atoi(hours)
	m, err2 := strconv.Atoi(minutes)
	if err1 != nil || err2 != nil || len(hours) > 2 || len(minutes) != 2 || strings.ContainsAny(text, "+-") ||
		h < 0 || h > 23 || m < 0 || m > 59 {
		return 0, false
	}
	if am || pm {
		if h < 1 || h > 12 {
			return 0, false
		}
		h %= 12
		if pm {
			h += 12
		}
	}
	return h*60 + m, true
}
