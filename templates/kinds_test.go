package templates_test

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/templates"
)

// Every section that can be written is of a kind that is known.
func TestKindsAreAll(t *testing.T) {
	files, err := filepath.Glob("*.go")
	require.NoError(t, err)
	var kinds []string
	for _, file := range files {
		source, err := os.ReadFile(file)
		require.NoError(t, err)
		for _, m := range regexp.MustCompile(`\) template\(\) string +\{ return "(\w+)" \}`).FindAllStringSubmatch(string(source), -1) {
			kinds = append(kinds, m[1])
		}
	}
	require.ElementsMatch(t, templates.Kinds(), kinds)
}
