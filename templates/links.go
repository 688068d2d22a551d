package templates

import (
	"fmt"
	"html/template"
	"strings"
)

// plyLinks sets the links to plies. A letter has up to some hundreds of them,
// all alike, so html/template sets one, which is cut where the words of others
// go: to run the template for each was half the time of an HTML twin.
type plyLinks struct{ begin, number, text, end string }

// cutLinks cuts the link that a template of the layout sets.
func cutLinks(t *template.Template, name string) (l plyLinks, err error) {
	const to, number, text = "TO", "NUMBER", "TEXT"
	var b strings.Builder
	if err := t.ExecuteTemplate(&b, name, link{To: to, N: number, Text: text}); err != nil {
		return l, fmt.Errorf("templates: %w", err)
	}
	var found [3]bool
	rest := b.String()
	l.begin, rest, found[0] = strings.Cut(rest, to)
	l.number, rest, found[1] = strings.Cut(rest, number)
	l.text, l.end, found[2] = strings.Cut(rest, text)
	if found != [3]bool{true, true, true} {
		return l, fmt.Errorf("templates: the layout's %s lacks what a link has", name)
	}
	return l, nil
}

// set sets links that lead where by says.
func (l plyLinks) set(links []link, by linker) template.HTML {
	var b strings.Builder
	front, back := escaped.Replace(by.front), escaped.Replace(by.back)
	b.Grow(len(links) * (len(l.begin) + len(front) + len(back) + len(l.number) + len(l.text) + len(l.end) + 24))
	for _, k := range links {
		b.WriteString(l.begin)
		b.WriteString(front)
		escape(&b, k.command, "")
		b.WriteString(back)
		b.WriteString(l.number)
		b.WriteString(k.N)
		b.WriteString(l.text)
		_, _ = escaped.WriteString(&b, k.Text) // a Builder has no errors
		b.WriteString(l.end)
	}
	return template.HTML(b.String())
}

// escaped writes text and values of attributes as html/template does.
var escaped = strings.NewReplacer("\x00", "\uFFFD", `"`, "&#34;", "&", "&amp;", "'", "&#39;", "+", "&#43;", "<", "&lt;", ">", "&gt;")
