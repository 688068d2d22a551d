package server

import (
	"slices"

	"turnpost/db"
	"turnpost/mail/handler"
)

// Kinds of observations of the loops, beside those of the handler.
const (
	// Pulse: the loop Label is alive. It comes at least at each end of a sleep or of
	// the work on a message.
	Pulse handler.ObservationKind = "pulse"
	// Polled: the mailbox was read to its end.
	Polled handler.ObservationKind = "polled"
	// Leading: this daemon holds the leadership of work that one daemon does at a
	// time. Label is LeadMailbox, LeadSchedule and so on.
	Leading handler.ObservationKind = "leading"
	// StandingBy: another daemon holds the leadership of Label. It comes repeatedly.
	StandingBy handler.ObservationKind = "standing by"
	// Failed: the loop Label failed and will try again.
	Failed handler.ObservationKind = "failed"
	// LoginRefused: a server refused the login of the loop Label.
	LoginRefused handler.ObservationKind = "locked"
	// Sent: the smarthost took a message; Label is its kind.
	Sent handler.ObservationKind = "out"
	// AnswerSent: the smarthost took a message that answers an incoming one; Took is
	// the time since that one arrived.
	AnswerSent handler.ObservationKind = "accepted"
	// SmarthostAnswered: the smarthost answered to a message, whatever it said.
	SmarthostAnswered handler.ObservationKind = "heard"
	// SmarthostSilent: the smarthost could not be reached, refused the login, or did not
	// answer to a message.
	SmarthostSilent handler.ObservationKind = "unheard"
	// Deferred: the smarthost deferred a message.
	Deferred handler.ObservationKind = "deferred"
)

// Labels of Leading and StandingBy. They do not contain the mailbox's address.
const (
	LeadMailbox     = "mailbox"
	LeadSchedule    = "clockwork"
	LeadBots        = "robots"
	LeadSlowBots    = "slow robots"
	LeadPostMortems = "post-mortems"
)

// Loops returns the labels of Pulse and Failed: the loops of a daemon.
func Loops() []string {
	return []string{"collect", "play", "deliver", "clockwork", "robots", "slow robots", "post-mortems"}
}

func (s *Server) emit(what handler.ObservationKind, label string) {
	s.emitAll([]handler.Observation{{What: what, Label: label}})
}

// emitAll reports what a transaction did, once it is committed.
func (s *Server) emitAll(seen []handler.Observation) {
	if slices.ContainsFunc(seen, func(o handler.Observation) bool { return o.What == handler.KindCalendar }) {
		announce(s.wake.calendars)
	}
	if slices.ContainsFunc(seen, func(o handler.Observation) bool { return o.What == handler.KindDeparted }) {
		announce(s.wake.list)
	}
	if s.Observe == nil {
		return
	}
	for _, o := range seen {
		s.Observe(o)
	}
}

// accepted returns the observations of a message that the smarthost took.
func accepted(tx *db.Tx, out db.Outgoing, m db.MarkedSent) []handler.Observation {
	seen := []handler.Observation{{What: Sent, Label: out.Kind}}
	if m.ArrivedAt.IsZero() {
		return seen
	}
	return append(seen, handler.Observation{What: AnswerSent, Took: tx.Now.Sub(m.ArrivedAt)})
}
