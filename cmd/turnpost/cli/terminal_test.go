package cli_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/cmd/turnpost/cli"
)

// A message cannot steer the terminal that shows it.
func TestPrintable(t *testing.T) {
	require.Equal(t, "a\tb[2J\nc", cli.Printable("a\tb\x1b[2J\r\nc\u009b\x07"))
}
