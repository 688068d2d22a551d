package website

import (
	"strings"
	"unicode/utf8"

	"turnpost/templates"
)

// figure is a picture of the rules.
type figure struct {
	Caption, Words string
	Picture        string
	Width, Height  float64
}

// rulesPage is the page of a game's rules.
type rulesPage struct {
	frame
	Author string
	Year   int
	Brief  string
	Text   string
	Stats  string // of the games that are shown; empty: there are too few
	// Openings are the most frequent first plies, and what came of them.
	Openings []listEntry
	Figures  []figure
}

// rules builds the page of a game's rules.
func (s *site) rules(r rulesPage) ([]byte, error) {
	p := s.begin(r.frame)
	p.html("<p class=\"m\">%s</p>\n<p>%s</p>\n", p.say("by", "Author", r.Author, "Year", r.Year), r.Brief)
	if r.Stats != "" {
		p.html("<p class=\"m\">%s</p>\n", r.Stats)
	}
	if len(r.Openings) > 0 {
		p.html("<h2>%s</h2>\n<ul>\n", p.say("openings"))
		for _, o := range r.Openings {
			p.html("<li><b>%s</b> <small>%s</small></li>\n", o.Text, o.More)
		}
		p.raw("</ul>\n")
	}
	for _, f := range r.Figures {
		p.html("<figure><figcaption>%s</figcaption><img class=\"b\" src=\"%s\" width=\"%v\" height=\"%v\" alt=\"%s\"></figure>\n", f.Caption, f.Picture, f.Width, f.Height, f.Words)
	}
	p.text(r.Text)
	return p.end()
}

// text shows rules, which are written for plain mail.
func (p *page) text(text string) {
	for _, part := range templates.Passages(text) {
		switch part.Kind {
		case "heading":
			p.html("<p class=\"t\"><b>%s</b></p>\n", strings.Join(part.Lines, " "))
		case "item":
			p.html("<p>– %s</p>\n", part.Lines[0])
		case "entry":
			p.html("<p><b>%s</b> %s</p>\n", part.Lines[0], part.Lines[1])
		case "paragraph":
			for _, line := range part.Lines {
				p.html("<p>%s</p>\n", line)
			}
		default:
			widest := 0
			for _, line := range part.Lines {
				widest = max(widest, utf8.RuneCountInString(line))
			}
			// As large as fits; a message is a bit more than 0.6 of the font's size wide.
			p.html("<pre style=\"font-size:min(13px,calc((100vw - 36px)/%d))\">%s</pre>\n", (widest*61+99)/100,
				strings.Join(part.Lines, "\n"))
		}
	}
}
