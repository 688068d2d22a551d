// Package skiptest leaves tests out of short runs: long ones out of the run that a developer makes while
// working, and those in which the race detector has nothing to see out of the detector's, which is
// ten times slower.
package skiptest

import (
	"hash/crc32"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// Sequential leaves a test out of the race detector's short run: nothing in it
// happens at the same time as anything else.
func Sequential(t testing.TB) {
	t.Helper()
	if Detector && testing.Short() {
		t.Skip("nothing runs at once in it")
	}
}

// Killed leaves a test that kills daemons out of the race detector's short run: what runs at once in
// it also runs at once in tests without a kill, and a process takes long to start under the
// detector.
func Killed(t testing.TB) {
	t.Helper()
	if Detector && testing.Short() {
		t.Skip("what runs at once runs without a death too")
	}
}

// Working reports whether this is the short run that a developer makes while working. The race
// detector's short run is not: it includes what this one leaves out.
func Working() bool { return testing.Short() && !Detector }

// EveryFourth returns every fourth item of a list in the short run that a developer makes while working,
// and all of them in other runs.
func EveryFourth[T any](list []T) []T {
	if !Working() {
		return list
	}
	var some []T
	for i := 0; i < len(list); i += 4 {
		some = append(some, list[i])
	}
	return some
}

// Fourth reports whether a check that takes long is made at the end of a test: in the short run that a
// developer makes while working, at the end of every fourth, by its name, and in other runs of all.
func Fourth(t testing.TB) bool { return !Working() || crc32.ChecksumIEEE([]byte(t.Name()))%4 == 0 }

// Long leaves a test out of the short run that a developer makes while working, because it takes
// long.
func Long(t testing.TB) {
	t.Helper()
	if Working() {
		t.Skip("a short run leaves it out: it takes long")
	}
}

// Without skips a test if a program is missing that a command begins with; with TURNPOST_REAL=1 the
// test fails.
func Without(t testing.TB, command string) {
	t.Helper()
	program, _, _ := strings.Cut(command, " ")
	_, err := exec.LookPath(program)
	if err != nil && os.Getenv("TURNPOST_REAL") == "1" {
		t.Fatal(err)
	} else if err != nil {
		t.Skip(err)
	}
}
