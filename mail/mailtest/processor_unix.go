//go:build unix

package mailtest

import (
	"syscall"
	"testing"
)

// ReportProcessor begins to measure how much of the processor a benchmark takes,
// its garbage collected, whatever else the machine does, and returns what reports
// it, in milliseconds.
func ReportProcessor(b *testing.B) func() {
	before := processor(b)
	return func() { b.ReportMetric(float64(processor(b)-before)/1e6/float64(b.N), "cpu-ms/op") }
}

// processor is what this process has taken of it, in nanoseconds.
func processor(b *testing.B) int64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return u.Utime.Nano() + u.Stime.Nano()
}
