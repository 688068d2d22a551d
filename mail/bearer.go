package mail

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/emersion/go-sasl"
)

// TokenSource returns access tokens for logging in by OAuth 2 instead of a password. Its methods
// may be called from several goroutines.
type TokenSource interface {
	// Token returns an access token that remains valid for a while, and gets a new one if
	// needed. The error wraps [ErrAccount] if the operator has to sign in again or to correct
	// the configuration; any other error is transient.
	Token(ctx context.Context) (string, error)

	// Expire reports that a server refused a token before its time was over, perhaps because
	// it was revoked. Token then returns another one if possible. If it returns the same,
	// the refusal has another reason.
	Expire(token string)
}

// BearerMechanisms returns the SASL mechanisms for access tokens, the best first: the standard
// (RFC 7628), and the older one of Google, which is all that Exchange Online supports.
func BearerMechanisms() []string { return []string{sasl.OAuthBearer, "XOAUTH2"} }

// BearerLogin is one login with an access token: a sasl.Client for one of the [BearerMechanisms].
// Unlike go-sasl's own OAUTHBEARER it ends a refusal as the mechanisms require, so that the
// server sends its reason and the connection stays usable.
type BearerLogin struct {
	Mechanism   string
	User, Token string

	// Refusal is what the server said about the token before it refused the login, in one
	// line, or empty.
	Refusal string
}

var _ sasl.Client = (*BearerLogin)(nil)

// Start returns the only response that the client has.
func (b *BearerLogin) Start() (mech string, ir []byte, err error) {
	if b.Mechanism == sasl.OAuthBearer {
		// Host and port are optional, and behind a proxy the port may be wrong.
		return sasl.NewOAuthBearerClient(&sasl.OAuthBearerOptions{Username: saslName(b.User), Token: b.Token}).Start()
	}
	return b.Mechanism, []byte("user=" + b.User + "\x01auth=Bearer " + b.Token + "\x01\x01"), nil
}

// Next receives the reason of a refusal; there is no other challenge.
func (b *BearerLogin) Next(challenge []byte) ([]byte, error) {
	b.Refusal = refusal(challenge)
	if b.Mechanism == sasl.OAuthBearer {
		return []byte{0x01}, nil // the dummy response of RFC 7628 section 3.2.3
	}
	return []byte{}, nil
}

// refusal makes one line of the server's error, which is a JSON object (RFC 7628 section 3.2.2)
// or anything else. It removes control characters, which could affect a terminal.
func refusal(challenge []byte) string {
	said := string(challenge)
	var object struct {
		Status           string `json:"status"`
		ErrorDescription string `json:"error_description"`
		Scope            string `json:"scope"`
	}
	if json.Unmarshal(challenge, &object) == nil && object.Status != "" {
		said = "status " + object.Status
		if object.ErrorDescription != "" {
			said += ", " + object.ErrorDescription
		}
		if object.Scope != "" {
			said += ", the scope to ask for is " + object.Scope
		}
	}
	said = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(said, "?"))
	said = strings.Join(strings.Fields(said), " ")
	const most = 300
	if len(said) > most {
		said = strings.ToValidUTF8(said[:most], "") + "..."
	}
	return said
}

// saslName escapes a name for GS2 (RFC 5801 section 4).
func saslName(name string) string {
	return strings.NewReplacer("=", "=3D", ",", "=2C").Replace(name)
}
