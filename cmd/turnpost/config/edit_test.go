package config

import (
	"testing"

	"github.com/stretchr/testify/require"
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
	} {
		require.Equal(t, c.after, string(Set([]byte(c.before), c.key, "new")))
	}
	set := Set([]byte(sound), "database.backup.dir", `/a "b" \c`)
	c, err := Parse(set)
	require.NoError(t, err)
	require.Equal(t, `/a "b" \c`, c.Database.Backup.Dir)
	require.Equal(t, "a.db", c.Database.Path)
}
