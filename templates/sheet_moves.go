package templates

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// moves sets the legal plies. Where a group's title is how all its plies begin,
// each is told by how it goes on: "d3: → d4, → e3", or "b12: ao, ao+".
func (s *sheet) moves(groups []Group) string {
	b := block{Kind: moves, Few: true}
	for _, g := range groups {
		b.Above = b.Above || utf8.RuneCountInString(g.Title) > narrow
		b.Few = b.Few && len(g.Moves) <= few
	}
	width := 0
	for _, g := range groups {
		lg := linkGroup{Title: clean(g.Title), Above: b.Above}
		fold := folding(g)
		for _, m := range g.Moves {
			move := clean(m.Move)
			l := link{Text: move, Full: move, N: strconv.Itoa(m.N), command: s.prefix + move}
			if fold != "" {
				l.Text = clean(m.Move[len(fold):])
				if to, ok := strings.CutPrefix(l.Text, "-"); ok {
					l.Text = "→ " + to
				}
			}
			width = max(width, l.width())
			lg.Links = append(lg.Links, l)
		}
		b.Groups = append(b.Groups, lg)
	}
	// The links of a block are of one width, so that they stand in columns.
	b.Columns = 1
	most := 5
	if b.Few {
		most = few / 2
	}
	for _, grid := range []struct{ columns, width int }{{2, 139}, {3, 91}, {4, 67}, {5, 53}} {
		if width <= grid.width && grid.columns <= most {
			b.Columns = grid.columns
		}
	}
	return s.keep(b)
}

// few is how many plies a group may have so that it looks the same on every
// screen.
const few = 8

// folding is how all plies of a group begin, if its title says so; else it is
// empty. A hyphen behind it stands for the way to what follows.
func folding(g Group) string {
	// The title may say more: "d1, Turro".
	from, _, _ := strings.Cut(g.Title, ",")
	for _, m := range g.Moves {
		rest, ok := strings.CutPrefix(m.Move, from)
		r, _ := utf8.DecodeRuneInString(rest)
		if from == "" || !ok || rest == "-" || r != '-' && !unicode.IsLetter(r) {
			return ""
		}
	}
	return from
}

// width is about how wide a link to a ply is, in px.
func (l link) width() int {
	const number, letter, rim = 7, 8, 10
	return number*len(l.N) + letter*utf8.RuneCountInString(l.Text) + rim
}
