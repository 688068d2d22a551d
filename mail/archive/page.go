package archive

import (
	_ "embed"
	"errors"
	"fmt"
	"html"
	"strings"
	"time"

	"turnpost/templates"
)

// style is style.css, which lies at the top of the archive.
//
//go:embed style.css
var style []byte

// site sets pages in one language. It is safe for concurrent use.
type site struct {
	words *templates.Set
	lang  string
}

// newSite sets pages in a language.
func newSite(words *templates.Set, lang string) (*site, error) {
	s := &site{words, lang}
	_, err := s.say("title")
	return s, err
}

// Say is a message of the pages.
func (s *site) say(id string, args ...any) (string, error) {
	return s.words.Say(s.lang, "site."+id, args...)
}

// link is a page and what it is called.
type link struct{ Text, To string }

// frame is what stands around a page.
type frame struct {
	Title string
	// Top is the way from the page to the top of the archive: "" or "../".
	Top string
	// Up are links above the page, besides that to the front page.
	Up []link
	// feedPage is the Atom feed of what the page is about; empty: it has none.
	Feed string
}

// page is a page in the making. What was wrong with it is said at its end.
type page struct {
	site *site
	out  strings.Builder
	errs []error
}

// html writes markup with values in it, which are set as text.
func (p *page) html(format string, values ...any) {
	for i, v := range values {
		if text, ok := v.(string); ok {
			values[i] = html.EscapeString(text)
		}
	}
	fmt.Fprintf(&p.out, format, values...)
}

// raw writes markup that is ready.
func (p *page) raw(markup string) { p.out.WriteString(markup) }

// say is a message.
func (p *page) say(id string, args ...any) string {
	text, err := p.site.say(id, args...)
	if err != nil {
		p.errs = append(p.errs, err)
	}
	return text
}

// begin begins a page.
func (s *site) begin(f frame) *page {
	p := &page{site: s}
	p.html(`<!DOCTYPE html>
<html lang="%s">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>%s</title>
<link rel="stylesheet" href="%sstyle.css">
`, s.lang, f.Title, f.Top)
	if f.Feed != "" {
		p.html("<link rel=\"alternate\" type=\"application/atom+xml\" href=\"%s\">\n", f.Feed)
	}
	p.raw("</head>\n<body>\n<nav>")
	if f.Top != "" {
		p.html(`<a href="%sindex.html">%s</a>`, f.Top, p.say("home"))
	}
	for _, l := range f.Up {
		p.link(l)
	}
	if f.Feed != "" {
		p.link(link{p.say("feed"), f.Feed})
	}
	p.raw("</nav>\n")
	p.html("<h1>%s</h1>\n", f.Title)
	return p
}

func (p *page) link(l link) { p.html(`<a href="%s">%s</a>`, l.To, l.Text) }

// end ends a page.
func (p *page) end() ([]byte, error) {
	p.html("<footer class=\"m\"><p>%s</p></footer>\n</body>\n</html>\n", p.say("foot"))
	return []byte(p.out.String()), errors.Join(p.errs...)
}

// day is a day as pages write it.
func day(at time.Time) string { return at.UTC().Format(time.DateOnly) }
