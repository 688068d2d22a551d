package clock

import "time"

// Pause is a time that does not count, from one moment up to another.
type Pause struct {
	From time.Time
	To   time.Time // zero: until further notice
}

// Dates are the first and the last day that a pause with an end touches.
func (p Pause) Dates(zone *time.Location) (first, last Date) {
	return DateOf(p.From.In(zone)), DateOf(p.To.Add(-time.Millisecond).In(zone))
}

// Hours are which time counts: none in a pause, and with Weekdays none on
// Saturdays and Sundays. Pauses may overlap, in any order.
type Hours struct {
	Pauses   []Pause
	Weekdays bool
	Zone     *time.Location // of the weekends; needed only for them
}

// next returns whether time counts at a moment, and until when that stays so;
// zero: for ever.
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

// Counted is how much of the time between two moments counts.
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

// Reach is the moment at which so much time has counted since from; zero when
// a pause without an end lies before it.
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
