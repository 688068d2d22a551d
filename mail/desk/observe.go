package desk

import (
	"strings"

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

// signOf is the sign of an automatic mail without what its sender chose, so
// that nobody can make up new ones.
func signOf(automatic string) string {
	if strings.HasPrefix(automatic, "from ") {
		return "sender"
	}
	sign, _, _ := strings.Cut(automatic, ":")
	return strings.ToLower(sign)
}
