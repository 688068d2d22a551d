package doctor

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/mail/server"
)

func TestTheBudgetIsJudged(t *testing.T) {
	for _, c := range []struct {
		name   string
		state  db.SendingStatus
		day    int
		status string
		saw    string
	}{
		{"room", db.SendingStatus{Day: 7, Waiting: [db.Classes]int{1, 0, 0, 30}}, 500, statusOK, "7 messages were sent in the last day, of 500 a day; waiting: games 1, answers 0, digests 0, strangers 30, programs 0"},
		{"no limit", db.SendingStatus{Day: 7}, 0, statusOK, "of no limit a day"},
		{"used up", db.SendingStatus{Day: 500}, 500, statusWarn, "the sending limits are reached"},
		{"put off", db.SendingStatus{Deferred: true, Account: db.SendingAccount{Status: "5.4.5", DeferredAt: time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)}}, 500, statusWarn, "takes nothing from the account since 2026-11-20 09:00 (5.4.5)"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var d Doctor
			d.judgeBudget(c.state, server.SendingBudget{Day: c.day})
			require.Equal(t, c.status, d.found[0].Status)
			require.Contains(t, d.found[0].Saw, c.saw)
			require.Equal(t, c.status == statusOK, d.found[0].Mend == "")
		})
	}
}
