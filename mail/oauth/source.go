package oauth

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"

	"golang.org/x/oauth2"

	"turnpost/mail"
)

const (
	// spare is how long a token must still be good: long enough for a login.
	spare = time.Minute
	// fresh is how long a refusal of a token is not for its age. Else a provider
	// would be asked for a new one at each try of a login that is refused for
	// other reasons.
	fresh = time.Minute
	// tries is how often a provider that does not answer is asked in one call.
	tries = 3
)

// Source gives access tokens; see mail.TokenSource.
type Source struct {
	cfg Config

	// asking is held by who talks to the provider: a mutex that one can stop
	// waiting for. Below it, unsaved is a new refresh token that did not reach
	// the disk, and replaces is the one that it took the place of.
	asking            chan struct{}
	unsaved, replaces string

	mu     sync.Mutex // guards what follows
	access string
	born   time.Time
	until  time.Time // zero: the provider did not say
}

var _ mail.TokenSource = (*Source)(nil)

// New checks the configuration; it reads no file and asks nobody.
func New(cfg Config) (*Source, error) {
	if err := cfg.check(); err != nil {
		return nil, fmt.Errorf("oauth: %w", err)
	}
	return &Source{cfg: cfg, asking: make(chan struct{}, 1)}, nil
}

// Token returns an access token; see mail.TokenSource.
func (s *Source) Token(ctx context.Context) (string, error) {
	select {
	case s.asking <- struct{}{}:
		defer func() { <-s.asking }()
	case <-ctx.Done():
		return "", context.Cause(ctx)
	}
	if token := s.current(); token != "" {
		return token, nil
	}
	if err := locked(ctx, s.cfg.File, func() error { return s.refresh(ctx) }); err != nil {
		return "", err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.access, nil
}

// Expire forgets an access token; see mail.TokenSource.
func (s *Source) Expire(token string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if token == s.access && s.cfg.Now().Sub(s.born) >= fresh {
		s.access = ""
	}
}

// current is the access token, if it is still good.
func (s *Source) current() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if life := s.until.Sub(s.born); !s.until.IsZero() && !s.cfg.Now().Before(s.until.Add(-min(spare, life/2))) {
		return ""
	}
	return s.access
}

// refresh gets a new access token for the refresh token (RFC 6749 section 6). It
// holds the lock of the file.
func (s *Source) refresh(ctx context.Context) error {
	kept, err := Read(s.cfg.File)
	switch {
	case missing(err):
		return fmt.Errorf("%w: there is no token file %s; run: %s", mail.ErrAccount, s.cfg.File, s.cfg.SignIn)
	case failing(err):
		return err
	case err != nil:
		return fmt.Errorf("%w: %w; or run: %s", mail.ErrAccount, err, s.cfg.SignIn)
	case kept.TokenURL != s.cfg.Provider.TokenURL || kept.ClientID != s.cfg.ClientID:
		return fmt.Errorf("%w: the token file %s is from a sign-in at another provider or with another client id; run: %s", mail.ErrAccount, s.cfg.File, s.cfg.SignIn)
	}
	old := kept.RefreshToken
	// Before the old one is used up: see the package's doc.
	file, err := replace(s.cfg.File)
	if err != nil {
		return err
	}
	if s.unsaved != "" && s.replaces == old {
		kept.RefreshToken = s.unsaved
	}
	token, err := s.ask(ctx, kept.RefreshToken)
	if err != nil {
		file.drop()
		return err
	}
	s.mu.Lock()
	s.access, s.born, s.until = token.AccessToken, s.cfg.Now(), time.Time{}
	if token.ExpiresIn > 0 {
		s.until = s.born.Add(time.Duration(token.ExpiresIn) * time.Second)
	}
	s.mu.Unlock()
	if token.RefreshToken == "" || token.RefreshToken == old {
		file.drop()
		return nil
	}
	kept.RefreshToken, kept.Saved = token.RefreshToken, s.cfg.Now().UTC().Truncate(time.Second)
	if err := file.with(kept); err != nil {
		// This process can go on: it has the new one in memory.
		s.unsaved, s.replaces = token.RefreshToken, old
		s.cfg.Log.Error("the provider renewed the token, and the new one cannot be kept: mend this before the program ends, or sign in anew", "file", s.cfg.File, "error", err)
		return nil
	}
	s.unsaved, s.replaces = "", ""
	s.cfg.Log.Debug("the provider renewed the refresh token", "file", s.cfg.File)
	return nil
}

// ask asks the provider, a few times if it does not answer.
func (s *Source) ask(ctx context.Context, refreshToken string) (*oauth2.Token, error) {
	asking := context.WithValue(ctx, oauth2.HTTPClient, s.cfg.client())
	for try, pause := 1, s.cfg.Pause; ; try, pause = try+1, 2*pause {
		// A source of its own each time: the library's would keep the token.
		token, err := s.cfg.config().TokenSource(asking, &oauth2.Token{RefreshToken: refreshToken}).Token()
		if err == nil {
			return token, nil
		}
		err = s.explain(err)
		if errors.Is(err, mail.ErrAccount) || try == tries {
			return nil, err
		}
		s.cfg.Log.Debug("the provider gave no token; asking again", "error", err)
		select {
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		case <-time.After(pause):
		}
	}
}

// explain gives an error of the token endpoint its class and a sentence.
func (s *Source) explain(err error) error {
	refusal, ok := errors.AsType[*oauth2.RetrieveError](err)
	if !ok {
		return fmt.Errorf("%s gave no access token: %s", s.cfg.Provider.TokenURL, mail.HideSecret(err.Error(), s.cfg.ClientSecret))
	}
	said := mail.HideSecret(describe(refusal), s.cfg.ClientSecret)
	switch refusal.ErrorCode {
	case "invalid_grant", "interaction_required", "consent_required", "login_required":
		return fmt.Errorf("%w: the sign-in has expired or was revoked: %s said %s; run: %s", mail.ErrAccount, s.cfg.Provider.TokenURL, said, s.cfg.SignIn)
	case "invalid_client", "unauthorized_client":
		return fmt.Errorf("%w: the client id or its secret is not taken: %s said %s; mend client_id and client_secret in [oauth]", mail.ErrAccount, s.cfg.Provider.TokenURL, said)
	case "", "temporarily_unavailable", "server_error", "slow_down":
		// Without a code it is no answer of OAuth's, but a page of whatever
		// stands before it.
		return fmt.Errorf("%s gave no access token: it said %s", s.cfg.Provider.TokenURL, said)
	}
	if code := refusal.Response.StatusCode; code >= 500 || code == http.StatusTooManyRequests {
		return fmt.Errorf("%s gave no access token: it said %s", s.cfg.Provider.TokenURL, said)
	}
	return fmt.Errorf("%w: %s gives no access token: it said %s; look at [oauth], or run: %s", mail.ErrAccount, s.cfg.Provider.TokenURL, said, s.cfg.SignIn)
}

// describe is what a provider said, in one line.
func describe(e *oauth2.RetrieveError) string {
	if e.ErrorCode == "" {
		return fmt.Sprintf("%q", e.Response.Status)
	}
	said := e.ErrorCode
	if e.ErrorDescription != "" {
		said += ": " + strings.Join(strings.Fields(e.ErrorDescription), " ")
	}
	if len(said) > 500 { // Microsoft's are long, and begin with what matters
		said = strings.ToValidUTF8(said[:500], "") + "..."
	}
	return fmt.Sprintf("%q", said)
}
