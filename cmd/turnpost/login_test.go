package main

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/config"
	"turnpost/cmd/turnpost/daemon"
	"turnpost/mail"
	"turnpost/mail/imap"
	"turnpost/mail/mailtest"
	"turnpost/mail/oauth"
)

// customSection is [oauth] for the server of a test.
func customSection(server *mailtest.OAuthServer) string {
	return fmt.Sprintf(`[oauth]
provider = "custom"
client_id = %q
client_secret_file = "client.secret"
auth_url = "%s/authorize"
token_url = "%[2]s/token"
device_url = "%[2]s/device"
scopes = ["mail"]
`, mailtest.ClientID, server.URL)
}

// oauthHouse is a mailbox and a smarthost that take tokens alone, and the
// configuration for them. Nobody has signed in yet.
func oauthHouse(t *testing.T) (server *mailtest.OAuthServer, d *mailtest.Dovecot, path string) {
	server = mailtest.StartOAuth(t, "robot")
	d = mailtest.StartDovecot(t, mailtest.DovecotConfig{OAuth: server})
	p := mailtest.StartPostfix(t, mailtest.PostfixConfig{Domains: []string{"test.example"}, Dovecot: d, Login: true})
	section := func(name, addr string) string {
		host, port, err := net.SplitHostPort(addr)
		require.NoError(t, err)
		return fmt.Sprintf("[%s]\nhost = %q\nport = %s\ntls = \"plain\"\nuser = \"robot\"\nauth = \"oauth\"\n", name, host, port)
	}
	path = configFile(t, "[robot]\naddress = \"robot@test.example\"\n[limits]\nquestions_per_day = 5\n"+
		section("imap", d.IMAPAddr)+section("smtp", p.SMTPAddr)+customSection(server), 0o644)
	secretFile(t, filepath.Join(filepath.Dir(path), "client.secret"), mailtest.ClientSecret+"\n", 0o600)
	return server, d, path
}

// open puts the daemon of a configuration together.
func open(t *testing.T, path string) *daemon.Daemon {
	t.Helper()
	c, err := config.Load(path)
	require.NoError(t, err)
	s, err := daemon.New(t.Context(), c, games(), "", slog.New(slog.DiscardHandler))
	require.NoError(t, err)
	return s
}

// From the configuration to a server that runs, and to one whose sign-in was
// revoked.
func TestLoginAndServe(t *testing.T) {
	t.Parallel()
	server, _, path := oauthHouse(t)
	tokenFile := filepath.Join(filepath.Dir(path), "oauth.token")

	got := run(t, "", "serve", "--config", path)
	require.Equal(t, cli.ExitSecret, got.status)
	require.Contains(t, got.err, "'turnpost login custom' makes it")

	got = run(t, "", "login", "--config", path)
	require.Equal(t, cli.ExitOK, got.status, got.err)
	require.Contains(t, got.out, "WDJB-MJHT")
	require.Contains(t, got.out, "Signed in. The token is in "+tokenFile)
	require.Equal(t, cli.ExitOK, run(t, "", "config", "check", "--config", path).status)

	s := open(t, path)
	require.NoError(t, s.Check(t.Context()))
	require.NoError(t, s.Close())
	require.Equal(t, 2, server.Asked(), "one sign-in, and one token for both servers")

	server.Revoke()
	got = run(t, "", "serve", "--config", path)
	require.Equal(t, cli.ExitLogin, got.status)
	require.Contains(t, got.err, "run: turnpost login custom")
	require.NotContains(t, got.err, mailtest.ClientSecret)

	require.NoError(t, os.Chmod(tokenFile, 0o644))
	got = run(t, "", "config", "check", "--config", path)
	require.Equal(t, cli.ExitSecret, got.status)
	require.Contains(t, got.err, "run: chmod 600 "+tokenFile)
}

