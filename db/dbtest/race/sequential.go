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

// Killed leaves a test out of the race detector's short run that kills daemons to see
// what is lost: what runs at once in them runs in tests without a death too, and a
// process takes long to start under the detector.
func Killed(t testing.TB) {
	t.Helper()
	if Detector && testing.Short() {
		t.Skip("what runs at once runs without a death too")
	}
}
