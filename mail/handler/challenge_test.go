package handler_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest/skiptest"
)

// An address as mail programs and players write it.
func TestAddressesOfChallenges(t *testing.T) {
	t.Parallel()
	for _, address := range skiptest.EveryFourth([]string{
		"bob@example.org", "bob@example.org,", "<bob@example.org>", "mailto:bob@example.org", "BOB@Example.org;",
		"bob@example.org<mailto:bob@example.org>", "bob@example.org <mailto:bob@example.org>", "<mailto:bob@example.org>",
		"Bob <bob@example.org>", "Bob van Dam <bob@example.org>,", `"Dam, Bob van" <bob@example.org>`, "Bob<bob@example.org>",
		"Bob <bob@example.org<mailto:bob@example.org>>", "Bob <mailto:bob@example.org>",
	}) {
		t.Run(address, func(t *testing.T) {
			w := newWorld(t)
			w.Proven(ada, "challenge "+address+" rooya as black")
			i := w.invitation(1)
			require.Equal(t, "rooya", i.Rules)
			require.Equal(t, db.Black, i.Side)
			require.True(t, slices.ContainsFunc(w.Outgoing(db.OutgoingQueued), func(o db.Outgoing) bool {
				return o.Player == i.Invitee && strings.EqualFold(o.Recipient, bob)
			}))
			w.Proven("cleo@example.org", "block "+address)
			require.Contains(t, strings.ToLower(w.Last("cleo@example.org").Text), bob+" is blocked")
		})
	}
	for _, line := range []string{"challenge bob turro", "challenge bob@ turro", "challenge a@b@example.org turro", "challenge Bob <> turro", "challenge bob@example.org"} {
		t.Run(line, func(t *testing.T) {
			w := newWorld(t)
			require.Len(t, w.Proven(ada, line), 1)
		})
	}
}
