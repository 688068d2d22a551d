package smtp

import (
	"errors"
	"fmt"
	"strings"

	"github.com/emersion/go-smtp"

	"turnpost/mail"
)

// authenticateBearer logs in with an access token (RFC 7628).
func (s *courierSession) authenticateBearer(token string) error {
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
			return &mail.TokenRefusedError{Err: err}
		}
		return err
	}
	return fmt.Errorf("%s: %w: the server offers no login by OAuth 2 on this connection (%s); use a password there",
		what, mail.ErrAccount, strings.Join(mail.BearerMechanisms(), ", "))
}
