package tourrosa

import "turnpost/rules"

// Likes are the position on the Rose turned by whole hours, mirrored, and turned inside
// out by half an hour, in forty-eight ways, and each again with the colours exchanged
// (rules.Symmetric). Inside out the line is the same: past the centre it goes as it goes
// round the tip of a petal, and rings a and d, b and c change places.
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

// like is where a cell goes when the Rose is mirrored, if sense is -1, and then turned by
// so many half-hours: inside out, if they are odd, because rings b and d stand on the
// hour, and a and c half an hour after it.
func (c cell) like(shift, sense int) cell {
	ring := c.ring()
	if shift%2 == 1 {
		ring = rings - 1 - ring
	}
	return cellBearing(ring, ((sense*c.bearing()+shift)%halfHours+halfHours)%halfHours)
}

var _ rules.Symmetric = position{}
