package website

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"turnpost/db"
)

// opponentsShown is how many opponents a player's page lists, those of the most games.
const opponentsShown = 20

// fewRatings is how many rated games show no course of a rating yet.
const fewRatings = 3

// score counts the results of games for one player.
type score struct{ Won, Lost, Drawn int }

func (s *score) add(g *game, p *person) {
	switch {
	case g.Result == db.Drawn:
		s.Drawn++
	case (g.Result == db.BlackWon) == (g.black == p):
		s.Won++
	default:
		s.Lost++
	}
}

func (s score) games() int { return s.Won + s.Lost + s.Drawn }

// scoreLine is a player's results in one game, as each colour or in all, or against an opponent.
type scoreLine struct {
	Title string
	Who   *personLink // the opponent; nil: it is about a game
	Sub   bool        // a part of the line above
	score
}

// scores is a player's results, game by game and colour by colour.
func (w *writer) scores(p *person) (out []scoreLine, err error) {
	for _, name := range w.order {
		var all, black, white score
		for _, g := range p.games {
			if g.Rules != name {
				continue
			}
			all.add(g, p)
			if g.black == p {
				black.add(g, p)
			} else {
				white.add(g, p)
			}
		}
		if all.games() == 0 {
			continue
		}
		out = append(out, scoreLine{Title: w.kinds[name].Title, score: all})
		for _, side := range []struct {
			id string
			score
		}{{"as-black", black}, {"as-white", white}} {
			if side.games() == 0 {
				continue
			}
			title, err := w.site.say(side.id)
			if err != nil {
				return nil, err
			}
			out = append(out, scoreLine{Title: title, Sub: true, score: side.score})
		}
	}
	return out, nil
}

// opponents is a player's results against each of their opponents, those of the most games first.
func (w *writer) opponents(p *person) (out []scoreLine) {
	against := map[*person]*score{}
	for _, g := range p.games {
		other := g.white
		if other == p {
			other = g.black
		}
		if against[other] == nil {
			against[other] = &score{}
		}
		against[other].add(g, p)
	}
	for other, s := range against {
		who := other.from("../")
		out = append(out, scoreLine{Who: &who, score: *s})
	}
	slices.SortFunc(out, func(a, b scoreLine) int {
		return cmp.Or(b.games()-a.games(), cmp.Compare(a.Who.Name, b.Who.Name), cmp.Compare(a.Who.Page, b.Who.Page))
	})
	return out[:min(len(out), opponentsShown)]
}

// course is how a rating went, game by game.
type course struct {
	Title   string
	Ratings []int // before the first game, and after each one
}

// courses are how a player's ratings among people went, as far as the games say that are shown.
func (w *writer) courses(p *person) (out []course) {
	for _, name := range w.order {
		c := course{Title: w.kinds[name].Title}
		for _, g := range p.games {
			before, after := g.BlackBefore, g.BlackAfter
			if g.white == p {
				before, after = g.WhiteBefore, g.WhiteAfter
			}
			if g.Rules != name || g.WithProgram || after == 0 {
				continue
			}
			if len(c.Ratings) == 0 {
				c.Ratings = append(c.Ratings, before)
			}
			c.Ratings = append(c.Ratings, after)
		}
		if len(c.Ratings) > fewRatings {
			out = append(out, c)
		}
	}
	return out
}

// The size of the picture of a rating, and the room around its line.
const courseWidth, courseHeight, courseRoom = 340, 90, 8

// course draws how a rating went, with its lowest and highest value.
func (p *page) course(c course) {
	low, high := slices.Min(c.Ratings), slices.Max(c.Ratings)
	var points []string
	for i, r := range c.Ratings {
		x := courseRoom + float64(i)*(courseWidth-2*courseRoom)/float64(len(c.Ratings)-1)
		y := courseHeight - courseRoom - float64(r-low)*(courseHeight-2*courseRoom)/float64(max(1, high-low))
		points = append(points, fmt.Sprintf("%.1f,%.1f", x, y))
	}
	last := c.Ratings[len(c.Ratings)-1]
	words := p.say("course", "Title", c.Title, "First", c.Ratings[0], "Last", last, "Low", low, "High", high,
		"Count", len(c.Ratings)-1)
	p.html("<figure><figcaption>%s</figcaption><svg class=\"b r\" viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%[1]s\">", words,
		courseWidth, courseHeight)
	p.raw(`<polyline points="` + strings.Join(points, " ") + `"/></svg></figure>` + "\n")
}
