package naming_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/mail/naming"
)

// Signs that nobody sees hide no link, and are left where there is none.
func TestAbuseLinksThatHide(t *testing.T) {
	passed := 0
	links := []string{"evil.example", "http://evil.example/a", "eve@evil.example", "192.0.2.1", "evil。example"}
	for _, link := range links {
		for _, sign := range []string{"\u00ad", "\u200c", "\u200d", "\u2060", "\U000e0041"} {
			for at := range link {
				hidden := link[:at] + sign + link[at:]
				words := naming.Unlink("look at " + hidden + " now")
				if !naming.HasLink(hidden) || strings.ContainsAny(words, ".。@:") {
					passed++
				}
			}
		}
	}
	t.Logf("abuse | %d links with signs in them that nobody sees | none goes to somebody who did not ask | %d", len(links), passed)
	require.Zero(t, passed)
	require.Equal(t, "a family: \U0001f468\u200d\U0001f469", naming.Unlink("a family: \U0001f468\u200d\U0001f469"))
}
