package config

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestMembers(t *testing.T) {
	c := Policy{Members: []string{"@example.org", "ada@example.net", "@Müller.example", "o'brien@example.org"}}
	p := &problems{}
	c.checkMembers(p)
	require.NoError(t, p.err())
	for _, wrong := range []string{"", "example.org", "@", "ada@", "ada", "*@example.org", "@*", "Ada <ada@example.org>", "ada@example.org, bob@example.org", "@a@b", " @example.org"} {
		p := &problems{}
		(&Policy{Members: []string{wrong}}).checkMembers(p)
		require.ErrorContains(t, p.err(), "policy.members has ", wrong)
	}
}
