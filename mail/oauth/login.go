package oauth

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"golang.org/x/oauth2"

	"turnpost/mail"
)

// SignIn signs a person in, and stores the refresh token in the file.
type SignIn struct {
	cfg Config
	// Say prints instructions for the person, a few lines at a time.
	Say func(format string, args ...any)
	// Port is the port on this machine that the browser is redirected to; 0: any.
	Port int
	// Pasted receives lines that the person pastes: the address that a browser on another
	// machine could not open. It may be nil.
	Pasted <-chan string
}

// NewLogin checks the configuration. It does not connect.
func NewLogin(cfg Config) (*SignIn, error) {
	err := cfg.check()
	if err == nil && cfg.Provider.AuthURL == "" && cfg.Provider.DeviceURL == "" {
		err = errors.New("neither the provider's authorization URL nor its device URL is known")
	}
	if err != nil {
		return nil, fmt.Errorf("oauth: %w", err)
	}
	return &SignIn{cfg: cfg, Say: func(string, ...any) {}}, nil
}

// Device signs in with a code that the person types in a browser anywhere (RFC
// 8628). It waits until that is done, or the code has expired.
func (l *SignIn) Device(ctx context.Context) error {
	if l.cfg.Provider.DeviceURL == "" {
		return errors.New("the provider has no device URL")
	}
	asking := context.WithValue(ctx, oauth2.HTTPClient, l.cfg.client())
	conf := l.cfg.config()
	var opts []oauth2.AuthCodeOption
	if l.cfg.ClientSecret != "" {
		// Not in the RFC's list, but confidential clients have to send it (3.1).
		opts = append(opts, oauth2.SetAuthURLParam("client_secret", l.cfg.ClientSecret))
	}
	code, err := conf.DeviceAuth(asking, opts...)
	if err != nil {
		return l.explain(err)
	}
	l.Say("Open this page in a browser on any machine, and sign in as the mailbox's owner:\n\n  %s\n\nThe code to "+
		"type there is:\n\n  %s\n",
		printable(code.VerificationURI), printable(code.UserCode))
	interval := code.Interval
	if interval <= 0 {
		interval = 5 // section 3.5
	}
	for pause := time.Duration(interval) * time.Second; ; pause *= 2 {
		token, err := conf.DeviceAccessToken(asking, code)
		switch {
		case err == nil:
			return l.keep(ctx, token)
		case ctx.Err() != nil:
			return ctx.Err()
		case !code.Expiry.IsZero() && time.Now().After(code.Expiry):
			return errors.New("the code expired before it was typed; start again")
		}
		// Without a code the answer is not from OAuth, but from a proxy in front of it.
		if refusal, ok := errors.AsType[*oauth2.RetrieveError](err); ok && refusal.ErrorCode != "" ||
			code.Expiry.IsZero() {
			return l.explain(err)
		}
		// RFC 8628 section 3.5: after a connection that failed, wait longer each
		// time.
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pause):
		}
	}
}

// keep stores the refresh token in the file.
func (l *SignIn) keep(ctx context.Context, token *oauth2.Token) error {
	if token.RefreshToken == "" {
		return fmt.Errorf(
			"%s gave an access token and no refresh token, so that Turnpost could not go on for more than an hour; "+
				"ask for a scope such as offline_access", l.cfg.Provider.TokenURL)
	}
	if scope, _ := token.Extra("scope").(string); scope != "" {
		for _, want := range l.cfg.Provider.Scopes {
			// RFC 6749 section 5.1: the answer names the scopes if they are not those that
			// were asked for. It never names those for staying signed in.
			if want != "offline_access" && want != "openid" &&
				!strings.Contains(" "+strings.ToLower(scope)+" ", " "+strings.ToLower(want)+" ") {
				l.Say("Note that %s was asked for and not given: if the mailbox refuses the login, sign in again "+
					"and tick its box.\n", want)
			}
		}
	}
	return locked(ctx, l.cfg.File, func() error {
		file, err := replace(l.cfg.File)
		if err != nil {
			return err
		}
		return file.with(StoredToken{
			RefreshToken: token.RefreshToken, TokenURL: l.cfg.Provider.TokenURL, ClientID: l.cfg.ClientID,
			Saved: l.cfg.Now().UTC().Truncate(time.Second),
		})
	})
}

// explain makes an error message of the provider's answer.
func (l *SignIn) explain(err error) error {
	refusal, ok := errors.AsType[*oauth2.RetrieveError](err)
	if !ok {
		return fmt.Errorf("the provider %s cannot be asked: %s", l.cfg.Provider.Name,
			mail.HideSecret(err.Error(), l.cfg.ClientSecret))
	}
	return l.refused(refusal.ErrorCode, mail.HideSecret(describe(refusal), l.cfg.ClientSecret))
}

// refused makes an error of an error code of RFC 6749 sections 4.1.2.1 and 5.2, or of RFC
// 8628 section 3.5.
func (l *SignIn) refused(code, said string) error {
	said = "the provider said " + printable(said)
	switch code {
	case "access_denied":
		return fmt.Errorf("%w: the sign-in was refused in the browser: %s", mail.ErrAccount, said)
	case "expired_token":
		return fmt.Errorf("the code expired before it was typed; start again: %s", said)
	case "invalid_client", "unauthorized_client":
		return fmt.Errorf(
			"%w: the client id or its secret is not accepted, or not for this kind of sign-in; correct client_id "+
				"and client_secret in [oauth]: %s", mail.ErrAccount, said)
	case "invalid_scope":
		return fmt.Errorf("%w: the client may not ask for %s; allow it at the provider: %s", mail.ErrAccount,
			strings.Join(l.cfg.Provider.Scopes, " "), said)
	}
	return fmt.Errorf("the sign-in failed: %s", said)
}

// printable returns a provider's text without control characters, for a terminal.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r >= 0x7f && r < 0xa0 {
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, "?"))
}
