package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/cmd/turnpost/exit"
	"turnpost/db/dbtest"
	"turnpost/db/dbtest/race"
)

// With --since what was over before is left out, and what goes on is not.
func TestVerifySince(t *testing.T) {
	t.Parallel()
	race.Sequential(t)
	path := filepath.Join(dbtest.Dir(t), "turnpost.db")
	exec := func(query string) { dbtest.Execute(t, path, query) }
	dbtest.ExecuteFile(t, path, "../../db/testdata/schema-00001.sql")
	require.NoError(t, newHall(t, path).db.Close())      // brings it forward
	exec(`UPDATE games SET position = 'x' WHERE id = 3`) // which is over
	require.Contains(t, run(t, "", "verify", "--db", path).out, `game 3: the plies lead to`)
	require.Contains(t, run(t, "", "verify", "--db", path, "--since", "2026-11-20").out, `game 3: the plies lead to`)
	got := run(t, "", "verify", "--db", path, "--since", "2026-11-22")
	require.Equal(t, exit.OK, got.status, got.out+got.err)
	require.Contains(t, got.out, "2 games replayed, all as stored")
	exec(`UPDATE games SET position = 'x' WHERE id = 1`)
	require.Contains(t, run(t, "", "verify", "--db", path, "--since", "1m").out, `game 1: the plies lead to`)
	require.Equal(t, exit.Usage, run(t, "", "verify", "--db", path, "--since", "yesterday").status)
}

// What older versions have made is right once it is brought forward, on either engine.
// Under the race detector too: verify does much at once.
func TestVerifyAcceptsOlderDatabases(t *testing.T) {
	t.Parallel()
	race.Sequential(t)
	race.Long(t)
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
			require.Equal(t, exit.OK, got.status, got.out)
		})
	}
}

// Each thing that verify checks is broken once in a database that was right.
func TestVerifyFindsEveryFault(t *testing.T) {
	t.Parallel()
	race.Sequential(t)
	race.Long(t)
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
		{"other ply", `UPDATE plies SET move = 'x9' WHERE game = 1 AND n = 3`, "game", 1, "ply 3"},
		{"count", `UPDATE games SET plies = 4 WHERE id = 1`, "game", 1, "9 plies are stored, and the game says 4"},
		{"position", `UPDATE games SET position = 'x' WHERE id = 2`, "game", 2, `and the game says "x"`},
		{"result", `UPDATE games SET result = 'black', reason = 'x', ended_at = 5, clock_due = 0, offer = '' WHERE id = 2`, "game", 2, `it is over, black by "x", and that cannot be`},
		{"unknown rules", `UPDATE games SET rules = 'whist' WHERE id = 1; UPDATE invitations SET rules = 'whist' WHERE id = 1`, "game", 1, "whist"},
		{"line", `UPDATE conditionals SET line = 'if d3-d4' WHERE game = 1`, "game", 1, "cannot be read"},
		{"rules of the invitation", `UPDATE invitations SET rules = 'tug' WHERE id = 1`, "game", 1, "not of the rules"},
		{"side", `UPDATE invitations SET side = 'white' WHERE id = 1`, "game", 1, "the sides of its invitation"},
		{"declined", `UPDATE invitations SET state = 'declined' WHERE id = 1`, "game", 1, "not accepted"},
		{"no game", `UPDATE invitations SET state = 'accepted', invitee = 1 WHERE id = 4`, "invitation", 4, "there is no game"},
		{"letter of a ply", `UPDATE inbox SET state = 'dropped' WHERE id = (SELECT letter FROM plies WHERE game = 1 AND n = 2)`, "game", 1, "not done"},
		{"end without a time", `UPDATE games SET ended_at = 0 WHERE id = 3`, "game", 3, "nothing says when"},
		{"end with a clock", `UPDATE games SET clock_due = 5 WHERE id = 3`, "game", 3, "goes on"},
		{"running with an end", `UPDATE games SET ended_at = 5 WHERE id = 1`, "game", 1, "has an end"},
		{"no clock", `UPDATE games SET clock_due = 0 WHERE id = 1`, "game", 1, "nothing looks at its clock"},
		{"offer", `UPDATE games SET offer_by = 4 WHERE id = 2`, "game", 2, "an offer stands that nobody of it made"},
		{"line of nobody", `UPDATE conditionals SET player = 4 WHERE game = 1`, "game", 1, "nobody's or too late"},
		{"line too late", `UPDATE conditionals SET game = 3`, "game", 3, "nobody's or too late"},
		{"talk", `UPDATE talk SET author = 4`, "game", 1, "who does not play it"},
		{"note", `UPDATE notes SET author = 4`, "game", 1, "who does not play it"},
		{"letter in", `UPDATE inbox SET handled_at = 0 WHERE id = 1`, "letter in", 1, "nothing says when"},
		{"answer to nothing", `UPDATE outbox SET answers = 999 WHERE id = 1`, "letter out", 1, "not there"},
		{"answer to a new one", `UPDATE inbox SET state = 'quarantined' WHERE id = (SELECT answers FROM outbox WHERE id = 1)`, "letter out", 1, "not settled"},
		{"thread", `UPDATE outbox SET thread = 999 WHERE id = 2`, "letter out", 2, "no game or invitation"},
		{"nowhere", `UPDATE outbox SET recipient = '' WHERE state = 'queued'`, "letter out", 67, "nobody to go to"},
		{"sent", `UPDATE outbox SET sent_at = 0 WHERE id = 3`, "letter out", 3, "nothing says when"},
		{"rating", `UPDATE ratings SET games = 7 WHERE player = 1`, "player", 1, "other games than were played"},
		{"key", `DELETE FROM keys`, "key", 0, "letters were written with one"},
		{"tournament", `INSERT INTO tournaments (id, name, rules, pace, days, made_at, state) VALUES (1, 'turro-1', 'turro', '3 days', 9, 1, 'over')`, "tournament", 1, "turro-1: it is over, and nothing says since when"},
		{"reference", `UPDATE talk SET game = 999`, "file", 0, "refers to one of games"},
		{"index", `PRAGMA writable_schema = ON; DELETE FROM sqlite_master WHERE name = 'games_by_black'`, "file", 0, "never used"},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := filepath.Join(dbtest.Dir(t), "turnpost.db")
			require.NoError(t, os.WriteFile(path, image, 0o600))
			dbtest.Execute(t, path, c.query)
			got := run(t, "", "verify", "--db", path, "--json")
			want := exit.Failed
			if c.of == "file" {
				want = exit.Database
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
