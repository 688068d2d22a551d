package main

import (
	"bytes"
	"context"
	"database/sql"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/exit"
	"turnpost/db/dbtest"
	"turnpost/db/dbtest/race"
	"turnpost/mail/mailtest"
)

// Figures are not checked here beyond their being figures: how fast a machine is
// under test says nothing.

var benchLetters = flag.Int("letters", 4, "how many letters to measure on real servers")

func TestBenchSend(t *testing.T) {
	race.Long(t)
	got := run(t, "", "bench", "send", "--takes", "1ms", "--letters", "2")
	require.Equal(t, exit.OK, got.status, got.err)
	require.Regexp(t, `(?m)^connections +letters +s +a second +100000 in h\n1 +2 .*\n2 +4 .*\n4 +8 .*\n8 +16 `, got.out)
}

// asProgram makes this binary the program itself, for what starts it as one.
const asProgram = "TURNPOST_TEST_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		a := app{cli.Env{In: os.Stdin, Out: os.Stdout, Err: os.Stderr, Games: games()}}
		os.Exit(a.run(context.Background(), os.Args[1:]))
	}
	os.Exit(m.Run())
}

func TestBenchSoak(t *testing.T) {
	race.Long(t)
	t.Setenv(asProgram, "1")
	got := run(t, "", "bench", "soak", "--for", "1s", "--rate", "6", "--every", "500ms", "--games", "2")
	require.Equal(t, exit.OK, got.status, got.err)
	require.Regexp(t, `(?m)^minutes +letters +waiting .*\n(\d+\.\d .*\n)+\d+\.\d +6 +0 .*[1-9]\d* +[1-9]\d* +\d+$`, got.out)
}

// What was noted until a soak is interrupted is printed.
func TestBenchSoakIsInterrupted(t *testing.T) {
	race.Long(t)
	t.Setenv(asProgram, "1")
	folder := t.TempDir()
	t.Setenv("TMPDIR", folder)
	ctx, interrupt := context.WithCancel(t.Context())
	defer interrupt()
	var out, errs bytes.Buffer
	a := app{cli.Env{In: strings.NewReader(""), Out: &out, Err: &errs, Games: games()}}
	status := make(chan int, 1)
	go func() {
		status <- a.run(ctx, []string{"bench", "soak", "--for", "5m", "--rate", "2", "--every", "1ns", "--games", "20"})
	}()
	// Of two letters the second comes after a row: there is one each time round.
	wait := time.NewTicker(20 * time.Millisecond)
	defer wait.Stop()
	for first, now := -1, -1; first < 0 || now < first+2; {
		select {
		case got := <-status:
			require.FailNow(t, "it ended by itself", "%d %s", got, errs.String())
		case <-wait.C:
			if now = lettersOfSoak(t, folder); first < 0 {
				first = now
			}
		}
	}
	interrupt()
	require.Equal(t, exit.Failed, <-status)
	require.Regexp(t, `(?m)^minutes +letters +waiting .*\n\d+\.\d +\d+ +\d+ `, out.String())
	require.Contains(t, errs.String(), context.Canceled.Error())
}

// lettersOfSoak is how many letters a soak has in its database; -1 before its daemon is
// there.
func lettersOfSoak(t *testing.T, folder string) (n int) {
	t.Helper()
	sockets, err := filepath.Glob(filepath.Join(folder, "turnpost-soak*", "lmtp"))
	require.NoError(t, err)
	if len(sockets) == 0 {
		return -1
	}
	raw, err := sql.Open("sqlite3", filepath.Join(filepath.Dir(sockets[0]), "turnpost.db"))
	require.NoError(t, err)
	defer raw.Close()
	require.NoError(t, raw.QueryRow(`SELECT count(*) FROM inbox`).Scan(&n))
	return n
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
	for _, want := range []string{"## Rules: perft", "| turro | ", "## Letters: throughput", "| with pictures | ", "## Letters: delay", "## Letters: where the time goes", "## Composing a letter", "## Season: its beginning"} {
		require.Contains(t, string(text), want)
	}
	if initdb, _ := dbtest.FindPostgres(); initdb == "" {
		require.Contains(t, string(text), "SQLite alone (PostgreSQL is not installed)")
		return
	}
	require.Regexp(t, `(?m)^\| PostgreSQL \| 4 \| [1-9]`, string(text))
	require.Contains(t, string(text), "## Letters: throughput, on PostgreSQL")
	require.Regexp(t, `(?ms)^## Growth: letters, on PostgreSQL.*^\| turnpost_bench_0 \| \d+ \| [1-9]`, string(text))
}

// The same on a database of a server.
func TestBenchLettersOnPostgreSQL(t *testing.T) {
	where := dbtest.Postgres(t)
	got := run(t, "", "bench", "letters", "-n", "6", "--alone", "2", "--games", "2", "--pictures=false", "--db", where)
	require.Equal(t, exit.OK, got.status, got.err)
	require.Regexp(t, `(?m)^without +\d+ +\d+ `, got.out)
	require.Regexp(t, `^\d+ games replayed, all as stored\n$`, run(t, "", "verify", "--db", where).out)
}
