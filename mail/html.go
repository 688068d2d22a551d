package mail

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// htmlLines converts HTML to lines: block elements and <br> end a line, quoted mail is marked,
// style, script and head are left out.
//
// It reads a limited number of tags and texts. It works on tokens with a stack of its own
// instead of a tree: mail needs no repairs such as those of tables, and the work is linear at
// any nesting.
func htmlLines(text string, tags int) []line {
	w := &htmlWalker{open: map[string]int{}}
	z := html.NewTokenizer(strings.NewReader(text[:min(len(text), MaxHTML)]))
	z.SetMaxBuf(MaxHTML)
	for tokens := 0; tokens < tags && len(w.lines) < MaxLines && w.size < MaxText; tokens++ {
		switch z.Next() {
		case html.ErrorToken: // the end, or a token over the limit
			w.breakLine()
			w.closeAll()
			return w.lines
		case html.TextToken:
			w.text(string(z.Text()))
		case html.StartTagToken:
			w.start(readTag(z))
		case html.SelfClosingTagToken:
			t := readTag(z)
			w.start(t)
			if !void(t.atom) && t.atom != atom.Div && t.atom != atom.P {
				w.end(t.name) // Outlook's <o:p/>
			}
		case html.EndTagToken:
			w.end(readTag(z).name)
		}
	}
	w.breakLine()
	w.closeAll()
	return w.lines
}

// htmlWalker is the state between two tokens.
type htmlWalker struct {
	lines []line
	size  int // octets in lines
	cur   strings.Builder
	space bool // white space is due before the next word

	stack []element
	open  map[string]int // how many of a name the stack holds
	quote int            // quoting elements in the stack
	hide  int
	sign  int
	pre   int
	signs bool // the next block is a signature
}

// element is an open element and what it means.
type element struct {
	name                    string
	quote, hide, sign, pre  bool
	container, hasQuote, cb bool
	first                   int // number of lines when it was opened
}

// maxTags is how many tags and texts are read: the longest threads in the wordiest programs' HTML
// have fewer.
const maxTags = 30_000

// maxStack bounds the stack; elements beyond it are ignored.
const maxStack = 512

// tag is a start or an end tag.
type tag struct {
	name string
	atom atom.Atom // 0: the name is none of HTML's
	attrs
}

// readTag reads the tag that the tokenizer is at. It converts to text only those attributes that
// have a meaning here: hostile mail has many, and long ones.
func readTag(z *html.Tokenizer) (t tag) {
	name, more := z.TagName()
	if t.atom = atom.Lookup(name); t.atom != 0 {
		t.name = t.atom.String()
	} else {
		t.name = string(name)
	}
	for n := 0; more && n < maxAttrs; n++ {
		var key, value []byte
		key, value, more = z.TagAttr()
		t.attribute(key, value[:min(len(value), maxAttr)])
	}
	return t
}

func (w *htmlWalker) start(t tag) {
	a := t.attrs
	switch t.atom {
	case atom.Br:
		w.newLine()
		w.signs = w.signs || a.id == signatureBegins
		return
	case atom.Hr:
		w.breakLine()
		if a.id == "zwchr" || a.id == "stopspelling" || a.marker == "__divider__" {
			w.cut() // Zimbra, Hotmail: all below is the old mail
		}
		return
	case atom.Td, atom.Th:
		w.space = true
	}
	if isBlock(t.atom) {
		w.breakLine()
	}
	if void(t.atom) {
		return
	}
	if t.atom == atom.P && !a.has("msonormal") {
		w.paragraph()
	}
	if len(w.stack) == maxStack {
		return
	}
	e := element{name: t.name, first: len(w.lines)}
	e.cb = isBlock(t.atom)
	e.hide = hidden(t.atom, a)
	e.pre = t.atom == atom.Pre
	e.sign = a.signature() || w.signs && t.atom == atom.Div
	if isBlock(t.atom) {
		w.signs = false
	}
	e.quote = a.quote() || t.atom == atom.Blockquote && !a.indent()
	e.container = !e.quote && a.container()
	if a.cut() {
		w.breakLine()
		w.cut()
	}
	if e.quote {
		w.breakLine()
		for i := len(w.stack) - 1; i >= 0 && !w.stack[i].hasQuote; i-- {
			w.stack[i].hasQuote = true
		}
		w.quote++
	}
	w.count(e, 1)
	w.stack = append(w.stack, e)
	w.open[e.name]++
}

