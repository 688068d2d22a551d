package website

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"html"
	"maps"
	"slices"
	"strings"

	"turnpost/db"
)

// A game's page says, for each position before one of its first plies, what was played next there in
// all games that are shown, and how these ended. That changes with every game, and a page of a game must
// not, or each run would write all of them. So each such position has a small page of its own, which
// the pages of games show in a frame. One pass over the first plies of all games finds them.

const (
	// explored is how many positions of a game have such a page, the start first.
	explored = 6
	// branchesShown is how many plies such a page lists; the others are counted together.
	branchesShown = 8
)

// position is one that games began with: by the plies that lead to it, from the usual start.
type position struct {
	kind  *kind
	plies []string
	games int
	next  map[string]*branch // by ply
}

// branch is what came of the games in which a ply was played.
type branch struct {
	game                *game // one of them; the first that ended
	games               int
	black, drawn, white int
}

func (b *branch) add(g *game) {
	if b.games++; b.game == nil {
		b.game = g
	}
	switch g.Result {
	case db.BlackWon:
		b.black++
	case db.WhiteWon:
		b.white++
	default:
		b.drawn++
	}
}

// page is that of a position.
func (p *position) page() string {
	sum := sha256.Sum256([]byte(strings.Join(p.plies, " ")))
	return "rules/" + p.kind.Name + "/next/" + hex.EncodeToString(sum[:8]) + ".html"
}

// lineOf is the key of a position: its game, and the plies that lead to it.
func lineOf(k *kind, plies []string) string { return k.Name + " " + strings.Join(plies, " ") }

// lookOfNext is what pages of positions look like, so that all are written again when that changes.
func (w *writer) lookOfNext() (string, error) {
	sample, err := w.site.next(nextPage{frame: frame{Bare: true}, Rows: []nextRow{{Move: "-", To: "-"}}, Others: &nextRow{}})
	return string(sample), err
}

// explore finds the positions that at least two games have: what one game did next, it shows itself.
// Games on other terms start elsewhere.
func (w *writer) explore() {
	w.positions = map[string]*position{}
	for _, g := range w.shown {
		if g.Terms != "" {
			continue
		}
		plies := w.openings[g.ID]
		for n := range plies {
			key := lineOf(g.kind, plies[:n])
			p := w.positions[key]
			if p == nil {
				p = &position{kind: g.kind, plies: plies[:n], next: map[string]*branch{}}
				w.positions[key] = p
			}
			if p.next[plies[n]] == nil {
				p.next[plies[n]] = &branch{}
			}
			p.games++
			p.next[plies[n]].add(g)
		}
	}
	maps.DeleteFunc(w.positions, func(_ string, p *position) bool { return p.games < 2 })
}

// explored are the pages of the positions before the first plies of a game; it ends where a position is
// no other game's.
func (w *writer) explored(g *game) (pages []string) {
	plies := w.openings[g.ID]
	for n := range plies {
		p := w.positions[lineOf(g.kind, plies[:n])]
		if p == nil || g.Terms != "" {
			break
		}
		pages = append(pages, p.page())
	}
	return pages
}

// writePositions writes the pages of positions that have changed.
func (w *writer) writePositions() error {
	failed := map[int64]bool{}
	for _, id := range w.failed {
		failed[id] = true
	}
	for _, key := range slices.Sorted(maps.Keys(w.positions)) {
		if err := w.writePosition(w.positions[key], failed); err != nil {
			return err
		}
	}
	return nil
}

func (w *writer) writePosition(p *position, failed map[int64]bool) error {
	plies := slices.SortedFunc(maps.Keys(p.next), func(a, b string) int {
		return cmp.Or(p.next[b].games-p.next[a].games, cmp.Compare(a, b))
	})
	page := nextPage{frame: frame{Top: "../../../", Bare: true}}
	made := sha256.New()
	fmt.Fprint(made, p.kind.look, w.nextLook)
	for n, ply := range plies {
		b := p.next[ply]
		if n == branchesShown {
			page.Others = &nextRow{}
		}
		if n >= branchesShown {
			o := page.Others
			o.Games, o.Black, o.Drawn, o.White = o.Games+b.games, o.Black+b.black, o.Drawn+b.drawn, o.White+b.white
			continue
		}
		row := nextRow{Games: b.games, Black: b.black, Drawn: b.drawn, White: b.white}
		if further := w.positions[lineOf(p.kind, append(slices.Clone(p.plies), ply))]; further != nil {
			row.To = page.Top + further.page()
		} else if b.games == 1 && !failed[b.game.ID] {
			row.To = page.Top + b.game.page()
		}
		fmt.Fprintf(made, " %s %v", ply, row)
		page.Rows = append(page.Rows, row)
	}
	if page.Others != nil {
		fmt.Fprintf(made, " others %v", *page.Others)
	}
	of := hex.EncodeToString(made.Sum(nil)[:12])
	if w.shelf.keeps(p.page(), of) {
		return nil
	}
	for n := range page.Rows {
		spelling := p.kind.spelling(append(slices.Clone(p.plies), plies[n]))
		page.Rows[n].Move = spelling[len(spelling)-1]
	}
	var err error
	if page.Title = p.kind.spelled(p.plies); len(p.plies) == 0 {
		if page.Title, err = w.site.say("start"); err != nil {
			return err
		}
	}
	text, err := w.site.next(page)
	if err != nil {
		return err
	}
	return w.shelf.put(p.page(), of, text)
}

// nextPage says what was played next in a position.
type nextPage struct {
	frame
	Rows   []nextRow
	Others *nextRow // all other plies together; nil: there are none
}

// nextRow is a ply that was played next, and how the games ended.
type nextRow struct {
	Move, To                   string // To is a page that goes on there; empty: there is none
	Games, Black, Drawn, White int
}

// next builds the page of a position. It is shown in a frame, so its links lead out of that.
func (s *site) next(n nextPage) ([]byte, error) {
	p := s.begin(n.frame)
	p.html("<p>%s</p>\n<table>\n<tr><th>%s</th><th>%s</th><th>%s</th><th>%s</th><th>%s</th></tr>\n", n.Title, p.say("next-move"),
		p.say("next-games"), p.say("next-black"), p.say("next-drawn"), p.say("next-white"))
	row := func(move string, r nextRow) {
		p.raw("<tr><td>" + move + "</td>")
		for _, count := range []int{r.Games, r.Black, r.Drawn, r.White} {
			p.html("<td>%d</td>", count)
		}
		p.raw("</tr>\n")
	}
	for _, r := range n.Rows {
		move := html.EscapeString(r.Move)
		if r.To != "" {
			move = fmt.Sprintf(`<a href="%s">%s</a>`, html.EscapeString(r.To), move)
		}
		row(move, r)
	}
	if n.Others != nil {
		row(html.EscapeString(p.say("next-others")), *n.Others)
	}
	p.raw("</table>\n")
	return p.end()
}
