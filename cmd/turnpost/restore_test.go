package main

import (
	"fmt"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
	"github.com/stretchr/testify/require"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/config"
	"turnpost/cmd/turnpost/daemon"
	"turnpost/db"
	"turnpost/db/backup"
	"turnpost/db/dbtest"
	"turnpost/mail/mailtest"
	"turnpost/mail/server"
)

// mailboxOf keeps every mail of a hall in a mailbox of a real server, filed, and returns a
// configuration with it.
func mailboxOf(t *testing.T, h *hall, where string) (config string) {
	d := mailtest.StartDovecot(t, mailtest.DovecotConfig{})
	c, err := imapclient.DialInsecure(d.IMAPAddr, nil)
	require.NoError(t, err)
	t.Cleanup(func() { c.Close() })
	require.NoError(t, c.Login("robot", mailtest.Password).Wait())
	require.NoError(t, c.Create("Turnpost.Done", nil).Wait())
	h.kept = func(raw []byte) {
		cmd := c.Append("Turnpost.Done", int64(len(raw)), &imap.AppendOptions{Time: h.db.Now()})
		_, err := cmd.Write(raw)
		require.NoError(t, err)
		require.NoError(t, cmd.Close())
		_, err = cmd.Wait()
		require.NoError(t, err)
	}
	config = filepath.Join(dbtest.Dir(t), "turnpost.toml")
	host, port, err := net.SplitHostPort(d.IMAPAddr)
	require.NoError(t, err)
	key := "path"
	if db.IsURL(where) {
		key = "url"
	}
	require.NoError(t, os.WriteFile(config, fmt.Appendf(nil, `[robot]
address = %q
[imap]
host = %q
port = %s
tls = "plain"
user = "robot"
password = %q
[smtp]
host = "127.0.0.1"
tls = "plain"
[database]
%s = %q
[trust]
authserv_id = "hall.example"
dkim = false
`, hallAddress, host, port, mailtest.Password, key, where), 0o600))
	return config
}

// copyOf keeps every mail of a hall in a Maildir, as a mail server does that delivers by LMTP,
// and returns a configuration with it.
func copyOf(t *testing.T, h *hall, where string) (config string) {
	dir := dbtest.Dir(t)
	require.NoError(t, os.Mkdir(filepath.Join(dir, "new"), 0o700))
	n := 0
	h.kept = func(raw []byte) {
		n++
		name := filepath.Join(dir, "new", fmt.Sprintf("%06d.mail", n))
		require.NoError(t, os.WriteFile(name, raw, 0o600))
	}
	config = filepath.Join(dir, "turnpost.toml")
	require.NoError(t, os.WriteFile(config, fmt.Appendf(nil, "[robot]\naddress = %q\n[lmtp]\n"+
		"listen = \"unix:lmtp\"\ncopy = \"new\"\n[smtp]\nhost = \"127.0.0.1\"\ntls = \"plain\"\n[database]\npath = %q\n"+
		"[trust]\nauthserv_id = \"hall.example\"\ndkim = false\n", hallAddress, where), 0o600))
	return config
}

// gamesIn are all games with their plies.
func gamesIn(t *testing.T, where string) (all []string) {
	t.Helper()
	d, err := db.OpenReadOnly(t.Context(), where)
	require.NoError(t, err)
	defer d.Close()
	require.NoError(t, d.View(t.Context(), func(tx *db.Tx) error {
		return dbtest.EachGame(tx, func(g db.Game) error {
			plies, err := tx.Plies(g.ID)
			line := fmt.Sprint(g.ID, " ", g.Rules, " ", g.Black, "-", g.White, " ", g.Result, ":")
			for _, p := range plies {
				line += " " + p.Move
			}
			all = append(all, line)
			return err
		})
	}))
	return all
}

