package rulestest

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Golden compares a text with what stands in a file; -update writes the file.
func Golden(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		require.NoError(t, os.WriteFile(file, []byte(got), 0o644))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	sameText(t, string(want), got)
}

// sameText requires that two long texts are the same, and shows the first
// paragraph in which they differ, and it alone: a whole game would hide it.
func sameText(t *testing.T, want, got string) {
	t.Helper()
	if want == got {
		return
	}
	wanted, had := strings.SplitAfter(want, "\n\n"), strings.SplitAfter(got, "\n\n")
	n := 0
	for n < min(len(wanted), len(had)) && wanted[n] == had[n] {
		n++
	}
	paragraph := func(of []string) string { return strings.Join(of[min(n, len(of)):min(n+1, len(of))], "") }
	require.Equal(t, paragraph(wanted), paragraph(had), "paragraph %d of %d is the first that differs; -update writes the file anew, and then read its diff", n+1, len(wanted))
}
