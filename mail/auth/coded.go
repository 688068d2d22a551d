package auth

import (
	"slices"
	"strings"
	"unicode"
)

// sixBits are the digits of base64, both for URLs and not (RFC 4648, sections 4 and 5).
func sixBits(r rune) (bits byte, ok bool) {
	switch {
	case r >= 'A' && r <= 'Z':
		return byte(r - 'A'), true
	case r >= 'a' && r <= 'z':
		return byte(r-'a') + 26, true
	case r >= '0' && r <= '9':
		return byte(r-'0') + 52, true
	case r == '+' || r == '-':
		return 62, true
	case r == '/' || r == '_':
		return 63, true
	}
	return 0, false
}

// inBase64 reads a text as base64, wherever a group of four digits begins in it: there
// are four ways, of which each piece of base64 fits one, over breaks of lines too.
func inBase64(text []glyph) (out [][]glyph) {
	var digits []glyph
	for _, g := range text {
		if bits, ok := sixBits(g.r); ok {
			digits = append(digits, glyph{rune(bits), g.first, g.last})
		}
	}
	for begin := range min(4, len(digits)) {
		var read []glyph
		for group := range slices.Chunk(digits[begin:], 4) {
			var all uint32
			for i, d := range group {
				all |= uint32(d.r) << (18 - 6*i)
			}
			for i := range len(group) - 1 { // four digits are three octets
				read = append(read, glyph{rune(all >> (16 - 8*i) & 0xff), group[i].first, group[i+1].last})
			}
		}
		out = append(out, read)
	}
	return out
}

// called is how the characters of a secret are spelled (ICAO, Annex 10, volume II,
// 5.2.1.3), with the usual other spellings.
var called = map[string]rune{
	"alfa": 'a', "alpha": 'a', "bravo": 'b', "charlie": 'c', "delta": 'd', "echo": 'e', "foxtrot": 'f', "golf": 'g', "hotel": 'h',
	"india": 'i', "juliett": 'j', "juliet": 'j', "kilo": 'k', "lima": 'l', "mike": 'm', "november": 'n', "oscar": 'o', "papa": 'p',
	"quebec": 'q', "romeo": 'r', "sierra": 's', "tango": 't', "uniform": 'u', "victor": 'v', "whiskey": 'w', "whisky": 'w',
	"xray": 'x', "yankee": 'y', "zulu": 'z', "two": '2', "three": '3', "four": '4', "five": '5', "six": '6', "seven": '7',
}

// spelled reads each word that is called for a character as that, and leaves the others.
func spelled(text []glyph) (out []glyph) {
	for i := 0; i < len(text); {
		end := i
		var word strings.Builder
		for ; end < len(text) && unicode.IsLetter(text[end].r); end++ {
			word.WriteRune(unicode.ToLower(text[end].r))
		}
		if end == i {
			out = append(out, text[i])
			i++
			continue
		}
		if r, ok := called[word.String()]; ok {
			out = append(out, glyph{r, text[i].first, text[end-1].last})
		} else {
			out = append(out, text[i:end]...)
		}
		i = end
	}
	return out
}

// backwards is a text from its end.
func backwards(text []glyph) []glyph {
	out := slices.Clone(text)
	slices.Reverse(out)
	return out
}
