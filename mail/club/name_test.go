package club_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/mail/club"
)

// Signs that nobody sees hide no link, and are left where there is none.
func TestAbuseLinksThatHide(t *testing.T) {
	passed := 0
	links := []string{"evil.example", "http://evil.example/a", "eve@evil.example", "192.0.2.1", "evil。example"}
	for _, link := range links {
		for _, sign := range []string{"\u00ad", "\u200c", "\u200d", "\u2060", "\U000e0041"} {
			for at := range link {
				hidden := link[:at] + sign + link[at:]
				words := club.Unlink("look at " + hidden + " now")
				if !club.HasLink(hidden) || strings.ContainsAny(words, ".。@:") {
					passed++
				}
			}
		}
	}
	t.Logf("abuse | %d links with signs in them that nobody sees | none goes to somebody who did not ask | %d", len(links), passed)
	require.Zero(t, passed)
	require.Equal(t, "a family: \U0001f468\u200d\U0001f469", club.Unlink("a family: \U0001f468\u200d\U0001f469"))
}

// Nobody is called as a robot is, nor so that it is taken for one.
func TestAbuseNamesOfRobots(t *testing.T) {
	passed := 0
	for _, name := range []string{club.BotName(3), "Robot 3", "R0bot 3", "Robot (level 3)", "Roboter (Stufe 3)", "The Robot", "Robot8", "Robot-8", "A-robot 3", "r0b0t.8", "Robotlevel 8", "Roboter8"} {
		if _, ok := club.CheckName(nil, name); ok || club.NameOf(nil, name, "eve@example.org") != "Eve" {
			passed++
		}
	}
	t.Logf("abuse | names that pass for a robot's | they are not used | %d", passed)
	require.Zero(t, passed)
	for _, name := range []string{"Robotham", "Ada Robotti", "Robotka"} {
		require.Equal(t, name, club.NameOf(nil, name, "r@example.org"))
	}
	for name, level := range map[string]int{"robot 3": 3, "robot 03": 0, "Robot 3": 0, "robot": 0, "somebody": 0, "": 0} {
		require.Equal(t, level, club.BotLevel(name), name)
	}
}
