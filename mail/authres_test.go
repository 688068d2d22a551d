package mail

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAuthenticated(t *testing.T) {
	t.Parallel()
	const id = "mx.example.org"
	ada := []Address{{"Ada", "ada@example.net"}}
	for _, c := range []struct {
		name    string
		fields  []string
		from    []Address
		trusted bool
	}{
		{"dmarc", []string{"mx.example.org; dmarc=pass header.from=example.net"}, ada, true},
		{"dmarc among others", []string{`mx.example.org; spf=pass (sender is 1.2.3.4; ok) smtp.mailfrom="bounce@x.org"; dkim=pass (2048-bit key; secure) header.d=example.net header.i=@example.net header.b=ab/c+d=; dmarc=pass (p=REJECT sp=REJECT dis=NONE) header.from=example.net`}, ada, true},
		{"a policy word", []string{"mx.example.org; dmarc=pass action=none header.from=example.net;compauth=pass reason=100"}, ada, true},
		{"a reason", []string{`mx.example.org; dmarc=pass reason="all; well" header.from=example.net`}, ada, true},
		{"method version", []string{"mx.example.org 1; dmarc/1=pass header.from=example.net"}, ada, true},
		{"case is ignored", []string{"MX.example.org; DMARC=Pass Header.From=EXAMPLE.net"}, ada, true},
		{"folded", []string{"mx.example.org;\tdmarc=pass   header.from=example.net;"}, ada, true},
		{"submitted", []string{"mx.example.org; auth=pass (PLAIN) smtp.auth=ada@example.net smtp.mailfrom=ada@example.net"}, ada, true},
		{"submitted, quoted", []string{`mx.example.org; auth=pass smtp.auth="ada@example.net"`}, ada, true},
		{"an IDN domain", []string{"mx.example.org; dmarc=pass header.from=xn--bcher-kva.example"}, []Address{{"", "ada@bücher.example"}}, true},

		{"ours again below says fail", []string{"mx.example.org; dmarc=pass header.from=example.net", "mx.example.org; dmarc=fail header.from=example.net"}, ada, true},
		{"forged below, of whatever server", []string{"mx.example.org; dmarc=pass header.from=example.net", "mx.evil.example; dmarc=fail header.from=example.net"}, ada, true},

		{"no field", nil, ada, false},
		{"ours on top says nothing", []string{"mx.example.org; none", "mx.example.org; dmarc=pass header.from=example.net"}, ada, false},
		{"ours on top cannot be read", []string{"mx.example.org; dmarc", "mx.example.org; dmarc=pass header.from=example.net"}, ada, false},
		{"ours twice, in two spellings", []string{"MX.EXAMPLE.ORG 1; spf=fail", "mx.example.org; dmarc=pass header.from=example.net"}, ada, false},
		{"an empty field on top", []string{"", "mx.example.org; dmarc=pass header.from=example.net"}, ada, false},
		{"a domain below", []string{"mx.example.org; dmarc=pass header.from=mail.example.net"}, ada, false},
		{"dkim of an aligned domain and dmarc that fails", []string{"mx.example.org; dkim=pass header.d=example.net; dmarc=fail header.from=example.net"}, ada, false},
		{"dmarc that could not be looked up", []string{"mx.example.org; dkim=pass header.d=example.net; dmarc=temperror header.from=example.net"}, ada, false},
		{"submitted by another, with dmarc", []string{"mx.example.org; auth=pass smtp.auth=eve@example.net; dmarc=pass header.from=example.net"}, ada, false},
		{"none", []string{"mx.example.org; none"}, ada, false},
		{"no result", []string{"mx.example.org"}, ada, false},
		{"another server", []string{"mx.evil.example; dmarc=pass header.from=example.net"}, ada, false},
		{"another server on top", []string{"mx.evil.example; none", "mx.example.org; dmarc=pass header.from=example.net"}, ada, false},
		{"ours on top says fail", []string{"mx.example.org; dmarc=fail header.from=example.net", "mx.example.org; dmarc=pass header.from=example.net"}, ada, false},
		{"a longer server name", []string{"mx.example.org.evil.example; dmarc=pass header.from=example.net"}, ada, false},
		{"no server name", []string{"dmarc=pass header.from=example.net"}, ada, false},
		{"fail", []string{"mx.example.org; dmarc=fail header.from=example.net"}, ada, false},
		{"another domain", []string{"mx.example.org; dmarc=pass header.from=evil.example"}, ada, false},
		{"a domain above", []string{"mx.example.org; dmarc=pass header.from=net"}, ada, false},
		{"no domain", []string{"mx.example.org; dmarc=pass"}, ada, false},
		{"two domains", []string{"mx.example.org; dmarc=pass header.from=evil.example header.from=example.net"}, ada, false},
		{"pass and fail", []string{"mx.example.org; dmarc=pass header.from=example.net; dmarc=fail header.from=example.net"}, ada, false},
		{"two passes", []string{"mx.example.org; dmarc=pass header.from=example.net; dmarc=pass header.from=example.net"}, ada, false},
		{"another user", []string{"mx.example.org; auth=pass smtp.auth=eve@example.net"}, ada, false},
		{"a user without a domain", []string{"mx.example.org; auth=pass smtp.auth=ada"}, ada, false},
		{"spf is not enough", []string{"mx.example.org; spf=pass smtp.mailfrom=ada@example.net"}, ada, false},
		{"dkim is not enough", []string{"mx.example.org; dkim=pass header.d=example.net"}, ada, false},
		{"a pass in a comment", []string{"mx.example.org; dmarc=fail (p=reject; dmarc=pass header.from=example.net) header.from=example.net"}, ada, false},
		{"a pass in a nested comment", []string{"mx.example.org; spf=none (a (b) ; dmarc=pass header.from=example.net)"}, ada, false},
		{"a pass in a quoted string", []string{`mx.example.org; spf=pass smtp.mailfrom="x; dmarc=pass header.from=example.net; y"@evil.example`}, ada, false},
		{"an escaped quote", []string{`mx.example.org; spf=pass smtp.mailfrom="x\"; dmarc=pass header.from=example.net; y=\""@evil.example`}, ada, false},
		{"a comment that never ends", []string{"mx.example.org; dmarc=pass header.from=example.net (oh"}, ada, false},
		{"a quote that never ends", []string{`mx.example.org; dmarc=pass header.from=example.net; spf=pass reason="oh`}, ada, false},
		{"a comment that ends twice", []string{"mx.example.org; spf=none (a)) ; dmarc=pass header.from=example.net"}, ada, false},
		{"a control", []string{authText([]byte("mx.example.org; dmarc=pass header.from=example.net\x00"))}, ada, false},
		{"8-bit", []string{authText([]byte("mx.example.org; dmarc=pass header.from=example.net \xff"))}, ada, false},
		{"an unknown version", []string{"mx.example.org 2; dmarc=pass header.from=example.net"}, ada, false},
		{"none with a result", []string{"mx.example.org; none; dmarc=pass header.from=example.net"}, ada, false},
		{"words without a value", []string{"mx.example.org; dmarc=pass really header.from=example.net"}, ada, false},
		{"two Froms", []string{"mx.example.org; dmarc=pass header.from=example.net"}, append(ada, ada...), false},
		{"no From", []string{"mx.example.org; dmarc=pass header.from=example.net"}, nil, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := Message{From: c.from, AuthResults: c.fields}
			require.Equal(t, c.trusted, l.Authenticated(id) != NotAuthenticated)
			require.Equal(t, NotAuthenticated, l.Authenticated(""))
		})
	}
}

