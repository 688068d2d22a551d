package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/cmd/turnpost/cli"
	"turnpost/db"
)

// An operator sees when clocks stand still, and ends what a wrong clock has made.
func TestPausesByCommand(t *testing.T) {
	h := atHall(t)
	h.begin("turro")
	require.Equal(t, "no pauses: all clocks run\n", h.ok("pauses"))
	var down, vacation db.ClockPause
	require.NoError(t, h.db.Update(context.Background(), func(tx *db.Tx) (err error) {
		if _, err = tx.AddPause(db.ClockPause{Why: db.Down, From: tx.Now.Add(-2 * time.Hour), To: tx.Now.Add(-time.Hour)}); err != nil {
			return err
		}
		if vacation, err = tx.AddPause(db.ClockPause{Player: 1, Why: db.Vacation, From: tx.Now, To: tx.Now.Add(time.Hour)}); err != nil {
			return err
		}
		down, err = tx.AddPause(db.ClockPause{Why: db.Down, From: tx.Now, To: tx.Now.Add(40 * 24 * time.Hour)})
		return err
	}))
	text := h.ok("pauses")
	require.Contains(t, text, "(in the future: the clock was wrong)")
	require.Contains(t, text, "bob@example.org")
	require.Equal(t, 3, strings.Count(text, "\n"))
	require.Equal(t, 3, strings.Count(h.ok("pauses", "--all", "--json"), "\n"))

	end := func(n int64, more ...string) result {
		return run(t, "", append([]string{"pauses", "end", fmt.Sprint(n), "--db", h.path}, more...)...)
	}
	var row pauseRow
	got := end(down.ID, "--json")
	require.Equal(t, cli.ExitOK, got.status, got.err)
	require.NoError(t, json.Unmarshal([]byte(got.out), &row))
	require.Equal(t, down.ID, row.ID)
	require.False(t, row.Ahead)
	require.Contains(t, end(down.ID).err, "is already over")
	require.Contains(t, end(vacation.ID).err, "belongs to a player")
	require.Contains(t, end(99).err, "there is no pause 99")
	require.Equal(t, cli.ExitFailed, end(99).status)
	require.Contains(t, h.ok("audit"), fmt.Sprintf("pause %d", down.ID))
	require.Equal(t, 1, strings.Count(h.ok("audit", "--json"), "\n"), "what was refused is not noted")
}
