package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/cmd/turnpost/exit"
	"turnpost/cmd/turnpost/forecast"
	"turnpost/db/examine"
	"turnpost/mail/server"
)

// tenYears is how long a small club plays.
const tenYears = 3650

// A club that plays for ten years has a database that has grown as is foretold, within
// a fifth: the text of letters goes, and nothing else that grows was overlooked.
func TestTenYears(t *testing.T) {
	if testing.Short() {
		t.Skip("ten years")
	}
	t.Parallel()
	const games, plies = 30, 12 // one after the other
	h := atHall(t)
	size := func() int64 {
		var sheet examine.Sheet
		require.NoError(t, json.Unmarshal([]byte(h.ok("db", "size", "--json")), &sheet))
		return sheet.Octets
	}
	now := time.Date(2014, 11, 20, 9, 0, 0, 0, time.UTC)
	begun, empty := now, size()
	h.db.Now = func() time.Time { return now }
	h.desk.(*server.Server).Gap = 1 << 62 // no leap of the test's time is taken for an absence
	rest := func() {
		now = now.Add(tenYears * 24 * time.Hour / (games * (plies + 2)))
		h.deliver()
		for worked := true; worked; {
			var err error
			worked, err = h.desk.Tick(t.Context())
			require.NoError(t, err)
		}
	}
	for range games {
		id := h.begin("turro pace 60d+15d/90d")
		rest()
		for range plies {
			require.Equal(t, 1, h.play(id, 1))
			rest()
		}
		h.write("ada", fmt.Sprintf("#%d resign", id))
		rest()
	}
	require.Equal(t, tenYears, int(now.Sub(begun).Hours()/24+.5))
	played := forecast.Play{Players: 2, Plies: float64(games*plies) / tenYears, Long: plies, Keep: 30}
	foretold, grown := grows(played), float64(size()-empty)
	t.Logf("%d octets at first; %.0f more, and %.0f were foretold", empty, grown, foretold)
	require.InEpsilon(t, forecast.Empty, empty, 0.2)
	require.Greater(t, grown, foretold/1.2)
	require.LessOrEqual(t, grown, foretold*1.2)
	played.Keep = 0
	require.Greater(t, grows(played), foretold*10, "what it would be with all texts is far from that")
	got := run(t, "", "verify", "--db", h.path)
	require.Equal(t, exit.OK, got.status, got.out)
}

// grows is what ten years add to an empty database.
func grows(p forecast.Play) float64 {
	stays, texts := p.After(tenYears)
	return float64(stays + texts - forecast.Empty)
}

// What is foretold is reckoned from what the help says.
func TestTheHelpAndTheForecastAgree(t *testing.T) {
	operating := strings.Join(strings.Fields(run(t, "", "help", "operating").out), " ")
	growing := strings.Join(strings.Fields(growingText), " ")
	kB := func(octets int) string { return fmt.Sprintf("%.1f kB", float64(octets)/1000) }
	for _, want := range []string{
		fmt.Sprintf("a ply is %d bytes; the line in the ledger of a letter in %d bytes, of one out %d,", forecast.PlyRow, forecast.LetterIn, forecast.LetterOut),
		"takes " + kB(forecast.Ply) + " for ever; a game " + kB(forecast.Game) + " besides (its row, and the lines of nine letters that begin and end it), a player " + kB(forecast.Player),
		fmt.Sprintf("some %d kB a ply, of which %d are the two letters out and %d the one in", forecast.Text/1000, 2*forecast.TextOut/1000, forecast.TextIn/1000),
		fmt.Sprintf("an empty database is %d kB", forecast.Empty/1000),
	} {
		require.Contains(t, operating, want)
	}
	require.Contains(t, growing, kB(forecast.Ply)+" a ply (its row, and the lines of three letters in the ledgers), "+kB(forecast.Game)+" a game, "+kB(forecast.Player)+" a player")
}
