package website

import (
	"fmt"

	"turnpost/mail/club/tournament"
	"turnpost/templates"
)

// bracketMatch is a match of a cup. Its arrays are in the order of the seats.
type bracketMatch struct {
	Seeds [2]int // 0: nobody sits there
	Who   [2]personLink
	Cells [2][]cellGame
	Won   [2]bool
}

// bracket writes the matches of a round.
func (p *page) bracket(matches []bracketMatch) {
	free, err := p.site.words.Say(p.site.lang, "cup.free")
	if err != nil {
		p.errs = append(p.errs, err)
	}
	p.raw("<table class=\"c\">\n")
	for _, m := range matches {
		p.raw("<tr>")
		for i, seed := range m.Seeds {
			if seed == 0 {
				p.html("<td></td><td>%s</td><td></td>", free)
				continue
			}
			p.html("<td>%d</td><td>", seed)
			if m.Won[i] {
				p.raw("<b>")
			}
			p.person(m.Who[i])
			if m.Won[i] {
				p.raw("</b>")
			}
			p.raw("</td><td>")
			for _, g := range m.Cells[i] {
				p.person(personLink{g.Result, g.Page})
			}
			p.raw("</td>")
		}
		p.raw("</tr>\n")
	}
	p.raw("</table>\n")
}

// bracket is the rounds of a cup that have begun, and below the last one those of its games that are shown.
func (w *writer) bracket(s *season, d *division) (parts []listPart, err error) {
	unnamed, err := w.site.say("unnamed")
	if err != nil {
		return nil, err
	}
	for number := 1; number <= max(1, tournament.CupRound(d.games)) && number <= len(d.cup); number++ {
		title, err := w.site.words.Say(w.site.lang, templates.CupRoundID(number, len(d.cup)), "Number", number,
			"Rounds", len(d.cup))
		if err != nil {
			return nil, err
		}
		part := listPart{Title: title, ID: fmt.Sprintf("d%d", number)}
		for _, match := range d.cup[number-1] {
			if match.Players == [2]int64{} {
				continue
			}
			m := bracketMatch{Seeds: match.Seats}
			for i, player := range match.Players {
				if player == 0 {
					continue
				}
				row := tournament.RowOf(d.rows, player)
				m.Who[i], m.Won[i] = w.entrant(d, player).named("../../"), match.Won() == player
				if m.Who[i].Name == "" {
					m.Who[i].Name = unnamed
				}
				if row.Out {
					m.Who[i].Name += " *"
				}
				if other := match.Players[1-i]; other != 0 {
					at := *d
					at.games = match.Games
					m.Cells[i] = at.cell(row.DivisionPlayer, tournament.DivisionPlayer{ID: other})
				}
			}
			part.Bracket = append(part.Bracket, m)
		}
		parts = append(parts, part)
	}
	if len(parts) > 0 {
		parts[len(parts)-1].Entries = w.entries(d.shown, len(d.shown), "../../")
	}
	return parts, nil
}
