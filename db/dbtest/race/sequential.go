// Package race says whether the race detector watches, which makes tests ten times
// slower, and leaves out those in which it has nothing to see.
package race

import "testing"

// Sequential leaves a test out of the race detector's short run: nothing in it
// happens at the same time as anything else.
func Sequential(t testing.TB) {
	t.Helper()
	if Detector && testing.Short() {
		t.Skip("nothing runs at once in it")
	}
}
