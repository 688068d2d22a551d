package tourrosa

import "turnpost/rules"

// Likes implements rules.Symmetric: the Rose turned by whole hours, mirrored, and turned inside out
// by half an hour, in 48 ways, each also with the colours exchanged. The line is the same inside
// out: it passes the centre as it goes around the tip of a petal, and rings a and d, and b and c,
// are exchanged.
func (p position) Likes() []string {
	texts := make([]string, 0, 2*4*hours)
	for shift := range halfHours {
		for _, sense := range []int{1, -1} {
			for _, colour := range []int8{1, -1} {
				q := position{state: state{side: p.side, passes: p.passes}}
				for c, v := range p.cells {
					q.cells[cell(c).like(shift, sense)] = colour * v
				}
				if colour < 0 {
					q.side = p.side.Opponent()
				}
				texts = append(texts, q.String())
			}
		}
	}
	return texts
}

// like is the new cell of a cell when the Rose is mirrored, if sense is -1, and then turned by
// shift half-hours. If shift is odd it is also turned inside out, because rings b and d are on the
// hour, and a and c half an hour after it.
func (c cell) like(shift, sense int) cell {
	ring := c.ring()
	if shift%2 == 1 {
		ring = rings - 1 - ring
	}
	return cellBearing(ring, ((sense*c.bearing()+shift)%halfHours+halfHours)%halfHours)
}

var _ rules.Symmetric = position{}
