package club

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"turnpost/db"
)

// MaxWords limits a stranger's words with an invitation, in characters.
const MaxWords = 300

// WordsFor returns what is sent of the challenger's words with an invitation or its withdrawal,
// and whether links were left out or the text was cut. Players who never played with the other
// can send few words and no links, so that we deliver no advertisements. to is zero if the
// invitation is to anyone.
func WordsFor(tx *Tx, from, to db.Player, text string) (kept string, unlinked, cut bool, err error) {
	if to.ID != 0 {
		if met, err := tx.DB.Met(from.ID, to.ID); err != nil || met {
			return text, false, false, err
		}
	}
	kept, unlinked, cut = briefText(text, MaxWords)
	return kept, unlinked, cut, nil
}

// briefText returns a text without links and of at most most characters, and whether links were
// left out or the text was cut.
func briefText(text string, most int) (kept string, unlinked, cut bool) {
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

// link finds what mail programs may turn into a link: an address, a scheme, four numbers with
// dots, or two labels with a dot between them of which the last could be a top-level domain.
// The full stops are those of IDNA (RFC 3490, section 3.1) and a character that looks like one.
var link = regexp.MustCompile(
	`(?i)[\pL\pN+.-]+:[/\\]{1,2}\S*|\b(?:mailto|tel|sms|javascript|data):\S+|\S*@\S+|(?:[\pL\pN][\pL\pM\pN_-]*[.。．｡․])+[\pL\pM][\pL\pM\pN-]+(?:[:/?#]\S*)?|\b(?:[0-9]{1,3}[.。．｡․]){3}[0-9]{1,3}\b\S*|\[\s*\.\s*\]`)

// HasLink reports whether a text holds an address, a link or a domain, even with invisible
// characters in it such as joiners and soft hyphens.
func HasLink(text string) bool {
	// Each alternative needs one of these characters. Most names have none, and the expression
	// is slow.
	return strings.ContainsAny(text, ":@.。．｡․") && (link.MatchString(text) || link.MatchString(seen(text)))
}

// seen removes invisible characters.
func seen(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Cf, r) {
			return -1
		}
		return r
	}, text)
}

// Unlink returns a line without links. If what is left forms another link, that is removed too.
func Unlink(line string) string {
	if HasLink(line) {
		line = seen(line)
	}
	for HasLink(line) {
		line = link.ReplaceAllString(line, " ")
	}
	return strings.Join(strings.Fields(line), " ")
}
