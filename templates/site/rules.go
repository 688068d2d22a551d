package site

// Figure is a picture of the rules.
type Figure struct {
	Caption, Words string
	Picture        string
	Width, Height  float64
}

// Rules is the page of a game's rules.
type Rules struct {
	Frame
	Author  string
	Year    int
	Brief   string
	Text    string
	Figures []Figure
}

// Rules sets the rules of a game.
func (s *Site) Rules(r Rules) ([]byte, error) {
	p := s.begin(r.Frame)
	p.html("<p class=\"m\">%s</p>\n<p>%s</p>\n", p.say("by", "Author", r.Author, "Year", r.Year), r.Brief)
	for _, f := range r.Figures {
		p.html("<figure><figcaption>%s</figcaption><img class=\"b\" src=\"%s\" width=\"%v\" height=\"%v\" alt=\"%s\"></figure>\n", f.Caption, f.Picture, f.Width, f.Height, f.Words)
	}
	p.html("<pre>%s</pre>\n", r.Text)
	return p.end()
}
