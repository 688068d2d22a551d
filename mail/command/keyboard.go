package command

import (
	"regexp"
	"strings"
	"unicode"

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
	case unicode.Is(unicode.Variation_Selector, c):
		return -1
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
