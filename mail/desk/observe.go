package desk

import (
	"strings"
	"time"

	"turnpost/db"
)

// An Event is something that the desk did, for whoever counts: what its rates
// and troubles are. Events of a transaction are told when it is committed, so
// that one which ran twice counts once.
//
// The desk tells, and does not count by itself: the ledgers hold years, and to
// count them at each look would read them all; and how the counts are shown is
// the command's business. What is small in the database, the queues, is not
// told here but counted there (db.Tx.Queues), because it must be right after a
// restart too.
type Event struct {
	What EventKind
	// Label says which one of its kind: see the kinds. It is one of few words,
	// never a text of a letter's, nor an address.
	Label string
	N     int           // how many; only of Played
	Took  time.Duration // only of Accepted
}

// EventKind is what happened.
type EventKind int

// The kinds of events.
const (
	// Pulse: the loop Label goes round. It is told at least at each end of a
	// sleep or of a letter.
	Pulse EventKind = iota
	// Polled: the mailbox was read to its end.
	Polled
	// Holding: this daemon does from now on what only one does at a time; Label is
	// "mailbox" (the collecting from ours) or "clockwork".
	Holding
	// StandingBy: another daemon does Label, as of Holding; told again and again.
	StandingBy
	// Failed: the loop Label failed and will try again.
	Failed
	// Locked: a server refused the login of the loop Label.
	Locked
	// In: a letter in was settled; Label is what became of it: answered,
	// restrained, address, stranger, too-large, report, automatic, unknown,
	// nobody, unreadable or quarantined.
	In
	// Suppressed: an automatic mail was not answered; Label is the sign that
	// it gave.
	Suppressed
	// Restrained: an answer was left out; Label is "error" for one that only
	// told an error, "look" for one to a writer not proven.
	Restrained
	// Played: N plies were played; Label is the name of the rules.
	Played
	// Out: the smarthost took a letter; Label is its kind.
	Out
	// Accepted: the smarthost took a letter that answers one in, so long after
	// that arrived (Took).
	Accepted
	// Deferred: the smarthost put a letter off.
	Deferred
	// Bounced: a letter came back for good; Label is "hard" or "soft".
	Bounced
	// Unsubscribed: a player stopped the letters by one click.
	Unsubscribed
)

// tell tells one event now.
func (d *Desk) tell(what EventKind, label string) { d.tellAll([]Event{{What: what, Label: label}}) }

func (d *Desk) tellAll(events []Event) {
	if d.Observe == nil {
		return
	}
	for _, e := range events {
		d.Observe(e)
	}
}

// see notes an event of the session's transaction, to be told when it is
// committed.
func (s *session) see(what EventKind, label string, n int) {
	s.seen = append(s.seen, Event{What: what, Label: label, N: n})
}

// became says what became of a letter that was somebody's.
func (s *session) became(restrained bool) string {
	switch {
	case s.stranger:
		return "stranger"
	case s.confirming != nil:
		return "address"
	case s.in.TooLarge:
		return "too-large"
	case restrained:
		return "restrained"
	}
	return "answered"
}

// signOf is the sign of an automatic mail without what its sender chose, so
// that nobody can make up new ones.
func signOf(automatic string) string {
	if strings.HasPrefix(automatic, "from ") {
		return "sender"
	}
	sign, _, _ := strings.Cut(automatic, ":")
	return strings.ToLower(sign)
}

// accepted are the events of a letter that the smarthost took.
func (d *Desk) accepted(tx *db.Tx, out db.Outgoing) ([]Event, error) {
	events := []Event{{What: Out, Label: out.Kind}}
	if d.Observe == nil || out.Answers == 0 {
		return events, nil
	}
	at, err := tx.ArrivedAt(out.Answers)
	if isNotFound(err) {
		return events, nil
	}
	return append(events, Event{What: Accepted, Took: tx.Now.Sub(at)}), err
}