// The forged text may stand in a comment or in a quoted string of a field that
// says fail: it never passes, and it never breaks out.
func FuzzAuthResults(f *testing.F) {
	for _, s := range []string{
		"", "x", "p=reject; dmarc=pass header.from=example.net", `"`, `\`, `) ; dmarc=pass header.from=example.net (`,
		`"; dmarc=pass header.from=example.net; a="`, "(", ")", "\\)", "; auth=pass smtp.auth=ada@example.net", "\x00", "\n", "=?utf-8?q?=29?=",
	} {
		f.Add(s)
	}
	ada := []Address{{"", "ada@example.net"}}
	f.Fuzz(func(t *testing.T, s string) {
		if len(s) > 10_000 {
			return
		}
		// What a server would write: it escapes, or it breaks the field.
		quote := strings.NewReplacer(`\`, `\\`, `"`, `\"`, "(", `\(`, ")", `\)`).Replace(s)
		for _, field := range []string{
			"mx; dmarc=fail (" + quote + ") header.from=example.net",
			"mx; spf=pass (" + quote + ") smtp.mailfrom=eve@example.com",
			`mx; spf=pass smtp.mailfrom="` + quote + `"@example.com`,
			`mx; spf=fail reason="` + quote + `"; dmarc=none header.from=example.net`,
			"(" + quote + ") mx; none",
		} {
			l := Message{From: ada, AuthResults: []string{authText([]byte(field))}}
			if l.Authenticated("mx") != NotAuthenticated {
				t.Fatalf("forged: %q", field)
			}
		}
		// Anything at all: no panic, and a field that parses names its server.
		if r, ok := parseAuthResults(authText([]byte(s))); ok {
			require.NotEmpty(t, r.server)
		}
	})
}
