package website

import (
	"net/url"
	"strconv"
	"time"
)

// listEntry is a line of a list, mostly a game.
type listEntry struct {
	Text, To string
	More     string // below it, and then the day
	At       time.Time
	ID       string // in a feed
}

// listPart is a list below a heading, with links to the rest of it; or a text or table that
// is neither.
type listPart struct {
	Title   string
	ID      string      // by which an address names it; empty: none does
	Table   *crossTable // of a division
	Bracket []bracketMatch
	Entries []listEntry
	Links   []link
	// None has the page say that there are none, if there are none.
	None bool
	// Note stands below it.
	Note string
}

// listPage is a page of lists.
type listPage struct {
	frame
	Intro *intro // of the front page
	// Of a player: results, opponents, and how the ratings went.
	Scores, Opponents []scoreLine
	Courses           []course
	Parts             []listPart
	// Page is the index of the page among Pages, which are their file names. A single page has
	// no links to others.
	Page  int
	Pages []string
}

// intro says what the pages are about, and how to join by mail.
type intro struct {
	Text           string
	Join, Address  string // empty: how to join is not said
	Picture, Words string // empty: there is none
	Width, Height  float64
}

// intro writes it.
func (p *page) intro(i intro) {
	p.html("<p>%s", i.Text)
	if i.Address != "" {
		p.html(" %s</p>\n<nav><a href=\"mailto:%s?subject=help&amp;body=help\">%s</a></nav>\n", i.Join,
			url.PathEscape(i.Address), i.Address)
	} else {
		p.raw("</p>\n")
	}
	if i.Picture != "" {
		p.html("<img class=\"b\" src=\"%s\" width=\"%v\" height=\"%v\" alt=\"%s\">\n", i.Picture, i.Width, i.Height,
			i.Words)
	}
}

// list builds a page of lists.
func (s *site) list(l listPage) ([]byte, error) {
	p := s.begin(l.frame)
	if l.Intro != nil {
		p.intro(*l.Intro)
	}
	p.scores("game", l.Scores)
	for _, c := range l.Courses {
		p.course(c)
	}
	if len(l.Opponents) > 0 {
		p.html("<h2>%s</h2>\n", p.say("opponents"))
		p.scores("opponent", l.Opponents)
	}
	for _, part := range l.Parts {
		p.part(part)
	}
	p.pages(l)
	return p.end()
}

// scores writes a table of results, if there are any. id is the word for what its lines are about.
func (p *page) scores(id string, lines []scoreLine) {
	if len(lines) == 0 {
		return
	}
	p.html("<table>\n<tr><th>%s</th><th>%s</th><th>%s</th><th>%s</th></tr>\n", p.say(id), p.say("won"), p.say("lost"),
		p.say("drawn"))
	for _, c := range lines {
		switch {
		case c.Who != nil:
			p.raw("<tr><td>")
			p.person(*c.Who)
		case c.Sub:
			p.html("<tr class=\"m\"><td>– %s", c.Title)
		default:
			p.html("<tr><td>%s", c.Title)
		}
		p.html("</td><td>%d</td><td>%d</td><td>%d</td></tr>\n", c.Won, c.Lost, c.Drawn)
	}
	p.raw("</table>\n")
}

func (p *page) part(part listPart) {
	switch {
	case part.ID != "":
		p.html("<h2 id=\"%s\">%s</h2>\n", part.ID, part.Title)
	case part.Title != "":
		p.html("<h2>%s</h2>\n", part.Title)
	}
	if part.Table != nil {
		p.table(*part.Table)
	}
	if len(part.Bracket) > 0 {
		p.bracket(part.Bracket)
	}
	if len(part.Entries) > 0 {
		p.raw("<ul>\n")
		for _, e := range part.Entries {
			p.html(`<li><a href="%s"><b>%s</b>`, e.To, e.Text)
			if e.More != "" {
				p.html(" <small>%s</small>", e.More)
			}
			if !e.At.IsZero() {
				p.html(" <small>%s</small>", day(e.At))
			}
			p.raw("</a></li>\n")
		}
		p.raw("</ul>\n")
	} else if part.None {
		p.html("<p>%s</p>\n", p.say("none"))
	}
	if len(part.Links) > 0 {
		p.raw("<nav>")
		for _, l := range part.Links {
			p.link(l)
		}
		p.raw("</nav>\n")
	}
	if part.Note != "" {
		p.html("<p class=\"m\">%s</p>\n", part.Note)
	}
}

// pages links to the pages beside this one, and to the first and the last.
func (p *page) pages(l listPage) {
	if len(l.Pages) < 2 {
		return
	}
	p.raw("<nav>")
	for _, to := range []struct {
		text string
		page int
		is   bool
	}{{p.say("back"), l.Page - 1, l.Page > 0}, {p.say("next"), l.Page + 1, l.Page+1 < len(l.Pages)}} {
		if to.is {
			p.link(link{to.text, l.Pages[to.page]})
		}
	}
	p.html("<span>%s</span></nav>\n", strconv.Itoa(l.Page+1)+" / "+strconv.Itoa(len(l.Pages)))
}
