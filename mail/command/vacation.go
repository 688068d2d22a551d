package command

import (
	"regexp"
	"strings"
	"time"

	"turnpost/mail/club/clock"
)

// Vacation plans a vacation from First to Last, both included.
type Vacation struct{ First, Last Day }

// VacationOff ends the writer's vacation and cancels planned ones.
type VacationOff struct{}

// Vacations asks for the planned vacations.
type Vacations struct{}

// Day is a day of the calendar, or one that depends on the writer's timezone.
type Day struct {
	Text string // as it was written
	// Word is "today" or "tomorrow"; if it is "", Date is the day.
	Word string
	Date clock.Date
	// Unread says that Text is no day.
	Unread bool
}

// On returns the day of the calendar, given today's.
func (d Day) On(today clock.Date) clock.Date {
	switch d.Word {
	case "today":
		return today
	case "tomorrow":
		return today.Add(1)
	}
	return d.Date
}

func (r *Reader) vacation(c Line, _ string) any {
	words := strings.Fields(strings.ToLower(strings.TrimRight(c.Args, ".!")))
	switch {
	case len(words) == 0:
		return Vacations{}
	case len(words) == 1 && (words[0] == "off" || words[0] == "end" || words[0] == "none"):
		return VacationOff{}
	}
	// "[from] DAY to DAY".
	var days []string
	for _, word := range strings.Fields(strings.ToLower(strings.TrimRight(c.Args, ".,!"))) {
		word = strings.TrimRight(word, ",;")
		if word != "" && word != "from" && !between(word) {
			days = append(days, word)
		}
	}
	// "vacation was great" is talk.
	talk := len(days) == 0 || days[0] != "today" && days[0] != "tomorrow" && !strings.ContainsAny(c.Args, "0123456789")
	if len(days) != 2 || talk {
		return Misread{Code: "usage", Args: []any{VerbVacation}, Hint: talk}
	}
	return Vacation{readDay(days[0]), readDay(days[1])}
}

// between reports whether a word stands between two days.
func between(word string) bool {
	switch word {
	case "to", "-", "–", "—", "until", "till":
		return true
	}
	return false
}

var dayPattern = regexp.MustCompile(`^([0-9]{4})[-/.]([0-9]{1,2})[-/.]([0-9]{1,2})$`)

func readDay(text string) Day {
	d := Day{Text: text}
	if text == "today" || text == "tomorrow" {
		d.Word = text
		return d
	}
	if m := dayPattern.FindStringSubmatch(text); m != nil {
		// This form accepts 2026-2-3 and refuses 2026-02-30.
		if day, err := time.Parse("2006-1-2", m[1]+"-"+m[2]+"-"+m[3]); err == nil {
			d.Date = clock.DateOf(day)
		}
	}
	d.Unread = d.Date == 0
	return d
}
