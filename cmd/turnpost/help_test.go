package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"turnpost/cmd/turnpost/cli"
)

// A page of help is at most a screen and a half, and its topic lists it. Whole examples, and the
// list of variables, are as long as they are.
func TestPagesOfHelp(t *testing.T) {
	const most = 36
	n := 0
	for _, topic := range topicTexts {
		intro, found := pages(topic.text)
		contents := run(t, "", "help", topic.name)
		require.Equal(t, cli.ExitOK, contents.status)
		require.True(t, strings.HasPrefix(contents.out, intro), "the topic begins with what it is about")
		require.LessOrEqual(t, strings.Count(contents.out, "\n"), most, topic.name)
		seen := map[string]bool{}
		for _, p := range found {
			n++
			require.Regexp(t, `^[a-z][a-z-]+$`, p.name)
			require.False(t, seen[p.name], p.name)
			seen[p.name] = true
			require.Regexp(t, `(?m)^  turnpost help `+topic.name+` `+p.name+` `, contents.out)
			got := run(t, "", "help", topic.name, p.name)
			require.Equal(t, result{cli.ExitOK, strings.ToUpper(p.title) + "\n" + p.text + "\n", ""}, got)
			if p.name != "example" && p.name != "sample" && p.name != "variables" {
				assert.LessOrEqual(t, strings.Count(got.out, "\n"), most, "%s %s", topic.name, p.name)
			}
			for line := range strings.Lines(got.out) {
				assert.LessOrEqual(t, len([]rune(line)), 101, line)
			}
			require.Contains(t, whole(topic.text), "\n"+strings.ToUpper(p.title)+"\n"+p.text)
		}
	}
	require.Greater(t, n, 40)
	wrong := run(t, "", "help", "operating", "backup")
	require.Equal(t, cli.ExitUsage, wrong.status)
	require.Contains(t, wrong.err, "did you mean 'turnpost help operating backups'?")
	require.Contains(t, run(t, "", "help", "operating", "nothing").err, "'turnpost help operating' lists them")
}
