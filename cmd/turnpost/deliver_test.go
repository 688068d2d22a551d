package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/cmd/turnpost/cli"
	"turnpost/db"
	"turnpost/db/dbtest"
)

// TestDeliver: a message from a pipe is stored once, beside a daemon that has the
// database open; after any failure the mail server keeps it.
func TestDeliver(t *testing.T) {
	t.Parallel()
	dir := dbtest.Dir(t)
	path := filepath.Join(dir, "turnpost.toml")
	require.NoError(t, os.WriteFile(path, []byte(`
[robot]
address = "games@example.org"
[lmtp]
listen = "unix:`+filepath.Join(dir, "lmtp")+`"
[smtp]
host = "127.0.0.1"
tls = "plain"
[limits]
max_letter = "4 kB"
`), 0o600))
	const message = "From: Ada <ada@example.org>\nTo: games@example.org\nMessage-ID: <1@example.org>\n\nhelp\n"
	for _, wrong := range [][]string{{"--confg", path}, {"--config"}, {"-x"}, {"--config", path, "more"}, {path}, {"--config=" + path, "a", "b"}} {
		got := run(t, message, append([]string{"deliver"}, wrong...)...)
		require.Equal(t, cli.ExitTempFail, got.status, "%q", wrong)
		require.NotEmpty(t, got.err)
	}
	require.Equal(t, cli.ExitTempFail, run(t, message, "--confg="+path, "deliver").status)
	got := run(t, message, "deliver", "--config", path)
	require.Equal(t, cli.ExitTempFail, got.status, "there is no database yet")
	require.NotEmpty(t, got.err)

	served, err := db.Open(t.Context(), filepath.Join(dir, "turnpost.db"))
	require.NoError(t, err)
	defer served.Close()
	large := strings.Replace(message, "<1@", "<2@", 1) + strings.Repeat("d3-d4\n", 1000)
	for _, text := range []string{message, message, large} {
		require.Equal(t, result{cli.ExitOK, "", ""}, run(t, text, "deliver", "--config", path))
	}
	var in []db.Incoming
	require.NoError(t, served.View(t.Context(), func(tx *db.Tx) (err error) { in, err = tx.ListIncoming(db.IncomingNew, 10); return err }))
	require.Len(t, in, 2)
	for _, row := range in {
		require.Equal(t, row.MessageID == "2@example.org", row.TooLarge)
		require.NotContains(t, string(row.Raw), "d3-d4")
	}

	for _, nothing := range []string{"", "\n", "\r\n\r\n", " \t\n"} {
		require.Equal(t, cli.ExitTempFail, run(t, nothing, "deliver", "--config", path).status, "%q", nothing)
	}

	require.NoError(t, os.WriteFile(path, []byte("[robot]\naddres = 1\n"), 0o600))
	got = run(t, message, "deliver", "--config", path)
	require.Equal(t, cli.ExitTempFail, got.status, "a mistake of the operator's bounces no letter")
	require.Contains(t, got.err, "addres")
}
