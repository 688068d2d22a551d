package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/cmd/turnpost/exit"
)

func TestEngineValue(t *testing.T) {
	const start, won, lost = "B/..../...../...../..../W b 4 4 0", "B/.ww./b..../.bwwb/.b../W b 0 0 0", "B/..../...../...../.b../b w 0 0 0"
	require.Equal(t, result{exit.OK, "draw\nwin 1\nloss 0\n", ""}, run(t, "", "engine", "value", "roses", start, won, lost))
	require.Equal(t, result{exit.OK, "win 1\ndraw\n", ""}, run(t, won+"\n\n"+start, "engine", "value", "Guerre des deux roses"))
	require.Equal(t, result{exit.OK, "", ""}, run(t, "", "engine", "value", "roses"))

	got := run(t, won+"\nB\n"+start, "engine", "value", "roses")
	require.Equal(t, exit.Usage, got.status)
	require.Equal(t, "win 1\n", got.out, "the lines before are answered")
	require.True(t, strings.HasPrefix(got.err, `turnpost: line 2: "B" is no position of Guerre des deux roses: a position is five fields`), got.err)
	got = run(t, "", "engine", "value", "roses", "b", "4")
	require.Equal(t, exit.Usage, got.status)
	require.Equal(t, result{exit.Usage, "", "turnpost: Turro is not solved; these are: roses\n"}, run(t, "", "engine", "value", "turro"))
}

// Solving takes long: the test of the game does it, with a flag.
func TestEngineSolveRefuses(t *testing.T) {
	require.Equal(t, result{exit.Usage, "", "turnpost: Turro is too large to be solved; these are: roses\n"}, run(t, "", "engine", "solve", "turro"))
}
