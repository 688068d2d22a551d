package club

import (
	"errors"
	"fmt"

	"turnpost/rules"
)

// Refusal is the error of an operation that a player may not do, or not now. An operation that
// refuses has changed nothing. All other errors are ours or the database's.
type Refusal struct {
	// Code names the sentence; see templates.Problem.
	Code string
	// Args are the sentence's arguments: numbers, texts, days, or a RulesError.
	Args []any
	// Near lists what the player may have meant.
	Near []string
}

func (r *Refusal) Error() string { return fmt.Sprintf("refused: %s %v", r.Code, r.Args) }

// Refuse makes a Refusal.
func Refuse(code string, args ...any) *Refusal { return &Refusal{Code: code, Args: args} }

// Refused separates a refusal from other errors: one of its results is nil.
func Refused(err error) (refusal *Refusal, ours error) {
	if errors.As(err, &refusal) {
		return refusal, nil
	}
	return nil, err
}

// RulesError is why the rules of a game refuse a ply. As an argument of a Refusal it is written
// in the reader's language.
type RulesError struct {
	Game rules.Game
	Err  error
}

func (e RulesError) Error() string { return e.Err.Error() }

// In returns the reason in a language.
func (e RulesError) In(lang string) string {
	if refusal, ok := errors.AsType[*rules.MoveError](e.Err); ok {
		return e.Game.In(lang).Refusal(refusal)
	}
	return e.Err.Error()
}

// RefusePly makes the Refusal of a ply that the rules refuse.
func RefusePly(g rules.Game, err error) *Refusal {
	r := Refuse("move", RulesError{g, err})
	// The sentence about an ambiguous text already lists its meanings.
	if refusal, ok := errors.AsType[*rules.MoveError](err); ok && refusal.Kind != rules.Ambiguous {
		for _, m := range refusal.Near {
			r.Near = append(r.Near, string(m))
		}
	}
	return r
}

// ErrNothingToDo says that the operator's wish is already fulfilled.
var ErrNothingToDo = errors.New("nothing to do")

// RefuseUnless returns the refusal, unless there is an error of ours.
func RefuseUnless(err error, r *Refusal) error {
	if err != nil {
		return err
	}
	return r
}
