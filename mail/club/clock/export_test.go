package clock

import "time"

// MostSteps is how many steps Most takes for pauses, beside sorting them.
func MostSteps(pauses []Pause, span time.Duration) int {
	_, steps := mostOf(union(pauses), span)
	return steps
}
