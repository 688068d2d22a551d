package clock

import (
	"slices"
	"sort"
	"time"
)

// Most returns the most time that pauses take within any window of length span. Overlapping
// time counts once. Each pause must have an end. It takes O(n log n) steps.
func Most(pauses []Pause, span time.Duration) time.Duration {
	most, _ := mostOf(union(pauses), span)
	return most
}

// mostOf is Most for sorted pauses that do not overlap. It also returns the number of steps.
func mostOf(apart []Pause, span time.Duration) (most time.Duration, steps int) {
	before := make([]time.Duration, len(apart)+1) // before[n] is what the first n pauses take
	for i, p := range apart {
		before[i+1] = before[i] + p.To.Sub(p.From)
	}
	// A window with the most time begins where a pause begins, or ends where one ends. For the
	// first kind, last is the first pause that ends after the window; for the second, first is
	// the first pause that ends within it.
	first, last := 0, 0
	for i, p := range apart {
		for end := p.From.Add(span); last < len(apart) && !apart[last].To.After(end); steps++ {
			last++
		}
		begun := before[last] - before[i]
		if last < len(apart) {
			begun += max(0, p.From.Add(span).Sub(apart[last].From))
		}
		begin := p.To.Add(-span)
		for ; !apart[first].To.After(begin); steps++ {
			first++
		}
		ended := before[i+1] - before[first] - max(0, begin.Sub(apart[first].From))
		most = max(most, begun, ended)
		steps++
	}
	return most, steps
}

// SplitPauses cuts pauses in their order as Within does, each to what the others and those before it
// leave. If only the last one has to be cut, which is the normal case when cut pauses are
// stored as cut, this takes about O(n log n) steps; otherwise n more for each one after the
// first cut.
func SplitPauses(pauses, others []Pause, most, span time.Duration) []Pause {
	fit := max(0, len(pauses)-1)
	if tooMuch := func(n int) bool { return Most(slices.Concat(others, pauses[:n]), span) > most }; tooMuch(fit) {
		fit = max(0, sort.Search(fit, tooMuch)-1)
	}
	cut, taken := slices.Clone(pauses), slices.Concat(others, pauses[:fit])
	for i := fit; i < len(cut); i++ {
		if cut[i] = Within(cut[i], taken, most, span); cut[i].To.After(cut[i].From) {
			taken = append(taken, cut[i])
		}
	}
	return cut
}

// Within cuts the end of a pause, to whole minutes, so that it and others together take at most
// most of any window of length span. If nothing is left, the pause ends where it begins. All
// pauses must have an end.
func Within(p Pause, others []Pause, most, span time.Duration) Pause {
	apart := slices.Clip(union(others))
	fits := func(to time.Time) bool {
		all, _ := mostOf(union(append(apart, Pause{From: p.From, To: to})), span)
		return all <= most
	}
	switch {
	case fits(p.To):
		return p
	case !fits(p.From.Add(time.Minute)):
		p.To = p.From
		return p
	}
	minutes := int(p.To.Sub(p.From) / time.Minute)
	// The smallest number of minutes that is too many.
	over := sort.Search(minutes, func(n int) bool { return !fits(p.From.Add(time.Duration(n+1) * time.Minute)) })
	p.To = p.From.Add(time.Duration(over) * time.Minute)
	return p
}

// union returns the time that pauses take, sorted and without overlaps.
func union(pauses []Pause) (apart []Pause) {
	byFrom := func(a, b Pause) int { return a.From.Compare(b.From) }
	sorted := slices.Clone(pauses)
	slices.SortFunc(sorted, byFrom)
	apart = make([]Pause, 0, len(sorted))
	for _, p := range sorted {
		last := len(apart) - 1
		switch {
		case !p.To.After(p.From):
		case last >= 0 && !p.From.After(apart[last].To):
			if p.To.After(apart[last].To) {
				apart[last].To = p.To
			}
		default:
			apart = append(apart, p)
		}
	}
	return apart
}

// Taken counts the days of a year that vacations touch in a timezone. A day that two of them
// touch counts once, as when one ends and another begins on it. Each vacation must have an end.
func Taken(vacations []Pause, year int, zone *time.Location) int {
	days := map[Date]bool{}
	for _, p := range vacations {
		for first, last := p.Dates(zone); first <= last; first = first.Add(1) {
			if first.Year() == year {
				days[first] = true
			}
		}
	}
	return len(days)
}

// Wanted counts the days of a year from first to last that vacations do not touch yet.
func Wanted(vacations []Pause, year int, first, last Date, zone *time.Location) int {
	more := Pause{From: first.Midnight(zone), To: last.Add(1).Midnight(zone)}
	return Taken(append(slices.Clip(vacations), more), year, zone) - Taken(vacations, year, zone)
}
