package club

import (
	"strings"
	"unicode/utf8"
)

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
