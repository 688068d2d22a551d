// Package race says whether the race detector watches, which makes tests ten times
// slower, and leaves out those in which it has nothing to see; and out of the short run
// without it, which one makes while working, those that take long.
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

// Working says that this is the short run that one makes while working. The race
// detector's short run is not: it goes on watching what this one leaves out.
func Working() bool { return testing.Short() && !Detector }

// Long leaves a test out of the short run that one makes while working: for its price it
// says little to a developer who is changing something.
func Long(t testing.TB) {
	t.Helper()
	if Working() {
		t.Skip("a short run leaves it out: it takes long")
	}
}
