package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/cmd/turnpost/exit"
	"turnpost/db/dbtest"
	"turnpost/mail/mailtest"
)

// Figures are not checked here beyond their being figures: how fast a machine is
// under test says nothing.

var benchLetters = flag.Int("letters", 4, "how many letters to measure on real servers")

func TestBenchSend(t *testing.T) {
	got := run(t, "", "bench", "send", "--takes", "1ms", "--letters", "2")
	require.Equal(t, exit.OK, got.status, got.err)
	require.Regexp(t, `(?m)^connections +letters +s +a second +100000 in h\n1 +2 .*\n2 +4 .*\n4 +8 .*\n8 +16 `, got.out)
}

func TestBenchRules(t *testing.T) {
	if testing.Short() {
		t.Skip("it only counts, in one goroutine")
	}
	got := run(t, "", "bench", "rules", "--for", "1ns")
	require.Equal(t, exit.OK, got.status, got.err)
	for _, game := range []string{"turro", "rooya", "roses", "tourrosa"} {
		require.Regexp(t, `(?m)^`+game+` +\d +\d{6,} +\d+\.\d +\S+ +\d+\.\d$`, got.out)
	}
	got = run(t, "", "bench", "rules", "--for", "1ns", "Turro")
	require.Equal(t, exit.OK, got.status, got.err)
	require.NotContains(t, got.out, "rooya")
	require.Equal(t, exit.Usage, run(t, "", "bench", "rules", "chess").status)
}

func TestBenchCompose(t *testing.T) {
	got := run(t, "", "bench", "compose", "-n", "2")
	require.Equal(t, exit.OK, got.status, got.err)
	for _, game := range []string{"turro", "rooya", "roses", "tourrosa"} {
		require.Regexp(t, `(?m)^`+game+`( +[1-9]\d*){7} +\d+\.\d$`, got.out)
	}
	require.Equal(t, exit.Usage, run(t, "", "bench", "compose", "-n", "0").status)
}

func TestBenchLetters(t *testing.T) {
	if testing.Short() {
		t.Skip("it measures whole runs of letters")
	}
	profile, base := filepath.Join(dbtest.Dir(t), "cpu.out"), filepath.Join(t.TempDir(), "bench.db")
	got := run(t, "", "bench", "letters", "-n", "12", "--alone", "3", "--games", "4", "--profile", profile, "--db", base)
	require.Equal(t, exit.OK, got.status, got.err)
	require.Regexp(t, `^\d+ games replayed, all as stored\n$`, run(t, "", "verify", "--db", base).out)
	for _, row := range []string{
		`with pictures +[1-9]\d* +[1-9]\d* +\d\.\d\d +\d+\.\d\d +\d+\.\d\d +-?\d+\.\d\d +\d\.\d +\d+\.\d`,
		`without +[1-9]\d* +[1-9]\d* +\d\.\d\d +\d+\.\d\d +\d+\.\d\d +-?\d+\.\d\d +\d\.\d +\d+\.\d`,
		`play, settle: one commit +\d+\.\d\d +\d+\.\d\d`,
		`with pictures +\d+\.\d +\d+\.\d +-?\d+\.\d +\d+\.\d +\d+\.\d +-?\d+\.\d`,
	} {
		require.Regexp(t, `(?m)^`+row+`$`, got.out)
	}
	info, err := os.Stat(profile)
	require.NoError(t, err)
	require.NotZero(t, info.Size())
	for _, args := range []string{"-n 0", "--imap ftp://x --smtp smtp://x", "--imap imap://a@example.org --smtp smtp://a@example.org"} {
		require.Equal(t, exit.Usage, run(t, "", append([]string{"bench", "letters"}, strings.Fields(args)...)...).status, args)
	}
}

// TestBenchLettersOnRealServers: as many letters as one likes can be measured on
// Postfix and Dovecot: go test ./cmd/turnpost -run RealServers -letters 500 -v
func TestBenchLettersOnRealServers(t *testing.T) {
	d := mailtest.StartDovecot(t, mailtest.DovecotConfig{})
	p := mailtest.StartPostfix(t, mailtest.PostfixConfig{Dovecot: d, Domains: []string{"test.example"}})
	args := []string{"bench", "letters", "-n", fmt.Sprint(*benchLetters), "--alone", fmt.Sprint(min(max(*benchLetters/5, 2), 5)), "--runs", fmt.Sprint(1 + min(*benchLetters/100, 2)), "--games", fmt.Sprint(min(max(*benchLetters/10, 3), 50)),
		"--imap", "imap://games:" + mailtest.Password + "@" + d.IMAPAddr, "--smtp", "smtp://" + p.SMTPAddr,
		"--robot", "games@test.example", "--players", "bench@test.example"}
	got := run(t, "", args...)
	require.Equal(t, exit.OK, got.status, got.err)
	require.Regexp(t, `(?m)^with pictures +[1-9]\d* +[1-9]\d* `, got.out)
	t.Log("\n" + got.out)
}

func TestBenchAll(t *testing.T) {
	if testing.Short() {
		t.Skip("its parts are tested alone")
	}
	path := filepath.Join(dbtest.Dir(t), "results.md")
	require.Equal(t, result{status: exit.OK}, run(t, "", "bench", "all", "-o", path))
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Regexp(t, `^# Turnpost's speed\n\n\d{4}-.* cores; `, string(text))
	for _, want := range []string{"## Rules: perft", "| turro | ", "## Letters: throughput", "| with pictures | ", "## Letters: delay", "## Letters: where the time goes", "## Composing a letter"} {
		require.Contains(t, string(text), want)
	}
}

// The same on a database of a server.
func TestBenchLettersOnPostgreSQL(t *testing.T) {
	where := dbtest.Postgres(t)
	got := run(t, "", "bench", "letters", "-n", "6", "--alone", "2", "--games", "2", "--pictures=false", "--db", where)
	require.Equal(t, exit.OK, got.status, got.err)
	require.Regexp(t, `(?m)^without +\d+ +\d+ `, got.out)
	require.Regexp(t, `^\d+ games replayed, all as stored\n$`, run(t, "", "verify", "--db", where).out)
}
