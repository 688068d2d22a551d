package roses

import (
	"bytes"
	"compress/flate"
	_ "embed"
	"fmt"
	"io"
	"sync"

	"turnpost/rules"
)

// packed is the table of the move phase: one byte for each numbered state, deflated. A byte is 0 for a
// draw, and otherwise the plies to the end, odd if the side to move wins and even if it loses.
// `turnpost engine solve roses` makes it.
//
//go:embed table.bin
var packed []byte

// table is the exact values of the game.
type table struct {
	*numbering
	values []byte
	// drops are the values of the states of the drop phase that a game can reach, by the number
	// of the same board in the move phase: the hands follow from the board.
	drops map[uint32]byte
}

// solved is the table that ships with the program. It is unpacked when it is first needed.
var solved = sync.OnceValue(func() *table {
	t := &table{numbering: newNumbering()}
	var err error
	if t.values, err = unpackTable(packed); err == nil && len(t.values) != t.states() {
		err = fmt.Errorf("it has %d states, and there are %d", len(t.values), t.states())
	}
	if err != nil {
		// The table is part of the program, and a test reads it.
		panic("roses: the table of exact values: " + err.Error())
	}
	t.addDrops()
	return t
})

func unpackTable(packed []byte) ([]byte, error) {
	return io.ReadAll(flate.NewReader(bytes.NewReader(packed)))
}

func packTable(values []byte) ([]byte, error) {
	var b bytes.Buffer
	w, err := flate.NewWriter(&b, flate.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(values); err != nil {
		return nil, err
	}
	err = w.Close()
	return b.Bytes(), err
}

// Value implements rules.Solved.
func (p position) Value() rules.Value {
	switch {
	case p.captured(p.turn.side):
		return rules.Value{Sign: -1}
	case p.captured(p.turn.side.Opponent()):
		return rules.Value{Sign: +1}
	case p.over():
		return rules.Value{}
	}
	return valueOf(solved().value(p.state))
}

// valueOf is the value of a byte of the table.
func valueOf(b byte) rules.Value {
	switch {
	case b == 0:
		return rules.Value{}
	case b%2 == 1:
		return rules.Value{Sign: +1, Plies: int(b)}
	}
	return rules.Value{Sign: -1, Plies: int(b)}
}

// value is the byte of the table for a state that is not over.
func (t *table) value(s state) byte {
	if !s.dropping() {
		// A second pass in a row draws. No game from the start has one.
		if s.turn.passes == 1 && s.mustPass() {
			return 0
		}
		return t.values[t.number(s)]
	}
	if s.turn.passes == 0 && s.complete() {
		if v, ok := t.drops[t.number(s)]; ok {
			return v
		}
	}
	return t.search(s, map[state]byte{})
}

// complete reports whether both sides have all their soldiers, in hand or on the board, and have
// dropped alternately.
func (s state) complete() bool {
	return s.own.count()+int(s.hand.own) == soldiers && s.foe.count()+int(s.hand.foe) == soldiers &&
		(s.hand.own == s.hand.foe || s.hand.own == s.hand.foe+1)
}

// mustPass reports whether the side to move can only pass.
func (s state) mustPass() bool {
	var l plies
	s.plies(&l)
	return l.n == 1 && l.ply[0].kind == pass
}

// addDrops fills the drops.
func (t *table) addDrops() {
	t.drops = map[uint32]byte{}
	var add func(s state) byte
	add = func(s state) byte {
		if !s.dropping() {
			return t.value(s)
		}
		number := t.number(s)
		v, ok := t.drops[number]
		if !ok {
			v = best(s, add)
			t.drops[number] = v
		}
		return v
	}
	add(start().state)
}

// search is the value of a state of the drop phase by search to the end of the phase. seen holds the
// values found.
func (t *table) search(s state, seen map[state]byte) byte {
	switch {
	case s.over(): // no drop captures a castle
		return 0
	case !s.dropping():
		return t.value(s)
	}
	v, ok := seen[s]
	if !ok {
		v = best(s, func(s state) byte { return t.search(s, seen) })
		seen[s] = v
	}
	return v
}

// best is the value of a state from the values of its successors.
func best(s state, value func(state) byte) byte {
	var l plies
	s.plies(&l)
	won, drawn, lost := byte(0), false, byte(0)
	for _, m := range l.all() {
		switch v := value(s.after(m)); {
		case v == 0:
			drawn = true
		case v%2 == 0 && (won == 0 || v+1 < won):
			won = v + 1
		case v%2 == 1:
			lost = max(lost, v+1)
		}
	}
	switch {
	case won > 0:
		return won
	case drawn:
		return 0
	}
	return lost
}
