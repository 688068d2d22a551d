package oauth

import (
	"fmt"
	"net"
	"net/url"
	"slices"
	"strings"

	"golang.org/x/oauth2"
)

// Provider is where one signs in, and for what.
type Provider struct {
	Name string
	// AuthURL is where a browser is sent (RFC 6749 section 3.1), TokenURL gives
	// the tokens (3.2), and DeviceURL, if there is one, a code to be typed on
	// another device (RFC 8628 section 3.1).
	AuthURL, TokenURL, DeviceURL string
	Scopes                       []string
	// Params go along with AuthURL.
	Params map[string]string
}

// Names are the providers that Preset knows.
func Names() []string { return []string{"gmail", "outlook", "custom"} }

// Preset is what we know of a provider; of "custom", nothing.
func Preset(name string) (Provider, error) {
	switch name {
	case "gmail":
		// Google has a device flow, which does not give the scope of mail. And
		// it gives a refresh token only when asked for offline access, and again
		// only when it asks the person again.
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
				"https://outlook.office.com/IMAP.AccessAsUser.All", "https://outlook.office.com/SMTP.Send", "offline_access",
			},
		}, nil
	case "custom":
		return Provider{Name: name}, nil
	}
	return Provider{}, fmt.Errorf("there is no provider %q; there are %s", name, strings.Join(Names(), ", "))
}

// CheckURL refuses an address to which no secret may be sent: it must be https,
// but to this machine (RFC 6749 section 3.2).
func CheckURL(address string) error {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return fmt.Errorf("%q is not the address of a page", address)
	}
	ip := net.ParseIP(u.Hostname())
	here := u.Hostname() == "localhost" || ip != nil && ip.IsLoopback()
	if u.Scheme == "https" || u.Scheme == "http" && here {
		return nil
	}
	return fmt.Errorf("%q does not begin with https://, so that secrets would travel in the clear", address)
}

// config is the provider as the library takes it. Client and secret go in the
// body of requests, which all providers understand that we know of. To let the
// library find out would send every poll twice.
func (c *Config) config() *oauth2.Config {
	return &oauth2.Config{
		ClientID: c.ClientID, ClientSecret: c.ClientSecret, Scopes: slices.Clone(c.Provider.Scopes),
		Endpoint: oauth2.Endpoint{
			AuthURL: c.Provider.AuthURL, TokenURL: c.Provider.TokenURL, DeviceAuthURL: c.Provider.DeviceURL,
			AuthStyle: oauth2.AuthStyleInParams,
		},
	}
}
