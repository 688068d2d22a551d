package daemon

import (
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/cmd/turnpost/config"
	"turnpost/mail/club"
	"turnpost/mail/limit"
)

// What stands in the example as the default is what the desk and the club do by themselves.
func TestTheDefaultsAreTheDesks(t *testing.T) {
	c := config.Default()
	require.Equal(t, club.DefaultPolicy(), policy(c.Policy, c.Following))
	require.Equal(t, limit.Default(), limits(c.Privacy, c.Limits))
}
