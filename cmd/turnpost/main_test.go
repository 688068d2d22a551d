package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"turnpost/cmd/turnpost/cli"
	"turnpost/db/dbtest"
	"turnpost/rules"
	"turnpost/rules/all"
	"turnpost/rules/rulestest"
)

// asProgram is an environment variable that makes this binary the program itself.
const asProgram = "TURNPOST_TEST_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		a := app{In: os.Stdin, Out: os.Stdout, Err: os.Stderr, Games: games()}
		if self, err := os.Executable(); err == nil {
			a.Program = []string{"env", asProgram + "=1", self}
		}
		os.Exit(a.run(context.Background(), os.Args[1:]))
	}
	os.Exit(m.Run())
}

// result is what a run of the program leaves behind.
type result struct {
	status   int
	out, err string
}

// run runs the program as main does, with the toy game beside the real ones.
func run(t *testing.T, in string, args ...string) result {
	t.Helper()
	var out, errs bytes.Buffer
	a := app{In: strings.NewReader(in), Out: &out, Err: &errs, Games: games()}
	status := a.run(t.Context(), args)
	return result{status, out.String(), errs.String()}
}

func games() []rules.Game { return append([]rules.Game{rulestest.Tug()}, all.Games()...) }

func TestAloneItPrintsHelp(t *testing.T) {
	for _, args := range [][]string{{}, {"rules"}, {"config"}} {
		got := run(t, "", args...)
		require.Equal(t, cli.ExitOK, got.status)
		require.Contains(t, got.out, "Available Commands:")
		require.Empty(t, got.err)
	}
}

func TestUsageErrors(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"rule", "turnpost: there is no command 'turnpost rule'; did you mean 'turnpost rules'?\n"},
		{"srve", "turnpost: there is no command 'turnpost srve'; did you mean 'turnpost serve'?\n"},
		{"help srve", "turnpost: there is no command 'turnpost srve'; did you mean 'turnpost serve'?\n"},
		{"gane", "turnpost: there is no command 'turnpost gane'; did you mean 'turnpost game'?\n"},
		{"confg", "turnpost: there is no command 'turnpost confg'; did you mean 'turnpost config'?\n"},
		{"config chek", "turnpost: there is no command 'turnpost config chek'; did you mean 'turnpost config check'?\n"},
		{"zzzzz", "turnpost: there is no command 'turnpost zzzzz'; see 'turnpost --help'\n"},
		{"rules plaster", "turnpost: there is no command 'turnpost rules plaster'; see 'turnpost rules --help'\n"},
		{"rules roses", "turnpost: there is no command 'turnpost rules roses'; did you mean 'turnpost rules text roses'?\n"},
		{"demo --robot abc", "turnpost: invalid argument \"abc\" for \"--robot\" flag: it is not a number; see 'turnpost demo --help'\n"},
		{"demo --robot 99999999999999999999", "turnpost: invalid argument \"99999999999999999999\" for \"--robot\" flag: the number is too large; see 'turnpost demo --help'\n"},
		{"help rule", "turnpost: there is no command 'turnpost rule'; did you mean 'turnpost rules'?\n"},
		{"help rules plaster", "turnpost: there is no command 'turnpost rules plaster'; see 'turnpost rules --help'\n"},
		{"--fast", "turnpost: unknown flag: --fast; see 'turnpost --help'\n"},
		{"rules show tug --sideways", "turnpost: unknown flag: --sideways; see 'turnpost rules show --help'\n"},
		{"rules show", "turnpost: an argument is missing: turnpost rules show GAME [PLY...] [flags]\n"},
		{"rules text tug more", "turnpost: \"more\" is one argument too many: turnpost rules text GAME [flags]\n"},
		{"rules list tug", "turnpost: \"tug\" is one argument too many: turnpost rules list [flags]\n"},
		{"version 2", "turnpost: \"2\" is one argument too many: turnpost version [flags]\n"},
	} {
		require.Equal(t, result{cli.ExitUsage, "", c.want}, run(t, "", strings.Fields(c.args)...), c.args)
	}
}

func TestEveryCommandAndFlagHasHelp(t *testing.T) {
	a := app{In: strings.NewReader(""), Out: io.Discard, Err: io.Discard}
	var visit func(*cobra.Command)
	visit = func(cmd *cobra.Command) {
		path := cmd.CommandPath()
		assert.NotEmpty(t, cmd.Short, path)
		assert.NotEmpty(t, cmd.Long, path)
		assert.NotContains(t, cmd.Short, "\n", path)
		if cmd.IsAdditionalHelpTopicCommand() {
			return // it is for reading only
		}
		assert.NotNil(t, cmd.Args, "%s says which arguments it takes", path)
		assert.NotNil(t, cmd.RunE, path)
		flags := cmd.LocalFlags().FlagUsages()
		for line := range strings.Lines(flags) {
			assert.Greater(t, len(strings.Fields(line)), 2, "%s: a flag has a line of help: %s", path, line)
		}
		for _, sub := range cmd.Commands() {
			visit(sub)
		}
	}
	visit(rootCommand(&a))
}

func TestVersion(t *testing.T) {
	got := run(t, "", "version")
	require.Equal(t, cli.ExitOK, got.status)
	require.Regexp(t, `^turnpost .*, go\S+\n$`, got.out)
	require.Equal(t, got, run(t, "", "--version"))

	line := versionLine(&debug.BuildInfo{GoVersion: "go1.26", Main: debug.Module{Version: "v1.2.3"}, Settings: []debug.BuildSetting{
		{Key: "vcs.revision", Value: "0123456789abcdef"}, {Key: "vcs.time", Value: "2026-11-20T19:00:00Z"}, {Key: "vcs.modified", Value: "true"},
	}})
	require.Equal(t, "turnpost v1.2.3 commit 0123456789ab of 2026-11-20T19:00:00Z, modified, go1.26", line)
}

func TestComplaint(t *testing.T) {
	require.Equal(t, "turnpost: collecting: connection refused\n", complaint(fmt.Errorf("collecting: %w", errors.New("connection refused"))))
	require.Equal(t, "turnpost: a\nturnpost: b\n", complaint(errors.Join(errors.New("a"), errors.New("b"))))
}

// A database that is not there yet is no riddle.
func TestNoDatabaseYet(t *testing.T) {
	path := filepath.Join(dbtest.Dir(t), "turnpost.db")
	for _, args := range []string{"verify", "games", "game 1", "stats", "inbox", "keys list", "keys rotate", "backup " + path + ".backup"} {
		got := run(t, "", append(strings.Fields(args), "--db", path)...)
		require.Equal(t, cli.ExitDatabase, got.status, args)
		require.Equal(t, "turnpost: there is no database yet: there is no file "+path+"; 'turnpost serve' makes it when it starts, and --config or --db name another one\n", got.err, args)
		require.NoFileExists(t, path)
	}
}

// verify only reads: it makes no database, and none of what is not one.
func TestVerifyChangesNothing(t *testing.T) {
	path := filepath.Join(dbtest.Dir(t), "turnpost.db")
	require.Equal(t, cli.ExitDatabase, run(t, "", "verify", "--db", path).status)
	require.NoFileExists(t, path)
	require.NoError(t, os.WriteFile(path, nil, 0o600))
	got := run(t, "", "verify", "--db", path)
	require.Equal(t, cli.ExitDatabase, got.status)
	require.Contains(t, got.err, "it is not a database of turnpost")
	info, err := os.Stat(path)
	require.NoError(t, err)
	require.Zero(t, info.Size())
}