// While a sign-in is revoked, a message waits in the mailbox and an answer in the
// database, however often they are tried; afterwards each goes its way, once.
func TestARevokedSignInLosesNothing(t *testing.T) {
	t.Parallel()
	server, d, path := oauthHouse(t)
	require.Equal(t, cli.ExitOK, run(t, "", "login", "--config", path).status)
	s := open(t, path)
	defer func() { require.NoError(t, s.Close()) }()
	write := func(n int) {
		d.Deliver(t, "robot@test.example", fmt.Appendf(nil, "From: anna@test.example\r\nTo: robot@test.example\r\n"+
			"Message-ID: <%d@test.example>\r\nSubject: help\r\n\r\nhelp\r\n", n))
	}
	collect := func() (int, error) { return s.Inbox.Collect(t.Context(), s.Server().Keep) }
	play := func() {
		worked, err := s.Server().AnswerNext(t.Context())
		require.NoError(t, err)
		require.True(t, worked)
	}
	deliver := func() (bool, error) { return s.Server().DeliverNext(t.Context(), s.Courier) }

	write(1)
	n, err := collect()
	require.NoError(t, err)
	require.Equal(t, 1, n)
	play()
	write(2)
	require.NoError(t, s.Inbox.Close())
	server.Revoke()
	for range 3 {
		// There is a token in memory, which the servers refuse, and which is
		// too young to be given up: that is the account's trouble, too.
		_, err = collect()
		require.ErrorIs(t, err, mail.ErrAccount)
		worked, err := deliver()
		require.ErrorIs(t, err, mail.ErrAccount)
		require.True(t, worked, "the letter is still due")
	}
	require.NoError(t, s.Close())

	s = open(t, path) // opened again, it has no token, and gets none
	for range 3 {
		_, err = collect()
		require.ErrorContains(t, err, "run: turnpost login custom")
		_, err := deliver()
		require.ErrorIs(t, err, mail.ErrAccount)
		require.ErrorContains(t, err, "run: turnpost login custom")
	}

	require.Equal(t, cli.ExitOK, run(t, "", "login", "--config", path).status)
	n, err = collect()
	require.NoError(t, err)
	require.Equal(t, 1, n)
	play()
	for range 2 {
		worked, err := deliver()
		require.NoError(t, err)
		require.True(t, worked)
	}
	worked, err := deliver()
	require.NoError(t, err)
	require.False(t, worked, "no letter is there twice")

	host, port, err := net.SplitHostPort(d.IMAPAddr)
	require.NoError(t, err)
	number, err := strconv.Atoi(port)
	require.NoError(t, err)
	anna, err := imap.New(imap.Config{Host: host, Port: number, TLS: mail.Plain, User: "anna", Password: mailtest.Password})
	require.NoError(t, err)
	defer anna.Close()
	got := 0
	require.Eventually(t, func() bool {
		n, err := anna.Collect(t.Context(), func(context.Context, ...mail.ArrivedMail) error { return nil })
		require.NoError(t, err)
		got += n
		return got == 2
	}, 20*time.Second, 50*time.Millisecond)
}

// Without a configuration, the flags say all.
func TestLoginByFlags(t *testing.T) {
	t.Chdir(t.TempDir())
	secretFile(t, "secret", "hush", 0o600)
	for _, c := range []struct {
		args   string
		status int
		want   string
	}{
		{"login hotmail", cli.ExitUsage, `there is no provider "hotmail"; there are gmail, outlook, custom`},
		{"login gmail", cli.ExitConfig, "oauth.client_id is missing"},
		{"login", cli.ExitConfig, "oauth.provider is missing"},
		{"login custom --client-id me", cli.ExitConfig, "oauth.token_url is missing"},
		{"login gmail --client-id me --client-secret-file none", cli.ExitSecret, "cannot read the client secret"},
		{"login gmail --config none.toml", cli.ExitConfig, "cannot read the configuration"},
		{"login gmail outlook", cli.ExitUsage, "one argument too many"},
	} {
		got := run(t, "", strings.Fields(c.args)...)
		require.Equal(t, c.status, got.status, c.args)
		require.Contains(t, got.err, c.want, c.args)
	}
	f := loginFlags{config: config.DefaultPath, clientID: "me", secretFile: "secret", tokenFile: "t"}
	c, err := f.load(false, []string{"gmail"})
	require.NoError(t, err)
	want, err := oauth.Preset("gmail")
	require.NoError(t, err)
	client := c.Client(nil)
	require.Equal(t, want, client.Provider)
	require.Equal(t, []string{"me", "hush", "t"}, []string{client.ClientID, client.ClientSecret, client.File})

	// With a configuration, they change it.
	secretFile(t, config.DefaultPath, least+oauthSection, 0o600)
	c, err = loginFlags{config: config.DefaultPath, tokenFile: "other"}.load(false, nil)
	require.NoError(t, err)
	require.Equal(t, "gmail", c.Provider)
	require.Equal(t, "other", c.TokenFile)
	_, err = loginFlags{config: config.DefaultPath}.load(false, []string{"outlook"})
	require.ErrorContains(t, err, `the configuration says provider = "gmail", not outlook`)
}

func TestHelpProviders(t *testing.T) {
	got := run(t, "", "help", "providers")
	require.Equal(t, cli.ExitOK, got.status)
	require.Contains(t, got.out, "  turnpost help providers gmail-oauth ")
	for line := range strings.Lines(providersText) {
		require.LessOrEqual(t, len(strings.TrimSpace(line)), 80, line)
	}
	require.Contains(t, run(t, "", "--help").out, "turnpost providers")
}
