package clock

import (
	"slices"
	"sort"
	"time"
)

// Most is the most time that pauses, each of which has an end, take of any span of
// that length. What several of them take counts once. It takes n log n steps for n
// pauses.
func Most(pauses []Pause, span time.Duration) time.Duration {
	most, _ := mostOf(union(pauses), span)
	return most
}

// mostOf is Most for pauses that are in order and apart, and how many steps it took.
func mostOf(apart []Pause, span time.Duration) (most time.Duration, steps int) {
	before := make([]time.Duration, len(apart)+1) // what the first so many take
	for i, p := range apart {
		before[i+1] = before[i] + p.To.Sub(p.From)
	}
	// A span that takes the most begins where a pause does, or ends where one does. Of
	// the former kind last is the first pause that ends behind it, of the latter first
	// the first one that ends within it.
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

// Share cuts pauses as Within does, in their order, each by what the others and those
// before it leave. Where none has to be cut but the last, which is how it is as long as
// what was cut once is kept as cut, this takes about n log n steps for n pauses; else
// n steps and more for each that is cut, and those behind it.
func Share(pauses, others []Pause, most, span time.Duration) []Pause {
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

// Within cuts a pause with an end, so that it and others, each of which has an end
// too, take at most so much of any span of that length. It is cut at its end, to whole
// minutes; of one for which nothing is left the end is the beginning.
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
	// The first number of minutes that is too many.
	over := sort.Search(minutes, func(n int) bool { return !fits(p.From.Add(time.Duration(n+1) * time.Minute)) })
	p.To = p.From.Add(time.Duration(over) * time.Minute)
	return p
}

// union is what pauses take, in order, apart from each other.
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

// Taken counts the days of a year, in a timezone, that vacations touch. A day
// that two of them touch counts once: the one was ended on it, and the other
// begun. Every vacation has an end.
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

// Wanted counts the days from first to last that lie in a year and that
// vacations do not touch yet.
func Wanted(vacations []Pause, year int, first, last Date, zone *time.Location) int {
	more := Pause{From: first.Midnight(zone), To: last.Add(1).Midnight(zone)}
	return Taken(append(slices.Clip(vacations), more), year, zone) - Taken(vacations, year, zone)
}
