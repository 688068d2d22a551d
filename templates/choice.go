package templates

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// A title stands in front of at most so many plies, and has at most so many characters: they
// are then together as wide as a telephone.
const (
	few         = 6
	widestTitle = 24
)

// tapRoom is how many bytes the taps of all choices of a page may take, if the rest leaves so many.
// Three boards of Turro, with 126 plies each, need some 60,000.
const tapRoom = 64_000

// choiceForm is how much of a choice a page shows.
type choiceForm int

const (
	allPlies   choiceForm = iota
	pieces                // the pieces; the plies of the one that is tapped come in the answer
	boardAlone            // one tap, for the board with all plies
	nothing               // where the rest of a page is measured
)

// fit makes the choices of a page so short that they have room together: first the longest show
// pieces, and of equals the last; then the last ones are one tap.
func (p *page) fit(d *document) {
	var list []*choice
	for _, part := range d.parts {
		for _, b := range part.blocks {
			if c, ok := b.block.(*choice); ok {
				list = append(list, c)
			}
		}
	}
	if len(list) == 0 {
		return
	}
	rest := newPage(p.in, p.lines, p.to)
	for _, c := range list {
		rest.shows[c] = nothing
	}
	rest.body(d)
	room := min(tapRoom, most-len(frame)-rest.b.Len()-2*len(d.opening))
	size := func(c *choice, form choiceForm) int {
		measured := newPage(p.in, p.lines, p.to)
		measured.shows[c] = form
		measured.choice(c)
		return measured.b.Len()
	}
	total, sizes := 0, map[*choice]int{}
	for _, c := range list {
		sizes[c] = size(c, allPlies)
		total += sizes[c]
	}
	shorten := func(to choiceForm) bool {
		var longest *choice
		for _, c := range list {
			longer := longest == nil || sizes[c] >= sizes[longest] || to == boardAlone
			if c.board != "" && p.shows[c] < to && longer && size(c, to) < sizes[c] {
				longest = c
			}
		}
		if longest != nil {
			p.shows[longest] = to
			total += size(longest, to) - sizes[longest]
			sizes[longest] = size(longest, to)
		}
		return longest != nil
	}
	for total > room && (shorten(pieces) || shorten(boardAlone)) {
	}
}

// choice writes the legal plies: first the piece, then its plies in a row of taps. Where a
// group's title is how all its plies begin, a tap shows only how its ply goes on: "d3: d4, e3",
// or "b12: ao, ao+". How much there is room for, fit has decided.
func (p *page) choice(c *choice) {
	form := p.shows[c]
	if form == nothing {
		return
	}
	if form == boardAlone {
		p.taps(&taps{commands: []string{c.board}})
		return
	}
	if c.table != nil && form == allPlies {
		p.cellTable(c)
		return
	}
	above, hinted := false, false
	for _, g := range c.groups {
		above = above || folding(g) == "" && (len(g.Moves) > few || utf8.RuneCountInString(g.Title) > widestTitle)
		for _, m := range g.Moves {
			hinted = hinted || form == allPlies && clean(m.Hint) != ""
		}
	}
	p.explain(form, hinted)
	if hinted {
		p.html("<div class=\"y h\" style=\"margin:0 0 12px;line-height:40px\">\n")
	} else {
		p.html("<div class=\"y\" style=\"margin:0 0 12px;line-height:40px\">\n")
	}
	for _, g := range c.groups {
		fold := folding(g)
		title, more := clean(g.Title), ""
		if fold != "" {
			title, more, _ = strings.Cut(title, ", ") // the title may say more: "d1, Turro"
		}
		switch {
		case fold != "" && form == pieces:
			to := p.to.to(c.board + " " + clean(fold))
			if more == "" {
				p.html("<a class=\"k\" href=\"mailto:%s\">%s</a>\n", to, title)
			} else {
				p.html("<a href=\"mailto:%s\">%s <small>%s</small></a>\n", to, title, more)
			}
		case fold == "" && above: // groups that are of no piece look alike
			p.title(title, more)
			p.html(`<div style="overflow:hidden">`)
			p.moves(c, g, fold)
			p.html("</div>\n")
		default:
			p.beside(title, more)
			p.moves(c, g, fold)
			p.html("</div>\n")
		}
	}
	p.html("</div>\n")
}

// explain says what a tap does, once a page.
func (p *page) explain(form choiceForm, hinted bool) {
	ids := []string{"turn.tap"}
	if form == pieces {
		ids = []string{"turn.tap-piece"}
	}
	if hinted {
		ids = append(ids, "turn.hints")
	}
	p.explainOnce(ids...)
}

// explainOnce says what the page has not said before.
func (p *page) explainOnce(ids ...string) {
	var texts []string
	for _, id := range ids {
		if p.explained[id] {
			continue
		}
		text, err := p.in.say(id)
		p.errs = append(p.errs, err)
		p.explained[id] = true
		texts = append(texts, text)
	}
	if len(texts) > 0 {
		p.said(flowing(texts).lines)
	}
}

// title writes the title of a group above its plies.
func (p *page) title(title, more string) {
	if title == "" {
		return
	}
	p.html(`<p style="margin:8px 0 2px;line-height:1.4"><b class="t">%s</b>`, title)
	if more != "" {
		p.html(" %s", more)
	}
	p.html("</p>")
}

// beside begins a group with its title in front of the plies.
func (p *page) beside(title, more string) {
	if more == "" {
		p.html(`<div class="z"><b class="t">%s</b> `, title)
		return
	}
	p.html(`<div class="z"><b class="t l">%s <small>%s</small></b> `, title, more)
}

// moves writes the plies of a group as taps. Their style is that of the class: a style of their own
// would take half of the room.
func (p *page) moves(c *choice, g MoveGroup, fold string) {
	for _, m := range g.Moves {
		move := clean(m.Move)
		text := clean(m.Shown())
		if fold != "" {
			text = strings.TrimPrefix(clean(m.Move[len(fold):]), "-")
		}
		p.html(`<a href="mailto:%s">`, p.to.to(c.prefix+move))
		if !c.unlisted && m.N > 0 {
			p.html("<small>%d</small> ", m.N)
		}
		p.html("%s", text)
		if hint := clean(m.Hint); hint != "" {
			p.html(" <i>%s</i>", hint)
		}
		p.html("</a>\n")
	}
}

// folding is how all plies of a group begin, if its title says so; else it is empty. A hyphen
// behind it stands for the way to what follows.
func folding(g MoveGroup) string {
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
