package config

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/cmd/turnpost/cli"
)

func TestSet(t *testing.T) {
	for _, c := range []struct{ before, key, after string }{
		{"[database]\npath = \"a.db\" # mine\n[log]\n", "database.path", "[database]\npath = \"new\" # mine\n[log]\n"},
		{"[database]\n  path='a.db'\n", "database.path", "[database]\n  path=\"new\"\n"},
		{"database.path = \"a.db\"\n", "database.path", "database.path = \"new\"\n"},
		{"[database]\n#path = \"a.db\"\n[log]\n", "database.path", "[database]\npath = \"new\"\n#path = \"a.db\"\n[log]\n"},
		{"# first\n[log]\nlevel = \"info\"\n", "database.path", "# first\n[log]\nlevel = \"info\"\n\n[database]\npath = \"new\"\n"},
		{"[imap]\npassword_file = \"a\"\n[smtp]\npassword_file = \"b\"\n", "smtp.password_file", "[imap]\npassword_file = \"a\"\n[smtp]\npassword_file = \"new\"\n"},
		{"[log]\n[database]", "database.path", "[log]\n[database]\npath = \"new\"\n"},
		{"# first\ndatabase.saved_schema = 3\n", "database.path", "# first\ndatabase.path = \"new\"\ndatabase.saved_schema = 3\n"},
		{"[database]\npath = 'a'\n  backup.keep = 3\n[log]", "database.backup.dir",
			"[database]\npath = 'a'\nbackup.dir = \"new\"\n  backup.keep = 3\n[log]\n"},
		{"database.backup.keep = 3\n", "database.backup.dir", "database.backup.dir = \"new\"\ndatabase.backup.keep = 3\n"},
		{"[database.backup]\nkeep = 3", "database.path", "[database.backup]\nkeep = 3\n\n[database]\npath = \"new\"\n"},
		{"", "log.level", "\n[log]\nlevel = \"new\"\n"},
	} {
		text, err := Set([]byte(c.before), c.key, "new")
		require.NoError(t, err)
		require.Equal(t, c.after, string(text))
	}
	for _, c := range []struct{ before, key, value, after string }{
		{"[smtp]\nport = 25 # here\n", "smtp.port", "587", "[smtp]\nport = 587 # here\n"},
		{"[trust]\ndkim = true\n", "trust.dkim", "false", "[trust]\ndkim = false\n"},
		{"[policy]\nmembers = [\n  \"a@example.org\",\n]\npace = \"fast\"\n", "policy.members", "@b.example,c@d.example",
			"[policy]\nmembers = [\"@b.example\", \"c@d.example\"]\npace = \"fast\"\n"},
		{"[imap]\npoll=\"1m\"\n", "imap.poll", "2m", "[imap]\npoll=\"2m\"\n"},
		{"[smtp]\nhost = '=mail'\n", "smtp.host", "x", "[smtp]\nhost = \"x\"\n"},
	} {
		text, err := Set([]byte(c.before), c.key, c.value)
		require.NoError(t, err)
		require.Equal(t, c.after, string(text))
	}
	for text, key := range map[string]string{"# x\nsmtp = { port = 25 }\n": "smtp.host", "log = {}\nsmtp = { port = 25 }": "smtp.port",
		"[database]\nbackup = { keep = 3 }\n": "database.backup.dir"} {
		_, err := Set([]byte(text), key, "9")
		require.ErrorContains(t, err, "line 2: "+strings.TrimSuffix(key, key[strings.LastIndexByte(key, '.'):])+" is in one line")
	}
	set, err := Set([]byte(sound), "database.backup.dir", `/a "b" \c`)
	require.NoError(t, err)
	c, err := Parse(set)
	require.NoError(t, err)
	require.Equal(t, `/a "b" \c`, c.Database.Backup.Dir)
	require.Equal(t, "a.db", c.Database.Path)
}

func TestChange(t *testing.T) {
	path := writeConfig(t, 0o640, sound)
	require.NoError(t, Change(path, []string{"smtp.connections=8", "database.backup.dir=/var/backups/turnpost"}))
	text, c, err := ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, 8, c.SMTP.Connections)
	require.Equal(t, "/var/backups/turnpost", c.Database.Backup.Dir)
	info, err := os.Stat(path)
	require.NoError(t, err)
	require.EqualValues(t, 0o640, info.Mode().Perm())
	for wrong, status := range map[string]int{"smtp.hots=x": cli.ExitUsage, "smtp.host": cli.ExitUsage, "smtp=x": cli.ExitUsage,
		"smtp.port=many": cli.ExitConfig, "smtp.port=0x": cli.ExitConfig, "trust.mode=nobody": cli.ExitConfig} {
		require.Equal(t, status, cli.Status(Change(path, []string{"smtp.connections=9", wrong})), wrong)
	}
	again, _, err := ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, string(text), string(again))
}
