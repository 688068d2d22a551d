package rules

import "fmt"

// Example is a picture in the rules: a position after some plies, with the last one marked, and a
// caption.
type Example struct {
	// From is a position string, or "" for the start; Plies are played there.
	From    string
	Plies   []Move
	Caption Phrase
}

// Shown is the position of an example. The error says what is wrong with the example.
func (g Game) Shown(e Example) (Position, error) {
	p := g.Start()
	if e.From != "" {
		var err error
		if p, err = g.ParsePosition(e.From); err != nil {
			return nil, fmt.Errorf("an example of %s: %w", g.Name, err)
		}
	}
	for _, m := range e.Plies {
		next, err := p.Play(m)
		if err != nil {
			return nil, fmt.Errorf("an example of %s: %w", g.Name, err)
		}
		p = next
	}
	return p, nil
}

// Tail leads to the present position from the one a number of plies before it, or from the start.
// Marked plies are enough to draw the position.
func (r *Record) Tail(plies int) Example {
	from := max(r.Len()-plies, 0)
	return Example{From: r.At(from).String(), Plies: r.plies[from:]}
}
