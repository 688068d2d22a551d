package analysis

import (
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/rules"
	"turnpost/rules/chess"
)

// An answer is read as the writer's language writes plies: "R" is a rook in English, and a king in French.
func TestAnswersAreReadInTheWritersLanguage(t *testing.T) {
	t.Parallel()
	at := func(position string) *AskedPuzzle {
		p, err := chess.Game().ParsePosition(position)
		require.NoError(t, err)
		return &AskedPuzzle{Puzzle: &Puzzle{Rules: chess.Game(), Position: p}}
	}
	rook, minor := at("8/7k/8/8/8/8/4R3/4K3 w - - 0 1"), at("4k3/8/2p5/8/4BN2/8/8/Q3K3 w - - 0 1")
	for _, c := range []struct {
		asked      *AskedPuzzle
		lang, text string
		want       rules.Move
	}{
		{rook, "en", "Rd2", "e2-d2"}, {rook, "en", "rook d2", "e2-d2"}, {rook, "en", "Kd2", "e1-d2"},
		{rook, "en", "Rf8", ""}, {rook, "en", "1", "e1-d1"}, {rook, "en", "99", ""}, {rook, "en", "e2d2", "e2-d2"},
		{rook, "fr", "Rd2", "e1-d2"}, {rook, "fr", "Td2", "e2-d2"}, {rook, "fr", "tour d2", "e2-d2"},
		{rook, "fr", "roi d2", "e1-d2"}, {rook, "fr", "e2-d2", "e2-d2"}, {rook, "fr", "Te7", "e2-e7"},
		{rook, "it", "Rd2", "e1-d2"}, {rook, "it", "Td2", "e2-d2"}, {rook, "it", "torre d2", "e2-d2"},
		{rook, "it", "re d2", "e1-d2"}, {rook, "it", "Te5+", "e2-e5"},
		{rook, "de", "Td2", "e2-d2"}, {rook, "de", "Kd2", "e1-d2"}, {rook, "de", "Turm d2", "e2-d2"},
		{rook, "de", "König d2", "e1-d2"}, {rook, "de", "Txe8", ""}, {rook, "de", "Te8", "e2-e8"},
		{minor, "en", "Bxc6", "e4-c6"}, {minor, "en", "bishop c6", "e4-c6"}, {minor, "en", "Ng6", "f4-g6"},
		{minor, "fr", "Fxc6", "e4-c6"}, {minor, "fr", "Fou c6", "e4-c6"}, {minor, "fr", "Cg6", "f4-g6"},
		{minor, "it", "Axc6", "e4-c6"}, {minor, "it", "alfiere c6", "e4-c6"}, {minor, "it", "Cg6", "f4-g6"},
		{minor, "de", "Lxc6", "e4-c6"}, {minor, "de", "Läufer c6", "e4-c6"}, {minor, "de", "Sg6", "f4-g6"},
		{minor, "de", "Dame a8", "a1-a8"}, {minor, "it", "Da8#", "a1-a8"}, {minor, "fr", "Da8", "a1-a8"},
	} {
		m, err := c.asked.parse(c.lang, c.text)
		require.Equal(t, c.want, m, "%s %q: %v", c.lang, c.text, err)
		require.Equal(t, c.want == "", err != nil)
	}
}
