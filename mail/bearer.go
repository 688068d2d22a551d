package mail

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/emersion/go-sasl"
)

// TokenSource gives the access tokens with which one logs in by OAuth 2 in place
// of a password. Its methods may be called from several goroutines.
type TokenSource interface {
	// Token returns an access token that is still good for a while, and asks
	// for a new one when there is none. An error wraps [ErrAccount] when the
	// operator has to sign in anew or to mend the configuration; any other is
	// transient.
	Token(ctx context.Context) (string, error)

	// Expire says that a server refused a token, though its time is not over:
	// it was revoked, perhaps. Token then returns another if it can be had.
	// When it returns the same, the refusal has another reason.
	Expire(token string)
}

// BearerMechanisms are the SASL mechanisms that take an access token, the best
// first: the standard (RFC 7628), and what Google had before there was one, which
// is all that Exchange Online knows.
func BearerMechanisms() []string { return []string{sasl.OAuthBearer, "XOAUTH2"} }

// Bearer is one login with an access token: a sasl.Client for one of the
// [BearerMechanisms]. Unlike go-sasl's own OAUTHBEARER it ends a refusal as the
// mechanisms demand, so that the server comes to say what it refuses and the
// connection stays in order.
type Bearer struct {
	Mechanism   string
	User, Token string

	// Refusal is what the server said about the token before it refused the
	// login, in one line; empty: nothing.
	Refusal string
}

var _ sasl.Client = (*Bearer)(nil)

// Start says all there is to say.
func (b *Bearer) Start() (mech string, ir []byte, err error) {
	if b.Mechanism == sasl.OAuthBearer {
		// Host and port may be left out, and to some servers a port in front of
		// a proxy is a wrong one.
		return sasl.NewOAuthBearerClient(&sasl.OAuthBearerOptions{Username: saslName(b.User), Token: b.Token}).Start()
	}
	return b.Mechanism, []byte("user=" + b.User + "\x01auth=Bearer " + b.Token + "\x01\x01"), nil
}

// Next hears why the login is refused; there is no other challenge.
func (b *Bearer) Next(challenge []byte) ([]byte, error) {
	b.Refusal = refusal(challenge)
	if b.Mechanism == sasl.OAuthBearer {
		return []byte{0x01}, nil // the dummy response of RFC 7628 section 3.2.3
	}
	return []byte{}, nil
}

// refusal makes one line of the server's error, a JSON object (RFC 7628 section
// 3.2.2) or whatever else it is. What is no plain text in it may do something to
// a terminal, and goes.
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

// saslName writes a name as GS2 wants it (RFC 5801 section 4).
func saslName(name string) string {
	return strings.NewReplacer("=", "=3D", ",", "=2C").Replace(name)
}
