package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/cmd/turnpost/cli"
	"turnpost/mail/club"
	"turnpost/templates"
)

func TestNewcomers(t *testing.T) {
	for _, c := range []struct{ language, timezone, pace, want string }{
		{"fr", "Europe/Paris", "slow", ""},
		{"de", "UTC", "2d+1d/4d weekdays", ""},
		{"xx", "UTC", "slow", `policy.language is "xx"; there are ` + strings.Join(templates.Languages(), ", ")},
		{"", "UTC", "slow", `policy.language is ""`},
		{"en", "Europe/Nowhere", "slow", `policy.timezone is "Europe/Nowhere"; give a name of the tz database`},
		{"en", "Local", "slow", `policy.timezone is "Local"`},
		{"en", "", "slow", `policy.timezone is ""`},
		{"en", "UTC", "lento", `policy.pace is "lento"; a pace is fast, normal, slow`},
		{"en", "UTC", "", `policy.pace is ""`},
	} {
		p := &problems{}
		(&Policy{Pace: c.pace, PlayerPolicy: club.PlayerPolicy{Language: c.language, Timezone: c.timezone}}).checkNewcomers(p)
		if c.want == "" {
			require.NoError(t, p.err())
			continue
		}
		require.ErrorContains(t, p.err(), c.want)
	}
}

// An operator's footer stands below every message, in all languages and both forms, as
// it was written.
func TestFooter(t *testing.T) {
	c := Templates{Footer: "The \"club\" of Lyon & <friends>, each Thursday\nAsk club@example.org\n"}
	p := &problems{}
	c.check(p)
	require.NoError(t, p.err())
	words, err := c.Words()
	require.NoError(t, err)
	for _, lang := range templates.Languages() {
		message := templates.Message{Reader: "Ada", Sections: []templates.Section{&templates.QuarantineDropped{}}}
		text, err := words.Text(lang, message)
		require.NoError(t, err)
		require.True(t, strings.HasSuffix(text, "\nThe \"club\" of Lyon & <friends>, each Thursday\nAsk club@example.org\n"), text)
		page, err := words.HTML(lang, message)
		require.NoError(t, err)
		require.Contains(t, page, "of Lyon &amp; &lt;friends&gt;, each Thursday")
		require.Contains(t, page, "Ask club@example.org")
	}
	for wrong, want := range map[string]string{
		"{{.Reader}}":           "contains a control character or {{",
		"red \x1b[31m":          "contains a control character",
		"1\n2\n3\n4":            "has 4 lines; it can have 3",
		strings.Repeat("x", 73): "has a line of more than 72 characters",
	} {
		p := &problems{}
		(&Templates{Footer: wrong}).check(p)
		require.ErrorContains(t, p.err(), want)
	}
}

// A folder of messages that is not there is named.
func TestNoFolderOfMessages(t *testing.T) {
	missing := filepath.Join(t.TempDir(), "messages")
	_, err := (&Templates{Dir: missing}).Words()
	require.EqualError(t, err, "templates.dir: open "+missing+": no such file or directory")
	require.NoError(t, os.WriteFile(missing, nil, 0o600))
	_, err = (&Templates{Dir: missing}).Words()
	require.ErrorContains(t, err, missing+": not a directory")
}

// A table that is not there is reported before the daemon starts again with it.
func TestNoTableOfLeRooya(t *testing.T) {
	t.Setenv("TURNPOST_TEST_SECRET", "x")
	path := configFile(t, least+"[policy]\nrooya_table = \"rooya.table\"\n", 0o600)
	table := filepath.Join(filepath.Dir(path), "rooya.table")
	_, err := LoadToServe(path)
	require.EqualError(t, err, path+": policy.rooya_table: stat "+table+": no such file or directory")
	require.Equal(t, cli.ExitConfig, cli.Status(err))
	_, err = Load(path)
	require.NoError(t, err, "who does not serve needs none")
	require.NoError(t, os.WriteFile(table, nil, 0o600))
	c, err := LoadToServe(path)
	require.NoError(t, err)
	require.Equal(t, table, c.Policy.RooyaTable)
}
