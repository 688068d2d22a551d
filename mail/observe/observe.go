// Package observe names what is seen of a server at work, for whoever counts or
// follows it.
package observe

import (
	"log/slog"
	"time"

	"turnpost/mail/club"
)

// An Observation is something that was seen, for whoever counts: what the rates
// and troubles are. Those of a transaction are told when it is committed, so that
// one which ran twice counts once.
//
// The desk tells, and does not count by itself: the ledgers hold years, and to
// count them at each look would read them all; and how the counts are shown is
// the command's business. What is small in the database, the queues, is not
// told here but counted there (db.Tx.Queues), because it must be right after a
// restart too.
type Observation struct {
	What Kind
	// Label says which one of its kind: see the kinds. It is one of few words,
	// never a text of a letter's, nor an address.
	Label string
	N     int           // how many; only of Played
	Took  time.Duration // only of what takes time
	About []slog.Attr   // only of Happened: which game, whose, and what
}

// Kind is what was seen. Package server adds its own.
type Kind string

// What the desk does.
const (
	// In: a letter in was settled; Label is what became of it, one of Outcomes.
	In Kind = "in"
	// Suppressed: an automatic mail was not answered; Label is the sign that
	// it gave, one of Signs.
	Suppressed Kind = "suppressed"
	// Restrained: an answer was left out; Label is one of Restraints.
	Restrained Kind = "restrained"
	// Played: N plies were played; Label is the name of the rules.
	Played Kind = "played"
	// Bounced: a letter came back for good; Label is one of Severities.
	Bounced Kind = "bounced"
	// Unsubscribed: somebody paused or stopped the letters by one click.
	Unsubscribed Kind = "unsubscribed"
	// Happened: something happened in a game, for who follows it; Label is a
	// sentence. See history.go.
	Happened Kind = "happened"
)

// Of is what is seen of an event.
func Of(e club.Event) []Observation {
	seen := happened(e)
	switch e := e.(type) {
	case club.PliesPlayed:
		return append(seen, Observation{What: Played, Label: e.Table.Game.Rules, N: e.Last - e.First + 1})
	case club.Bounced:
		if e.Hard {
			return append(seen, Observation{What: Bounced, Label: "hard"})
		}
		return append(seen, Observation{What: Bounced, Label: "soft"})
	}
	return seen
}
