package auth_test

import (
	"bytes"
	"context"
	"os"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	library "github.com/emersion/go-msgauth/dkim"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"turnpost/mail"
	"turnpost/mail/auth"
	"turnpost/mail/mailtest"
)

const message = "From: Turnpost <games@club.example.org>\r\n" +
	"To: =?utf-8?q?Zo=C3=AB?= <zoe@example.net>\r\n" +
	"Reply-To: games+abc@club.example.org\r\n" +
	"Subject: Guerre des deux roses #12:\r\n Ada - Bob\r\n" +
	"Date: Fri, 20 Nov 2026 09:00:00 +0100\r\n" +
	"Message-ID: <1.2.3@club.example.org>\r\n" +
	"In-Reply-To: <0@example.net>\r\n" +
	"References: <0@example.net>\r\n\t<1@example.net>\r\n" +
	"List-Unsubscribe: <https://games.example.org/u/x>, <mailto:games@club.example.org?subject=pause>\r\n" +
	"List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n" +
	"MIME-Version: 1.0\r\n" +
	"Content-Type: text/plain; charset=utf-8\r\n" +
	"Content-Transfer-Encoding: 8bit\r\n" +
	"X-Other:  not covered\r\n" +
	"\r\n" +
	"Your  move, Zo\xc3\xab: \t\r\n\r\n| a1   b1\r\n\r\n\r\n"

func newSigner(t testing.TB, kind string) auth.Signer {
	t.Helper()
	key, err := auth.NewSigningKey(kind)
	require.NoError(t, err)
	return auth.Signer{Domain: "club.example.org", Selector: "turnpost", Key: key}
}

// verify asks the library alone, which knows no rules of ours.
func verify(t testing.TB, s auth.Signer, raw []byte) error {
	t.Helper()
	found, err := library.VerifyWithOptions(bytes.NewReader(raw), &library.VerifyOptions{
		LookupTXT: func(name string) ([]string, error) {
			require.Equal(t, s.Name(), name)
			return []string{s.Record()}, nil
		},
	})
	require.NoError(t, err)
	require.Len(t, found, 1)
	require.Equal(t, s.Domain, found[0].Domain)
	return found[0].Err
}

// A message that we sign proves itself to a verifier like our own, which finds the
// key by a real look-up, in strings of 255 octets.
func TestSignedMessagesAreVouchedFor(t *testing.T) {
	for _, kind := range []string{auth.RSA, auth.Ed25519} {
		for _, domain := range []string{"club.example.org", "example.org"} {
			t.Run(kind+" "+domain, func(t *testing.T) {
				s := newSigner(t, kind)
				s.Domain = domain
				names := mailtest.StartNameServer(t)
				names.Set(s.Name(), s.Record())
				names.Set("_dmarc.example.org", "v=DMARC1; p=reject")
				raw, err := s.Sign([]byte(message))
				require.NoError(t, err)
				read, err := mail.Read(raw)
				require.NoError(t, err)
				v := auth.NewDKIMVerifier(names.Resolver(), func(a string) bool { return mail.Key(a) == "zoe@example.net" }, time.Now)
				address, why := v.Vouch(context.Background(), raw, read)
				require.NoError(t, why)
				require.Equal(t, "games@club.example.org", address)
				for line := range strings.Lines(string(raw)) {
					require.LessOrEqual(t, len(line), 100)
				}
			})
		}
	}
}

// A message that is sent once more, on another day, is the same message.
func TestTheSameMessageIsTheSameBytes(t *testing.T) {
	for _, kind := range []string{auth.RSA, auth.Ed25519} {
		s := newSigner(t, kind)
		var first, second []byte
		synctest.Test(t, func(t *testing.T) {
			var err error
			first, err = s.Sign([]byte(message))
			require.NoError(t, err)
			time.Sleep(50 * time.Hour)
			second, err = s.Sign([]byte(message))
			require.NoError(t, err)
		})
		require.Equal(t, string(first), string(second))
		require.Contains(t, string(first), " t=1795161600;", "the letter's own date")
		require.True(t, strings.HasSuffix(string(first), message), "the letter itself is not changed")
	}
}

// Whatever a reader sees or an answer follows is bound: changed, taken away or put
// above, it breaks the signature. What servers do on the way does not.
func TestWhatASignatureBinds(t *testing.T) {
	s := newSigner(t, auth.Ed25519)
	raw, err := s.Sign([]byte(message))
	require.NoError(t, err)
	require.NoError(t, verify(t, s, raw))
	header, _, _ := strings.Cut(message, "\r\n\r\n")
	bound := 0
	for line := range strings.SplitSeq(strings.ReplaceAll(strings.ReplaceAll(header, "\r\n ", " "), "\r\n\t", " "), "\r\n") {
		name, _, _ := strings.Cut(line, ":")
		changed := strings.Replace(string(raw), "\r\n"+name+":", "\r\n"+name+": x", 1)
		if name == "X-Other" {
			require.NoError(t, verify(t, s, []byte(changed)))
			continue
		}
		require.Error(t, verify(t, s, []byte(changed)), "%s is changed", name)
		renamed := strings.Replace(string(raw), "\r\n"+name+":", "\r\nX-"+name+":", 1)
		require.Error(t, verify(t, s, []byte(renamed)), "%s is taken away", name)
		bound++
	}
	require.Equal(t, 13, bound)
	require.Error(t, verify(t, s, append(raw, "resign\r\n"...)))
	for name, way := range map[string]func(string) string{
		"trace fields":     func(raw string) string { return "Received: by x; now\r\nX-Spam: no\r\n" + raw },
		"fields refolded":  func(raw string) string { return strings.Replace(raw, "#12:\r\n Ada", "#12: Ada", 1) },
		"lines trimmed":    func(raw string) string { return strings.Replace(raw, ": \t\r\n", ":\r\n", 1) },
		"empty lines more": func(raw string) string { return raw + "\r\n\r\n" },
		"empty lines less": func(raw string) string { return strings.TrimSuffix(raw, "\r\n\r\n") },
	} {
		require.NoError(t, verify(t, s, []byte(way(string(raw)))), name)
	}
}

