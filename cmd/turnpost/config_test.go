package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/config"
)

// least is the least that a configuration must say.
const least = `
[robot]
address = "games@example.org"
[imap]
host = "mail.example.org"
user = "games"
password_env = "TURNPOST_TEST_SECRET"
[smtp]
host = "127.0.0.1"
tls = "plain"
`

// oauthSection signs in with nothing missing.
const oauthSection = "[oauth]\nprovider = \"gmail\"\nclient_id = \"me\"\n"

// configFile writes a configuration to a folder of its own and returns its path.
func configFile(t *testing.T, text string, mode os.FileMode) string {
	t.Helper()
	return secretFile(t, filepath.Join(t.TempDir(), "turnpost.toml"), text, mode)
}

// secretFile writes a file of exactly that mode, whatever the umask.
func secretFile(t *testing.T, path, text string, mode os.FileMode) string {
	t.Helper()
	require.NoError(t, os.WriteFile(path, []byte(text), mode))
	require.NoError(t, os.Chmod(path, mode))
	return path
}

func TestConfigCheck(t *testing.T) {
	t.Setenv("TURNPOST_TEST_SECRET", "open sesame")
	path := configFile(t, least, 0o644)
	got := run(t, "", "config", "check", "--config", path)
	require.Equal(t, result{cli.ExitOK, path + " is correct.\n" +
		"robot:    games@example.org\n" +
		"imap:     mail.example.org:993 (tls) as games, mailbox INBOX\n" +
		"smtp:     127.0.0.1:587 (plain) without a login\n" +
		"database: " + filepath.Join(filepath.Dir(path), "turnpost.db") + "\n", ""}, got)
}

func TestConfigExampleCommand(t *testing.T) {
	got := run(t, "", "config", "example")
	require.Equal(t, result{cli.ExitOK, config.Example, ""}, got)
	path := configFile(t, got.out, 0o644)
	got = run(t, "", "config", "check", "--config", path)
	require.Equal(t, cli.ExitSecret, got.status, "the example lacks nothing but its passwords")
	for _, name := range []string{"imap.secret", "smtp.secret"} {
		require.Contains(t, got.err, filepath.Join(filepath.Dir(path), name))
		secretFile(t, filepath.Join(filepath.Dir(path), name), "s3cret \n", 0o600)
	}
	require.Equal(t, cli.ExitOK, run(t, "", "config", "check", "--config", path).status)
}

func TestConfigCheckComplains(t *testing.T) {
	path := configFile(t, strings.Replace(least, "user = ", "usr = ", 1), 0o600)
	got := run(t, "", "config", "check", "--config", path)
	require.Equal(t, cli.ExitConfig, got.status)
	require.Empty(t, got.out)
	require.True(t, strings.HasPrefix(got.err, "turnpost: "+path+": line 6: there is no key usr in [imap]"), got.err)

	path = configFile(t, least+"[trust]\nmode = \"open\"\n", 0o600)
	t.Setenv("TURNPOST_TEST_SECRET", "open sesame")
	got = run(t, "", "config", "check", "--config", path)
	require.Equal(t, cli.ExitOK, got.status)
	require.Contains(t, got.err, "turnpost: warning: "+path+": trust.mode is \"open\"")
}
