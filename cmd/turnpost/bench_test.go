package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db/dbtest"
	"turnpost/mail/mailtest"
	"turnpost/rules"
)

// Figures are not checked here beyond their being figures: how fast a machine is
// under test says nothing.

var benchLetters = flag.Int("letters", 4, "how many letters to measure on real servers")

func TestBenchRules(t *testing.T) {
	if testing.Short() {
		t.Skip("it only counts, in one goroutine")
	}
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

func TestBenchCompose(t *testing.T) {
	got := run(t, "", "bench", "compose", "-n", "2")
	require.Equal(t, exitOK, got.status, got.err)
	for _, game := range []string{"turro", "rooya", "roses", "tourrosa"} {
		require.Regexp(t, `(?m)^`+game+`( +[1-9]\d*){7} +\d+\.\d$`, got.out)
	}
	require.Equal(t, exitUsage, run(t, "", "bench", "compose", "-n", "0").status)
}

func TestBenchLetters(t *testing.T) {
	profile, base := filepath.Join(t.TempDir(), "cpu.out"), filepath.Join(t.TempDir(), "bench.db")
	got := run(t, "", "bench", "letters", "-n", "12", "--alone", "3", "--games", "4", "--profile", profile, "--db", base)
	require.Equal(t, exitOK, got.status, got.err)
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
		require.Equal(t, exitUsage, run(t, "", append([]string{"bench", "letters"}, strings.Fields(args)...)...).status, args)
	}
}

// TestBenchLettersOnRealServers: as many letters as one likes can be measured on
// Postfix and Dovecot: go test ./cmd/turnpost -run RealServers -letters 500 -v
func TestBenchLettersOnRealServers(t *testing.T) {
	d := mailtest.StartDovecot(t, mailtest.DovecotConfig{})
	p := mailtest.StartPostfix(t, mailtest.PostfixConfig{Dovecot: d, Domains: []string{"test.example"}})
	args := []string{"bench", "letters", "-n", fmt.Sprint(*benchLetters), "--alone", fmt.Sprint(max(*benchLetters/5, 2)), "--games", fmt.Sprint(min(max(*benchLetters/10, 3), 50)),
		"--imap", "imap://games:" + mailtest.Password + "@" + d.IMAPAddr, "--smtp", "smtp://" + p.SMTPAddr,
		"--robot", "games@test.example", "--players", "bench@test.example"}
	got := run(t, "", args...)
	require.Equal(t, exitOK, got.status, got.err)
	require.Regexp(t, `(?m)^with pictures +[1-9]\d* +[1-9]\d* `, got.out)
	t.Log("\n" + got.out)
}

// TestBenchPlayouts: a bench plays the same games each time, and never to their
// end.
func TestBenchPlayouts(t *testing.T) {
	for _, g := range games() {
		turns, err := playout(g, 7, benchTurns)
		require.NoError(t, err)
		again, err := playout(g, 7, benchTurns)
		require.NoError(t, err)
		require.Equal(t, turns, again)
		r := rules.NewRecord(g)
		for _, turn := range turns {
			for _, m := range turn.plies {
				require.Equal(t, turn.side, r.Turn())
				require.NoError(t, r.Play(m))
			}
			require.NotEqual(t, turn.side, r.Turn(), "a turn is whole")
		}
		require.NotEqual(t, rules.None, r.Turn())
	}
}

func TestBenchReply(t *testing.T) {
	letter := []byte("From: a@x\r\nReply-To:\r\n <games+1.2.c@x>\r\nSubject: A game\r\n of two\r\nMessage-ID: <1@x>\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n" +
		"--b\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 7bit\r\n\r\nYour move.\r\n\r\nSo.\r\n--b\r\nContent-Type: text/html\r\n\r\n<p>\r\n--b--\r\n")
	to, raw := benchReply(letter, "b@x", "d3-d4\r\n", 1)
	require.Equal(t, "games+1.2.c@x", to)
	require.Contains(t, string(raw), "Subject: Re: A game of two\r\n")
	require.Contains(t, string(raw), "In-Reply-To: <1@x>\r\n")
	require.Contains(t, string(raw), "charset=utf-8\r\nContent-Transfer-Encoding: 7bit\r\n\r\nd3-d4\r\n")
	require.True(t, strings.HasSuffix(string(raw), "> Your move.\r\n> \r\n> So.\r\n"), string(raw))
}

func TestPercentile(t *testing.T) {
	require.Zero(t, percentile(nil, 99))
	var ms []time.Duration
	for i := range 200 {
		ms = append(ms, time.Duration(i+1))
	}
	require.EqualValues(t, 100, percentile(ms, 50))
	require.EqualValues(t, 198, percentile(ms, 99))
	require.EqualValues(t, 1, percentile(ms[:1], 99))
	require.Equal(t, 2.5, median([]float64{4, 1, 3, 2}))
	require.Equal(t, 2., median([]float64{3, 1, 2}))
}

func TestBenchTableAsMarkdown(t *testing.T) {
	var b strings.Builder
	table := benchTable{title: "T", head: []string{"a", "b"}, notes: []string{"So it was."}}
	table.add("x|y", "1")
	require.NoError(t, table.markdown(&b))
	require.Equal(t, "## T\n\n| a | b |\n|---|--:|\n| x\\|y | 1 |\n\nSo it was.\n", b.String())
}

func TestBenchAll(t *testing.T) {
	if testing.Short() {
		t.Skip("its parts are tested alone")
	}
	path := filepath.Join(t.TempDir(), "results.md")
	require.Equal(t, result{status: exitOK}, run(t, "", "bench", "all", "-o", path))
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
	require.Equal(t, exitOK, got.status, got.err)
	require.Regexp(t, `(?m)^without +\d+ +\d+ `, got.out)
	require.Regexp(t, `^\d+ games replayed, all as stored\n$`, run(t, "", "verify", "--db", where).out)
}
