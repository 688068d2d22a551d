package turro

import (
	"math/bits"

	"turnpost/rules"
)

// colour is a side as one bit of a tower and as an array index.
type colour uint8

const (
	black colour = iota
	white
)

func (c colour) other() colour    { return c ^ 1 }
func (c colour) side() rules.Side { return rules.Side(c) + rules.Black }

// term is the name of the side in sentences.
func (c colour) term() rules.Term { return c.side().Term() }

// tower is the stones on one field: a leading one and below it one bit for each stone, the bottom
// stone highest. All 42 stones fit.
type tower uint64

// ground is a field without stones.
const ground tower = 1

func (t tower) height() int         { return bits.Len64(uint64(t)) - 1 }
func (t tower) push(c colour) tower { return t<<1 | tower(c) }
func (t tower) pop() tower          { return t >> 1 }

// top is the colour of the free stone. It is meaningless for ground.
func (t tower) top() colour { return colour(t & 1) }

// under is the colour of the stone n stones under the top.
func (t tower) under(n int) colour { return colour(t >> n & 1) }
