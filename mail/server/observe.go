package server

import (
	"turnpost/db"
	"turnpost/mail/handler"
)

// What the loops see, beside what the desk does (observe.In and its like).
const (
	// Pulse: the loop Label goes round. It is told at least at each end of a
	// sleep or of a letter.
	Pulse handler.ObservationKind = "pulse"
	// Polled: the mailbox was read to its end.
	Polled handler.ObservationKind = "polled"
	// Leading: this daemon has the leadership of what one does at a time; Label is
	// LeadMailbox (the collecting from ours), LeadClockwork and so on.
	Leading handler.ObservationKind = "leading"
	// StandingBy: another daemon has the leadership of Label; told again and again.
	StandingBy handler.ObservationKind = "standing by"
	// Failed: the loop Label failed and will try again.
	Failed handler.ObservationKind = "failed"
	// Locked: a server refused the login of the loop Label.
	Locked handler.ObservationKind = "locked"
	// Out: the smarthost took a letter; Label is its kind.
	Out handler.ObservationKind = "out"
	// Accepted: the smarthost took a letter that answers one in, so long after
	// that arrived (Took).
	Accepted handler.ObservationKind = "accepted"
	// Heard: the smarthost answered to a letter, whatever it said.
	Heard handler.ObservationKind = "heard"
	// Unheard: it did not, or could not be reached, or did not let us in.
	Unheard handler.ObservationKind = "unheard"
	// Deferred: the smarthost put a letter off.
	Deferred handler.ObservationKind = "deferred"
)

// Labels of Leading and StandingBy. The mailbox's address is left out.
const (
	LeadMailbox     = "mailbox"
	LeadClockwork   = "clockwork"
	LeadRobots      = "robots"
	LeadPostMortems = "post-mortems"
)

// Loops are the labels of Pulse and Failed: all loops of a daemon.
func Loops() []string {
	return []string{"collect", "play", "deliver", "clockwork", "robots", "post-mortems"}
}

// emit tells one observation now.
func (s *Server) emit(what handler.ObservationKind, label string) {
	s.emitAll([]handler.Observation{{What: what, Label: label}})
}

// emitAll tells what a transaction brought, which is committed.
func (s *Server) emitAll(seen []handler.Observation) {
	if s.Observe == nil {
		return
	}
	for _, o := range seen {
		s.Observe(o)
	}
}

// accepted is what to tell of a letter that the smarthost took.
func accepted(tx *db.Tx, out db.Outgoing, m db.Marked) []handler.Observation {
	seen := []handler.Observation{{What: Out, Label: out.Kind}}
	if m.ArrivedAt.IsZero() {
		return seen
	}
	return append(seen, handler.Observation{What: Accepted, Took: tx.Now.Sub(m.ArrivedAt)})
}
