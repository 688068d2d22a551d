package handler_test

import (
	"testing"

	"turnpost/db/dbtest/skiptest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"turnpost/db"
)

// TestRepliesQuestionMarks: no line with a question mark is carried out. A move with one is
// shown on a board, and played on a yes or one tap; the word for a draw alone offers one.
func TestRepliesQuestionMarks(t *testing.T) {
	t.Parallel()
	plies := map[string][]string{
		"turro": {"e3-e4?", "g3-g4 ?", "I play c3-c4?", "c3-c4??", "b3-b4?!", "b3-b4 !?", "f3-f4？", "f3-f4؟", "f3-f4\u00a0?", "c3-c4⁉", "a3 to a4?",
			"#1 b3-b4?", "- c3-c4?", "c3-c4❓", "je joue c3-c4 ?", "ich spiele c3-c4?", "gioco c3-c4?", "c3-c4?\n\nBen"},
		"roses":    {"b4?", "c5 ?", "drop b4?", "2?"},
		"tourrosa": {"b12ai?", "b4co ?", "B8ci+?", "#1 b12ao？", "je joue b4ci ?", "ich spiele b8ai?", "gioco b12ci ?", "1?"},
		"rooya":    {"a1?", "b1 ?", "A1?", "je joue b1 ?", "1?"},
	}
	n := 0
	for game, lines := range plies {
		for i, line := range skiptest.EveryFourth(lines) {
			w := begun(t, game)
			w.ReplyBy(n, ada, line)
			require.Empty(t, w.Plies(1), line)
			got := flat(*w.Last(ada))
			assert.Contains(t, got, "it may be a move or a question", line)
			numbered := line == "1?" || line == "2?"
			if !numbered {
				assert.Contains(t, got, "the board would be", line)
			}
			if i%2 == 0 {
				w.ReplyBy(n, ada, "yes")
			} else {
				w.ReplyBy(n, ada, "ok")
			}
			require.Len(t, w.Plies(1), 1, "%s: a yes plays it: %s", line, flat(*w.Last(ada)))
			n++
		}
	}
	others := []string{
		"resign?", "undo?", "no?", "yes ?", "e3-e4 or c3-c4?", "what about e3-e4?", "Shall I play e3-e4?", "name Ada Bee?", "lang fr?",
		"vacation 2026-12-20 to 2027-01-03?", "block bob@example.org?", "public on?", "digest daily 07:30?", "stop?", "pause ?", "forget me?",
		"challenge carl@example.org turro?", "if d5-d4 then c2-c3?", "e3-e4, draw?", "rematch?", "accept？", "board unicode?", "letters mine?",
		"Abandonner ?", "Aufgeben?", "abbandono?", "I offer a draw, ok?", "Do you want a draw?", "Draw or play on?", "timezone Europe/Rome?",
		"robot turro?", "address ada@second.example?", "analysis off?", "d3-d4؟ d3-d4？ c3-c4?",
	}
	for _, line := range skiptest.EveryFourth(others) {
		w := begun(t, "turro")
		before, me := w.Game(1), w.player(ada)
		w.ReplyBy(n, ada, line)
		assert.Equal(t, before, w.Game(1), line)
		after := w.player(ada)
		me.WroteAt, me.OfferedVacation = after.WroteAt, after.OfferedVacation
		assert.Equal(t, me, after, line)
		assert.NotEmpty(t, w.Boxes[ada][2:], "an answer to %s", line)
		n++
	}
	for _, line := range skiptest.EveryFourth([]string{
		"Draw?", "draw ?", "A draw?", "DRAW??", "Remis?", "Remis ?", "Unentschieden?", "Patta?", "patta ?", "Pareggio?", "Nulle ?", "nulle?",
		"Match nul ?", "Une nulle ?", "Draw？", "Ein Remis?",
	}) {
		w := begun(t, "turro")
		w.ReplyBy(n, ada, "e3-e4\n"+line)
		assert.Equal(t, db.OfferDraw, w.Game(1).Offer, line)
		assert.Equal(t, []string{"e3-e4"}, w.Plies(1), line)
		w.ReplyBy(n+1, bob, line)
		assert.False(t, w.Game(1).Over(), "%s to an offer agrees to nothing", line)
		n++
	}
	t.Logf("question marks | moves, commands and settings with one | nothing is carried out; a move is shown, and played on a yes; the word for a draw offers one | %d", n)
}
