package daemon

import (
	"bytes"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/rules"
)

// drawn is the values of a game that is always drawn.
type drawn struct{}

func (drawn) Sign(rules.Position) (int, error) { return 0, nil }
func (drawn) Close() error                     { return nil }

// The values of a game are used as soon as a process has solved it; a process that fails harms nothing.
func TestSolving(t *testing.T) {
	file := filepath.Join(t.TempDir(), "table")
	s := &solving{file: file, open: func() (rules.StoredValues, error) {
		if _, err := os.Stat(file); err != nil {
			return nil, err
		}
		return drawn{}, nil
	}}
	_, err := s.Sign(nil)
	require.ErrorIs(t, err, errUnsolved)

	var log bytes.Buffer
	s.solve(t.Context(), []string{"sh", "-c", `echo pass 1 >&2; echo "$@" >"$6"`}, "rooya", slog.New(slog.NewTextHandler(&log, nil)))
	_, err = s.Sign(nil)
	require.NoError(t, err)
	require.Contains(t, log.String(), `progress="pass 1"`)
	asked, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, "solve rooya --every 2m --out "+file+"\n", string(asked))
	require.NoError(t, s.Close())
}

func TestRoomToSolve(t *testing.T) {
	for most, fits := range map[uint64]bool{512 << 20: false, 1<<30 + 256<<20 - 1: false, 1<<30 + 256<<20: true} {
		err := roomToSolve(func() (uint64, error) { return most, nil })
		require.Equal(t, fits, err == nil, "%d: %v", most, err)
	}
	require.NoError(t, roomToSolve(func() (uint64, error) { return 0, errors.New("no cgroup") }))
}
