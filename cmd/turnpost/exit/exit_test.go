package exit_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/cmd/turnpost/exit"
)

func TestCode(t *testing.T) {
	require.Equal(t, exit.OK, exit.Code(nil))
	require.NoError(t, exit.With(exit.Config, nil))
	require.Equal(t, exit.Failed, exit.Code(errors.New("so it went")))
	cause := errors.New("connection refused")
	err := fmt.Errorf("collecting: %w", exit.With(exit.Server, cause))
	require.Equal(t, exit.Server, exit.Code(err))
	require.Equal(t, exit.Server, exit.Code(exit.With(exit.Database, err)), "the innermost status wins")
	require.Equal(t, exit.Server, exit.Code(errors.Join(errors.New("before"), err)), "it is read through several")
	require.ErrorIs(t, err, cause)
}
