package club

import (
	"strconv"
	"strings"
	"unicode"
)

// OnlyNumber is the number in a text that holds one and no other; else 0.
func OnlyNumber(text string) int {
	digits := strings.FieldsFunc(text, func(r rune) bool { return r < '0' || r > '9' })
	if len(digits) != 1 {
		return 0
	}
	n, _ := strconv.Atoi(digits[0]) // too large a one is none
	return n
}

// IsNamed reports whether a text is one of some names, but for its case and for all that is
// no letter and no digit: "robot level 2" is like "Robot (level 2)".
func IsNamed(text string, names ...string) bool {
	for _, name := range names {
		if strings.EqualFold(bare(text), bare(name)) {
			return true
		}
	}
	return false
}

// NameBefore is the name in front of one of some marks, as in "Ada (robot)"; or the text as
// it is, if none stands behind it.
func NameBefore(text string, marks []string) (name string, marked bool) {
	i := strings.LastIndex(text, "(")
	if i <= 0 || !IsNamed(text[i:], marks...) {
		return text, false
	}
	return strings.TrimSpace(text[:i]), true
}

// bare is what letters and digits a text has.
func bare(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, text)
}
