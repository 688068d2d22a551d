// Package cli is what the commands know of the terminal that they may run
// on: whether there is one, a bar that shows how far a long work is, and how text
// from strangers is shown so that it does nothing to it.
//
// Where there is no terminal nothing is drawn, so that logs and pipes stay clean.
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

// IsTerminal reports whether stream, a reader or a writer, is a terminal.
func IsTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// OneLine is text from a letter or a player as a terminal may get it.
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

// Printable is a text of several lines without what could steer the terminal.
func Printable(s string) string {
	return strings.Map(func(r rune) rune {
		if steers(r) {
			return -1
		}
		return r
	}, s)
}

// ShowControls is a text of several lines in which what could steer the terminal, or is
// not seen there, stands as its number: <U+202E>. So one text does not look like
// another to whoever examines it.
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

// EscapeJSON is encoded JSON that says the same and steers no terminal: outside strings
// it has nothing but ASCII, and in them each character may be escaped (RFC 8259, 7).
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

// steers tells the characters that do something to a terminal or cannot be seen:
// controls (C0, DEL and C1), and what has no width or turns the direction of others.
func steers(r rune) bool {
	return r != '\n' && r != '\t' && (!unicode.IsGraphic(r) || unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r))
}
