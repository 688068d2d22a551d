package handler_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest/skiptest"
)

// TestAbuseInvitedAgain: nobody is invited more than four times in 90 days by one
// person, who has themselves forgotten in between, or has as many subaddresses as there
// are words.
func TestAbuseInvitedAgain(t *testing.T) {
	t.Parallel()
	skiptest.Long(t)
	const again = 4 // times the person comes as somebody else
	for _, c := range []struct {
		name   string
		from   func(n int) string
		forget bool
	}{
		{"forgotten each time", func(int) string { return "mal@gmail.com" }, true},
		{"a subaddress each time", func(n int) string { return fmt.Sprintf("mal+%d@gmail.com", n) }, false},
		{"dots at Gmail", func(n int) string {
			return []string{"mal@gmail.com", "m.al@gmail.com", "ma.l@gmail.com", "m.a.l@googlemail.com"}[n]
		}, false},
		{"a subaddress at a domain of one's own", func(n int) string { return fmt.Sprintf("mal+%d@evil.example", n) }, false},
	} {
		w := newWorld(t)
		w.Proven(ada, "settings")
		brought := 0
		for n := range again {
			from := "Mal <" + c.from(n) + ">"
			for _, game := range []string{"turro", "rooya"} {
				brought += w.brings(post{From: from, Proven: true, Body: "challenge " + ada + " " + game}, ada)
			}
			if c.forget {
				w.Send(post{From: from, Proven: true, Body: "forget me"})
				w.Send(post{From: from, Body: "yes", Answers: w.Last(c.from(n))})
			}
			w.Now = w.Now.Add(8 * 24 * time.Hour)
		}
		t.Logf("abuse | %s: somebody is invited %d times in a month by one person | 4 invitations | %d", c.name, 2*again, brought)
		require.Equal(t, 4, brought, c.name)
		w.Now = w.Now.Add(91 * 24 * time.Hour)
		w.Tick() // the invitations end
		w.Work()
		require.Equal(t, 1, w.brings(post{From: c.from(1), Proven: true, Body: "challenge " + ada + " turro"}, ada), "in time it is over: %s", w.Last(c.from(1)).Text)
	}
}

// TestAbuseOperatorBlock: whom the operator blocks is not read from a subaddress either,
// and others are.
func TestAbuseOperatorBlock(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Proven(eve, "settings")
	require.NoError(t, w.DB.Update(t.Context(), func(tx *db.Tx) error {
		p, err := tx.PlayerByAddress(eve)
		require.NoError(t, err)
		return tx.OperatorBlock(p.ID)
	}))
	local, domain, _ := strings.Cut(eve, "@")
	n := 0
	for i := range 3 {
		n += len(w.Send(post{From: fmt.Sprintf("%s+%d@%s", local, i, domain), Proven: true, Body: "challenge " + ada + " turro"}))
		require.Equal(t, "the operator blocks its writer", w.remark())
	}
	t.Logf("abuse | whom the operator blocks writes from subaddresses | no letter to anybody | %d", n)
	require.Zero(t, n)
	require.NotEmpty(t, w.Send(post{From: local + "x@" + domain, Proven: true, Body: "settings"}))
}

// brings is how many letters a mail brings to an address.
func (w *world) brings(p post, to string) int {
	before := len(w.Boxes[to])
	w.Send(p)
	return len(w.Boxes[to]) - before
}
