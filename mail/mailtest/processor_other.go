//go:build !unix

package mailtest

import "testing"

// ReportProcessor reports nothing here.
func ReportProcessor(*testing.B) func() { return func() {} }
