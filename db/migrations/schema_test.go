package migrations

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestSameSchema(t *testing.T) {
	require.NoError(t, sameSchema(2, 2))
	require.EqualError(t, sameSchema(1, 2), "its schema is version 1 and this turnpost reads version 2; serve brings it forward")
	require.ErrorContains(t, sameSchema(3, 2), "use a newer turnpost")
}
