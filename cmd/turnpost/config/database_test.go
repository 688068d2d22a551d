package config

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// A database on another machine has TLS and a verified host; who writes a weaker mode
// is warned.
func TestDatabaseWay(t *testing.T) {
	t.Setenv("TURNPOST_TEST_SECRET", "open sesame")
	t.Setenv("PGSSLMODE", "")
	for url, want := range map[string]struct{ way, warning string }{
		"postgres://me@db.example.org/games":                   {"postgres://me@db.example.org:5432/games (TLS, host verified)", ""},
		"postgres://me@127.0.0.1/games":                        {"postgres://me@127.0.0.1:5432/games\n", ""},
		"postgres://me@127.0.0.1:1,db.example.org/games":       {"postgres://me@127.0.0.1:1,db.example.org:5432/games (TLS, host verified)", ""},
		"postgres://me@db.example.org/games?sslmode=verify-ca": {"games (sslmode=verify-ca)", "of the same authority can pose as it"},
		"postgres://me@db.example.org/games?sslmode=require":   {"games (sslmode=require)", "can pose as the server"},
		"postgres://me@db.example.org/games?sslmode=disable":   {"games (sslmode=disable)", "sslmode=disable: whoever sits on the way can read the password"},
	} {
		path := filepath.Join(t.TempDir(), "turnpost.toml")
		require.NoError(t, os.WriteFile(path, []byte(least+"[database]\nurl = \""+url+"\"\n"), 0o600))
		c, err := Load(path)
		require.NoError(t, err, url)
		require.Contains(t, c.Summary(), want.way)
		if want.warning == "" {
			require.Empty(t, c.Warnings, url)
			continue
		}
		require.Len(t, c.Warnings, 1)
		require.Contains(t, c.Warnings[0], want.warning)
	}
}

func TestDatabase(t *testing.T) {
	t.Setenv("TURNPOST_TEST_SECRET", "p@ss/word")
	for _, c := range []struct{ name, section, where, want string }{
		{"nothing", ``, "turnpost.db", ""},
		{"a URL", `url = "postgres://me@host/games"`, "postgres://me@host/games", ""},
		{"a password in the environment", "url = \"postgres://me@host/games\"\npassword_env = \"TURNPOST_TEST_SECRET\"", "postgres://me:p%40ss%2Fword@host/games", ""},
		{"a password in the URL", `url = "postgresql://me:secret@host/games"`, "postgresql://me:secret@host/games", ""},
		{"both", "path = \"x\"\nurl = \"postgres://me@host/games\"", "", "database.path is given together with database.url; give only one of them"},
		{"a URL as path", `path = "postgres://me@host/games"`, "", "give it as database.url"},
		{"no URL", `url = "mysql://me:hunter2@host/games"`, "", "is not the URL of a PostgreSQL database"},
		{"no name", `url = "postgres://me:hunter2@host/"`, "", "has no database"},
		{"several servers", "url = \"postgres://me@a,b:5433/games?target_session_attrs=read-write\"\npassword_env = \"TURNPOST_TEST_SECRET\"", "postgres://me:p%40ss%2Fword@a,b:5433/games?target_session_attrs=read-write", ""},
		{"a standby", `url = "postgres://me:hunter2@a,b/games?target_session_attrs=standby"`, "", "cannot be written to; give target_session_attrs=read-write"},
		{"any server", `url = "postgres://me:hunter2@a,b/games?target_session_attrs=any"`, "", "even if it cannot be written to"},
		{"no port", `url = "postgres://me:hunter2@a:x,b/games"`, "", "is not the URL of a PostgreSQL database"},
		{"two passwords", "url = \"postgres://me:hunter2@host/games\"\npassword_env = \"TURNPOST_TEST_SECRET\"", "", "another one is given"},
		{"a password of a file", `password_env = "TURNPOST_TEST_SECRET"`, "", "is given without database.url"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := Parse([]byte(least + "[database]\n" + c.section))
			if c.want != "" {
				require.ErrorContains(t, err, c.want)
				require.NotContains(t, err.Error(), "hunter2")
				return
			}
			require.NoError(t, err)
			require.NoError(t, got.Database.findSecret(got.warn))
			require.Equal(t, c.where, got.Database.Where())
		})
	}
}
