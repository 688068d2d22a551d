package mail

import (
	"context"
	"errors"
	"fmt"
	"strings"
)

// TokenRefusedError is a server's refusal of an access token.
type TokenRefusedError struct{ Err error }

func (e *TokenRefusedError) Error() string { return e.Err.Error() }
func (e *TokenRefusedError) Unwrap() error { return e.Err }

// Login opens a session with an access token, or with an empty one where there
// are no tokens and a password does; what says in an error whose login it is. A
// token that the server refuses, by a [TokenRefusedError], may have been revoked before
// its time: the next one has a try, too, on a connection of its own, because not
// all servers hear a second login.
func Login[S any](ctx context.Context, tokens TokenSource, what string, open func(token string) (S, error)) (S, error) {
	var none S
	if tokens == nil {
		return open("")
	}
	// Before dialling: servers do not wait long for a login.
	token, err := tokens.Token(ctx)
	if err != nil {
		return none, fmt.Errorf("%s: %w", what, err)
	}
	s, err := open(token)
	if _, refused := errors.AsType[*TokenRefusedError](err); !refused {
		return s, err
	}
	tokens.Expire(token)
	next, failed := tokens.Token(ctx)
	if failed != nil {
		return none, fmt.Errorf("%s, and then: %w", err, failed)
	}
	if next == token {
		return none, err
	}
	return open(next)
}

// HideSecret takes a password or an access token out of a sentence, should a server
// repeat it.
func HideSecret(said, secret string) string {
	if secret == "" {
		return said
	}
	return strings.ReplaceAll(said, secret, "***")
}
