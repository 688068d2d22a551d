package main

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/cmd/turnpost/cli"
)

// An operator writes to all players by a file; the same text goes out once.
func TestAnnounceByCommand(t *testing.T) {
	h := atHall(t)
	h.begin("turro")
	t.Setenv("TURNPOST_TEST_SECRET", "x")
	config := configFile(t, least+"\n[database]\npath = \""+h.path+"\"\n", 0o600)
	file := filepath.Join(t.TempDir(), "news.txt")
	write := func(text string) { require.NoError(t, os.WriteFile(file, []byte(text), 0o600)) }
	say := func(status int, in string, args ...string) result {
		t.Helper()
		got := run(t, in, append(append([]string{"announce"}, args...), "--yes", "--config", config)...)
		require.Equal(t, status, got.status, "%v: %s%s", args, got.out, got.err)
		return got
	}
	write("\ufeffThe cup\r\n\r\nIt begins.\r\n")
	require.Equal(t, "messages would be written: 2\n", say(cli.ExitOK, "", file, "--dry-run").out)
	var sheet announced
	require.NoError(t, json.Unmarshal([]byte(say(cli.ExitOK, "", file, "--game", "turro", "--json").out), &sheet))
	require.Equal(t, announced{Subject: "The cup", Digest: sheet.Digest, Messages: 2}, sheet)
	require.Contains(t, say(cli.ExitFailed, "", file).err, "this text was sent before, see 'turnpost audit' ("+sheet.Digest+"); --again")
	require.Contains(t, say(cli.ExitFailed, "The cup\nIt begins.", "-").err, "was sent before", "line ends are not the text")
	require.Contains(t, say(cli.ExitOK, "", file, "--again").out, "messages written: 2; they are sent")
	require.Contains(t, say(cli.ExitOK, "The cup\nIt has begun.", "-").out, "messages written: 2")

	audit := run(t, "", "audit", "--config", config).out
	require.Contains(t, audit, sheet.Digest+" about turro, letters: 2")
	require.NotContains(t, audit, "cup")
	outbox := run(t, "", "outbox", "--config", config).out
	require.Equal(t, 6, strings.Count(outbox, "announcement"), outbox)

	write("Subject: The cup\n\nIt begins.\n")
	require.Contains(t, say(cli.ExitFailed, "", file).err, sheet.Digest, "it is the same announcement")
	unasked := run(t, "", "announce", file, "--again", "--config", config)
	require.Equal(t, cli.ExitUsage, unasked.status)
	require.Equal(t, "\"The cup\", 10 characters, goes to 2 players and cannot be called back.\n", unasked.out)
	require.Contains(t, unasked.err, "give --yes")
	for _, answer := range []struct{ typed, out string }{{"no", ""}, {"", ""}, {"YES", "messages written: 2"}} {
		var out, errs strings.Builder
		a := app{In: strings.NewReader(""), Out: &out, Err: &errs, Games: games(), Asker: typing(answer.typed)}
		status := a.run(t.Context(), []string{"announce", file, "--again", "--config", config})
		require.Equal(t, answer.out != "", status == cli.ExitOK, errs.String())
		require.Contains(t, out.String(), answer.out)
	}

	for text, want := range map[string]string{
		"Subject:\n\nIt begins.":          "has no subject",
		"":                                "has no text",
		"The cup\n\n":                     "has no text",
		"The cup\n\xff":                   "is not in UTF-8",
		"The cup\n\x1b[31m":               "contains control characters",
		strings.Repeat("x", 151) + "\nIt": "more than 150 characters",
		"The cup\n" + strings.Repeat("x", 10_001):        "more than 10000 characters",
		"The cup\n" + strings.Repeat("many words", 9999): "more than 10000 characters",
	} {
		write(text)
		require.Contains(t, say(cli.ExitUsage, "", file).err, want)
	}
	require.Contains(t, say(cli.ExitUsage, "", file+".txt").err, "the announcement: open")
	write("The cup\nIt is over.")
	require.Contains(t, say(cli.ExitUsage, "", file, "--game", "halma").err, "halma")
}

// typing is a person at a terminal who always types the same.
type typing string

func (s typing) Line(context.Context, string) (string, error)   { return string(s), nil }
func (s typing) Secret(context.Context, string) (string, error) { return string(s), nil }
