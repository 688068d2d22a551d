package club_test

import (
	"strings"
	"testing"

	"turnpost/db"
	"turnpost/mail/club"
)

// Words to a player one never played with are few, and hold no link.
func TestWordsFor(t *testing.T) {
	met := func(h *hall) { h.begin("rooya") }
	long := strings.Repeat("word ", club.MaxWords)
	cut := long[:club.MaxWords-1] + "…"
	// words checks what of Ada's text reaches a player; 0: anybody.
	words := func(to int64, text, kept string, unlinked, cut bool) func(tx *club.Tx) error {
		return func(tx *club.Tx) error {
			got, less, short, err := club.WordsFor(tx, db.Player{ID: ada}, db.Player{ID: to}, text)
			if err != nil {
				return err
			}
			return same([3]any{kept, unlinked, cut}, [3]any{got, less, short})
		}
	}
	run(t, []check{
		{name: "a greeting", do: words(bob, "Hello Bob", "Hello Bob", false, false)},
		{name: "too many", do: words(bob, long, cut, false, true)},
		{name: "too many to anybody", given: met, do: words(0, long, cut, false, true)},
		{name: "as many as may be", do: words(bob, strings.Repeat("ö", club.MaxWords), strings.Repeat("ö", club.MaxWords), false, false)},
		{name: "a link", do: words(bob, "Hello\nhttps://example.com/buy", "Hello", true, false)},
		{name: "many to a player who has played with her", given: met, do: words(bob, long, long, false, false)},
		{name: "a link to a player who has played with her", given: met, do: words(bob, "https://example.com/buy", "https://example.com/buy", false, false)},
		{name: "to a player who has not", given: met, do: words(cleo, long, cut, false, true)},
	})
}
