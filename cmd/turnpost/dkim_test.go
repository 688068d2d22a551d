package main

import (
	"bytes"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"net"
	netmail "net/mail"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/config"
	"turnpost/mail"
	"turnpost/mail/auth"
	"turnpost/mail/mailtest"
)

// signing is a configuration of which nothing but the key of [dkim] is missing.
func signing(t *testing.T) (path string) {
	return configFile(t, `[robot]
address = "games@club.example.org"
[imap]
host = "127.0.0.1"
tls = "plain"
user = "games"
password = "x"
[smtp]
host = "127.0.0.1"
tls = "plain"
[dkim]
selector = "turnpost"
domain = "example.org"
key = "sign.key"
`, 0o600)
}

// From a configuration without a key to messages that prove themselves by what was
// printed for the DNS.
func TestDKIM(t *testing.T) {
	for _, kind := range []string{auth.RSA, auth.Ed25519} {
		path := signing(t)
		key := filepath.Join(filepath.Dir(path), "sign.key")
		for _, args := range [][]string{{"config", "check"}, {"dkim", "show"}} {
			got := run(t, "", append(args, "--config", path)...)
			require.Equal(t, cli.ExitSecret, got.status, got.err)
			require.Contains(t, got.err, "'turnpost dkim new' makes one")
		}
		made := run(t, "", "dkim", "new", "--type", kind, "--config", path)
		require.Equal(t, cli.ExitOK, made.status, made.err)
		info, err := os.Stat(key)
		require.NoError(t, err)
		require.Equal(t, os.FileMode(0o600), info.Mode().Perm())
		text, err := os.ReadFile(key)
		require.NoError(t, err)
		require.NotContains(t, made.out+made.err, strings.Split(string(text), "\n")[1])

		got := run(t, "", "dkim", "show", "--config", path)
		require.Equal(t, result{cli.ExitOK, made.out, ""}, got)
		require.Equal(t, cli.ExitOK, run(t, "", "config", "check", "--config", path).status)
		got = run(t, "", "dkim", "new", "--config", path)
		require.Equal(t, cli.ExitFailed, got.status)
		require.Contains(t, got.err, "is not overwritten")

		// The strings between the quotation marks are what the name has.
		_, record, found := strings.Cut(made.out, "turnpost._domainkey.example.org. IN TXT ")
		require.True(t, found, made.out)
		published := ""
		for i, part := range strings.Split(record, `"`) {
			if i%2 == 1 {
				require.LessOrEqual(t, len(part), 255)
				published += part
			}
		}
		names := mailtest.StartNameServer(t)
		names.Set("turnpost._domainkey.example.org", published)
		names.Set("_dmarc.example.org", "v=DMARC1; p=reject")
		c, err := config.Load(path)
		require.NoError(t, err)
		raw, err := c.DKIM.Sign()(mail.DoctorMessage(c.Server.Address, "ada@example.net", "x", "plain", time.Now()))
		require.NoError(t, err)
		message, err := mail.Read(raw)
		require.NoError(t, err)
		v := auth.NewDKIMVerifier(names.Resolver(), func(a string) bool { return a == "ada@example.net" }, time.Now)
		address, why := v.Vouch(t.Context(), raw, message)
		require.NoError(t, why)
		require.Equal(t, c.Server.Address, address)
	}
	require.Equal(t, cli.ExitUsage, run(t, "", "dkim", "new", "--type", "dsa", "--config", signing(t)).status)
}

