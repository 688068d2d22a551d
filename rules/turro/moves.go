package turro

import (
	"turnpost/rules"
)

// ply is the field that a stone leaves and the one that it reaches, or pass.
type ply uint16

const (
	// noPly is from a1 to a1, which is never legal.
	noPly ply = 0
	// pass declines the second of two moves.
	pass ply = 1<<16 - 1
)

const passText = "pass"

func move(from, to field) ply { return ply(from)<<8 | ply(to) }

func (p ply) from() field { return field(p >> 8) }

func (p ply) to() field { return field(p & 0xff) }

// text is the canonical text.
func (p ply) text() rules.Move {
	if p == pass {
		return passText
	}
	return rules.Move(p.from().String() + "-" + p.to().String())
}

// readPly is the inverse of text. The ply need not be legal.
func readPly(m rules.Move) (ply, bool) {
	if m == passText {
		return pass, true
	}
	if len(m) != 5 || m[2] != '-' {
		return noPly, false
	}
	from, ok1 := readField(string(m[:2]))
	to, ok2 := readField(string(m[3:]))
	return move(from, to), ok1 && ok2 && from != to
}

// Groups implements rules.MoveGrouper: a group for each field that plies leave, the Turro's first,
// because it decides the game, and pass last.
func (p position) Groups() []rules.MoveGroup {
	var turro, others []ply
	p.plies(func(q ply) {
		if q != pass && p.turro[p.side].has(q.from()) {
			turro = append(turro, q)
		} else {
			others = append(others, q)
		}
	})
	return rules.GroupBy(append(turro, others...), p.title, ply.text)
}

// title names the group of q: "d1, Turro", "c4, tower of 3", "d3".
func (b *setup) title(q ply) rules.Phrase {
	if q == pass {
		return rules.Phrasef("no second move")
	}
	h := b.towers[q.from()].height()
	switch turro := b.turro[b.side].has(q.from()); {
	case turro && h > 1:
		return rules.Phrasef("%s, Turro, tower of %d", q.from(), h)
	case turro:
		return rules.Phrasef("%s, Turro", q.from())
	case h > 1:
		return rules.Phrasef("%s, tower of %d", q.from(), h)
	}
	return rules.Phrasef("%s", q.from())
}

// targets are the fields to which the side to move can go from f, on which it must have a free stone:
// those at the distance of the tower's height, except the field of its own Turro.
func (b *setup) targets(f field) fields {
	return b.reach(f) &^ b.turro[b.side]
}

// reach are the fields whose distance from f is the height of its tower.
func (b *setup) reach(f field) fields { return reach[min(b.towers[f].height(), size)][f] }

// movers are at most most of the fields from which a side has a move.
func (b *setup) movers(side colour, most int) (found fields) {
	turro := b.turro[side]
	for free := b.free[side]; free != 0 && most > 0; free = free.rest() {
		if f := free.first(); b.reach(f)&^turro != 0 {
			found |= f.only()
			most--
		}
	}
	return found
}

// play plays a legal ply.
func (b *setup) play(p ply) {
	if p != pass {
		b.lift(p.from())
		b.drop(p.to())
	}
	b.next(0)
}

// lift takes the free stone of the side to move off a field, which frees the stone below it. (Here
// and below, &1 changes nothing but avoids index checks.)
func (b *setup) lift(from field) {
	me, at := b.side&1, from.only()
	tall := b.towers[from].height() == int(b.tallest)
	left := b.towers[from].pop()
	b.towers[from] = left
	b.free[me] &^= at
	if left != ground {
		b.free[left.top()] |= at
	}
	b.turro[me] &^= at // a Turro in the hand is nowhere
	if tall {
		b.tallest = b.shrunk()
	}
}

// drop puts the lifted stone on a field and captures the stone there.
func (b *setup) drop(to field) {
	me, at := b.side&1, to.only()
	tower := b.towers[to].push(me)
	b.towers[to] = tower
	b.free[me] |= at
	b.free[me^1] &^= at
	if b.turro[me] == 0 {
		b.turro[me] = at
	}
	b.tallest = max(b.tallest, uint8(tower.height()))
}

