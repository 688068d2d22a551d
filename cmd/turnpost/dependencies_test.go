package main

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Each module that is used stands in the list of dependencies, with what it is for or
// why it stays though nobody keeps it; and the list has none that is not used.
func TestDependenciesAreListed(t *testing.T) {
	mod, err := os.ReadFile("../../go.mod")
	require.NoError(t, err)
	text, err := os.ReadFile("../../.github/RELEASING.md")
	require.NoError(t, err)
	_, list, found := strings.Cut(string(text), "# What Turnpost depends on\n")
	require.True(t, found)

	used, listed := map[string]bool{}, map[string]bool{}
	for _, m := range regexp.MustCompile(`(?m)^\t(\S+) v\S+( // indirect)?$`).FindAllStringSubmatch(string(mod), -1) {
		used[m[1]] = true
	}
	require.NotEmpty(t, used)
	for _, row := range regexp.MustCompile(`(?m)^\| (.*?) \|`).FindAllStringSubmatch(list, -1) {
		for _, m := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(row[1], -1) {
			listed[m[1]] = true
		}
	}
	require.Equal(t, used, listed)
}
