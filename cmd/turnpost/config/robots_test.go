package config

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// A program that is missing is told in one sentence, and the server still starts; variables replace
// the file, also of games that it does not name.
func TestRobots(t *testing.T) {
	path := writeConfig(t, 0o600, sound+"[robots.chess]\nuci = \"/usr/games/none --quick\"\n[robots.go13]\ngtp = \"/etc/passwd\"\n")
	c, err := LoadToServe(path)
	require.NoError(t, err)
	require.Equal(t, []string{
		"robots.chess: the program /usr/games/none cannot be run, and the built-in engine plays: stat /usr/games/none: no such file or directory",
		"robots.go13: the program /etc/passwd cannot be run, and the built-in engine plays: permission denied",
	}, c.Warnings)

	program := filepath.Join(t.TempDir(), "program")
	require.NoError(t, os.WriteFile(program, nil, 0o700))
	t.Setenv("TURNPOST_ROBOTS_CHESS_UCI", program)
	t.Setenv("TURNPOST_ROBOTS_GO9_GTP", program+" --mode gtp")
	t.Setenv("TURNPOST_ROBOTS_GO13_GTP", "")
	c, err = LoadToServe(path)
	require.NoError(t, err)
	require.Empty(t, c.Warnings)
	require.Equal(t, Engines{"chess": {UCI: program}, "go9": {GTP: program + " --mode gtp"}}, c.Robots)

	t.Setenv("TURNPOST_ROBOTS_GO9_GTP", "gnugo")
	_, err = LoadToServe(path)
	require.ErrorContains(t, err, `robots.go9.gtp, by the environment variable TURNPOST_ROBOTS_GO9_GTP, is "gnugo"; begin with the whole path`)

	require.NoError(t, Change(path, []string{"robots.breakthrough.uci=" + program, "robots.chess.uci=" + program}))
	t.Setenv("TURNPOST_ROBOTS_GO9_GTP", "")
	t.Setenv("TURNPOST_ROBOTS_CHESS_UCI", program+" again")
	c, err = LoadToServe(path)
	require.NoError(t, err)
	require.Equal(t, Engines{"chess": {UCI: program + " again"}, "breakthrough": {UCI: program}}, c.Robots)
	require.Contains(t, Environment(), "TURNPOST_ROBOTS_BREAKTHROUGH_UCI")
	require.NotContains(t, Environment(), "TURNPOST_ROBOTS_CHESS_GTP")
}
