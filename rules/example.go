package rules

import "fmt"

// Example is a picture of the rules: a position as it is after some plies, the last
// of which it marks, and what is to be seen in it.
type Example struct {
	// From is a position string, Plies what is played there: none to show the board.
	// Empty: the start.
	From    string
	Plies   []Move
	Caption Phrase
}

// Shown is the position that an example of the game shows. The error says what is
// wrong with the example.
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

// Tail is how to come to the present position from the one so many plies before it,
// or from the start. Marked plies are enough to draw it.
func (r *Record) Tail(plies int) Example {
	from := max(r.Len()-plies, 0)
	return Example{From: r.At(from).String(), Plies: r.plies[from:]}
}
