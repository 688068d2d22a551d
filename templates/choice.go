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

// choice writes the legal plies: first the piece, then its plies in a row of taps. Where a
// group's title is how all its plies begin, a tap shows only how its ply goes on: "d3: d4, e3",
// or "b12: ao, ao+".
func (p *page) choice(c *choice) {
	above, hinted := false, false
	for _, g := range c.groups {
		above = above || folding(g) == "" && (len(g.Moves) > few || utf8.RuneCountInString(g.Title) > widestTitle)
		for _, m := range g.Moves {
			hinted = hinted || clean(m.Hint) != ""
		}
	}
	switch {
	case !p.linked:
		p.html("<div style=\"margin:0 0 12px\">\n")
	case hinted:
		p.html("<div class=\"y h\" style=\"margin:0 0 12px\">\n")
	default:
		p.html("<div class=\"y\" style=\"margin:0 0 12px\">\n")
	}
	for _, g := range c.groups {
		fold := folding(g)
		title, more := clean(g.Title), ""
		if fold != "" {
			title, more, _ = strings.Cut(title, ", ") // the title may say more: "d1, Turro"
		}
		switch {
		case !p.linked:
			p.title(title, more)
			p.html(`<p style="margin:0 0 8px">`)
			for _, m := range g.Moves {
				p.html("%d&nbsp;%s", m.N, clean(m.Move))
				if hint := clean(m.Hint); hint != "" {
					p.html(" %s", hint)
				}
				p.html(" &ensp;")
			}
			p.html("</p>\n")
		case fold == "" && above: // groups that are of no piece look alike
			p.title(title, more)
			p.html(`<div style="overflow:hidden">`)
			p.moves(g, fold, c.prefix)
			p.html("</div>\n")
		default:
			p.beside(title, more)
			p.moves(g, fold, c.prefix)
			p.html("</div>\n")
		}
	}
	p.html("</div>\n")
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
	height := 42
	if more != "" {
		height = 20
	}
	p.html(`<div class="z" style="display:inline-block;vertical-align:top"><b class="t" style="float:left;min-width:22px;padding:0 1px 0 0;font-size:14px;line-height:%dpx;white-space:nowrap">%s`, height, title)
	if more != "" {
		p.html(`<small style="padding:0 6px 0 0;font-weight:400">%s</small>`, more)
	}
	p.html("</b> ")
}

// moves writes the plies of a group as taps.
func (p *page) moves(g Group, fold, prefix string) {
	for _, m := range g.Moves {
		move := clean(m.Move)
		text := move
		if fold != "" {
			text = strings.TrimPrefix(clean(m.Move[len(fold):]), "-")
		}
		p.html(`<a href="mailto:%s"`, p.to.to(prefix+move))
		if !p.plain {
			p.html(` style="float:left;margin:0 4px 4px 0;color:#1f5a4a;text-decoration:none"`)
		}
		p.html("><small>%d</small> %s", m.N, text)
		if hint := clean(m.Hint); hint != "" {
			p.html(" <i>%s</i>", hint)
		}
		p.html("</a>\n")
	}
}

// folding is how all plies of a group begin, if its title says so; else it is empty. A hyphen
// behind it stands for the way to what follows.
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
