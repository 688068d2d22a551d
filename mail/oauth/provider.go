package oauth

import (
	"fmt"
	"net"
	"net/url"
	"slices"
	"strings"

	"golang.org/x/oauth2"
)

// Provider describes where to sign in, and for which scopes.
type Provider struct {
	Name string
	// AuthURL is the authorization endpoint for a browser (RFC 6749 section 3.1), TokenURL
	// the token endpoint (3.2), and DeviceURL, which may be empty, the endpoint that
	// gives a code to type on another device (RFC 8628 section 3.1).
	AuthURL, TokenURL, DeviceURL string
	Scopes                       []string
	// Params are added to AuthURL.
	Params map[string]string
}

// Names returns the providers that Preset knows.
func Names() []string { return []string{"gmail", "outlook", "custom"} }

// Preset returns the endpoints and scopes of a known provider; of "custom", only the name.
func Preset(name string) (Provider, error) {
	switch name {
	case "gmail":
		// Google's device flow does not grant the scope of mail. Google issues a refresh
		// token only for offline access, and a second one only after asking for consent
		// again.
		return Provider{
			Name:     name,
			AuthURL:  "https://accounts.google.com/o/oauth2/v2/auth",
			TokenURL: "https://oauth2.googleapis.com/token",
			Scopes:   []string{"https://mail.google.com/"},
			Params:   map[string]string{"access_type": "offline", "prompt": "consent"},
		}, nil
	case "outlook":
		const at = "https://login.microsoftonline.com/common/oauth2/v2.0/"
		return Provider{
			Name:      name,
			AuthURL:   at + "authorize",
			TokenURL:  at + "token",
			DeviceURL: at + "devicecode",
			Scopes: []string{
				"https://outlook.office.com/IMAP.AccessAsUser.All", "https://outlook.office.com/SMTP.Send",
				"offline_access",
			},
		}, nil
	case "custom":
		return Provider{Name: name}, nil
	}
	return Provider{}, fmt.Errorf("there is no provider %q; there are %s", name, strings.Join(Names(), ", "))
}

// CheckURL refuses a URL to which no secret may be sent: it must use https, except on this
// machine (RFC 6749 section 3.2).
func CheckURL(address string) error {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return fmt.Errorf("%q is not a URL", address)
	}
	ip := net.ParseIP(u.Hostname())
	here := u.Hostname() == "localhost" || ip != nil && ip.IsLoopback()
	if u.Scheme == "https" || u.Scheme == "http" && here {
		return nil
	}
	return fmt.Errorf("%q does not begin with https://, so that secrets would travel in the clear", address)
}

// config converts the configuration for the library. The client and its secret go into the
// body of requests, which all known providers understand; letting the library find out
// would send every poll twice.
func (c *Config) config() *oauth2.Config {
	return &oauth2.Config{
		ClientID: c.ClientID, ClientSecret: c.ClientSecret, Scopes: slices.Clone(c.Provider.Scopes),
		Endpoint: oauth2.Endpoint{
			AuthURL: c.Provider.AuthURL, TokenURL: c.Provider.TokenURL, DeviceAuthURL: c.Provider.DeviceURL,
			AuthStyle: oauth2.AuthStyleInParams,
		},
	}
}