// What is wrong with the key, config check says, and what is unwise.
func TestConfigCheckSaysWhatIsWrongWithTheKey(t *testing.T) {
	t.Setenv("GODEBUG", "rsa1024min=0")
	ed, err := auth.NewSigningKey(auth.Ed25519)
	require.NoError(t, err)
	good := filepath.Join(t.TempDir(), "good")
	require.NoError(t, ed.Write(good))
	right, err := os.ReadFile(good)
	require.NoError(t, err)
	weak, err := rsa.GenerateKey(rand.Reader, 1024)
	require.NoError(t, err)
	for _, c := range []struct {
		name, key string
		mode      os.FileMode
		status    int
		want      string
	}{
		{"right", string(right), 0o600, cli.ExitOK, ""},
		{"of a group", string(right), 0o640, cli.ExitOK, ""},
		{"open to all", string(right), 0o644, cli.ExitOK, "everybody on this machine can read"},
		{"no key", "turnpost", 0o600, cli.ExitConfig, "cannot be used: it holds no key in PEM"},
		{"empty", "", 0o600, cli.ExitConfig, "it holds no key in PEM"},
		{"damaged", strings.Replace(string(right), "MC4", "MC5", 1), 0o600, cli.ExitConfig, "the key in it is damaged"},
		{"weak", string(pem.EncodeToMemory(&pem.Block{Type: "RSA PRIVATE KEY", Bytes: x509.MarshalPKCS1PrivateKey(weak)})), 0o600, cli.ExitOK, "has 1024 bits"},
	} {
		path := signing(t)
		secretFile(t, filepath.Join(filepath.Dir(path), "sign.key"), c.key, c.mode)
		got := run(t, "", "config", "check", "--config", path)
		require.Equal(t, c.status, got.status, "%s: %s", c.name, got.err)
		if c.want == "" {
			require.Empty(t, got.err, c.name)
		}
		require.Contains(t, got.err, c.want, c.name)
	}
	path := signing(t)
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	off := configFile(t, strings.Replace(string(text), `selector = "turnpost"`, "", 1), 0o600)
	require.Equal(t, cli.ExitOK, run(t, "", "config", "check", "--config", off).status, "it is off by default")
	got := run(t, "", "dkim", "new", "--config", off)
	require.Equal(t, cli.ExitConfig, got.status)
	require.Contains(t, got.err, "dkim.selector is missing")
	require.NotContains(t, fmt.Sprint(got), "PRIVATE")
}

// What a daemon sends is signed, through a real Postfix: a message that the handler
// wrote proves itself where it arrives, its way to be stopped included.
func TestTheDaemonSigns(t *testing.T) {
	t.Parallel()
	dovecot := mailtest.StartDovecot(t, mailtest.DovecotConfig{})
	postfix := mailtest.StartPostfix(t, mailtest.PostfixConfig{Domains: []string{"test.example"}, Dovecot: dovecot, Login: true})
	section := func(name, addr string) string {
		host, port, err := net.SplitHostPort(addr)
		require.NoError(t, err)
		return fmt.Sprintf("[%s]\nhost = %q\nport = %s\ntls = \"plain\"\nuser = \"robot\"\npassword = %q\n", name, host, port, mailtest.Password)
	}
	path := configFile(t, "[robot]\naddress = \"robot@test.example\"\n"+section("imap", dovecot.IMAPAddr)+section("smtp", postfix.SMTPAddr)+
		"[http]\npublic_url = \"https://games.test.example\"\n[dkim]\nselector = \"ours\"\n", 0o600)
	require.Equal(t, cli.ExitOK, run(t, "", "dkim", "new", "--config", path).status)
	s := open(t, path)
	defer s.Close()
	require.NoError(t, s.Server().Keep(t.Context(), mail.ArrivedMail{Raw: []byte("From: anna@test.example\r\nTo: robot@test.example\r\nSubject: help\r\n" +
		"Date: Fri, 20 Nov 2026 09:00:00 +0000\r\nMessage-ID: <1@test.example>\r\n\r\nhelp\r\n")}))
	played, err := s.Server().AnswerNext(t.Context())
	require.NoError(t, err)
	require.True(t, played)
	sent, err := s.Server().DeliverNext(t.Context(), s.Courier)
	require.NoError(t, err)
	require.True(t, sent)
	require.Eventually(t, func() bool { return len(dovecot.Mails(t, "anna")) == 1 }, 10*time.Second, 50*time.Millisecond)
	raw, err := os.ReadFile(dovecot.Mails(t, "anna")[0])
	require.NoError(t, err)
	raw = bytes.ReplaceAll(bytes.ReplaceAll(raw, []byte("\r\n"), []byte("\n")), []byte("\n"), []byte("\r\n")) // as IMAP gives it

	c, err := config.Load(path)
	require.NoError(t, err)
	names := mailtest.StartNameServer(t)
	names.Set("ours._domainkey.test.example", c.DKIM.Signer().Record())
	message, err := mail.Read(raw)
	require.NoError(t, err)
	v := auth.NewDKIMVerifier(names.Resolver(), func(a string) bool { return a == "anna@test.example" }, time.Now)
	address, why := v.Vouch(t.Context(), raw, message)
	require.NoError(t, why)
	require.Equal(t, "robot@test.example", address)
	parsed, err := netmail.ReadMessage(bytes.NewReader(raw))
	require.NoError(t, err)
	require.NotEmpty(t, parsed.Header.Get("List-Unsubscribe-Post"))
	signature := strings.Join(strings.Fields(parsed.Header.Get("DKIM-Signature")), "") // it is folded anywhere
	require.Contains(t, signature, "list-unsubscribe:list-unsubscribe-post")
}
