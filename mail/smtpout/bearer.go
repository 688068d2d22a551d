package smtpout

import (
	"errors"
	"fmt"
	"strings"

	"github.com/emersion/go-smtp"

	"turnpost/mail"
)

// tokenError is the server's refusal of an access token.
type tokenError struct{ error }

func (e *tokenError) Unwrap() error { return e.error }

// bear logs in with an access token (RFC 7628).
func (s *session) bear(token string) error {
	what := "the login of " + s.cfg.User + " by OAuth 2 failed"
	for _, mech := range mail.BearerMechanisms() {
		if !s.client.SupportsAuth(mech) {
			continue
		}
		login := &mail.Bearer{Mechanism: mech, User: s.cfg.User, Token: token}
		err := s.client.Auth(login)
		if err == nil {
			return nil
		}
		if refusal, ok := errors.AsType[*smtp.SMTPError](err); ok && login.Refusal != "" {
			// The words of the answer say less than what came before it.
			refusal.Message += " (" + mech + ": " + login.Refusal + ")"
		}
		err = fmt.Errorf("%s: %w", what, hide(classify(err, ourFault), token))
		if errors.Is(err, mail.ErrAccount) {
			return &tokenError{err}
		}
		return err
	}
	return fmt.Errorf("%s: %w: the server offers no login by OAuth 2 on this connection (%s); use a password there",
		what, mail.ErrAccount, strings.Join(mail.BearerMechanisms(), ", "))
}