// count keeps the totals of what the stack means.
func (w *htmlWalker) count(e element, n int) {
	if e.hide {
		w.hide += n
	}
	if e.sign {
		w.sign += n
	}
	if e.pre {
		w.pre += n
	}
}

func (w *htmlWalker) end(name string) {
	if name == "p" || name == "br" {
		w.breakLine()
	}
	if w.open[name] == 0 {
		return
	}
	for {
		e := w.pop()
		if e.name == name {
			if name == "p" {
				w.space = false
			}
			return
		}
	}
}

func (w *htmlWalker) pop() element {
	e := w.stack[len(w.stack)-1]
	if e.cb || e.quote || e.sign {
		w.breakLine()
	}
	w.stack = w.stack[:len(w.stack)-1]
	w.open[e.name]--
	w.count(e, -1)
	if e.quote {
		w.quote--
	}
	// What clients wrap around a quote holds the quote and, with inline answers, words of the
	// player. Without a quote in it, it is the quote itself.
	if e.container && !e.hasQuote {
		for i := e.first; i < len(w.lines); i++ {
			if w.lines[i].kind == own {
				w.lines[i].kind = quoted
			}
		}
	}
	return e
}

func (w *htmlWalker) closeAll() {
	for len(w.stack) > 0 {
		w.pop()
	}
}

// text adds a text; white space collapses outside <pre>.
func (w *htmlWalker) text(s string) {
	if w.hide > 0 {
		return
	}
	s = s[:min(len(s), MaxText)] // no more of it would be kept
	if w.pre > 0 {
		for i, l := range strings.Split(lineEnds.Replace(s), "\n") {
			if i > 0 {
				w.newLine()
			}
			w.word(l)
		}
		return
	}
	for len(s) > 0 {
		i := strings.IndexAny(s, " \t\r\n\f")
		switch {
		case i == 0:
			w.space = true
			s = s[1:]
		case i < 0:
			w.word(s)
			s = ""
		default:
			w.word(s[:i])
			s = s[i:]
		}
	}
}

func (w *htmlWalker) word(s string) {
	if w.space && w.cur.Len() > 0 {
		w.cur.WriteByte(' ')
	}
	w.space = false
	w.cur.WriteString(s)
}

// breakLine ends the line if there is something on it.
func (w *htmlWalker) breakLine() {
	if w.cur.Len() > 0 {
		w.newLine()
	}
	w.space = false
}

// newLine ends the line, also an empty one.
func (w *htmlWalker) newLine() {
	text := strings.TrimRight(cleanLine(w.cur.String()), " \t")
	w.cur.Reset()
	w.space = false
	w.add(text)
}

func (w *htmlWalker) paragraph() {
	if n := len(w.lines); n > 0 && w.lines[n-1].text != "" {
		w.add("")
	}
}

func (w *htmlWalker) add(text string) {
	if len(w.lines) >= MaxLines || w.size >= MaxText {
		return
	}
	w.size += len(text) + 1
	l := line{text: text}
	switch {
	case w.quote > 0:
		l.kind = quoted
	case w.sign > 0:
		l.kind = signed
	default:
		l.kind = textKind(text)
	}
	w.lines = append(w.lines, l)
}

func (w *htmlWalker) cut() {
	if w.quote == 0 {
		w.lines = append(w.lines, line{kind: cut})
	}
}

func void(a atom.Atom) bool {
	switch a {
	case atom.Br, atom.Hr, atom.Img, atom.Meta, atom.Link, atom.Input, atom.Base, atom.Col,
		atom.Area, atom.Embed, atom.Source, atom.Track, atom.Wbr, atom.Param:
		return true
	}
	return false
}

func isBlock(a atom.Atom) bool {
	switch a {
	case atom.P, atom.Div, atom.Blockquote, atom.Pre, atom.Ul, atom.Ol, atom.Li, atom.Dl, atom.Dt, atom.Dd,
		atom.Table, atom.Tr, atom.Tbody, atom.Thead, atom.Caption, atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6,
		atom.Section, atom.Article, atom.Header, atom.Footer, atom.Main, atom.Center, atom.Address, atom.Form,
		atom.Fieldset, atom.Body, atom.Html, atom.Hr, atom.Figure, atom.Nav, atom.Aside:
		return true
	}
	return false
}
