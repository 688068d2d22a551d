package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// lab runs a command and returns what it prints.
func lab(t *testing.T, line string) (out, progress string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	require.NoError(t, run(t.Context(), &stdout, &stderr, strings.Fields(line)))
	return stdout.String(), stderr.String()
}

func TestMatch(t *testing.T) {
	const line = "match pvs:200 random --game roses,turro --games 8"
	out, _ := lab(t, line)
	require.Regexp(t, `(?m)\Aroses: pvs:200 against random, 8 games: \d.*\n  processor time a ply: pvs:200 \d+ µs, random \d+ µs; \d+\.\d plies a game after the opening\n`+
		`turro: pvs:200 against random, 8 games: .* pairs \[0 0 0 0 4\], 0 games drawn, 0 pairs won twice by one side\n  processor time .*\n\z`, out)
	again, _ := lab(t, line)
	times := regexp.MustCompile(`\d+ µs`)
	require.Equal(t, times.ReplaceAllString(out, ""), times.ReplaceAllString(again, ""), "the same seed gives the same match")

	out, _ = lab(t, "match pvs:200 random --game turro --sprt 0,400 --games 400")
	require.Regexp(t, `LLR \+\d\.\d\d: better by 400 rather than 0\n`, out)
	require.NotContains(t, out, " 400 games")
	out, _ = lab(t, "match pvs:20 random --game roses --games 4 --balanced 10")
	require.Regexp(t, `, \d+ openings discarded\n`, out)
}

func TestLevels(t *testing.T) {
	out, _ := lab(t, "levels --game roses --games 4")
	row := func(title, cell string) string { return ` *` + title + ` *` + strings.Repeat(` +`+cell, 8) + ` *\n` }
	require.Regexp(t, `\A`+row("", `\d`)+row("roses", `[+-](\d+|Inf)`)+row("", `±(\d+|\+Inf)`)+`\z`, out)
}

func TestSpeed(t *testing.T) {
	out, _ := lab(t, "speed --game roses --nodes 500")
	require.Regexp(t, `(?s)nodes/s  depth.*roses +pvs.*roses +mcts`, out)
}

func TestFit(t *testing.T) {
	out, _ := lab(t, "fit --game tourrosa --games 10 --judge pvs:200 --player level:3")
	require.Regexp(t, `^tourrosa: slope \d+, by \d+ scores of pvs:200 in 10 games of level:3\n$`, out)
}

func TestTrain(t *testing.T) {
	file := filepath.Join(t.TempDir(), "weights.txt")
	const line = "train tourrosa --rounds 2 --games 4 --nodes 20 --date 2026-11-23 --workers "
	out, progress := lab(t, line+"1")
	require.Contains(t, out, "# Weights of the patterns of Tourrosa, learned on 2026-11-23 by\n"+
		"# lab train tourrosa --rounds 2 --games 4 --nodes 20 --seed 1\n")
	require.Contains(t, progress, "round 2: 4 games")
	lab(t, line+"3 -o "+file)
	written, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, out, string(written), "the number of workers does not matter")

	out, _ = lab(t, "match pvs:20 hand:20 --game tourrosa --games 4 --weights "+file)
	require.Contains(t, out, "tourrosa: pvs:20 against hand:20, 4 games: ")
	err = run(t.Context(), &bytes.Buffer{}, &bytes.Buffer{}, strings.Fields("match pvs:20 hand:20 --game rooya --weights "+file))
	require.ErrorContains(t, err, file)
}

func TestRefuses(t *testing.T) {
	for line, want := range map[string]string{
		"match pvs:1 pvs":                              "pvs:10000",
		"match pvs:1 random --sprt 5":                  "two differences in Elo",
		"match pvs:1 random --sprt 50,0":               "two differences in Elo",
		"match pvs:1 random --sprt 0,NaN":              "two differences in Elo",
		"match pvs:1 random --sprt -Inf,5":             "two differences in Elo",
		"match pvs:1 random --games 3":                 "an even number of games",
		"match pvs:1 random --balanced -1":             "not negative",
		"match pvs:1 random --game halma":              `no game called "halma"`,
		"match pvs:1":                                  "accepts 2 arg(s)",
		"train roses":                                  "has no patterns",
		"train turro --date today":                     "is not a date",
		"train turro -o " + t.TempDir() + "/missing/f": "no such file",
		"train turro --games 0":                        "at least 1",
		"fit --games 0":                                "at least 1",
		"speed --nodes 0":                              "at least 1",
	} {
		err := run(t.Context(), &bytes.Buffer{}, &bytes.Buffer{}, strings.Fields(line))
		require.ErrorContains(t, err, want, line)
	}
}
