package command

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/rules/all"
)

// Cells, passes, swaps, castling and pieces by name, among prose: testdata/placing.txt is written as
// testdata/intents.txt is.
func TestRepliesPlacing(t *testing.T) {
	t.Parallel()
	const file = "testdata/placing.txt"
	r, err := NewReader(all.Games())
	require.NoError(t, err)
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	var got []string
	for block := range strings.SplitSeq(strings.TrimRight(string(want), "\n"), "\n\n") {
		context, _, _ := strings.Cut(block, "\n")
		if context, ok := strings.CutPrefix(context, "@ "); ok {
			block = replay(t, r, context, block, map[string]bool{})
		}
		got = append(got, block)
	}
	if text := strings.Join(got, "\n\n") + "\n"; *update {
		require.NoError(t, os.WriteFile(file, []byte(text), 0o644))
	} else {
		require.Equal(t, string(want), text)
	}
}
