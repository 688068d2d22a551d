package limit

import "time"

// AtMost says whether an answer may go out of which most do in a span, when so many
// did, the first of them then; and, if it is the last, until when no other does.
func AtMost(now time.Time, n int, first time.Time, most int, span time.Duration) (may bool, silent time.Time) {
	switch {
	case n >= most:
		return false, silent
	case n+1 < most:
		return true, silent
	case n == 0:
		first = now
	}
	return true, first.Add(span)
}
