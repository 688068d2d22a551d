package cli

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/term"
)

// IsTerminal reports whether a reader or writer is a terminal.
func IsTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// OneLine returns a text as one short line that cannot control a terminal.
func OneLine(text string) string {
	text = strings.Join(strings.Fields(strings.Map(func(r rune) rune {
		if r != '\n' && r != '\t' && (!strconv.IsPrint(r) || steers(r)) {
			return '\uFFFD'
		}
		return r
	}, text)), " ")
	if r := []rune(text); len(r) > 120 {
		text = string(r[:119]) + "…"
	}
	return text
}

// Printable removes characters that control a terminal from a text of several lines.
func Printable(s string) string {
	return strings.Map(func(r rune) rune {
		if steers(r) {
			return -1
		}
		return r
	}, s)
}

// ShowControls replaces characters that control a terminal or are invisible by their numbers,
// as in <U+202E>, so that texts that look alike can be told apart.
func ShowControls(s string) string {
	var b strings.Builder
	for _, r := range s {
		if steers(r) {
			fmt.Fprintf(&b, "<U+%04X>", r)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// EscapeJSON escapes characters in JSON that control a terminal. Outside strings JSON is
// ASCII, and in strings every character may be escaped (RFC 8259, 7).
func EscapeJSON(encoded []byte) []byte {
	out := make([]byte, 0, len(encoded))
	for _, r := range string(encoded) {
		if r < utf8.RuneSelf && r != 0x7f || !steers(r) {
			out = utf8.AppendRune(out, r)
			continue
		}
		for _, unit := range utf16.AppendRune(nil, r) {
			out = fmt.Appendf(out, `\u%04x`, unit)
		}
	}
	return out
}

// steers reports whether a character controls a terminal or is invisible: C0, DEL and C1, and
// characters that have no width or change the direction of text.
func steers(r rune) bool {
	return r != '\n' && r != '\t' &&
		(!unicode.IsGraphic(r) || unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r))
}
