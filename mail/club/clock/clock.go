package clock

import (
	"time"
)

// Clock is the clock of the side to move.
type Clock struct {
	Pace   Pace
	Hours  Hours
	Grace  time.Duration // time after Left is used up before the game is lost
	TurnAt time.Time     // when the turn began
	Left   time.Duration // what the clock held then
}

// Used returns how much of the turn's time has counted until now.
func (c Clock) Used(now time.Time) time.Duration { return c.Hours.Counted(c.TurnAt, now) }

// After returns what the clock holds if the turn ends now.
func (c Clock) After(now time.Time) time.Duration { return c.Pace.After(c.Left, c.Used(now)) }

// Deadline returns when the clock runs out; zero while a pause has no end.
func (c Clock) Deadline() time.Time { return c.Hours.Reach(c.TurnAt, c.Left) }

// Lost returns when the game is lost, at the end of the grace; zero while a pause has no end.
func (c Clock) Lost() time.Time { return c.Hours.Reach(c.TurnAt, c.Left+c.Grace) }

// Marks returns the points of counted time at which something happens, in order: a reminder at
// half of the time, another one a day before the end if that is later, the end of the time, and
// the loss at the end of the grace.
func (c Clock) Marks() [4]time.Duration {
	half := c.Left / 2
	return [4]time.Duration{half, max(half, c.Left-24*time.Hour), c.Left, c.Left + c.Grace}
}

// Due returns when the clock's next mark is reached, after so many marks have been handled;
// zero while a pause has no end. A pause that is added later only delays it; one that is
// shortened may bring it nearer.
func (c Clock) Due(marks int) time.Time { return c.Hours.Reach(c.TurnAt, c.Marks()[min(marks, 3)]) }

// Pause is a time that does not count, from From up to To.
type Pause struct {
	From time.Time
	To   time.Time // zero: no end yet
}

// Dates returns the first and the last day that a pause touches. The pause must have an end.
func (p Pause) Dates(zone *time.Location) (first, last Date) {
	return DateOf(p.From.In(zone)), DateOf(p.To.Add(-time.Millisecond).In(zone))
}

// Hours says which time counts: none in a pause, and with Weekdays none on Saturdays and
// Sundays. Pauses may overlap, in any order.
type Hours struct {
	Pauses   []Pause
	Weekdays bool
	Zone     *time.Location // of the weekends; needed only with Weekdays
}

// next returns whether time counts at a moment, and until when that stays so; zero: for ever.
func (h Hours) next(at time.Time) (counts bool, until time.Time) {
	for _, p := range h.Pauses {
		if at.Before(p.From) {
			if until.IsZero() || p.From.Before(until) {
				until = p.From
			}
		} else if p.To.IsZero() || at.Before(p.To) {
			return false, p.To
		}
	}
	if !h.Weekdays {
		return true, until
	}
	day := at.In(h.Zone)
	after := func(days int) time.Time { return DateOf(day).Add(days).Midnight(h.Zone) }
	switch w := day.Weekday(); w {
	case time.Saturday:
		return false, after(2)
	case time.Sunday:
		return false, after(1)
	default:
		if saturday := after(int(time.Saturday - w)); until.IsZero() || saturday.Before(until) {
			until = saturday
		}
		return true, until
	}
}

// Counted returns how much of the time between two moments counts.
func (h Hours) Counted(from, to time.Time) time.Duration {
	var sum time.Duration
	for from.Before(to) {
		counts, until := h.next(from)
		if until.IsZero() || until.After(to) {
			until = to
		}
		if counts {
			sum += until.Sub(from)
		}
		from = until
	}
	return sum
}

// Reach returns the moment at which span has counted since from; zero if a pause without an end
// comes before.
func (h Hours) Reach(from time.Time, span time.Duration) time.Time {
	for {
		counts, until := h.next(from)
		switch {
		case counts && (until.IsZero() || span <= until.Sub(from)):
			return from.Add(span)
		case counts:
			span -= until.Sub(from)
		case until.IsZero():
			return time.Time{}
		}
		from = until
	}
}
