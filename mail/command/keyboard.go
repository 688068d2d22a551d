package command

import (
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"go.mau.fi/util/confusable"
	"golang.org/x/text/unicode/norm"

	"turnpost/rules"
)

// keyed returns a line with the digits, letters, dashes and stops of other keyboards as those of
// ASCII, if it is then plies, a number or the number of a game, and else as it is: words
// stay as they were written.
func (r *Reader) keyed(line string) string {
	if len(line) > maxSaid || !strings.ContainsFunc(line, func(c rune) bool { return c > unicode.MaxASCII }) {
		return line
	}
	folded := strings.TrimSpace(strings.Map(key, line))
	if bare := strings.TrimRightFunc(folded, isPicture); bare != "" && !asks(line) {
		folded = bare // "d3-d4🎲"
	}
	bare := strings.TrimRight(folded, ".!? ")
	if m := gameNumber.FindString(bare); m != "" {
		bare = strings.TrimSpace(bare[len(m):])
	}
	_, number := listNumber(bare)
	_, said := r.ply(bare)
	if folded != line && (bare == "" || number || said || r.wholePlies(bare)) {
		return folded
	}
	return line
}

// key returns the ASCII character that stands for the same as c in a move; -1 if c only changes
// how the one before it looks.
func key(c rune) rune {
	switch {
	case c <= unicode.MaxASCII:
		return c
	case unicode.Is(unicode.Nd, c):
		return '0' + c - rules.ZeroOf(c)
	case c >= 0xff01 && c <= 0xff5e: // of full width
		return c - 0xff01 + '!'
	case unicode.Is(unicode.Pd, c):
		return '-'
	case unicode.Is(unicode.Variation_Selector, c), c == '\u20e3': // a key around the one before it
		return -1
	}
	if s := drawn(c); len(s) == 1 {
		return rune(s[0])
	}
	switch c {
	case '\u2212', '\u30fc', '\uff70', '\u2043', '\u02d7', '\u2796', '\u2500', '\u2501', '\u4e00':
		return '-' // signs that look like a dash
	case '\u3002', '\uff61', '\u06d4', '\u0964', '\u2024', '\u2026':
		return '.'
	case '\u3001', '\uff64', '\u060c':
		return ','
	}
	return c
}

// drawn returns the letter or number of ASCII that a sign is another way to draw: "⑤", "₅", "𝟓",
// "Ⓒ"; "" if it is none.
func drawn(c rune) string {
	for _, row := range drawnRows {
		if c >= row.first && c < row.first+row.n {
			return strconv.Itoa(int(c-row.first) + row.from)
		}
	}
	for _, row := range []rune{0x1f150, 0x1f170, 0x1f1e6} { // letters in black circles, squares and flags
		if c >= row && c < row+26 {
			return string('a' + c - row)
		}
	}
	folded := strings.ToLower(strings.Trim(norm.NFKC.String(string(c)), "()."))
	for _, r := range folded {
		if r > unicode.MaxASCII || !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return ""
		}
	}
	return folded
}

// drawnRows are the numbers for which Unicode has no plain form.
var drawnRows = []struct {
	first, n rune
	from     int
}{{0x2776, 10, 1}, {0x2780, 10, 1}, {0x278a, 10, 1}, {0x24eb, 10, 11}, {0x24f5, 10, 1}, {0x24ff, 1, 0}, {0x1f10b, 2, 0}}

// undrawn returns a text in lower case, with all that is drawn like letters and digits of ASCII as
// these. It serves to find what is hidden; how the text is meant is another question.
func undrawn(text string) string {
	if !strings.ContainsFunc(text, func(c rune) bool { return c > unicode.MaxASCII }) {
		return strings.ToLower(text)
	}
	var b strings.Builder
	for _, c := range norm.NFD.String(strings.ToLower(text)) {
		switch s := ""; {
		case c <= unicode.MaxASCII:
			b.WriteRune(c)
		case unicode.Is(unicode.M, c): // also lines through letters
		case unicode.Is(unicode.Nd, c):
			b.WriteRune('0' + c - rules.ZeroOf(c))
		default:
			if s = drawn(c); s == "" && unicode.IsLetter(c) {
				s = strings.ToLower(confusable.Skeleton(string(c)))
			}
			if s == "" || len(s) > 2 {
				s = string(c)
			}
			b.WriteString(s)
		}
	}
	return b.String()
}

// markedCells matches two cells with another sign between them than a dash.
var markedCells = regexp.MustCompile(`^([a-z][0-9]{1,2})\s?[^\pL\pN\s]{1,3}\s?([a-z][0-9]{1,2})[.!]*$`)

// joinedCells returns the ply that two cells may be which a sign joins: "d3:d4", "d3.d4"; "" if a
// line is none. It may only be proposed: the sign may mean something else.
func joinedCells(line string) string {
	m := markedCells.FindStringSubmatch(strings.ToLower(strings.Map(key, strings.TrimSpace(line))))
	if m == nil {
		return ""
	}
	return m[1] + "-" + m[2]
}
