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
		case r == 0x200c || r == 0x200d:
			// Joiners shape words in some scripts and join emoji; between
			// ASCII they only hide in moves.
			if i > 0 && i+1 < len(rs) && rs[i-1] >= 0x80 && rs[i+1] >= 0x80 {
				b.WriteRune(r)
			}
		case invisible(r):
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

// invisible reports whether r is not visible: zero-width characters, soft hyphens, and the
// bidirectional controls, which make text look like another one.
func invisible(r rune) bool {
	switch {
	case r == 0x00ad, r == 0x034f, r == 0x061c, r == 0x180e, r == 0xfeff:
		return true
	case r >= 0x200b && r <= 0x200f, r >= 0x202a && r <= 0x202e:
		return true
	case r >= 0x2060 && r <= 0x206f:
		return true
	case r == 0, r == 0xfff9, r == 0xfffa, r == 0xfffb:
		return true
	}
	return false
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
