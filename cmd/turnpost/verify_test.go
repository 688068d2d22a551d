package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/cmd/turnpost/cli"
	"turnpost/db/dbtest"
	"turnpost/db/dbtest/skiptest"
)

// With --since what was over before is left out, and what goes on is not.
func TestVerifySince(t *testing.T) {
	t.Parallel()
	skiptest.Sequential(t)
	path := filepath.Join(dbtest.Dir(t), "turnpost.db")
	exec := func(query string) { dbtest.Execute(t, path, query) }
	dbtest.ExecuteFile(t, path, "../../db/testdata/schema-00001.sql")
	require.NoError(t, newHall(t, path).db.Close())      // brings it forward
	exec(`UPDATE games SET position = 'x' WHERE id = 3`) // which is over
	require.Contains(t, run(t, "", "verify", "--db", path).out, `game 3: the plies lead to`)
	require.Contains(t, run(t, "", "verify", "--db", path, "--since", "2026-11-20").out, `game 3: the plies lead to`)
	got := run(t, "", "verify", "--db", path, "--since", "2026-11-22")
	require.Equal(t, cli.ExitOK, got.status, got.out+got.err)
	require.Contains(t, got.out, "2 games replayed, no faults")
	exec(`UPDATE games SET position = 'x' WHERE id = 1`)
	require.Contains(t, run(t, "", "verify", "--db", path, "--since", "1m").out, `game 1: the plies lead to`)
	require.Equal(t, cli.ExitUsage, run(t, "", "verify", "--db", path, "--since", "yesterday").status)
}

// What older versions have made is right once it is brought forward, on either engine.
// Under the race detector too: verify does much at once.
func TestVerifyAcceptsOlderDatabases(t *testing.T) {
	t.Parallel()
	skiptest.Sequential(t)
	skiptest.Long(t)
	files, err := filepath.Glob("../../db/testdata/*-*.sql")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			where := ""
			if strings.HasPrefix(filepath.Base(file), "postgres") {
				where = dbtest.BarePostgres(t)
			} else {
				where = filepath.Join(dbtest.Dir(t), "turnpost.db")
			}
			dbtest.ExecuteFile(t, where, file)
			require.NoError(t, newHall(t, where).db.Close()) // brings it forward
			got := run(t, "", "verify", "--db", where)
			require.Equal(t, cli.ExitOK, got.status, got.out)
		})
	}
}

// A fault is a line, or an object, with what to do; the exit status says whether the file is damaged. What
// faults are found is tested where they are looked for.
func TestVerifySaysWhatItFinds(t *testing.T) {
	t.Parallel()
	skiptest.Sequential(t)
	whole := filepath.Join(dbtest.Dir(t), "whole.db")
	dbtest.ExecuteFile(t, whole, "../../db/testdata/schema-00001.sql")
	require.NoError(t, newHall(t, whole).db.Close()) // brings it forward
	image, err := os.ReadFile(whole)
	require.NoError(t, err)
	for _, c := range []struct {
		name, query, of string
		id              int64
		what            string
	}{
		{"ply gone", `DELETE FROM plies WHERE game = 1 AND n = 3`, "game", 1, "ply 3 is missing"},
		{"no game", `UPDATE invitations SET state = 'accepted', invitee = 1 WHERE id = 4`, "invitation", 4, "there is no game"},
		{"answer to nothing", `UPDATE outbox SET answers = 999 WHERE id = 1`, "message out", 1, "not there"},
		{"rating", `UPDATE ratings SET games = 7 WHERE player = 1`, "player", 1, "is of 7 games, and 1 count"},
		{"tournament", `INSERT INTO tournaments (id, name, rules, pace, days, made_at, state) VALUES (1, 'turro-1', 'turro', '3 days', 9, 1, 'over')`, "tournament", 1, `turro-1: its state "over"`},
		{"index", `PRAGMA writable_schema = ON; DELETE FROM sqlite_master WHERE name = 'games_by_black'`, "file", 0, "never used"},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := filepath.Join(dbtest.Dir(t), "turnpost.db")
			require.NoError(t, os.WriteFile(path, image, 0o600))
			dbtest.Execute(t, path, c.query)
			got := run(t, "", "verify", "--db", path, "--json")
			want := cli.ExitFailed
			if c.of == "file" {
				want = cli.ExitDatabase
			}
			require.Equal(t, want, got.status, "%s%s", got.out, got.err)
			var answer verified
			require.NoError(t, json.Unmarshal([]byte(got.out), &answer))
			require.Equal(t, 3, answer.Games)
			found := false
			for _, f := range answer.Faults {
				require.NotEmpty(t, f.Mend)
				found = found || f.Of == c.of && f.ID == c.id && strings.Contains(f.What, c.what)
			}
			require.True(t, found, "%s", got.out)
			lines := run(t, "", "verify", "--db", path)
			require.Equal(t, want, lines.status)
			require.Contains(t, lines.out, ". To do: ")
		})
	}
}
