package desk_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/mail"
	"turnpost/mail/desk"
)

// What the desk tells, in words, as counts.
func (w *world) observe() func() map[string]int {
	told := map[string]int{}
	w.desk.Observe = func(e desk.Event) {
		names := map[desk.EventKind]string{
			desk.In: "in", desk.Suppressed: "suppressed", desk.Restrained: "restrained", desk.Played: "played",
			desk.Out: "out", desk.Accepted: "accepted", desk.Deferred: "deferred", desk.Bounced: "bounced", desk.Unsubscribed: "unsubscribed",
		}
		if name, ok := names[e.What]; ok {
			told[fmt.Sprintf("%s %s", name, e.Label)] += max(1, e.N)
		}
	}
	return func() map[string]int {
		out := told
		told = map[string]int{}
		return out
	}
}

func TestWhatTheDeskTells(t *testing.T) {
	w := newWorld(t)
	told := w.observe()
	w.begin("turro")
	require.Equal(t, map[string]int{"in answered": 2}, told())
	w.reply(ada, "d3-d4")
	require.Equal(t, map[string]int{"in answered": 1, "played turro": 1}, told())

	// The sign of an automatic mail, and nothing that its sender chose.
	for _, header := range []string{"Auto-Submitted: auto-replied", "Auto-Submitted: x-made-up", "Precedence: bulk", "X-Autoreply: yes", "List-Id: <made.up>"} {
		w.send(post{from: ada, header: []string{header}, body: "d4-d5"})
	}
	w.send(post{from: "MAILER-DAEMON@example.org", body: "no"})
	require.Equal(t, map[string]int{
		"in automatic": 6, "suppressed auto-submitted": 2, "suppressed precedence": 1,
		"suppressed header field x-autoreply": 1, "suppressed mailing list": 1, "suppressed sender": 1,
	}, told())

	w.desk.Limits = desk.DefaultLimits()
	turn := *w.last(ada)
	for range 2 {
		w.send(post{from: ada, body: "z9-z8", answers: &turn})
	}
	require.Equal(t, map[string]int{"in answered": 1, "in restrained": 1, "restrained error": 1}, told())
	w.send(post{from: robotAddress, body: "d4-d5"})
	w.send(post{from: "", body: "d4-d5"})
	require.Equal(t, map[string]int{"in nobody": 2}, told())
}

// A letter that leaves: taken, put off, refused for good; and one that comes
// back by a report.
func TestWhatTheDeskTellsOfDelivery(t *testing.T) {
	w := newWorld(t)
	told := w.observe()
	var took time.Duration
	counts := w.desk.Observe
	w.desk.Observe = func(e desk.Event) {
		if e.What == desk.Accepted {
			took = e.Took
		}
		counts(e)
	}
	w.proven(ada, "challenge bob@example.org turro as black")
	told()
	w.now = w.now.Add(90 * time.Second)
	require.NoError(t, w.deliver(sender{bob: fmt.Errorf("%w: 450 4.2.1 later", mail.ErrDeferred)}))
	require.Equal(t, map[string]int{"out invited": 1, "accepted ": 1, "deferred ": 1}, told())
	require.Equal(t, 90*time.Second, took)
	w.now = w.now.Add(time.Hour)
	require.NoError(t, w.deliver(sender{}))
	require.Equal(t, map[string]int{"out invitation": 1, "accepted ": 1}, told())
	require.Equal(t, time.Hour+90*time.Second, took, "from the arrival of what it answers")

	sent := w.outgoing(db.OutgoingSent)
	report := w.report(sent[len(sent)-1], dsn{})
	w.bring(report)
	require.Equal(t, map[string]int{"bounced hard": 1, "in report": 1}, told())
	require.NoError(t, w.deliver(refuse(ada)))
	require.Equal(t, map[string]int{"bounced hard": 1}, told())
}
