package club_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/mail/club"
)

// returned makes a message to Bob bounce just after it was composed.
func returned(hard, question bool) func(tx *club.Tx) error {
	return returnedAs("5.1.1", hard, question)
}

func returnedAs(status string, hard, question bool) func(tx *club.Tx) error {
	return func(tx *club.Tx) error {
		const head = "From: games@example.org\r\nTo: bob@example.org\r\nMessage-ID: <%s>\r\n\r\n"
		messageID := fmt.Sprintf("%d@example.org", tx.Now().UnixMilli())
		id, err := tx.DB.EnqueueAs(db.Outgoing{Player: bob, MessageID: messageID, Sender: "games@example.org", Recipient: "bob@example.org",
			Raw: fmt.Appendf(nil, head, messageID)}, db.ClassGame)
		if err != nil {
			return err
		}
		out, err := tx.DB.Message(id)
		if err != nil {
			return err
		}
		if _, err := tx.DB.Keys(); err != nil { // messages are written with one
			return err
		}
		_, err = club.NoteBounce(tx, out, status, hard, question)
		return err
	}
}

func TestCameBack(t *testing.T) {
	twice := func(h *hall) {
		h.begin("rooya", "a1")
		h.must(returned(true, false))
		h.later(24 * time.Hour)
		h.must(returned(true, false))
		h.later(25 * time.Hour)
	}
	run(t, []check{
		{name: "once", do: returned(true, false), events: []string{"Bounced 2 hard"}},
		{name: "for a reason that passes", given: func(h *hall) { twice(h) }, do: returned(false, false), events: []string{"Bounced 2"}},
		{
			name: "three over two days", given: twice, do: returned(true, false), events: []string{"Bounced 2 hard", "MailSuspended Bob 19T12:04"},
			then: func(h *hall) {
				h.must(in(func(tx *club.Tx, g *club.Game) error {
					suspended, err := tx.IsSuspended(bob)
					require.True(h.t, suspended)
					c, err2 := tx.Clock(g, g.Turn())
					require.NoError(h.t, err2)
					require.Zero(h.t, c.Used(h.now.Add(-time.Hour))-c.Used(h.now), "its clocks stand still")
					return err
				}))
			},
		},
		{name: "three over two days, the last by a policy", given: twice, do: returnedAs("5.7.26", true, false), events: []string{"Bounced 2"}},
		{name: "three over two days, the last by a quota", given: twice, do: returnedAs("5.4.5", true, false), events: []string{"Bounced 2"}},
		{name: "whose quota is used up", given: func(h *hall) {
			h.begin("rooya")
			h.later(time.Hour)
			h.must(func(tx *club.Tx) error {
				return club.PlanVacation(tx, bob, tx.Today(db.Player{})+40, tx.Today(db.Player{})+69)
			})
			h.must(returned(true, false))
			h.later(49 * time.Hour)
			h.must(returned(true, false))
			h.later(time.Minute)
		}, do: returned(true, false), events: []string{"Bounced 2 hard"}, then: func(h *hall) {
			h.must(in(func(tx *club.Tx, g *club.Game) error {
				suspended, err := tx.IsSuspended(bob)
				require.True(h.t, suspended)
				require.Equal(h.t, g.Row.TurnAt.Add(36*time.Hour), g.Row.ClockDue, "its clocks run")
				return err
			}))
		}},
		{name: "three at once", given: func(h *hall) { h.must(returned(true, false)); h.must(returned(true, false)); h.later(time.Minute) }, do: returned(true, false), events: []string{"Bounced 2 hard"}},
		{name: "of a suspended player", given: func(h *hall) { twice(h); h.must(returned(true, false)); h.later(time.Hour) }, do: returned(true, false), events: []string{"Bounced 2 hard"}},
		{
			name: "with an invitation", do: func(tx *club.Tx) error {
				if err := club.Invite(tx, ada, bob, order(t, "rooya"), ""); err != nil {
					return err
				}
				return returned(false, false)(tx)
			}, events: []string{"Invited Ada Bob Le Rooya #1: Ada - Bob", "Bounced 2", "InvitationExpired Ada Bob undelivered"},
		},
		{
			name: "a question to a second address", given: func(h *hall) {
				h.must(func(tx *club.Tx) error {
					return club.AskAddress(tx, bob, "bob@work.example", "bob@work.example", false)
				})
			}, do: returned(true, true), events: []string{"SecondAddressChanged Bob bob@work.example failed"},
		},
		{name: "a question that was withdrawn", do: returned(true, true)},
	})
}

// The same message counts once, however often it bounces.
func TestAMessageComesBackOnce(t *testing.T) {
	h := newHall(t)
	h.must(returned(true, false))
	out := h.heard[0].(club.Bounced).Message
	h.must(func(tx *club.Tx) error {
		remark, err := club.NoteBounce(tx, out, "5.1.1", true, false)
		require.Equal(t, "; known already", remark)
		return err
	})
	require.Empty(t, h.heard)
}
