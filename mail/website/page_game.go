package website

import (
	"strconv"
	"time"
)

// personLink is a player who is named. Page is their page, or empty.
type personLink struct{ Name, Page string }

// shownPly is a ply. That of the start has no Move and no By.
type shownPly struct {
	By, Move string
	Turned   string // what it gave away, if the game turned there, as a sentence
}

// gamePage is the page of a game.
type gamePage struct {
	frame
	Black, White personLink
	Ratings      [2][2]int // of Black and White, before and after it; 0: it was not rated
	Verdict      string
	From, To     time.Time
	Pace         string
	Kind         string     // rated, casual or robots
	Terms        string     // on which the players agreed, such as a handicap
	Plies        []shownPly // the start first
	Solved       bool       // the turning points are proven
	Record       string     // the file of the record
	Next         []string   // the pages of what was played next, in the position before each of the first plies
	boardPictures
}

// boardPictures is the drawings of the positions of a game. Without any they are not drawn.
type boardPictures struct {
	Base          string   // the picture below every position
	Defs          string   // markup, see picture.FilmStrip
	Positions     []string // one for each of Plies
	Width, Height float64
}

// game builds the page of a game.
func (s *site) game(g gamePage) ([]byte, error) {
	p := s.begin(g.frame)
	p.raw(`<p class="v">`)
	for i, who := range []personLink{g.Black, g.White} {
		if i > 0 {
			p.raw("<br>")
		}
		p.html("%s: ", p.say([]string{"black", "white"}[i]))
		p.person(who)
		if of := g.Ratings[i]; of[1] > 0 {
			p.html(` <span class="m">%s %d → %d</span>`, p.say("rating"), of[0], of[1])
		}
	}
	p.html("</p>\n<p>%s</p>\n", g.Verdict)
	p.html("<p class=\"m\">%s · %s", p.say("span", "From", day(g.From), "To", day(g.To), "Pace", g.Pace),
		p.say(g.Kind))
	if g.Terms != "" {
		p.html(" · %s", g.Terms)
	}
	p.raw("</p>\n")
	p.board(g)
	p.turned(g)
	p.html("<h2>%s</h2>\n<p class=\"l\">", p.say("plies"))
	for n, ply := range g.Plies[1:] {
		p.html(`<a href="#p%d">%d. %s</a>`, n+1, n+1, ply.Move)
	}
	p.raw("</p>\n")
	p.next(g)
	p.html("<nav><a href=\"%s\">%s</a></nav>\n", g.Record, p.say("record"))
	return p.end()
}

func (p *page) person(who personLink) {
	if who.Page == "" {
		p.html("%s", who.Name)
		return
	}
	p.link(link{who.Name, who.Page})
}

// board is one section for each position, and the film.
func (p *page) board(g gamePage) {
	if len(g.Positions) > 0 {
		p.raw(`<svg width="0" height="0" style="position:absolute" aria-hidden="true"><defs>` + g.Defs)
		for n, position := range g.Positions {
			p.raw(`<g id="f` + strconv.Itoa(n) + `">` + position + `</g>`)
		}
		p.raw("</defs></svg>\n")
	}
	last := len(g.Plies) - 1
	back, next, first, end, film := p.say("back"), p.say("next"), p.say("first"), p.say("end"), p.say("film")
	p.filmOf(g, last)
	for n, ply := range g.Plies {
		caption := p.say("start")
		if n > 0 {
			caption = strconv.Itoa(n) + ". " + ply.By + ": " + ply.Move
		}
		class := "p"
		if n == last {
			class = "p e"
		}
		p.html("<section class=\"%s\" id=\"p%d\">\n<h3>%s</h3>\n", class, n, caption)
		if len(g.Positions) > 0 {
			p.picture(g, caption)
			p.raw(`<use href="#f` + strconv.Itoa(n) + `"/></svg>` + "\n")
		}
		if ply.Turned != "" {
			p.html("<p>%s</p>\n", ply.Turned)
		}
		p.raw(`<nav class="w">`)
		for _, l := range []struct {
			text string
			to   int
		}{{first, 0}, {back, max(0, n-1)}, {next, min(last, n+1)}, {end, last}} {
			p.html(`<a href="#p%d">%s</a>`, l.to, l.text)
		}
		if len(g.Positions) > 2 {
			p.html(`<a href="#film">%s</a>`, film)
		}
		p.raw("</nav>\n</section>\n")
	}
}

// picture begins a board.
func (p *page) picture(g gamePage, caption string) {
	p.html(`<svg class="b" viewBox="0 0 %v %v" role="img" aria-label="%s"><image href="%s" width="%[1]v" height="%[2]v"/>`, g.Width, g.Height, caption, g.Base)
}

// filmOf shows all positions in one place, one a second, and stops at the last one. It begins
// when it scrolls into view.
func (p *page) filmOf(g gamePage, last int) {
	if len(g.Positions) <= 2 {
		return
	}
	p.html("<section class=\"p\" id=\"film\">\n<h3>%s</h3>\n", p.say("film"))
	p.picture(g, p.say("film"))
	for n := range last {
		p.html(`<use class="k" href="#f%d" style="animation-delay:%[1]ds"/>`, n)
	}
	p.html("<use class=\"kl\" href=\"#f%d\" style=\"animation-delay:%[1]ds\"/></svg>\n<nav class=\"w\"><a href=\"#p%[1]d\">%s</a></nav>\n</section>\n", last, p.say("film-stop"))
}

// next shows what was played next in the first positions of a game. A frame is loaded when it is opened.
func (p *page) next(g gamePage) {
	if len(g.Next) == 0 {
		return
	}
	p.html("<h2>%s</h2>\n", p.say("next-title"))
	for n, to := range g.Next {
		from := p.say("start")
		if n > 0 {
			from = strconv.Itoa(n) + ". " + g.Plies[n].Move
		}
		p.html("<details><summary>%s</summary><iframe src=\"%s\" title=\"%s\" loading=\"lazy\"></iframe></details>\n", from, to,
			p.say("next-title")+": "+from)
	}
}

// turned lists the plies at which the game turned.
func (p *page) turned(g gamePage) {
	begun := false
	for n, ply := range g.Plies {
		if ply.Turned == "" {
			continue
		}
		if !begun {
			p.html("<h2>%s</h2>\n<ul>\n", p.say("turned"))
			begun = true
		}
		p.html("<li><a href=\"#p%d\"><b>%[1]d. %s</b> <small>%s</small></a></li>\n", n, ply.Move, ply.Turned)
	}
	if begun {
		p.html("</ul>\n<p class=\"m\">%s</p>\n",
			p.say(map[bool]string{true: "turned-solved", false: "turned-engine"}[g.Solved]))
	}
}
