package templates

import (
	"fmt"
	"html/template"
	"strings"
)

// plyLinks sets the links to plies: the first those without a hint, the second
// those with one. A letter has up to some hundreds of them, all alike, so
// html/template sets one, which is cut where the words of others go. To run the
// template for each costs 2.6 times the CPU of an HTML alternative with 120 plies,
// and a quarter more of composing a letter as a whole, text, HTML and picture.
type plyLinks [2]cutLink

// cutLink is a link that was cut at its words.
type cutLink struct{ begin, number, text, hint, end string }

// cutLinks cuts the links that a template of the layout sets.
func cutLinks(t *template.Template, name string) (l plyLinks, err error) {
	for i, hint := range []string{"", "HINT"} {
		if l[i], err = cut(t, name, link{To: "TO", N: "NUMBER", Text: "TEXT", Hint: hint}); err != nil {
			return l, err
		}
	}
	return l, nil
}

func cut(t *template.Template, name string, as link) (l cutLink, err error) {
	var b strings.Builder
	if err := t.ExecuteTemplate(&b, name, as); err != nil {
		return l, fmt.Errorf("templates: %w", err)
	}
	var found [4]bool
	rest := b.String()
	l.begin, rest, found[0] = strings.Cut(rest, as.To)
	l.number, rest, found[1] = strings.Cut(rest, as.N)
	l.text, rest, found[2] = strings.Cut(rest, as.Text)
	l.hint, l.end, found[3] = strings.Cut(rest, as.Hint)
	if found != [4]bool{true, true, true, true} {
		return l, fmt.Errorf("templates: the layout's %s lacks what a link has", name)
	}
	return l, nil
}

// set sets links that lead where by says.
func (p plyLinks) set(links []link, by linker) template.HTML {
	var b strings.Builder
	front, back := escaped.Replace(by.front), escaped.Replace(by.back)
	b.Grow(len(links) * (len(p[1].begin) + len(front) + len(back) + len(p[1].number) + len(p[1].text) + len(p[1].hint) + len(p[1].end) + 32))
	for _, k := range links {
		l := &p[0]
		if k.Hint != "" {
			l = &p[1]
		}
		b.WriteString(l.begin)
		b.WriteString(front)
		escape(&b, k.command, "")
		b.WriteString(back)
		b.WriteString(l.number)
		b.WriteString(k.N)
		b.WriteString(l.text)
		_, _ = escaped.WriteString(&b, k.Text) // a Builder has no errors
		b.WriteString(l.hint)
		_, _ = escaped.WriteString(&b, k.Hint)
		b.WriteString(l.end)
	}
	return template.HTML(b.String())
}

// escaped writes text and values of attributes as html/template does.
var escaped = strings.NewReplacer("\x00", "\uFFFD", `"`, "&#34;", "&", "&amp;", "'", "&#39;", "+", "&#43;", "<", "&lt;", ">", "&gt;")
