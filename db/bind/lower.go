package bind

import "strings"

// Lower is a text with A-Z in lower case, which is what databases agree on.
func Lower(text string) string {
	return strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			return r - 'A' + 'a'
		}
		return r
	}, text)
}
