package handler_test

import (
	"bytes"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/base64"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-msgauth/dkim"
	"github.com/stretchr/testify/require"

	"turnpost/mail"
	"turnpost/mail/auth"
	"turnpost/mail/mailtest"
)

func isRobot(addr string) bool { return mail.Key(addr) == serverAddress }

// signer signs mails for example.org, whose key the name server tells.
func signer(t *testing.T) (sign func(raw []byte) []byte, names *mailtest.NameServer) {
	_, key, err := ed25519.GenerateKey(rand.Reader)
	require.NoError(t, err)
	names = mailtest.StartNameServer(t)
	names.Set("s._domainkey.example.org", "v=DKIM1; k=ed25519; p="+base64.StdEncoding.EncodeToString(key.Public().(ed25519.PublicKey)))
	return func(raw []byte) []byte {
		var b bytes.Buffer
		require.NoError(t, dkim.Sign(&b, bytes.NewReader(raw), &dkim.SignOptions{Domain: "example.org", Selector: "s", Signer: key,
			HeaderKeys: []string{"From", "To", "Subject", "Date", "Message-ID"}}))
		return b.Bytes()
	}, names
}

// TestSignedMessages: a fresh mail that its own domain signed is played, and one
// that was changed, or whose key cannot be found, is quarantined.
func TestSignedMessages(t *testing.T) {
	t.Parallel()
	sign, names := signer(t)
	signed := func(w *world, body string) []byte {
		return sign(bytes.Replace(w.Raw(post{From: "Ada <ada@example.org>", Body: body, Header: []string{"Date: Fri, 20 Nov 2026 09:00:00 +0000"}}),
			[]byte("Delivered-To: "+serverAddress+"\r\n"), nil, 1))
	}
	for _, c := range []struct {
		name   string
		change func(raw string) string
		open   bool // whether the name server answers
		played bool
	}{
		{"as it was signed", func(raw string) string { return raw }, true, true},
		{"delivered to us", func(raw string) string { return "Delivered-To: " + serverAddress + "\r\n" + raw }, true, true},
		{"another move", func(raw string) string { return strings.Replace(raw, "b1", "c1", 1) }, true, false},
		{"another sender on top", func(raw string) string { return strings.Replace(raw, "From: Ada <ada@", "From: Bob <bob@", 1) }, true, false},
		{"a forged secret beside it", func(raw string) string {
			return "Delivered-To: games+1.2.aaaaaaaaaaaaaaaaaaaa@turnpost.example\r\n" + raw
		}, true, false},
		{"no key to be found", func(raw string) string { return raw }, false, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := theGame(t)
			resolver := names
			if !c.open {
				resolver = mailtest.StartNameServer(t)
			}
			w.Handler.Verifier = auth.NewDKIMVerifier(resolver.Resolver(), isRobot, time.Now)
			messages := w.Bring([]byte(c.change(string(signed(w, "#1 b1")))))
			if c.played {
				require.Equal(t, []string{"a1", "a2", "b1"}, w.Plies(1))
				return
			}
			require.Equal(t, []string{"a1", "a2"}, w.Plies(1))
			require.Len(t, messages, 1)
			require.Contains(t, messages[0].Text, "Did you write to me")
		})
	}
	for name, change := range map[string]func(raw []byte) []byte{
		"another end": func(raw []byte) []byte { return append(raw, "\r\n\r\n"...) }, // the same mail, to the signature
		"what looks like another Message-ID": func(raw []byte) []byte {
			return append([]byte("X-A: b\r\n Message-ID: <new@client.example>\r\n"), append(raw, "\r\n"...)...)
		},
	} {
		t.Run("a copy with "+name, func(t *testing.T) {
			w := theGame(t)
			w.Handler.Verifier = auth.NewDKIMVerifier(names.Resolver(), isRobot, time.Now)
			raw := signed(w, "#1 say hello")
			w.Bring(raw)
			require.Contains(t, w.Last(bob).Text, "hello")
			messages := w.Bring(change(raw))
			require.Len(t, messages, 1)
			require.Contains(t, messages[0].Text, "Did you write to me")
		})
	}
}
