package rules

import (
	"strings"
)

// Clean brings a typed ply nearer to canonical text: lower case, "-" for every dash and arrow, "x"
// for every multiplication sign, no invisible characters, no leading move number ("7." or "7)"), no
// trailing punctuation, single spaces. It keeps spaces between words, because a game may need them.
func Clean(text string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(text) {
		switch r {
		case '‐', '‑', '‒', '–', '—', '―', '−', '﹣', '→', '⇒', '➔', '⟶', '=':
			b.WriteByte('-')
		case '×', '✕', '⨯':
			b.WriteByte('x')
		case '>':
			// The head of an arrow: "->", "=>" and "-->" are one dash.
			if !strings.HasSuffix(b.String(), "-") {
				b.WriteByte('-')
			}
		case '\u00ad', '\u200b', '\u200c', '\u200d', '\u200e', '\u200f', '\u2060', '\ufeff',
			'\u202a', '\u202b', '\u202c', '\u202d', '\u202e', '\u2066', '\u2067', '\u2068', '\u2069':
		case '\u00a0', '\u2007', '\u2009', '\u202f', '\u3000':
			b.WriteByte(' ')
		default:
			if r >= '\uff01' && r <= '\uff5e' { // full-width ASCII
				r -= 0xfee0
			}
			b.WriteRune(r)
		}
	}
	s := b.String()
	for strings.Contains(s, "--") {
		s = strings.ReplaceAll(s, "--", "-")
	}
	s = strings.Join(strings.Fields(s), " ")
	s = trimMoveNumber(s)
	return strings.TrimRight(s, " .,;:!?")
}

// trimMoveNumber removes "7.", "7)" or "7..." from the front, if text follows.
func trimMoveNumber(s string) string {
	i := 0
	for i < len(s) && s[i] >= '0' && s[i] <= '9' {
		i++
	}
	j := i
	for j < len(s) && (s[j] == '.' || s[j] == ')') {
		j++
	}
	// "7. ... d3-d4" is a notation for a move of White's.
	if dots := strings.TrimLeft(s[j:], " ."); j > i && len(dots) > 0 {
		j = len(s) - len(dots)
	}
	if i == 0 || j == i {
		return s
	}
	if rest := strings.TrimSpace(s[j:]); rest != "" {
		return rest
	}
	return s
}

// LeadingCell returns the cell name, a letter and at least one digit, with which text begins, or "".
func LeadingCell(text string) string {
	if text == "" || text[0] < 'a' || text[0] > 'z' {
		return ""
	}
	i := 1
	for i < len(text) && text[i] >= '0' && text[i] <= '9' {
		i++
	}
	if i == 1 {
		return ""
	}
	return text[:i]
}
