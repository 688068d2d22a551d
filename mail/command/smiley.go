package command

import (
	"regexp"
	"strings"
	"unicode"
)

// withoutSmileys is what may be plies without the faces and other pictures that
// people put behind them: "d3-d4 :-)". A line of nothing else stays as it is.
func withoutSmileys(line string) string {
	words := strings.Fields(line)
	n := len(words)
	for n > 0 && isSmiley(words[n-1]) {
		n--
	}
	if n == 0 || n == len(words) {
		return line
	}
	return strings.Join(words[:n], " ")
}

// isSmiley reports whether a word is a face of punctuation, or an emoji with
// what may belong to it (UTS #51, 1.4.2). Arrows are parts of plies.
func isSmiley(word string) bool {
	if smiley.MatchString(word) {
		return true
	}
	picture := false
	for _, r := range word {
		switch {
		case unicode.Is(unicode.So, r) && !(r >= 0x2190 && r <= 0x21ff):
			picture = true
		case unicode.Is(unicode.Sk, r), unicode.Is(unicode.Variation_Selector, r), r == 0x200d, r == 0x20e3, r == '!', r == '.':
		default:
			return false
		}
	}
	return picture
}

var smiley = regexp.MustCompile(`^[:;=]['’]?-?[()DPpOo/|*]+[!.]?$`)
