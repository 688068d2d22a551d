package website

import (
	_ "embed"
	"errors"
	"fmt"
	"html"
	"strings"
	"time"

	"turnpost/templates"
)

// style is style.css, at the top of the archive.
//
//go:embed style.css
var style []byte

// site builds pages in one language. It is safe for concurrent use.
type site struct {
	words *templates.Catalogues
	lang  string
}

// newSite makes a site in a language.
func newSite(words *templates.Catalogues, lang string) (*site, error) {
	s := &site{words, lang}
	_, err := s.say("title")
	return s, err
}

// say is a message of the pages.
func (s *site) say(id string, args ...any) (string, error) {
	return s.words.Say(s.lang, "site."+id, args...)
}

// link is a page and what it is called.
type link struct{ Text, To string }

// frame is what is around a page.
type frame struct {
	Title string
	// Top is the way from the page to the top of the archive: "" or "../".
	Top string
	// Up are links above the page, besides that to the front page.
	Up []link
	// Feed is the Atom feed of what the page is about; empty: it has none.
	Feed string
	// Bare says that the page is shown in another one: it has no head and foot, and its links lead out of
	// that one's frame.
	Bare bool
}

// page is a page that is being built. Its first error is returned at its end.
type page struct {
	site *site
	out  strings.Builder
	errs []error
	bare bool // see frame
}

// html writes markup. The values in it are escaped.
func (p *page) html(format string, values ...any) {
	for i, v := range values {
		if text, ok := v.(string); ok {
			values[i] = html.EscapeString(text)
		}
	}
	fmt.Fprintf(&p.out, format, values...)
}

// raw writes markup as it is.
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
	if p.bare = f.Bare; p.bare {
		p.raw("<base target=\"_parent\">\n</head>\n<body class=\"n\">\n")
		return p
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
	if p.bare {
		p.raw("</body>\n</html>\n")
		return []byte(p.out.String()), errors.Join(p.errs...)
	}
	p.html("<footer class=\"m\"><p>%s</p></footer>\n</body>\n</html>\n", p.say("foot"))
	return []byte(p.out.String()), errors.Join(p.errs...)
}

// day is a date as pages write it.
func day(at time.Time) string { return at.UTC().Format(time.DateOnly) }
