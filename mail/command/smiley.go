package command

import (
	"regexp"
	"strings"
	"unicode"
)

// withoutSmileys returns a line without the faces and other pictures at its end:
// "d3-d4 :-)". A line of nothing else is returned as it is.
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

// isSmiley reports whether a word is a face made of punctuation, or an emoji with its
// modifiers (UTS #51, 1.4.2). Arrows are not: they are parts of plies.
func isSmiley(word string) bool {
	if smiley.MatchString(word) {
		return true
	}
	picture := false
	for _, r := range word {
		switch {
		case unicode.Is(unicode.So, r) && isPicture(r):
			picture = true
		case isPicture(r), r == 0x20e3, r == '!', r == '.':
		default:
			return false
		}
	}
	return picture
}

// isPicture reports whether a character is an emoji or a part of one, and no arrow.
func isPicture(r rune) bool {
	return unicode.Is(unicode.So, r) && !(r >= 0x2190 && r <= 0x21ff) ||
		unicode.In(r, unicode.Sk, unicode.Variation_Selector) && r > unicode.MaxASCII || r == 0x200d
}

var smiley = regexp.MustCompile(`^[:;=]['’]?-?[()DPpOo/|*]+[!.]?$`)
