package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Figures are not checked here beyond their being figures: how fast a machine is
// under test says nothing.

func TestBenchRules(t *testing.T) {
	got := run(t, "", "bench", "rules", "--for", "1ns")
	require.Equal(t, exitOK, got.status, got.err)
	for _, game := range []string{"turro", "rooya", "roses", "tourrosa"} {
		require.Regexp(t, `(?m)^`+game+` +\d +\d{6,} +\d+\.\d +\S+ +\d+\.\d$`, got.out)
	}
	got = run(t, "", "bench", "rules", "--for", "1ns", "Turro")
	require.Equal(t, exitOK, got.status, got.err)
	require.NotContains(t, got.out, "rooya")
	require.Equal(t, exitUsage, run(t, "", "bench", "rules", "chess").status)
}

func TestBenchTableAsMarkdown(t *testing.T) {
	var b strings.Builder
	table := benchTable{title: "T", head: []string{"a", "b"}, notes: []string{"So it was."}}
	table.add("x|y", "1")
	require.NoError(t, table.markdown(&b))
	require.Equal(t, "## T\n\n| a | b |\n|---|--:|\n| x\\|y | 1 |\n\nSo it was.\n", b.String())
}

func TestBenchAll(t *testing.T) {
	path := filepath.Join(t.TempDir(), "results.md")
	require.Equal(t, result{status: exitOK}, run(t, "", "bench", "all", "-o", path))
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Regexp(t, `^# Turnpost's speed\n\n\d{4}-.* cores; `, string(text))
	for _, want := range []string{"## Rules: perft", "| turro | "} {
		require.Contains(t, string(text), want)
	}
}