// next begins the next ply, of either side, in a game that was not over before the last one. sure
// are fields from which the other side is known to have a move; it may be empty.
func (b *setup) next(sure fields) {
	if b.moves == two {
		b.moves = second
	} else {
		b.endTurn()
	}
	if sure == 0 || b.turroDecides() {
		b.judge()
	}
}

// shrunk is the height of the tallest tower after a tower of height b.tallest has lost a stone.
func (b *setup) shrunk() uint8 {
	for _, t := range b.towers {
		if t >= ground<<b.tallest {
			return b.tallest
		}
	}
	return b.tallest - 1
}

// endTurn gives the turn to the other side. "If, at the end of a side's turn, the tallest tower on the
// board is higher than the tallest was at the beginning of that turn, the other side may make two
// moves in its next turn."
func (b *setup) endTurn() {
	b.moves = one
	if b.tallest > b.height {
		b.moves = two
	}
	b.height = b.tallest
	b.side = b.side.other()
}

// turroDecides reports whether a Turro has crossed the board or has been captured.
func (b *setup) turroDecides() bool {
	return b.turro[black]&(row7|^b.free[black])|b.turro[white]&(row1|^b.free[white]) != 0
}

// judge sets the ending and the winner from the board and the turn alone, so a finished game is still
// over when its position is read from text.
func (b *setup) judge() {
	switch {
	case b.turro[black]&row7 != 0:
		b.ending, b.winner = crossed, black
	case b.turro[white]&row1 != 0:
		b.ending, b.winner = crossed, white
	case b.turro[black]&^b.free[black] != 0:
		b.ending, b.winner = captured, white
	case b.turro[white]&^b.free[white] != 0:
		b.ending, b.winner = captured, black
	// "a side that is to begin its turn": at its second move a side may pass.
	case b.moves != second && b.movers(b.side, 1) == 0:
		b.ending, b.winner = stalemate, b.side.other()
	default:
		b.ending = none
	}
}

// plies calls each with every legal ply in the order of their texts.
func (b *setup) plies(each func(ply)) {
	if b.ending != none {
		return
	}
	for own := b.free[b.side]; own != 0; own = own.rest() {
		from := own.first()
		for to := b.targets(from); to != 0; to = to.rest() {
			each(move(from, to.first()))
		}
	}
	if b.moves == second {
		each(pass)
	}
}

// legal reports whether p is a legal ply.
func (b *setup) legal(p ply) bool {
	switch {
	case b.ending != none:
		return false
	case p == pass:
		return b.moves == second
	}
	return b.free[b.side].has(p.from()) && b.targets(p.from()).has(p.to())
}

// Legal implements rules.Position.
func (p position) Legal() []rules.Move {
	if p.ending != none {
		return nil
	}
	legal := make([]rules.Move, 0, 128)
	p.plies(func(q ply) { legal = append(legal, q.text()) })
	return legal
}

// Perft implements rules.Perfter.
func (p position) Perft(depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	return p.setup.perft(depth)
}

// perft plays and takes back every ply on one board, and leaves the board unchanged. It lifts a
// stone once and drops it on each of its targets in turn. depth is at least 1.
func (b *setup) perft(depth int) (nodes uint64) {
	if b.ending != none {
		return 0
	}
	before := b.state
	// A ply changes two fields, so of three fields from which the other side can move now, it
	// can still move from at least one.
	others := b.movers(b.side.other(), 3)
	for own := b.free[b.side]; own != 0; own = own.rest() {
		from := own.first()
		targets := b.targets(from)
		if targets == 0 {
			continue
		}
		b.lift(from)
		lifted := b.state
		for ; targets != 0; targets = targets.rest() {
			to := targets.first()
			b.drop(to)
			nodes += b.after(depth, others&^(from.only()|to.only()))
			b.towers[to] = b.towers[to].pop()
			b.state = lifted
		}
		b.towers[from] = b.towers[from].push(before.side)
		b.state = before
	}
	if b.moves == second {
		nodes += b.after(depth, others) // the pass
		b.state = before
	}
	return nodes
}

// after counts the sequences whose first ply has just been played on the board.
func (b *setup) after(depth int, sure fields) uint64 {
	b.next(sure) // which establishes the outcome
	if depth == 1 {
		return 1
	}
	return b.perft(depth - 1)
}
