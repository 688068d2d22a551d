package desk

import (
	"turnpost/mail/club"
	"turnpost/mail/observe"
)

// see notes an observation of the answer's transaction, to be told when it is
// committed.
func (a *answer) see(what observe.Kind, label string, n int) {
	a.seen = append(a.seen, observe.Observation{What: what, Label: label, N: n})
}

// listen sees what the club does.
func (a *answer) listen(_ *club.Tx, e club.Event) error {
	a.seen = append(a.seen, observe.Of(e)...)
	a.reading.known = known{}
	return nil
}

// became says what became of a letter that was somebody's.
func (a *answer) became(restrained bool) string {
	switch {
	case a.writer.Stranger:
		return "stranger"
	case a.writer.Confirming != nil:
		return "address"
	case a.in.TooLarge:
		return "too-large"
	case restrained:
		return "restrained"
	}
	return "answered"
}
