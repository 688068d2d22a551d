package rulestest

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Golden compares a text with a file; -update writes the file.
func Golden(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		require.NoError(t, os.WriteFile(file, []byte(got), 0o644))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	sameText(t, string(want), got)
}

// sameText requires that two long texts are equal, and shows only the first paragraph in which they
// differ.
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
	require.Equal(t, paragraph(wanted), paragraph(had),
		"paragraph %d of %d is the first that differs; -update writes the file; then read its diff", n+1, len(wanted))
}
