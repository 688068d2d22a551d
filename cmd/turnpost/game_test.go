package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/cmd/turnpost/cli"
	"turnpost/db"
)

// An operator ends games and gives time; both players are told, and it is noted who
// did it.
func TestGamesAreArbitratedByCommand(t *testing.T) {
	h := atHall(t)
	first, second, third := fmt.Sprint(h.begin("turro")), fmt.Sprint(h.begin("tug")), fmt.Sprint(h.begin("turro"))
	t.Setenv("TURNPOST_TEST_SECRET", "x")
	config := configFile(t, least+"\n[database]\npath = \""+h.path+"\"\n", 0o600)
	ok := func(args ...string) string {
		t.Helper()
		got := run(t, "", append(args, "--config", config)...)
		require.Equal(t, cli.ExitOK, got.status, "%v: %s", args, got.err)
		return got.out
	}
	fails := func(status int, args ...string) string {
		t.Helper()
		got := run(t, "", append(args, "--config", config)...)
		require.Equal(t, status, got.status, "%v: %s%s", args, got.out, got.err)
		return got.err
	}
	require.Regexp(t, `due:      20\d\d-\d\d-\d\d \d\d:\d\d, lost 20`, ok("game", first))
	var before, after gameSheet
	require.NoError(t, json.Unmarshal([]byte(ok("game", first, "--json")), &before))

	require.Equal(t, "game #"+first+" gives black 2d more\n", ok("game", "extend", first, "black", "2d"))
	require.NoError(t, json.Unmarshal([]byte(ok("game", first, "--json")), &after))
	require.NotEqual(t, before.Due, after.Due)
	require.Contains(t, fails(cli.ExitUsage, "game", "adjudicate", first, "draw"), "give --yes", "without a terminal")
	require.Equal(t, "game #"+first+" is over: draw\n", ok("game", "adjudicate", first, "draw", "--yes"))
	require.Contains(t, fails(cli.ExitFailed, "game", "adjudicate", first, "black", "--yes"), "is already over")
	require.Equal(t, "game #"+second+" is aborted\n", ok("game", second, "abort", "--yes"))
	require.Contains(t, fails(cli.ExitUsage, "game", third, "abort", "now"), `"now" is one argument too many`)
	require.Contains(t, fails(cli.ExitUsage, "game", third, "extend", "black"), "an argument is missing")
	require.Contains(t, fails(cli.ExitUsage, "game", third, "delete"), `"delete" is one argument too many`)
	require.Contains(t, fails(cli.ExitUsage, "game", third, "abort"), "give --yes", "without a terminal")
	require.Contains(t, ok("game", third), "turn:", "and nothing is done")
	require.Contains(t, fails(cli.ExitUsage, "game", third, "abort", "--db", h.path), "unknown flag: --db")
	var row gameRow
	require.NoError(t, json.Unmarshal([]byte(ok("game", "abort", third, "--json", "--yes")), &row))
	require.Equal(t, "void aborted", string(row.Result)+" "+row.Reason)
	require.Contains(t, ok("games"), "void aborted")

	require.Contains(t, fails(cli.ExitFailed, "game", "abort", "99", "--yes"), "there is no game #99")
	require.Contains(t, fails(cli.ExitUsage, "game", "adjudicate", first, "pink"), "there are black, white and draw")
	require.Contains(t, fails(cli.ExitUsage, "game", "extend", first, "pink", "2d"), "there are black and white")
	for _, time := range []string{"soon", "0d", "61d"} {
		require.Contains(t, fails(cli.ExitUsage, "game", "extend", first, "black", time), "is not a time such as")
	}

	audit := ok("audit")
	for _, want := range []string{"game abort", "game adjudicate  #" + first, "game extend", "black by 48h0m0s"} {
		require.Contains(t, audit, want)
	}
	require.NotContains(t, audit, "ada")
	require.Equal(t, 4, strings.Count(ok("audit", "--json"), "\n"))

	// Both were told of each.
	h.view(func(tx *db.Tx) error {
		out, err := tx.ListOutgoing(db.OutgoingQueued, 0, -1)
		require.NoError(t, err)
		said := ""
		for _, o := range out {
			message, err := tx.Message(o.ID)
			require.NoError(t, err)
			said += string(message.Raw)
		}
		for _, want := range []string{
			"The organiser has given you more time for this game.", "The organiser has given Ada more time for this game.",
			"The organiser has cancelled the game, Ada", "The organiser has cancelled the game, Bob",
			"The game is a draw, Ada: the organiser has decided the game", "The game is a draw, Bob: the organiser has decided the game",
		} {
			require.True(t, strings.Contains(said, want), "nobody reads %q", want)
		}
		return nil
	})
	require.Contains(t, ok("verify"), "3 games replayed, no faults")
}
