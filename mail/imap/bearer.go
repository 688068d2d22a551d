package imap

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/emersion/go-imap/v2"

	"turnpost/mail"
)

// bearer is a login by IMAP. The client library would write an empty answer to a
// challenge as "=", at which Dovecot hangs up; and what the answer to a refusal
// is does not matter, as long as there is one.
type bearer struct{ *mail.Bearer }

func (b bearer) Next(challenge []byte) ([]byte, error) {
	answer, err := b.Bearer.Next(challenge)
	if len(answer) == 0 {
		answer = []byte{0x01}
	}
	return answer, err
}

// authenticateBearer logs in with an access token (RFC 7628).
func (s *session) authenticateBearer(ctx context.Context, token string) error {
	cfg := s.cfg
	var login bearer
	err := s.do(ctx, func() error {
		if s.client.State() != imap.ConnStateNotAuthenticated {
			return nil // PREAUTH
		}
		caps := s.client.Caps()
		for _, mech := range mail.BearerMechanisms() {
			if caps.Has(imap.AuthCap(mech)) {
				login = bearer{&mail.Bearer{Mechanism: mech, User: cfg.User, Token: token}}
				return s.client.Authenticate(login)
			}
		}
		return fmt.Errorf("%w: the server offers no login by OAuth 2 on this connection (%s); use a password there",
			mail.ErrAccount, strings.Join(mail.BearerMechanisms(), ", "))
	})
	if err == nil {
		return nil
	}
	if answer, ok := errors.AsType[*imap.Error](err); ok && permanent(answer) {
		said := answer.Text
		if login.Refusal != "" {
			said += " (" + login.Mechanism + ": " + login.Refusal + ")"
		}
		return &mail.TokenRefusedError{Err: fmt.Errorf("%w: the login of %s by OAuth 2 is refused: the server said %q", mail.ErrAccount, cfg.User, mail.HideSecret(said, token))}
	}
	if errors.Is(err, mail.ErrAccount) || ctx.Err() != nil {
		return err
	}
	return fmt.Errorf("the login of %s by OAuth 2 failed: %s", cfg.User, mail.HideSecret(err.Error(), token))
}
