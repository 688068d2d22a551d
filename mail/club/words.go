package club

import (
	"strings"
	"unicode/utf8"

	"turnpost/db"
)

// MaxWords is how much of a stranger's words goes with an invitation, in characters.
const MaxWords = 300

// WordsFor is what of the challenger's words goes with an invitation or its withdrawal, and whether
// links were left out of it or it was cut short. Who never played with the other gets
// a few words through, and no link: a letter of ours carries nobody's advertisement.
// to is zero if the invitation is to anyone.
func WordsFor(tx *Tx, from, to db.Player, text string) (kept string, unlinked, cut bool, err error) {
	if to.ID != 0 {
		if met, err := tx.DB.Met(from.ID, to.ID); err != nil || met {
			return text, false, false, err
		}
	}
	kept, unlinked, cut = BriefText(text, MaxWords)
	return kept, unlinked, cut, nil
}

// BriefText is a text without links and of so many characters at most, and whether links
// were left out of it or it was cut.
func BriefText(text string, most int) (kept string, unlinked, cut bool) {
	if kept = text; HasLink(text) {
		unlinked = true
		var lines []string
		for line := range strings.SplitSeq(text, "\n") {
			lines = append(lines, Unlink(line))
		}
		kept = strings.TrimSpace(strings.Join(lines, "\n"))
	}
	if utf8.RuneCountInString(kept) > most {
		kept, cut = strings.TrimSpace(string([]rune(kept)[:most]))+"…", true
	}
	return kept, unlinked, cut
}
