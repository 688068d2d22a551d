package mail

import (
	"bytes"
	"strings"
)

// The HTML beside a plain text knows two things that the text has lost: where lines
// were broken by the program and not by the writer, and what was struck out.

// alternative is the HTML alternative of the plain text that is read.
type alternative struct {
	lines      []line
	struck     bool // the text holds what the HTML strikes out
	paragraphs bool // the lines of the HTML end where the writer ended them
}

// strikes are how HTML begins to strike text out, in lower case.
var strikes = [][]byte{[]byte("<s>"), []byte("<s "), []byte("<del"), []byte("<strike"), []byte("line-through")}

// fullLine is the length from which on a line may have been broken by a program.
const fullLine = 45

// alternativeOf reads the HTML beside a plain text, alone or with its pictures, if that
// has lines which may have been broken by a program, or the HTML strikes something
// out; else it costs nothing.
func (r *reader) alternativeOf(h header, body []byte, plain []line) *alternative {
	typ, params := contentType(h)
	if typ == "multipart/related" { // the root is the first (RFC 2387)
		for part := range parts(body, boundaryOf(params, body)) {
			var err error
			if h, body, err = splitHeader(part); err != nil {
				return nil
			}
			typ, params = contentType(h)
			break
		}
	}
	if typ != "text/html" {
		return nil
	}
	raw := transferDecode(body, h, r.left.html)
	r.left.html -= len(raw)
	lower := bytes.ToLower(raw)
	t := &alternative{paragraphs: bytes.Contains(lower, []byte(`<div dir="`))} // as Gmail writes them
	for _, s := range strikes {
		t.struck = t.struck || bytes.Contains(lower, s)
	}
	full := false
	for i := 0; i+1 < len(plain) && !full; i++ {
		full = plain[i].kind == own && len(plain[i].text) >= fullLine && plain[i+1].kind == own && plain[i+1].text != ""
	}
	if !full && !t.struck {
		return nil
	}
	t.lines = htmlLines(decodeCharset(raw, params["charset"]), r.left.tags)
	return t
}

// beside corrects what was found in a plain text by its alternative: it has the lines
// of that, if both hold the same words.
func (t *alternative) beside(plain trimmed, most extent) trimmed {
	if t == nil || len(plain.Doubtful) > 0 {
		return plain
	}
	html := trim(t.lines, most)
	if !sameWords(plain.lines, html.lines) {
		return plain
	}
	plain.Unwrapped = t.paragraphs || count(html.lines) < count(plain.lines)
	plain.lines = html.lines
	return plain
}

// sameWords reports whether two texts differ in their lines alone, and in the marks
// that programs write around bold words.
func sameWords(a, b []string) bool {
	words := func(lines []string) []string {
		return strings.Fields(strings.NewReplacer("*", "", "_", "").Replace(strings.Join(lines, "\n")))
	}
	x, y := words(a), words(b)
	if len(x) != len(y) {
		return false
	}
	for i := range x {
		if x[i] != y[i] {
			return false
		}
	}
	return true
}

// count counts the lines that are not blank.
func count(lines []string) (n int) {
	for _, l := range lines {
		if l != "" {
			n++
		}
	}
	return n
}
