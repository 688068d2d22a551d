package auth

import (
	"html"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// leakLength is how many characters of a secret count as a part of it: 40 bits, which no
// text contains by chance.
const leakLength = 8

// LeakFinder finds parts of secrets in a text that must not contain them.
type LeakFinder struct{ parts map[string]bool }

// Add adds secrets.
func (s *LeakFinder) Add(secrets ...string) {
	if s.parts == nil {
		s.parts = map[string]bool{}
	}
	for _, secret := range secrets {
		for i := 0; i+leakLength <= len(secret); i++ {
			s.parts[secret[i:i+leakLength]] = true
		}
	}
}

// Without returns the lines of a text except those with any part of eight or more
// consecutive characters of a secret. It finds them in any case and width, with other
// characters that secrets do not contain in between, across line breaks, encoded as in
// URLs, quoted-printable or HTML, even twice, in base64, in hexadecimal (its characters or
// the octets that it stands for), backwards, and in the spelling alphabet. It does not find
// a secret with letters inserted, or enciphered.
func (s *LeakFinder) Without(lines []string) []string {
	for {
		hit := map[int]bool{}
		for _, pass := range readings(lines) {
			s.find(pass, hit)
		}
		if len(hit) == 0 {
			return lines
		}
		// The remaining lines may join to another part.
		var kept []string
		for i, line := range lines {
			if !hit[i] {
				kept = append(kept, line)
			}
		}
		lines = kept
	}
}

// glyph is a character of a text, with the lines that it came from.
type glyph struct {
	r           rune
	first, last int
}

// find adds to hit the lines of each part of a secret in a reading.
func (s *LeakFinder) find(text []glyph, hit map[int]bool) {
	var own []glyph // the characters that a secret can contain, in lower case
	var b strings.Builder
	for _, g := range text {
		folded := string(g.r)
		if g.r >= 0x80 {
			folded = norm.NFKC.String(folded)
		}
		for _, r := range strings.ToLower(folded) {
			if r >= 'a' && r <= 'z' || r >= '2' && r <= '7' {
				own = append(own, glyph{r, g.first, g.last})
				b.WriteRune(r)
			}
		}
	}
	word := b.String()
	for i := 0; i+leakLength <= len(word); i++ {
		if !s.parts[word[i:i+leakLength]] {
			continue
		}
		for _, g := range own[i : i+leakLength] {
			for line := g.first; line <= g.last; line++ {
				hit[line] = true
			}
		}
	}
}

// codes are the notations of a character by its number.
var codes = []struct {
	pattern *regexp.Regexp
	decode  func(code string) string
}{
	{regexp.MustCompile(`&#?[0-9A-Za-z]{1,8};`), html.UnescapeString},
	{regexp.MustCompile(`=[0-9A-Fa-f]{2}`), hexadecimal},
	{regexp.MustCompile(`%[0-9A-Fa-f]{2}`), hexadecimal},
}

func hexadecimal(code string) string {
	n, _ := strconv.ParseUint(code[1:], 16, 8) // the pattern is of digits
	return string(rune(n))
}

// readings returns a text as it is, backwards, with words of the spelling alphabet
// replaced, decoded as base64 and as hexadecimal, with each other code decoded, and with
// all codes decoded, twice.
func readings(lines []string) (out [][]glyph) {
	var plain []glyph
	for i, line := range lines {
		for _, r := range line {
			plain = append(plain, glyph{r, i, i})
		}
		plain = append(plain, glyph{'\n', i, i})
	}
	out = append(out, plain, backwards(plain), spelled(plain))
	out = append(out, inBase64(plain)...)
	out = append(out, inHexadecimal(plain)...)
	for i := range codes {
		out = append(out, decoded(plain, i))
	}
	all := plain
	for range 2 {
		for i := range codes {
			all = decoded(all, i)
			out = append(out, all)
		}
	}
	return out
}

// decoded decodes one code in a text.
func decoded(text []glyph, code int) []glyph {
	return replaced(text, codes[code].pattern, codes[code].decode)
}

// without leaves the matches of a pattern out of a text.
func without(text []glyph, pattern *regexp.Regexp) []glyph {
	return replaced(text, pattern, func(string) string { return "" })
}

// replaced replaces the matches of a pattern in a text.
func replaced(text []glyph, pattern *regexp.Regexp, by func(match string) string) (out []glyph) {
	var b strings.Builder
	at := make([]int, 0, len(text)) // by byte: the glyph
	for i, g := range text {
		n, _ := b.WriteRune(g.r)
		for range n {
			at = append(at, i)
		}
	}
	done := 0
	for _, m := range pattern.FindAllStringIndex(b.String(), -1) {
		from, to := at[m[0]], at[m[1]-1]
		out = append(out, text[done:from]...)
		for _, r := range by(b.String()[m[0]:m[1]]) {
			out = append(out, glyph{r, text[from].first, text[to].last})
		}
		done = to + 1
	}
	return append(out, text[done:]...)
}

// sixBits returns the value of a digit of base64, in either alphabet (RFC 4648, sections 4
// and 5).
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

// inBase64 decodes a text as base64, across line breaks. Groups of four digits may begin at
// any of four offsets, so there are four readings.
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

// notHexadecimal are the marks before a hexadecimal number whose zeros are no digits of it, and
// the words around, which may have letters from a to f.
var notHexadecimal = regexp.MustCompile(`(?i)0x|\\x|\\u(00)?|u\+(00)?|[0-9a-f]*[g-z][0-9a-z]*`)

// inHexadecimal decodes a text as hexadecimal, across line breaks and with anything between the
// digits: the octets as characters, and their bits as the digits of base32 (RFC 4648, section
// 6), in which secrets are written. Octets may begin at any of two digits, and digits of
// base32 at any of five.
func inHexadecimal(text []glyph) (out [][]glyph) {
	for _, all := range [][]glyph{text, without(text, notHexadecimal)} {
		var digits []glyph
		for _, g := range all {
			if g.r < 0x80 {
				if n, err := strconv.ParseUint(string(g.r), 16, 4); err == nil {
					digits = append(digits, glyph{rune(n), g.first, g.last})
				}
			}
		}
		for begin := range min(2, len(digits)) {
			var read []glyph
			for pair := range slices.Chunk(digits[begin:], 2) {
				if len(pair) == 2 {
					read = append(read, glyph{pair[0].r<<4 | pair[1].r, pair[0].first, pair[1].last})
				}
			}
			out = append(out, read)
		}
		for begin := range min(5, len(digits)) {
			var read []glyph
			for group := range slices.Chunk(digits[begin:], 5) {
				bits := 0
				for i, d := range group {
					bits |= int(d.r) << (16 - 4*i)
				}
				for i := range len(group) * 4 / 5 { // each is of two of the digits
					digit := rune(secretAlphabet[bits>>(15-5*i)&31])
					read = append(read, glyph{digit, group[i].first, group[i+1].last})
				}
			}
			out = append(out, read)
		}
	}
	return out
}

// called is the spelling alphabet (ICAO, Annex 10, volume II, 5.2.1.3), with the usual
// other spellings.
var called = map[string]rune{
	"alfa": 'a', "alpha": 'a', "bravo": 'b', "charlie": 'c', "delta": 'd', "echo": 'e', "foxtrot": 'f', "golf": 'g',
	"hotel": 'h',
	"india": 'i', "juliett": 'j', "juliet": 'j', "kilo": 'k', "lima": 'l', "mike": 'm', "november": 'n', "oscar": 'o',
	"papa":   'p',
	"quebec": 'q', "romeo": 'r', "sierra": 's', "tango": 't', "uniform": 'u', "victor": 'v', "whiskey": 'w',
	"whisky": 'w',
	"xray":   'x', "yankee": 'y', "zulu": 'z', "two": '2', "three": '3', "four": '4', "five": '5', "six": '6',
	"seven": '7',
}

// spelled replaces each word of the spelling alphabet by its character.
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

// backwards reverses a text.
func backwards(text []glyph) []glyph {
	out := slices.Clone(text)
	slices.Reverse(out)
	return out
}
