package main

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/cmd/turnpost/exit"
	"turnpost/db/dbtest"
)

var smallSeed = []string{"--games", "30", "--running", "10", "--players", "6", "--plies", "12", "--digests", "3", "--samples", "5", "--regular", "3", "--texts", "40", "--now", "2026-11-20T18:00:00Z"}

func TestBenchSeedMakesADatabaseThatVerifies(t *testing.T) {
	file := filepath.Join(dbtest.Dir(t), "seeded.db")
	seed := append([]string{"bench", "seed", file}, smallSeed...)
	got := run(t, "", seed...)
	require.Equal(t, exit.OK, got.status, got.err)
	require.Regexp(t, `^30 games, 10 of them running, of 6 players in \d+ MB, made in \d+\.\d s\n$`, got.out)
	got = run(t, "", "verify", "--db", file)
	require.Equal(t, exit.OK, got.status, got.out+got.err)
	require.Equal(t, "30 games replayed, all as stored\n", got.out)

	got = run(t, "", seed...)
	require.Equal(t, exit.Usage, got.status)
	require.Contains(t, got.err, "is there already")
	require.Equal(t, exit.Usage, run(t, "", "bench", "seed", file+"2", "--games", "5", "--running", "6").status)
	require.NoFileExists(t, file+"2")
}

// Numbers of which nothing can be measured or foretold are refused before anything is made.
func TestBenchGrowthRefuses(t *testing.T) {
	for _, args := range [][]string{{"--letters", "0"}, {"--digests", "-1"}, {"--players", "5"}, {"--plies", "5"}, {"--players", "-1", "--plies", "-1"}, {"--keep", "-1"}} {
		require.Equal(t, exit.Usage, run(t, "", append([]string{"bench", "growth"}, args...)...).status, args)
	}
}

// Letters that did not play, and digests that were not written, are errors of
// the bench; how long they took is nothing to be tested.
func TestBenchGrowth(t *testing.T) {
	if testing.Short() {
		t.Skip("it measures whole databases")
	}
	t.Setenv(asProgram, "1")
	dir := dbtest.Dir(t)
	small, large := filepath.Join(dir, "small.db"), filepath.Join(dir, "large.db")
	for _, file := range []string{small, large} {
		got := run(t, "", append([]string{"bench", "seed", file}, smallSeed...)...)
		require.Equal(t, exit.OK, got.status, got.err)
	}
	got := run(t, "", "bench", "growth", "--small", small, "--large", large, "--letters", "5", "--digests", "3", "--pause", "1ms", "--carry", "1ms", "--forget", "--players", "100", "--plies", "50")
	require.Equal(t, exit.OK, got.status, got.err)
	for _, want := range []string{`(?m)^small\.db +30 +\d+ .* 1\.00$`, `(?m)^large\.db +30 +\d+ `, `(?m)^large\.db +3 +\d+\.\d +`,
		`(?m)^large\.db +\d+ +[3-9] +[1-9] +\d+\.\d\d +\d`, `(?m)^players +\d+\.\d\d +6 +\d+\.\d\d +6$`, `(?m)^100 +50 +76 +59 +224 +59 +7367$`, `(?m)^ladder turro +\d+\.\d\d +4 +`, `(?m)^tournament list +\d+\.\d\d +31 +`, `(?m)^tournament show +\d+\.\d\d +1 +`, `(?m)^audit +\d+\.\d\d +4 +`} {
		require.Regexp(t, want, got.out)
	}
	got = run(t, "", "verify", "--db", large)
	require.Equal(t, exit.OK, got.status, got.out+got.err)
}
