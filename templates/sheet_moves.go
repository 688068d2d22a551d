package templates

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// moves sets the legal plies: first the piece, then its plies in a row of taps.
// Where a group's title is how all its plies begin, each is told by how it goes on:
// "d3: d4, e3", or "b12: ao, ao+".
func (s *sheet) moves(groups []Group) string {
	b := block{Kind: moves}
	above := false
	for _, g := range groups {
		fold := folding(g)
		lg := linkGroup{Title: clean(g.Title)}
		if fold != "" {
			// The title may say more: "d1, Turro".
			lg.Title, lg.More, _ = strings.Cut(lg.Title, ", ")
		} else {
			lg.Above = true
			above = above || len(g.Moves) > few || utf8.RuneCountInString(g.Title) > widestTitle
		}
		for _, m := range g.Moves {
			move := clean(m.Move)
			l := link{Text: move, Full: move, Hint: clean(m.Hint), N: strconv.Itoa(m.N), command: s.prefix + move}
			if fold != "" {
				l.Text = strings.TrimPrefix(clean(m.Move[len(fold):]), "-")
			}
			b.Hinted = b.Hinted || l.Hint != ""
			lg.Links = append(lg.Links, l)
		}
		b.Groups = append(b.Groups, lg)
	}
	// Groups that are of no piece look alike.
	for i := range b.Groups {
		b.Groups[i].Above = b.Groups[i].Above && above
	}
	return s.keep(b)
}

// A title stands in front of so few plies, and has so few characters, that they are
// together as wide as a telephone.
const (
	few         = 6
	widestTitle = 24
)

// folding is how all plies of a group begin, if its title says so; else it is
// empty. A hyphen behind it stands for the way to what follows.
func folding(g Group) string {
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
