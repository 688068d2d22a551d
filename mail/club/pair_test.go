package club_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/mail/club"
	"turnpost/rules"
)

// pairing is one of two players as they are, in a game of Rooya in which first has White.
func pairing(h *hall, tx *club.Tx, first, second int64) club.Pairing {
	h.t.Helper()
	p := club.Pairing{Order: order(h.t, "rooya"), Mark: " (spring)"}
	p.Side = rules.White
	var err error
	p.First, err = tx.DB.Player(first)
	require.NoError(h.t, err)
	p.Second, err = tx.DB.Player(second)
	require.NoError(h.t, err)
	return p
}

func TestPair(t *testing.T) {
	var h *hall
	given := func(do func()) func(*hall) {
		return func(in *hall) {
			if h = in; do != nil {
				do()
			}
		}
	}
	pair := func(first, second int64, counts bool) func(tx *club.Tx) error {
		return func(tx *club.Tx) error {
			p := pairing(h, tx, first, second)
			p.Counts = counts
			_, err := club.Pair(tx, p)
			return err
		}
	}
	// counted requires that so many invitations of Ada's count for all of her origin.
	counted := func(want int) func(*hall) {
		return func(h *hall) {
			h.club.Policy.Challenges, h.club.Policy.ChallengesOfDomain = 9, want+1
			h.must(func(tx *club.Tx) error { return club.WithinDay(tx, db.Player{ID: ada}, db.Player{}) })
			h.club.Policy.Challenges, h.club.Policy.ChallengesOfDomain = want, want
			refusal, ours := club.Refused(h.do(func(tx *club.Tx) error { return club.WithinDay(tx, db.Player{ID: cleo}, db.Player{}) }))
			require.NoError(h.t, ours)
			require.NotNil(h.t, refusal)
		}
	}
	run(t, []check{
		{
			name: "two", given: given(nil), do: pair(ada, bob, false), events: []string{"GameBegan Bob Ada"},
			then: func(h *hall) {
				h.must(in(func(tx *club.Tx, t *club.Table) error {
					require.Equal(h.t, "Le Rooya #1: Bob - Ada (spring)", t.Game.Subject)
					require.Equal(h.t, [4]any{rules.Black, 72 * time.Hour, 72 * time.Hour, true}, [4]any{t.Turn(), t.Game.BlackLeft, t.Game.WhiteLeft, t.Game.Rated})
					require.False(h.t, t.Game.ClockDue.IsZero())
					i, err := tx.Invitation(game, ada)
					require.Equal(h.t, db.InvitationAccepted, i.State)
					return err
				}))
				counted(0)(h)
			},
		},
		{name: "at the wish of one", given: given(nil), do: pair(ada, bob, true), events: []string{"GameBegan Bob Ada"}, then: counted(1)},
		{name: "who have met", given: given(func() { h.begin("rooya", "a1"); h.resign(rules.Black) }), do: pair(ada, bob, false), events: []string{"GameBegan Bob Ada"}},
		{name: "one who has none left for today", given: given(func() { h.club.Policy.Challenges = 0 }), do: pair(ada, bob, true), events: []string{"GameBegan Bob Ada"}},
		{name: "one who is no member", given: given(func() { h.club.Policy.Members = []string{"bob@example.org"} }), do: pair(ada, bob, false), refused: "members-only"},
		{name: "with one who is none", given: given(func() { h.club.Policy.Members = []string{"ada@example.org"} }), do: pair(ada, bob, false), refused: "no-member"},
		{name: "with one who leaves", given: given(func() { h.must(leaving(bob)) }), do: pair(ada, bob, false), refused: "player 2 is leaving"},
		{name: "oneself", given: given(nil), do: pair(ada, ada, false), refused: "yourself"},
	})
}

// leaving notes that a player has said yes to leave.
func leaving(player int64) func(tx *club.Tx) error {
	return func(tx *club.Tx) error {
		return tx.DB.NoteDeparture(db.Departure{Player: player, What: club.LeaveStop})
	}
}