// Whatever decides what a message says, whom a reply goes to or what a program does can be
// neither added nor removed, whether the message has it or not.
func TestAbuseFieldsAddedToOurMessages(t *testing.T) {
	s := newSigner(t, auth.Ed25519)
	names := []string{
		"From", "Sender", "Reply-To", "Subject", "Date", "Message-ID", "To", "Cc", "In-Reply-To", "References",
		"MIME-Version", "Content-Type", "Content-Transfer-Encoding", "List-Unsubscribe", "List-Unsubscribe-Post",
		"Auto-Submitted", "Turnpost-Invitation",
	}
	documented, err := os.ReadFile("../../cmd/turnpost/messages.txt") // the fields for programs
	require.NoError(t, err)
	for _, m := range regexp.MustCompile(`(?m)^  (Turnpost-[A-Za-z]+): `).FindAllStringSubmatch(string(documented), -1) {
		names = append(names, m[1])
	}
	require.GreaterOrEqual(t, len(names), 17+8)
	plain := "From: Turnpost <games@club.example.org>\r\n\r\nHello\r\n"
	full := message
	for _, name := range names {
		if !strings.Contains(full, "\r\n"+name+":") && !strings.HasPrefix(full, name+":") {
			full = name + ": 1\r\n" + full
		}
	}
	tried, passed := 0, 0
	try := func(raw, what, name string) {
		tried++
		if !assert.Error(t, verify(t, s, []byte(raw)), "%s %s", what, name) {
			passed++
		}
	}
	for _, text := range []string{plain, message, full} {
		signed, err := s.Sign([]byte(text))
		require.NoError(t, err)
		raw := string(signed)
		require.NoError(t, verify(t, s, signed))
		for _, name := range names {
			try(name+": 2\r\n"+raw, "on top:", name)
			try(strings.ToUpper(name)+":\r\n 2\r\n"+raw, "folded on top:", name)
			try(strings.Replace(raw, "\r\n\r\n", "\r\n"+name+": 2\r\n\r\n", 1), "below:", name)
			without := regexp.MustCompile(`(?mi)^`+name+`:.*\r\n([ \t].*\r\n)*`).ReplaceAllString(raw, "")
			if without != raw && name != "From" { // the library reports one without From by another error
				try(without, "removed:", name)
			}
		}
	}
	t.Logf("abuse | fields added to our signed messages, or removed from them | the signature does not verify | %d of %d verify", passed, tried)
}

func TestWhatIsNotSigned(t *testing.T) {
	s := newSigner(t, auth.Ed25519)
	for name, raw := range map[string]string{
		"no header":       "",
		"no From":         "To: a@example.org\r\n\r\nx\r\n",
		"two From fields": "From: a@example.org\r\nFrom: b@example.org\r\n\r\nx\r\n",
		"a bare LF":       "From: a@example.org\nTo: b@example.org\r\n\r\nx\r\n",
		"no field":        "From: a@example.org\r\nno field\r\n\r\nx\r\n",
		"no end":          "From: a@example.org\r\n",
	} {
		_, err := s.Sign([]byte(raw))
		require.Error(t, err, name)
	}
	_, err := auth.Signer{}.Sign([]byte(message))
	require.Error(t, err)
}

// Whatever is signed, the library finds right.
func FuzzSigned(f *testing.F) {
	f.Add("a  move", "text \r\n\r\n  more\t x\r\n\r\n")
	f.Add("", "")
	f.Add("a\r\n\t b ", "\r\n")
	f.Add(" \t ", "no end of line")
	f.Add("x", " \r\n \r\nx")
	s := newSigner(f, auth.Ed25519)
	f.Fuzz(func(t *testing.T, subject, body string) {
		if strings.ContainsAny(strings.ReplaceAll(body, "\r\n", ""), "\r\n") {
			return // messages have CRLF alone
		}
		raw, err := s.Sign([]byte("From: a@example.org\r\nSubject:" + subject + "\r\nTo: b@example.org\r\n\r\n" + body))
		if err != nil {
			return
		}
		if n := bytes.Count(raw, []byte("From: a@")); n != 1 || strings.Contains(strings.ToLower(subject), "dkim-signature") {
			return
		}
		require.NoError(t, verify(t, s, raw), "%q", raw)
	})
}
