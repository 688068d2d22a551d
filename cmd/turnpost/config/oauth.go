package config

import (
	"log/slog"
	"strings"

	"turnpost/cmd/turnpost/cli"
	"turnpost/mail"
	"turnpost/mail/oauth"
)

// The ways to log in to a server.
const (
	AuthPassword = "password"
	AuthOAuth    = "oauth"
)

// OAuth configures the sign-in at a provider that accepts no password.
type OAuth struct {
	// Provider is a name that package oauth knows; empty: none.
	Provider string `toml:"provider"`
	ClientID string `toml:"client_id"`

	// At most one of these two is set. Secret is the result.
	ClientSecret     Secret `toml:"client_secret"`
	ClientSecretFile string `toml:"client_secret_file"`
	Secret           Secret `toml:"-"`

	// TokenFile has the token of 'turnpost login'.
	TokenFile string `toml:"token_file"`

	// These replace what is known of the provider.
	AuthURL   string   `toml:"auth_url"`
	TokenURL  string   `toml:"token_url"`
	DeviceURL string   `toml:"device_url"`
	Scopes    []string `toml:"scopes"`
}

// usesOAuth reports whether a server is logged in to with a token.
func (c *Config) usesOAuth() bool { return c.IMAP.Auth == AuthOAuth || c.SMTP.Auth == AuthOAuth }

// check reports what is wrong with the section. Missing values only matter if it is used.
func (c *OAuth) check(p *problems, needed bool) {
	names := `"` + strings.Join(oauth.Names(), `", "`) + `"`
	if c.Provider != "" {
		if _, err := oauth.Preset(c.Provider); err != nil {
			p.say("oauth.provider", "is %q; there are %s", c.Provider, names)
			return
		}
	} else if needed {
		p.say("oauth.provider", `is missing, and auth is "oauth"; there are %s`, names)
	}
	if needed && c.ClientID == "" {
		p.say("oauth.client_id",
			"is missing; give the one that you got when you registered Turnpost at the provider; see 'turnpost "+
				"help providers'")
	}
	p.alone("oauth", given{"client_secret", string(c.ClientSecret)}, given{"client_secret_file", c.ClientSecretFile})
	if c.TokenFile == "" {
		p.say("oauth.token_file", `is empty; give the path of a file, such as "oauth.token"`)
	}
	known := c.Known()
	for _, u := range []struct{ key, given, known string }{
		{"auth_url", c.AuthURL, known.AuthURL}, {"token_url", c.TokenURL, known.TokenURL},
		{"device_url", c.DeviceURL, known.DeviceURL},
	} {
		switch {
		case u.given != "" && oauth.CheckURL(u.given) != nil:
			p.say("oauth."+u.key, "is wrong: %v", oauth.CheckURL(u.given))
		case u.key == "token_url" && u.known == "" && c.Provider != "":
			p.say("oauth.token_url", `is missing, which a provider "custom" needs`)
		}
	}
}

// Known returns the provider's settings with those of the configuration.
func (c *OAuth) Known() oauth.Provider {
	p, err := oauth.Preset(c.Provider)
	if err != nil {
		p = oauth.Provider{}
	}
	for _, u := range []struct {
		to    *string
		given string
	}{{&p.AuthURL, c.AuthURL}, {&p.TokenURL, c.TokenURL}, {&p.DeviceURL, c.DeviceURL}} {
		if u.given != "" {
			*u.to = u.given
		}
	}
	if len(c.Scopes) > 0 {
		p.Scopes = c.Scopes
	}
	return p
}

// Complete reports what is missing to sign in, and finds the client secret.
func (c *OAuth) Complete() error {
	p := &problems{}
	c.check(p, true)
	if err := p.err(); err != nil {
		return cli.WithStatus(cli.ExitConfig, err)
	}
	return c.findClientSecret(func(string, ...any) {})
}

// findClientSecret sets Secret.
func (c *OAuth) findClientSecret(warn func(format string, args ...any)) (err error) {
	c.Secret = c.ClientSecret
	if c.ClientSecretFile != "" {
		c.Secret, err = secretIn(c.ClientSecretFile, "oauth.client_secret_file", "client secret", warn)
	}
	return err
}

// findSecrets sets Secret, and checks whether somebody has signed in.
func (c *OAuth) findSecrets(warn func(format string, args ...any)) error {
	if err := c.findClientSecret(warn); err != nil {
		return err
	}
	if _, err := oauth.ReadTokenFile(c.TokenFile); err != nil {
		return cli.Errorf(cli.ExitSecret, "oauth.token_file: %w; 'turnpost login %s' makes it", err, c.Provider)
	}
	return nil
}

// Client returns the client of package oauth.
func (c *OAuth) Client(log *slog.Logger) oauth.Config {
	return oauth.Config{
		Provider: c.Known(), ClientID: c.ClientID, ClientSecret: string(c.Secret), File: c.TokenFile,
		SignIn: "turnpost login " + c.Provider, Log: log,
	}
}

// Tokens returns the token sources of both servers, or nil where a password is used. Both
// share one source, so that the provider is asked once.
func (c *Config) Tokens(log *slog.Logger) (imap, smtp mail.TokenSource, err error) {
	if !c.usesOAuth() {
		return nil, nil, nil
	}
	source, err := oauth.New(c.OAuth.Client(log))
	if err != nil {
		return nil, nil, err
	}
	if c.IMAP.Auth == AuthOAuth {
		imap = source
	}
	if c.SMTP.Auth == AuthOAuth {
		smtp = source
	}
	return imap, smtp, nil
}
