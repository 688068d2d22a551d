package main

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/cmd/turnpost/exit"
	"turnpost/cmd/turnpost/lock"
	"turnpost/db/dbtest/race"
	"turnpost/db/examine"
)

// An operator sees what takes room, and gives room back while no server runs.
func TestSizeAndVacuumByCommand(t *testing.T) {
	race.Long(t)
	h := atHall(t)
	require.Contains(t, h.ok("db", "size"), "a ply takes 0 bytes, a game 0 bytes")
	h.play(h.begin("turro"), 3)
	var sheet examine.Sheet
	require.NoError(t, json.Unmarshal([]byte(h.ok("db", "size", "--json")), &sheet))
	rows := map[string]int64{}
	for _, table := range sheet.Tables {
		rows[table.Name] = table.Rows
		require.GreaterOrEqual(t, sheet.Octets, table.Octets, table.Name)
	}
	require.EqualValues(t, 3, rows["plies"])
	require.Positive(t, sheet.Tables[0].Octets)
	require.Equal(t, (sheet.Octets-sheet.Free)/3, sheet.PerPly)
	require.Contains(t, h.ok("db", "size"), "texts")

	unlock, err := lock.File(h.path + ".lock")
	require.NoError(t, err)
	got := run(t, "", "db", "vacuum", "--db", h.path)
	require.Equal(t, exit.Database, got.status)
	require.Contains(t, got.err, "stop the server first")
	require.NoError(t, unlock())
	require.NoError(t, h.db.Close())
	require.Regexp(t, `^.* before, .* now\n$`, h.ok("db", "vacuum"))
	require.Equal(t, exit.OK, run(t, "", "verify", "--db", h.path).status)
}
