package auth_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/mail"
	"turnpost/mail/auth"
)

// A failed SPF alone is a reason for distrust, and a signature of the domain in From, or of one above or
// below it, lifts it. A failed DMARC and a spam filter are not lifted.
func TestDistrust(t *testing.T) {
	t.Parallel()
	const results, failed = "Authentication-Results: mx.turnpost.example; ", "spf=fail smtp.mailfrom=example.org"
	for _, c := range []struct{ name, header, want string }{
		{"nothing is said", "", ""},
		{"spf=pass", results + "spf=pass smtp.mailfrom=example.org", ""},
		{"spf=softfail", results + "spf=softfail smtp.mailfrom=example.org", ""},
		{"spf=fail", results + failed, "spf=fail"},
		{"spf=fail in a field of its own", "Received-SPF: fail (not permitted)", "spf=fail"},
		{"signed", results + failed + "; dkim=pass header.d=mail.example.org", ""},
		{"signed by the domain above", results + failed + "; dkim=pass header.d=Example.org", ""},
		{"signed by a domain below", results + failed + "; dkim=pass header.d=a.mail.example.org", ""},
		{"signed by another domain", results + failed + "; dkim=pass header.d=evil.example", "spf=fail"},
		{"signed by one that only ends alike", results + failed + "; dkim=pass header.d=ample.org", "spf=fail"},
		{"signed by nobody", results + failed + "; dkim=pass", "spf=fail"},
		{"the signature failed", results + failed + "; dkim=fail header.d=mail.example.org", "spf=fail"},
		{"of two signatures one is right", results + failed + "; dkim=pass header.d=mail.example.org; dkim=pass header.d=evil.example", ""},
		{"dmarc=fail", results + "dmarc=fail header.from=example.org; dkim=pass header.d=mail.example.org", "dmarc=fail"},
		{"spam", "X-Spam-Flag: YES\r\n" + results + "dmarc=pass; dkim=pass header.d=mail.example.org", "it is marked as spam"},
		{"another server says so", "Authentication-Results: other.example; " + failed, "spf=fail"},
		{"another server says so on top of ours", "Authentication-Results: other.example; " + failed + "\r\n" + results + "spf=pass smtp.mailfrom=example.org", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			message, err := mail.Read([]byte(strings.TrimPrefix(c.header+"\r\n", "\r\n") + plainMail))
			require.NoError(t, err)
			got := auth.Distrust(message, "mx.turnpost.example")
			if c.want == "" {
				require.Empty(t, got)
			} else {
				require.Contains(t, got, c.want)
			}
		})
	}
}
