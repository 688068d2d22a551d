package all_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/rules"
	"turnpost/rules/all"
)

// Each way to win or lose is told to its reader, in each language: winner and loser read
// different sentences, and neither of them the one about "a side".
func TestReasonsSpeakToTheirReader(t *testing.T) {
	n := 0
	for _, g := range all.Games() {
		for lang, words := range g.Words {
			told := g.In(lang)
			for key := range words.Reasons {
				reason, who, ok := strings.Cut(key, "/")
				if !ok || who != "won" {
					continue
				}
				o := rules.Outcome{Reason: reason}
				won, lost := told.ReasonFor(o, true), told.ReasonFor(o, false)
				require.NotEqual(t, won, lost, "%s %s", lang, key)
				require.NotContains(t, []string{won, lost}, told.Reason(o), "%s %s", lang, key)
				n++
			}
		}
	}
	require.GreaterOrEqual(t, n, 4*7)
	for _, g := range all.Games() { // what both did alike is told alike
		o := rules.Outcome{Reason: "stuck"}
		require.Equal(t, g.Reason(o), g.ReasonFor(o, true))
	}
}
