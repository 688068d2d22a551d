package templates

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

// A first line that is too long loses what can be missed, and takes several lines rather than
// lose more.
func TestFit(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ head, want string }{
		{"Your move, Bob (move 4), due Thursday 18:00 (Guerre des deux roses #12)", "Your move, Bob (move 4), due Thursday 18:00 (Guerre des deux roses #12)"},
		{"Your second move in this turn, Bob: ply 134, due Thursday 18:00 (Guerre des deux roses #12)", "Your second move in this turn: ply 134, due Thursday 18:00 (#12)"},
		{"À vous de jouer, Bob : coup 1, échéance 27 novembre 09:14 (Guerre des deux roses #1)", "À vous de jouer : coup 1, échéance 27 novembre 09:14 (#1)"},
		{"Ada sarà in vacanza: 20 dicembre ore 00:00 - il 3 gennaio ore 00:00 (Guerre des deux roses #1)", "Ada sarà in vacanza: 20 dicembre ore 00:00 - il 3 gennaio ore 00:00 (#1)"},
		{"Ada sarà in vacanza: 20 dicembre alle 00:00 - 4 gennaio 2027 alle 00:00 UTC (Le Rooya #1)",
			"Ada sarà in vacanza: 20 dicembre alle 00:00 - 4 gennaio 2027 alle 00:00\nUTC (#1)"},
		{"Ada en vacances entre le 20 décembre à 00:00 et le 4 janvier 2027 à 00:00 (Le Rooya #1)", "Ada en vacances entre le 20 décembre à 00:00 et le 4 janvier 2027 à 00:00 (#1)"},
		{"Ada geht in Urlaub: Sonntag, 20. Dezember, 00:00 Uhr bis Montag, 4. Januar, 00:00 Uhr UTC (Le Rooya #1)",
			"Ada geht in Urlaub: Sonntag, 20. Dezember, 00:00 Uhr bis Montag, 4.\nJanuar, 00:00 Uhr UTC (#1)"},
		{"Nothing was done, Bob: pawns are placed on the outer plate, and b4 is on the inner one, which is another",
			"Nothing was done: pawns are placed on the outer plate, and b4 is on the\ninner one, which is another"},
	} {
		got := fit(c.head, "Bob", widest)
		require.Equal(t, c.want, got)
		for line := range strings.SplitSeq(got, "\n") {
			require.LessOrEqual(t, utf8.RuneCountInString(line), widest)
		}
	}
}
