package templates_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/templates"
	"turnpost/templates/sample"
)

// TestKindsAreAll: every kind of section is counted, and has a sample.
func TestKindsAreAll(t *testing.T) {
	var kinds []string
	for _, l := range sample.Letters() {
		sections := l.Message.Sections
		if l.Message.Receipt != nil {
			sections = append(slices.Clip(sections), l.Message.Receipt)
		}
		for _, sec := range sections {
			kinds = append(kinds, templates.Kind(sec))
		}
	}
	slices.Sort(kinds)
	require.ElementsMatch(t, templates.Kinds(), slices.Compact(kinds))
}
