package server

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// Pieces of forgetting are smaller where a disk is slow, and rest for no longer than a
// second; on a shared database they are whole, however far it is.
func TestPiecesOfForgetting(t *testing.T) {
	for _, c := range []struct {
		eighths int
		took    time.Duration
		shared  bool
		next    int
		rest    time.Duration
	}{
		{8, 30 * time.Millisecond, false, 4, 60 * time.Millisecond},
		{1, time.Hour, false, 1, time.Second},
		{4, time.Millisecond, false, 8, 2 * time.Millisecond},
		{4, 10 * time.Millisecond, false, 4, 20 * time.Millisecond},
		{8, 30 * time.Millisecond, true, 8, 60 * time.Millisecond},
	} {
		next, rest := nextPiece(c.eighths, c.took, c.shared)
		require.Equal(t, c.next, next, c)
		require.Equal(t, c.rest, rest, c)
	}
}
