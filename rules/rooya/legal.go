package rooya

// maxPlies is an upper bound for any board. A pawn on a corner of the inner plate has the most
// plies: two steps on its plate, two to the other plate, and from each of those two further
// steps; and there are three turns.
const maxPlies = pawns*(2+2+2*2) + 3

// plies lists every ply of the side to act, in no particular order, and returns their number.
// It does not check whether the game is over.
func (b setup) plies(list *[maxPlies]ply) int {
	n := 0
	taken := b.own | b.other
	if b.placing() {
		for free := outer &^ taken; free != 0; free &= free - 1 {
			list[n] = ply{kind: place, to: free.first()}
			n++
		}
		return n
	}
	for men := b.own; men != 0; men &= men - 1 {
		from := men.first()
		for steps := neighbours[from] &^ b.own; steps != 0; steps &= steps - 1 {
			to := steps.first()
			list[n] = ply{kind: move, from: from, via: from, to: to}
			n++
			if taken.has(to) || inner.has(from) == inner.has(to) {
				continue
			}
			// On a free cell of the other plate, the pawn may take a second step on that
			// plate. It cannot return to where it began, which is on the first plate.
			for on := follow[to] &^ b.own; on != 0; on &= on - 1 {
				list[n] = ply{kind: move, from: from, via: to, to: on.first()}
				n++
			}
		}
	}
	for k := clockwise; k <= anticlockwise; k++ {
		list[n] = ply{kind: k}
		n++
	}
	return n
}
