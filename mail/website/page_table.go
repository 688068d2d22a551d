package website

import "strconv"

// crossTable is the table of a division. The cells of its rows are in the order of the rows.
type crossTable struct{ Rows []crossRow }

// crossRow is one of them.
type crossRow struct {
	Place         string // with an arrow, if they go up or down
	Who           personLink
	Out           bool
	Cells         [][]cellGame
	Points, Score string // Score is by Sonneborn-Berger
}

// cellGame is a game in a cell: its result, and its page if it is shown.
type cellGame struct{ Result, Page string }

// table writes a table. tableKey explains its signs.
func (p *page) table(t crossTable) {
	p.raw("<table class=\"c\">\n<tr><th></th><th></th>")
	for n := range t.Rows {
		p.raw("<th>" + strconv.Itoa(n+1) + "</th>")
	}
	p.html("<th>%s</th><th>%s</th></tr>\n", p.messages("points"), p.messages("score"))
	for _, r := range t.Rows {
		p.html("<tr><td>%s</td><td>", r.Place)
		p.person(r.Who)
		if r.Out {
			p.raw(" *")
		}
		p.raw("</td>")
		for _, games := range r.Cells {
			p.raw("<td>")
			for _, g := range games {
				p.person(personLink{g.Result, g.Page})
			}
			p.raw("</td>")
		}
		for _, c := range []string{r.Points, r.Score} {
			p.html("<td>%s</td>", c)
		}
		p.raw("</tr>\n")
	}
	p.raw("</table>\n")
}

// tableKey explains the signs of tables, or of the bracket of a cup, in the words of messages.
func (s *site) tableKey(cup bool) (string, error) {
	if cup {
		return s.words.Say(s.lang, "cup.key")
	}
	return s.words.Say(s.lang, "seasontable.key")
}

// messages is a word that tables in messages have as well.
func (p *page) messages(id string) string {
	text, err := p.site.words.Say(p.site.lang, "seasontable."+id)
	if err != nil {
		p.errs = append(p.errs, err)
	}
	return text
}
