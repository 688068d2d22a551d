package oauth

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"time"

	"golang.org/x/oauth2"

	"turnpost/mail"
)

const (
	// spare is how long a token must remain valid: long enough for a login.
	spare = time.Minute
	// fresh is the age below which a refused token is kept. Otherwise the provider would
	// be asked for a new one at each try of a login that is refused for other reasons.
	fresh = time.Minute
	// tries is how often a silent provider is asked in one call.
	tries = 3
)

// TokenSource implements mail.TokenSource.
type TokenSource struct {
	cfg Config

	// asking is a mutex for talking to the provider, with a wait that can be canceled.
	// It guards unsaved, a new refresh token that could not be written, and replaces,
	// the one before it.
	asking            chan struct{}
	unsaved, replaces string

	mu     sync.Mutex // guards what follows
	access string
	born   time.Time
	until  time.Time // zero: the provider did not say
}

var _ mail.TokenSource = (*TokenSource)(nil)

// New checks the configuration. It reads no file and does not connect.
func New(cfg Config) (*TokenSource, error) {
	if err := cfg.check(); err != nil {
		return nil, fmt.Errorf("oauth: %w", err)
	}
	return &TokenSource{cfg: cfg, asking: make(chan struct{}, 1)}, nil
}

// Token returns an access token; see mail.TokenSource.
func (s *TokenSource) Token(ctx context.Context) (string, error) {
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
func (s *TokenSource) Expire(token string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if token == s.access && s.cfg.Now().Sub(s.born) >= fresh {
		s.access = ""
	}
}

// current returns the access token if it is still valid, or "".
func (s *TokenSource) current() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if life := s.until.Sub(s.born); !s.until.IsZero() && !s.cfg.Now().Before(s.until.Add(-min(spare, life/2))) {
		return ""
	}
	return s.access
}

// refresh gets a new access token for the refresh token (RFC 6749 section 6). The caller
// holds the lock of the file.
func (s *TokenSource) refresh(ctx context.Context) error {
	kept, err := ReadTokenFile(s.cfg.File)
	switch {
	case missing(err):
		return fmt.Errorf("%w: there is no token file %s; run: %s", mail.ErrAccount, s.cfg.File, s.cfg.SignIn)
	case failing(err):
		return err
	case err != nil:
		return fmt.Errorf("%w: %w; or run: %s", mail.ErrAccount, err, s.cfg.SignIn)
	case kept.TokenURL != s.cfg.Provider.TokenURL || kept.ClientID != s.cfg.ClientID:
		return fmt.Errorf(
			"%w: the token file %s is from a sign-in at another provider or with another client id; run: %s",
			mail.ErrAccount, s.cfg.File, s.cfg.SignIn)
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
		// This process can continue with the new one in memory.
		s.unsaved, s.replaces = token.RefreshToken, old
		s.cfg.Log.Error(
			"the provider renewed the token, and the new one cannot be stored: correct this before the program "+
				"ends, or sign in again", "file", s.cfg.File, "error", err)
		return nil
	}
	s.unsaved, s.replaces = "", ""
	s.cfg.Log.Debug("the provider renewed the refresh token", "file", s.cfg.File)
	return nil
}

// ask asks the provider for an access token, a few times if it does not answer.
func (s *TokenSource) ask(ctx context.Context, refreshToken string) (*oauth2.Token, error) {
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

// explain makes an error message of the token endpoint's answer, and sets its class.
func (s *TokenSource) explain(err error) error {
	refusal, ok := errors.AsType[*oauth2.RetrieveError](err)
	if !ok {
		return fmt.Errorf("%s gave no access token: %s", s.cfg.Provider.TokenURL,
			mail.HideSecret(err.Error(), s.cfg.ClientSecret))
	}
	said := mail.HideSecret(describe(refusal), s.cfg.ClientSecret)
	switch refusal.ErrorCode {
	case "invalid_grant", "interaction_required", "consent_required", "login_required":
		return fmt.Errorf("%w: the sign-in has expired or was revoked: %s said %s; run: %s", mail.ErrAccount,
			s.cfg.Provider.TokenURL, said, s.cfg.SignIn)
	case "invalid_client", "unauthorized_client":
		return fmt.Errorf(
			"%w: the client id or its secret is not accepted: %s said %s; correct client_id and client_secret in "+
				"[oauth]", mail.ErrAccount, s.cfg.Provider.TokenURL, said)
	case "", "temporarily_unavailable", "server_error", "slow_down":
		// Without a code the answer is not from OAuth, but from a proxy in front of it.
		return fmt.Errorf("%s gave no access token: it said %s", s.cfg.Provider.TokenURL, said)
	}
	if code := refusal.Response.StatusCode; code >= 500 || code == http.StatusTooManyRequests {
		return fmt.Errorf("%s gave no access token: it said %s", s.cfg.Provider.TokenURL, said)
	}
	return fmt.Errorf("%w: %s gives no access token: it said %s; look at [oauth], or run: %s", mail.ErrAccount,
		s.cfg.Provider.TokenURL, said, s.cfg.SignIn)
}

// describe returns the provider's answer in one line.
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

// Config describes our client at a provider, and the file of the refresh token.
type Config struct {
	Provider               Provider
	ClientID, ClientSecret string
	// File holds the refresh token.
	File string
	// SignIn is the command that signs in again, for error messages.
	SignIn string
	// Timeout is the longest wait for one answer; 0: half a minute.
	Timeout time.Duration
	// Pause is the first pause after a missing answer, doubled each time; 0: half a
	// second.
	Pause time.Duration
	Now   func() time.Time // nil: time.Now
	Log   *slog.Logger     // nil: none
}

// check fills in the defaults and reports mistakes that show without the provider.
func (c *Config) check() error {
	switch {
	case c.ClientID == "":
		return errors.New("the client id is missing")
	case c.File == "":
		return errors.New("the file for the token is missing")
	case c.Provider.TokenURL == "":
		return errors.New("the provider's token URL is missing")
	}
	for _, u := range []string{c.Provider.TokenURL, c.Provider.AuthURL, c.Provider.DeviceURL} {
		if u == "" {
			continue
		}
		if err := CheckURL(u); err != nil {
			return err
		}
	}
	if c.SignIn == "" {
		c.SignIn = "turnpost login " + c.Provider.Name
	}
	if c.Timeout <= 0 {
		c.Timeout = 30 * time.Second
	}
	if c.Pause <= 0 {
		c.Pause = 500 * time.Millisecond
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	return nil
}

// client returns an HTTP client with a time limit. It follows no redirects: token endpoints
// have none, and secrets would go along.
func (c *Config) client() *http.Client {
	return &http.Client{
		Timeout:       c.Timeout,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}
