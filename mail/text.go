package mail

import (
	"strings"
	"unicode"
)

// cleanLine makes one line of s that is safe to print: controls and line ends become spaces, and
// invisible characters are left out.
func cleanLine(s string) string {
	clean := true
	for i := range len(s) {
		if c := s[i]; c < ' ' || c >= 0x7f {
			clean = false
			break
		}
	}
	if clean {
		return s
	}
	rs := []rune(s)
	var b strings.Builder
	b.Grow(len(s))
	for i, r := range rs {
		switch {
		case r == '\t':
			b.WriteRune('\t')
		case invisible(r) && !shapes(rs, i):
		case unicode.IsControl(r), r == 0x2028, r == 0x2029:
			b.WriteByte(' ')
		case unicode.Is(unicode.Zs, r): // NBSP and its kin stand inside moves
			b.WriteByte(' ')
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// invisible reports whether r is not visible: the default-ignorable code points (UAX 44, table 9:
// zero-width characters, fillers, tags, variation selectors), the bidirectional controls, which
// make text look like another one, NUL, and the marks of annotations.
func invisible(r rune) bool {
	switch {
	case r < 0x80:
		return r == 0
	case r >= 0xfff9 && r <= 0xfffb:
		return true
	case unicode.Is(unicode.Prepended_Concatenation_Mark, r), r >= 0x13430 && r <= 0x13440:
		return false // Cf, but visible
	}
	return unicode.In(r, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}

// shapes reports whether the invisible character at i decides how the visible ones beside it
// look: a joiner between emoji, or between letters of a script that has such, and the selector
// that makes an emoji of the sign before it. Anywhere else they only hide something.
func shapes(rs []rune, i int) bool {
	before, after := rune(0), rune(0)
	if i > 0 {
		before = rs[i-1]
	}
	if i+1 < len(rs) {
		after = rs[i+1]
	}
	switch rs[i] {
	case 0xfe0e, 0xfe0f:
		return pictured(before) || after == 0x20e3 // a keycap: "1", the selector, the key
	case 0x200d:
		return (pictured(before) || before == 0xfe0f) && pictured(after) || joins(before) && joins(after)
	case 0x200c:
		return joins(before) && joins(after)
	}
	return false
}

// pictured reports whether a rune may be an emoji or modifies one.
func pictured(r rune) bool { return r >= 0x80 && (unicode.IsSymbol(r) || r == 0x203c || r == 0x2049) }

// joins reports whether a rune is of a script in which joiners are part of the spelling.
func joins(r rune) bool {
	return unicode.In(r, unicode.Arabic, unicode.Syriac, unicode.Mongolian, unicode.Devanagari, unicode.Bengali,
		unicode.Gurmukhi, unicode.Gujarati, unicode.Oriya, unicode.Tamil, unicode.Telugu, unicode.Kannada,
		unicode.Malayalam, unicode.Sinhala, unicode.Khmer, unicode.Myanmar, unicode.Tibetan)
}

// splitLines splits text into at most MaxLines lines, each clean and without trailing white space.
// CR, LF, CRLF and the Unicode line ends all end a line: bodies have no rule against it.
func splitLines(text string) []string {
	if len(text) > MaxText {
		text = strings.ToValidUTF8(text[:MaxText], "")
	}
	text = lineEnds.Replace(text)
	var lines []string
	for l := range strings.SplitSeq(text, "\n") {
		if len(lines) == MaxLines {
			break
		}
		lines = append(lines, strings.TrimRight(cleanLine(l), " \t"))
	}
	return lines
}

var lineEnds = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\f", "\n", "\u0085", "\n", "\u2028", "\n", "\u2029", "\n")

// unflow undoes format=flowed (RFC 3676 section 4.1): a line that ends with a
// space goes on in the next line of the same quote depth. The quote marks are
// kept, as one ">" for each depth and a space.
func unflow(text string, delSp bool) string {
	text = lineEnds.Replace(text)
	var out strings.Builder
	out.Grow(len(text))
	flowing, last := false, 0
	lines := 0
	for l := range strings.SplitSeq(text, "\n") {
		if lines++; lines > 4*MaxLines {
			break
		}
		depth := 0
		for depth < len(l) && l[depth] == '>' {
			depth++
		}
		l = l[depth:]
		l = strings.TrimPrefix(l, " ") // space-stuffing, section 4.4
		signature := l == "-- "        // never flowed, section 4.3
		if flowing && (depth != last || signature) {
			out.WriteByte('\n')
			flowing = false
		}
		if !flowing && depth > 0 {
			out.WriteString(strings.Repeat(">", min(depth, 8)) + " ")
		}
		last = depth
		flowing = strings.HasSuffix(l, " ") && !signature
		if flowing && delSp {
			l = strings.TrimSuffix(l, " ")
		}
		out.WriteString(l)
		if !flowing {
			out.WriteByte('\n')
		}
	}
	return out.String()
}
