package oauth

import (
	"errors"
	"log/slog"
	"net/http"
	"time"
)

// Config says who we are to a provider, and where the refresh token is kept.
type Config struct {
	Provider               Provider
	ClientID, ClientSecret string
	// File holds the refresh token.
	File string
	// SignIn is the command that signs in anew, for sentences.
	SignIn string
	// Timeout is the longest wait for one answer; 0: half a minute.
	Timeout time.Duration
	// Pause is the first pause after an answer that did not come, doubled at
	// each; 0: half a second.
	Pause time.Duration
	Now   func() time.Time // nil: time.Now
	Log   *slog.Logger     // nil: none
}

// check fills the defaults in, and finds what can be wrong without the provider.
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

// client asks with a time limit. It follows no redirect: none is known to a
// token endpoint, and secrets would go along.
func (c *Config) client() *http.Client {
	return &http.Client{
		Timeout:       c.Timeout,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}
