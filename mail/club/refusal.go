package club

import (
	"errors"
	"fmt"

	"turnpost/rules"
)

// Refusal is the error of an operation that was not carried out because its player may not
// do that, or not now: it has a code for the sentence, and what the sentence needs. An
// operation that refuses has changed nothing. All other errors are ours or the database's.
type Refusal struct {
	// Code names the sentence; see templates.Problem.
	Code string
	// Args are numbers, texts, days, or a RulesError.
	Args []any
	// Near lists what could have been meant.
	Near []string
}

func (r *Refusal) Error() string { return fmt.Sprintf("refused: %s %v", r.Code, r.Args) }

// Refuse makes a Refusal.
func Refuse(code string, args ...any) *Refusal { return &Refusal{Code: code, Args: args} }

// Refused tells a refusal from an error that is ours: refusal is nil if there is
// none, and err is what is left.
func Refused(err error) (refusal *Refusal, ours error) {
	if errors.As(err, &refusal) {
		return refusal, nil
	}
	return nil, err
}

// RulesError is why the rules of a game refuse a ply, as an argument of a
// Refusal: it is said in the reader's language.
type RulesError struct {
	Game rules.Game
	Err  error
}

func (e RulesError) Error() string { return e.Err.Error() }

// In says why in a language.
func (e RulesError) In(lang string) string {
	if refusal, ok := errors.AsType[*rules.MoveError](e.Err); ok {
		return e.Game.In(lang).Refusal(refusal)
	}
	return e.Err.Error()
}

// refusedPly is the Refusal of a ply that the rules refuse.
func refusedPly(g rules.Game, err error) *Refusal {
	r := Refuse("move", RulesError{g, err})
	// An ambiguous text's sentence names what it can mean already.
	if refusal, ok := errors.AsType[*rules.MoveError](err); ok && refusal.Kind != rules.Ambiguous {
		for _, m := range refusal.Near {
			r.Near = append(r.Near, string(m))
		}
	}
	return r
}
