package mail

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// replies are our own cases: NAME.eml is a reply to a message of ours as a
// client writes it, NAME.want the player's own lines.
func replies(t testing.TB) []string {
	names, err := filepath.Glob(filepath.Join("testdata", "replies", "*.eml"))
	require.NoError(t, err)
	require.NotEmpty(t, names)
	return names
}

func TestReplies(t *testing.T) {
	t.Parallel()
	names, good := replies(t), 0
	for _, name := range names {
		if t.Run(strings.TrimSuffix(filepath.Base(name), ".eml"), func(t *testing.T) {
			raw, err := os.ReadFile(name)
			require.NoError(t, err)
			want, err := os.ReadFile(strings.TrimSuffix(name, ".eml") + ".want")
			require.NoError(t, err)
			l, err := Read(raw)
			require.NoError(t, err)
			require.Equal(t, strings.TrimRight(string(want), "\n"), strings.Join(l.Lines, "\n"))
			require.Empty(t, l.Automatic)
			require.Equal(t, "ada@example.net", l.From[0].Addr)
			require.Equal(t, []string{"12.7.k3v9q2@example.org"}, l.InReplyTo)
			require.Equal(t, "games+12.7.k3v9q2@example.org", l.To[0])
		}) {
			good++
		}
	}
	t.Logf("%d of %d of our own cases: the player's own lines, and nothing else", good, len(names))
}