// What was played since a backup comes back from a real mailbox, and from the database that is
// replaced; on PostgreSQL as well. Without a replay it is lost, and its numbers are not used
// again. Whoever was forgotten, has stopped or blocked somebody stays so.
func TestRestoreReplays(t *testing.T) {
	for name, c := range map[string]struct {
		args     []string
		postgres bool
		damaged  bool
		lost     bool
		lmtp     bool
	}{
		"from both":                 {args: []string{"--replay"}},
		"from the mailbox":          {args: []string{"--replay", "--without-list"}, damaged: true},
		"from a copy of LMTP mail":  {args: []string{"--replay", "--without-list"}, damaged: true, lmtp: true},
		"PostgreSQL":                {args: []string{"--replay"}, postgres: true},
		"PostgreSQL, mailbox alone": {args: []string{"--replay", "--without-list"}, postgres: true, damaged: true},
		"without a replay":          {lost: true},
		"without, damaged":          {args: []string{"--without-list"}, lost: true, damaged: true},
	} {
		t.Run(name, func(t *testing.T) {
			dir := dbtest.Dir(t)
			where := filepath.Join(dir, "turnpost.db")
			if c.postgres {
				where = dbtest.Postgres(t)
			}
			h := newHall(t, where)
			to := where
			if c.postgres {
				to = dbtest.BarePostgres(t)
			}
			box := mailboxOf
			if c.lmtp {
				box = copyOf
			}
			config := box(t, h, to)
			first := h.begin("turro")
			h.play(first, 3)
			file := filepath.Join(dir, "backup.db")
			require.Equal(t, cli.ExitOK, run(t, "", "backup", file, "--db", where).status)
			before := gamesIn(t, file)
			h.play(first, 4)
			second := h.begin("rooya")
			h.play(second, 5)
			h.play(first, 3)
			h.write("cyd", "challenge bob@example.org roses")
			h.write("bob", "#3 accept")
			h.write("cyd", "#3 resign")
			h.deliver()
			want := gamesIn(t, where)
			require.Len(t, want, 3)
			require.NoError(t, h.db.Update(t.Context(), func(tx *db.Tx) error { return tx.SkipNumbers("players", 50) }))
			require.NoError(t, h.db.Close())
			switch {
			case c.damaged && !c.postgres:
				require.NoError(t, os.Truncate(where, 8192))
			case c.postgres && !c.damaged:
				c.args = append(c.args, "--replaced", where)
			}
			got := run(t, "", append([]string{"restore", file, "--config", config}, c.args...)...)
			require.Equal(t, cli.ExitOK, got.status, "%s%s", got.out, got.err)
			if c.lost {
				require.Equal(t, before, gamesIn(t, to))
				h = newHall(t, to)
				h.serial = 1 << 20
				require.EqualValues(t, map[bool]int64{false: 4, true: 1002}[c.damaged], h.begin("turro"), got.out)
				require.NoError(t, h.db.Update(t.Context(), func(tx *db.Tx) error {
					p, err := tx.AddPlayer("new@example.org", "new@example.org", "New")
					require.EqualValues(t, map[bool]int64{false: 51, true: 1003}[c.damaged], p.ID)
					return err
				}))
				return
			}
			require.Equal(t, want, gamesIn(t, to), got.out)
			require.Contains(t, got.out, "12 moves and 2 games came back")
			require.Contains(t, got.out, "nothing is known to be missing")
			require.Equal(t, cli.ExitOK, run(t, "", "verify", "--db", to).status)
		})
	}
}

// Where the departures list is missing, restore asks. Without an answer the server does not start
// before the list is there, or before it is told to go on.
func TestRestoreWithoutTheList(t *testing.T) {
	dir := dbtest.Dir(t)
	where, file := filepath.Join(dir, "turnpost.db"), filepath.Join(dir, "backup.db")
	h := newHall(t, where)
	path := copyOf(t, h, where)
	h.begin("rooya")
	require.Equal(t, cli.ExitOK, run(t, "", "backup", file, "--db", where).status)
	require.NoError(t, h.db.Close())
	for _, c := range []struct {
		name, answer string
		args         []string
		asks         bool
		status       int
		then         string // what serve says, if it refuses
	}{
		{"no", "no\n", nil, true, cli.ExitDatabase, ""},
		{"another word", "y\n", nil, true, cli.ExitDatabase, ""},
		{"yes", "yes\n", nil, true, cli.ExitOK, ""},
		{"yes, with spaces", "  yes \n", nil, true, cli.ExitOK, ""},
		{"told before", "", []string{"--without-list"}, false, cli.ExitOK, ""},
		{"nobody answers", "", nil, true, cli.ExitOK, "put it there, or start once with --without-list"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_ = os.Remove(where + backup.BeforeRestore)
			require.NoError(t, os.WriteFile(where, []byte("no database"), 0o600))
			got := run(t, c.answer, append([]string{"restore", file, "--config", path}, c.args...)...)
			require.Equal(t, c.status, got.status, "%s%s", got.out, got.err)
			require.Equal(t, c.asks, strings.Contains(got.err, "Restore without it? Write yes: "), got.err)
			if c.status != cli.ExitOK {
				raw, err := os.ReadFile(where)
				require.NoError(t, err)
				require.Equal(t, "no database", string(raw))
				return
			}
			try := func(without bool) error {
				c, err := config.Load(path)
				require.NoError(t, err)
				c.WithoutList = without
				d, err := daemon.New(t.Context(), c, games(), "", slog.New(slog.DiscardHandler))
				if err == nil {
					err = d.Close()
				}
				return err
			}
			if c.then == "" {
				require.NoError(t, try(false))
				return
			}
			require.Contains(t, got.out, "'turnpost serve' does not start before it is there")
			refused := run(t, "", "serve", "--config", path)
			require.Equal(t, cli.ExitConfig, refused.status)
			require.Contains(t, refused.err, c.then)
			require.ErrorIs(t, try(false), server.ErrNoList)
			require.NoError(t, try(true))
			require.NoError(t, try(false), "once is enough")
		})
	}
}
