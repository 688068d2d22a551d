package cli_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/cmd/turnpost/cli"
)

func TestCode(t *testing.T) {
	require.Equal(t, cli.ExitOK, cli.Status(nil))
	require.NoError(t, cli.WithStatus(cli.ExitConfig, nil))
	require.Equal(t, cli.ExitFailed, cli.Status(errors.New("so it went")))
	cause := errors.New("connection refused")
	err := fmt.Errorf("collecting: %w", cli.WithStatus(cli.ExitServer, cause))
	require.Equal(t, cli.ExitServer, cli.Status(err))
	require.Equal(t, cli.ExitServer, cli.Status(cli.WithStatus(cli.ExitDatabase, err)), "the innermost status wins")
	require.Equal(t, cli.ExitServer, cli.Status(errors.Join(errors.New("before"), err)), "it is read through several")
	require.ErrorIs(t, err, cause)
}
