package mail

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// The HTML beside a plain text knows three things that the text has lost: where lines were
// broken by the program and not by the writer, what was struck out, and what is a signature.

// alternative is the HTML alternative of the plain text that is read.
type alternative struct {
	lines      []line
	struck     bool // the text holds what the HTML strikes out
	signed     bool // the HTML marks a signature
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
	h, body, params, ok := htmlPart(h, body)
	if !ok {
		return nil
	}
	raw := transferDecode(body, h, r.left.html)
	r.left.html -= len(raw)
	lower := bytes.ToLower(raw)
	t := &alternative{paragraphs: bytes.Contains(lower, []byte(`<div dir="`))} // as Gmail writes them
	for _, s := range strikes {
		t.struck = t.struck || bytes.Contains(lower, s)
	}
	t.signed = signatureHint.Match(lower)
	full := false
	for i := 0; i+1 < len(plain) && !full; i++ {
		full = plain[i].kind == own && len(plain[i].text) >= fullLine && plain[i+1].kind == own && plain[i+1].text != ""
	}
	if !full && !t.struck && !t.signed {
		return nil
	}
	t.lines = htmlLines(decodeCharset(raw, params["charset"]), r.left.tags)
	return t
}

// marksSignature marks in a plain text what the HTML marks as a signature: at the end of each
// run of own lines, those that are lines of the signature. It marks nothing if no other words
// would be left.
func (t *alternative) marksSignature(plain []line) {
	if t == nil || !t.signed {
		return
	}
	all, whole := "", map[string]bool{}
	for _, l := range t.lines {
		if l.kind == signed && l.text != "" {
			text := squashed(l.text)
			all, whole[text] = all+text, true
		}
	}
	if all == "" {
		return
	}
	var marked []int
	kept := false
	for i, inSignature := len(plain)-1, true; i >= 0; i-- {
		l := &plain[i]
		if l.kind != own {
			inSignature = true
			continue
		}
		text := squashed(l.text)
		if text == "" {
			continue
		}
		inSignature = inSignature &&
			(whole[text] || len(text) >= 8 && l.signed()&hasMove == 0 && strings.Contains(all, text))
		if kept = kept || !inSignature; inSignature {
			marked = append(marked, i)
		}
	}
	if !kept {
		return
	}
	for _, i := range marked {
		plain[i].kind = signed
	}
}

// squashed is a line without white space and the marks of programs that make text of HTML.
func squashed(text string) string {
	text = linked.ReplaceAllString(text, "")
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || r == '*' || r == '_' || r == '[' || r == ']' {
			return -1
		}
		return unicode.ToLower(r)
	}, text)
}

// signatureHint matches HTML in which a program may have marked a signature; see attrs.signature.
var signatureHint = regexp.MustCompile(`signature|bloop_sign|_rc_sig|__sig|"sig[0-9]`)

// linked is the address of a link behind its words.
var linked = regexp.MustCompile(`<(https?|mailto|tel):[^>]*>|\[(cid|image)[^\]]*\]`)

// htmlPart returns the HTML of an alternative, alone or with its pictures.
func htmlPart(h header, body []byte) (header, []byte, map[string]string, bool) {
	typ, params := contentType(h)
	if typ == "multipart/related" { // the root is the first (RFC 2387)
		for part := range parts(body, boundaryOf(params, body)) {
			var err error
			if h, body, err = splitHeader(part); err != nil {
				return nil, nil, nil, false
			}
			typ, params = contentType(h)
			break
		}
	}
	return h, body, params, typ == "text/html"
}

// htmlOf reads HTML.
func htmlOf(h header, body []byte, params map[string]string, most extent) []line {
	return htmlLines(decodeCharset(transferDecode(body, h, most.html), params["charset"]), most.tags)
}

// HTMLAlternative is what the HTML beside a plain text says.
type HTMLAlternative struct {
	Lines []string
	OtherText
	// Same says that the plain text says the same, apart from white space, or nothing of its
	// own: it is empty, or says that there is HTML. Otherwise its writer may mean neither.
	Same bool
}

// mostApart is how many own lines HTML may have that says something else than the plain text.
const mostApart = 5

// HTML returns what the HTML beside the plain text says, for a message in whose plain text nothing
// was understood. It returns nil if there is no HTML, or nothing in it.
func (l *Message) HTML() *HTMLAlternative {
	if l.html == nil {
		return nil
	}
	out := l.html()
	if len(out.lines) == 0 || out.CopiesOurs {
		return nil
	}
	text := HTMLAlternative{Lines: out.lines, OtherText: out.OtherText}
	said, shown := squeezed(l.Lines), squeezed(out.lines)
	text.Same = strings.HasPrefix(said, shown) || !slices.ContainsFunc(l.Lines, isSaid)
	if !text.Same && (count(out.lines) > mostApart || strings.Contains(shown, said)) {
		return nil
	}
	return &text
}

// HTMLQuoted returns the quoted lines of the HTML beside a plain text; see [OtherText].
func (l *Message) HTMLQuoted() []string {
	if l.html == nil {
		return nil
	}
	return l.html().Quoted
}

// squeezed joins lines as squashed does.
func squeezed(lines []string) string {
	return strings.Join(strings.Fields(strings.Join(lines, " ")), "")
}

// isSaid reports whether a line of plain text may be its writer's: programs put their own words
// there, for readers without HTML.
func isSaid(text string) bool { return text != "" && !noText.MatchString(text) }

// noText matches what programs write in place of HTML and pictures.
var noText = regexp.MustCompile(`(?i)^\W*$|\bhtml\b|^\[?(cid|image|inline image|bild|photo|immagine)\b[^\]]*\]?$|` +
	`^<[\w.-]+\.(png|jpe?g|gif|heic|webp)>$|multi-?part message|(view|read|open) (this|it|the) .{0,40}(browser|online|web)|` +
	`(does not|doesn't|cannot|can't|unable to) (support|display|show|read) .{0,40}(message|mail|format|text)|` +
	`(afficher|visualiser|ouvrir) .{0,40}(navigateur|en ligne)|ne (peut|permet|prend) pas .{0,60}(message|courriel|format)|` +
	`(im|in ihrem) browser|(kann|können) .{0,60}nicht (angezeigt|dargestellt|anzeigen|darstellen)|` +
	`(visualizza|apri|leggi) .{0,40}(browser|online)|non (può|supporta|è in grado) .{0,60}(messaggio|formato|mail)`)

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
