package clock

import "time"

// MostSteps returns how many steps Most takes, apart from sorting.
func MostSteps(pauses []Pause, span time.Duration) int {
	_, steps := mostOf(union(pauses), span)
	return steps
}
