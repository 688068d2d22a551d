package main

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/cmd/turnpost/cli"
	"turnpost/db"
	"turnpost/db/tournaments"
)

// An operator makes a tournament, starts it when enough have joined, looks at it and ends
// it; the server does the rest.
func TestTournamentsByCommand(t *testing.T) {
	h := atHall(t)
	require.Equal(t, "there are no tournaments\n", h.ok("tournament", "list"))
	require.Equal(t, "spring-cup is open for players\n", h.ok("tournament", "new", "spring-cup", "turro", "--days", "60", "--sign-up", "0"))
	require.Contains(t, h.fails(cli.ExitFailed, "tournament", "new", "spring-cup", "turro"), "there is a tournament spring-cup already")
	require.Contains(t, h.fails(cli.ExitFailed, "tournament", "new", "cup", "turro"), "cannot be a name")
	require.Contains(t, h.fails(cli.ExitFailed, "tournament", "new", "turro-1", "turro"), "cannot be a name")
	require.Contains(t, h.fails(cli.ExitFailed, "tournament", "new", "a-b", "turro", "--pace", "soon"), "is not a pace")
	require.Contains(t, h.fails(cli.ExitUsage, "tournament", "new", "a-b", "halma"), "halma")
	require.Contains(t, h.fails(cli.ExitFailed, "tournament", "start", "spring-cup"), "0 players have joined spring-cup; it needs 4")
	require.Contains(t, h.fails(cli.ExitFailed, "tournament", "show", "summer-cup"), "there is no tournament")
	h.join(4)
	require.Equal(t, "spring-cup begins\n", h.ok("tournament", "start", "spring-cup"))
	require.Regexp(t, `spring-cup +turro +open +4 +20`, h.ok("tournament", "list"))
	require.Equal(t, "it has not begun\n", h.ok("tournament", "show", "spring-cup"))
	require.Contains(t, h.ok("tournament", "list", "--json"), `"players":4`)
	require.Equal(t, "spring-cup ends\n", h.ok("tournament", "end", "spring-cup"))
	require.Contains(t, h.fails(cli.ExitFailed, "tournament", "end", "spring-cup"), "is over already")
	require.Equal(t, 3, strings.Count(h.ok("audit"), "spring-cup"))
}

// join lets so many players join the first tournament.
func (h *hall) join(players int) {
	h.t.Helper()
	h.update(func(tx *db.Tx) error {
		for i := range players {
			address := fmt.Sprintf("p%d@example.org", i)
			p, err := tx.AddPlayer(address, address, fmt.Sprint("P", i))
			if err != nil {
				return err
			}
			if err := tournaments.Join(tx, 1, p.ID); err != nil {
				return err
			}
		}
		return nil
	})
}

// A large tournament shows its first places, and on request all of them.
func TestTablesByCommand(t *testing.T) {
	h := atHall(t)
	h.ok("tournament", "new", "spring-cup", "turro", "--sign-up", "0")
	h.join(16)
	h.update(func(tx *db.Tx) error {
		joined, err := tournaments.Entrants(tx, 1)
		for i, e := range joined {
			e.Division, e.Number = 1+i/8, 1+i%8
			err = errors.Join(err, tournaments.Place(tx, e))
		}
		return errors.Join(err, tournaments.AddDivision(tx, 1, 1), tournaments.AddDivision(tx, 1, 2))
	})
	for limit, rows := range map[string]int{"3": 3, "10": 10, "100": 16, "-1": 16} {
		shown := h.ok("tournament", "show", "spring-cup", "--json", "--limit", limit)
		require.Equal(t, rows, strings.Count(shown, "\n"), limit)
		require.Equal(t, rows > 8, strings.Contains(shown, `"division":2`), limit)
	}
	require.Equal(t, 17, strings.Count(h.ok("tournament", "show", "spring-cup"), "\n"), "and the head")
	for _, args := range [][]string{{"tournament", "list"}, {"tournament", "show", "spring-cup"}, {"ladder", "turro"}} {
		require.Contains(t, h.fails(cli.ExitUsage, append(args, "--limit", "0")...), "--limit is 0")
	}
}

// The list has the tournaments first that are not over, and as many as are asked for.
func TestTheListOfTournaments(t *testing.T) {
	h := atHall(t)
	for _, name := range []string{"cup-1", "cup-2", "cup-3", "cup-4"} {
		h.ok("tournament", "new", name, "turro")
	}
	h.join(3) // cup-1
	h.ok("tournament", "end", "cup-1")
	h.ok("tournament", "end", "cup-3")
	list := func(limit string) (names string) {
		for _, name := range regexp.MustCompile(`"cup-\d"`).FindAllString(h.ok("tournament", "list", "--json", "--limit", limit), -1) {
			names += name[5:6]
		}
		return names
	}
	require.Equal(t, "2431", list("-1"))
	require.Len(t, list("100"), 4)
	require.Len(t, list("3"), 3)
	require.Equal(t, "24", list("2"))
	require.Equal(t, "2", list("1"))
	require.Regexp(t, `cup-2 +turro +open +0 `, h.ok("tournament", "list"))
	require.Regexp(t, `cup-1 +turro +over +3 `, h.ok("tournament", "list"))
}

func TestTheLadderByCommand(t *testing.T) {
	h := atHall(t)
	require.Equal(t, "nobody is on it\n", h.ok("ladder", "turro"))
	require.Contains(t, h.fails(cli.ExitUsage, "ladder", "halma"), "halma")
	h.update(func(tx *db.Tx) error {
		for i := range 3 {
			address := fmt.Sprintf("p%d@example.org", i)
			p, err := tx.AddPlayer(address, address, fmt.Sprint("P", i))
			if err != nil {
				return err
			}
			if err := tournaments.JoinLadder(tx, "turro", p.ID, tx.Now); err != nil {
				return err
			}
		}
		return nil
	})
	require.Regexp(t, `(?m)^2 +P1 +20.* 0 +20`, h.ok("ladder", "Turro"))
	require.Contains(t, h.ok("ladder", "turro", "--json"), `"place":3`)
	require.Equal(t, 3, strings.Count(h.ok("ladder", "turro", "--limit", "2"), "\n"), "and the head")
	require.Equal(t, 4, strings.Count(h.ok("ladder", "turro", "--limit", "-1"), "\n"))
}
