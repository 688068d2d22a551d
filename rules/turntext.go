package rules

import (
	"fmt"
	"strings"
)

// maxTurnWords is how many words of a turn's text are looked at.
const maxTurnWords = 50

// TurnError says why a text is no whole turn.
type TurnError struct {
	// Why is over (the game ended before it), move (a ply of it is refused),
	// long (it goes on after the turn), short (the turn is not over) or form (it
	// has not the form of moves; see Canonical).
	Why  string
	Text string
	// Err is why the rules refuse a ply of it, with Why "move".
	Err error
}

func (e *TurnError) Error() string {
	if e.Err != nil {
		return fmt.Sprintf("%q: %v", e.Text, e.Err)
	}
	return fmt.Sprintf("%q is no whole turn: %s", e.Text, e.Why)
}

// Unwrap is why the rules refuse a ply.
func (e *TurnError) Unwrap() error { return e.Err }

// PlayTurn plays a text, which must be one whole turn, on a copy of a record. The
// error is a *TurnError.
func PlayTurn(r *Record, text string) (*Record, error) {
	mover := r.Turn()
	if mover == None {
		return nil, &TurnError{Why: "over", Text: text}
	}
	next := r.Clone()
	m, whole := next.Parse(text)
	if whole == nil {
		if err := next.Play(m); err != nil {
			return nil, &TurnError{Why: "move", Text: text, Err: err}
		}
	} else {
		words := PlyWords(text, maxTurnWords)
		for len(words) > 0 {
			if next.Turn() != mover {
				return nil, &TurnError{Why: "long", Text: text}
			}
			m, n, err := TakePly(next, words)
			if err == nil {
				err = next.Play(m)
			}
			if err != nil {
				if next.Len() == r.Len() && n == len(words) {
					err = whole
				}
				return nil, &TurnError{Why: "move", Text: text, Err: err}
			}
			words = words[n:]
		}
	}
	if next.Turn() == mover {
		return nil, &TurnError{Why: "short", Text: text}
	}
	return next, nil
}

// TurnText is the canonical text of the plies after the first n.
func TurnText(r *Record, n int) string {
	var texts []string
	for _, m := range r.Plies()[n:] {
		texts = append(texts, string(m))
	}
	return strings.Join(texts, " and ")
}
