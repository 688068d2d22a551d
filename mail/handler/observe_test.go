package handler_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/mail"
	"turnpost/mail/handler"
	"turnpost/mail/server"
	"turnpost/mail/server/servertest"
)

// What the handler tells, in words, as counts.
func (w *world) observe() func() map[string]int {
	told := map[string]int{}
	w.Server.Observe = func(e handler.Observation) {
		names := map[handler.ObservationKind]string{
			handler.KindIncoming: "in", handler.KindSuppressed: "suppressed", handler.KindRestrained: "restrained", handler.KindPlayed: "played",
			server.Sent: "out", server.AnswerSent: "accepted", server.Deferred: "deferred", handler.KindBounced: "bounced", handler.KindUnsubscribed: "unsubscribed",
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

func TestWhatTheHandlerTells(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	told := w.observe()
	w.Begin("turro")
	require.Equal(t, map[string]int{"in answered": 2}, told())
	w.Reply(ada, "d3-d4")
	require.Equal(t, map[string]int{"in answered": 1, "played turro": 1}, told())

	// The sign of an automatic mail, and nothing that its sender chose.
	for _, header := range []string{"Auto-Submitted: auto-replied", "Auto-Submitted: x-made-up", "Precedence: bulk", "X-Autoreply: yes", "List-Id: <made.up>"} {
		w.Send(post{From: ada, Header: []string{header}, Body: "d4-d5"})
	}
	w.Send(post{From: "MAILER-DAEMON@example.org", Body: "no"})
	require.Equal(t, map[string]int{
		"in automatic": 6, "suppressed auto-submitted": 2, "suppressed precedence": 1,
		"suppressed header field x-autoreply": 1, "suppressed mailing list": 1, "suppressed sender": 1,
	}, told())

	w.Handler.Limits = handler.DefaultLimits()
	turn := *w.Last(ada)
	for range 2 {
		w.Send(post{From: ada, Body: "z9-z8", Answers: &turn})
	}
	require.Equal(t, map[string]int{"in answered": 1, "in restrained": 1, "restrained error": 1}, told())
	w.Send(post{From: serverAddress, Body: "d4-d5"})
	w.Send(post{From: "", Body: "d4-d5"})
	require.Equal(t, map[string]int{"in nobody": 2}, told())
}

// A message that leaves: taken, put off, refused for good; and one that comes
// back by a report.
func TestWhatTheHandlerTellsOfDelivery(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	told := w.observe()
	var took time.Duration
	counts := w.Server.Observe
	w.Server.Observe = func(e handler.Observation) {
		if e.What == server.AnswerSent {
			took = e.Took
		}
		counts(e)
	}
	w.Proven(ada, "challenge bob@example.org turro as black")
	told()
	w.Now = w.Now.Add(90 * time.Second)
	require.NoError(t, w.Deliver(sender{bob: fmt.Errorf("%w: 450 4.2.1 later", mail.ErrDeferred)}))
	require.Equal(t, map[string]int{"out invited": 1, "accepted ": 1, "deferred ": 1}, told())
	require.Equal(t, 90*time.Second, took)
	w.Now = w.Now.Add(time.Hour)
	require.NoError(t, w.Deliver(sender{}))
	require.Equal(t, map[string]int{"out invitation": 1, "accepted ": 1}, told())
	require.Equal(t, time.Hour+90*time.Second, took, "from the arrival of what it answers")

	sent := w.Outgoing(db.OutgoingSent)
	report := w.report(sent[len(sent)-1], dsn{})
	w.Bring(report)
	require.Equal(t, map[string]int{"bounced hard": 1, "in report": 1}, told())
	require.NoError(t, w.Deliver(servertest.RefuseRecipient(ada)))
	require.Equal(t, map[string]int{"bounced hard": 1}, told())
}

// What is told of a game is enough to follow it, and names nobody: players go by
// their numbers.
func TestAGameCanBeFollowed(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	var lines []string
	w.Server.Observe = func(e handler.Observation) {
		if e.What != handler.KindHappened {
			return
		}
		line := e.Label
		for _, a := range e.About {
			line += " " + a.String()
		}
		lines = append(lines, line)
	}
	w.Begin("turro")
	w.Reply(ada, "d3-d4\nsay Ada is my name, and ada@example.org my address")
	w.Reply(bob, "draw")
	w.Reply(ada, "no")
	w.Pass(5 * 24 * time.Hour)
	require.Equal(t, []string{
		"an invitation was made game=1 rules=turro by=1 to=2",
		"a game began game=1 rules=turro black=1 white=2 pace=3d+1d/7d",
		"a side played game=1 rules=turro side=black ply=1 played=d3-d4 conditional=false",
		"a side asked game=1 rules=turro side=white for=draw",
		"a side declined game=1 rules=turro side=black what=draw",
		"a side was reminded game=1 rules=turro side=white of=half",
		"a side was reminded game=1 rules=turro side=white of=a day",
		"a side was reminded game=1 rules=turro side=white of=over",
		"a game ended game=1 rules=turro result=black reason=time plies=1",
	}, lines)
}
