package weiqi

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"turnpost/rules"
)

// setup is how a game begins.
type setup struct {
	*layout
	laid  [3][]int // the points that are not empty, by side, ascending
	first rules.Side
	komi2 int    // twice what White is given; it may be negative
	begun uint64 // the hash of the stones
}

// Twice the komi.
const (
	usualKomi2    = 15
	handicapKomi2 = 1
	mostKomi2     = 200
	mostTermKomi  = 50 // of what players may agree on
)

// usual is the start without any terms: an empty board, and Black begins.
func (l *layout) usual() *setup { return &setup{layout: l, first: rules.Black, komi2: usualKomi2} }

// put adds a stone.
func (b *setup) put(side rules.Side, at int) {
	b.laid[side] = append(b.laid[side], at)
	b.begun ^= key(side, at)
}

// start is the position before the first ply.
func (b *setup) start() position {
	p := position{state: state{setup: b, hash: b.begun}}
	for _, side := range []rules.Side{rules.Black, rules.White} {
		for _, at := range b.laid[side] {
			p.stones[at] = side
		}
	}
	return p
}

// check sorts the stones. It refuses two on one point, and a chain without a free point.
func (b *setup) check() error {
	for side := range b.laid {
		slices.Sort(b.laid[side])
	}
	all := slices.Sorted(slices.Values(slices.Concat(b.laid[rules.Black], b.laid[rules.White])))
	if len(slices.Compact(all)) < len(b.laid[rules.Black])+len(b.laid[rules.White]) {
		return fmt.Errorf("no Go position: two stones on one point")
	}
	s := b.start().state
	for _, at := range all {
		var seen [most]bool
		if _, free := s.chain(at, &seen, nil); !free {
			return fmt.Errorf("no Go position: the stone on %s has no free point", b.texts[at])
		}
	}
	return nil
}

// mostHandicap is the greatest number of stones that have their usual points.
const mostHandicap = 9

// star is the points of handicap stones in the order in which they are placed, as fixed_handicap of
// the Go Text Protocol does (section 4.1.1 of
// https://www.lysator.liu.se/~gunnar/gtp/gtp2-spec-draft2.pdf). Of an odd number of five or more, the
// last is in the middle.
func (l *layout) star(stones int) (at []int) {
	near, middle := 2+l.size/12, l.size/2 // the third line of a small board, the fourth of a larger one
	far := l.size - 1 - near
	for _, c := range [...][2]int{{near, near}, {far, far}, {near, far}, {far, near}, {near, middle}, {far, middle},
		{middle, near}, {middle, far}} {
		at = append(at, c[0]*l.size+c[1])
	}
	if stones >= 5 && stones%2 == 1 {
		at = append(at[:stones-1], middle*l.size+middle)
	}
	return at[:stones]
}

// handicap is the number of stones that Black has in advance on the usual points, if the game begins so and
// White makes the first ply; 0 if not.
func (b *setup) handicap() int {
	n := len(b.laid[rules.Black])
	if n < 2 || n > mostHandicap || len(b.laid[rules.White]) > 0 || b.first != rules.White {
		return 0
	}
	if !slices.Equal(slices.Sorted(slices.Values(b.star(n))), b.laid[rules.Black]) {
		return 0
	}
	return n
}

// The terms of a game.
const (
	termHandicap = "handicap"
	termKomi     = "komi"
)

// terms are what players may agree on: stones of Black on the star points, after which White begins, and komi.
func (l *layout) terms() []rules.StartTerm {
	most := mostHandicap
	if l.size < 13 {
		most = 5 // there are no more stars
	}
	return []rules.StartTerm{
		{Name: termHandicap, Range: fmt.Sprintf("2-%d", most), Read: func(value string) (string, bool) {
			n, err := strconv.Atoi(value)
			return strconv.Itoa(n), err == nil && n >= 2 && n <= most
		}},
		{Name: termKomi, Range: fmt.Sprintf("0, 0.5, 1 ... %d", mostTermKomi), Read: func(value string) (string, bool) {
			twice, ok := readHalf(value)
			return half(twice), ok && twice >= 0 && twice <= 2*mostTermKomi
		}},
	}
}

// begin is the start on some terms. With a handicap, komi is half a point unless it is named.
func (l *layout) begin(terms map[string]string) rules.Position {
	b := l.usual()
	if stones, err := strconv.Atoi(terms[termHandicap]); err == nil {
		for _, at := range l.star(stones) {
			b.put(rules.Black, at)
		}
		slices.Sort(b.laid[rules.Black])
		b.first, b.komi2 = rules.White, handicapKomi2
	}
	if komi, ok := readHalf(terms[termKomi]); ok {
		b.komi2 = komi
	}
	if terms[termHandicap] != "" {
		terms[termKomi] = half(b.komi2)
	}
	return b.start()
}

// agreed is the game as it begins with a setup, if players can agree on that.
func (b *setup) agreed(g rules.Game) rules.Game {
	terms := termKomi + " " + half(b.komi2)
	if n := b.handicap(); n > 0 {
		terms += fmt.Sprintf(", %s %d", termHandicap, n)
	}
	if with, err := g.Agree(terms); err == nil && with.Start().String() == b.start().String() {
		return with
	}
	return g
}

// The words of a setup in a position string.
const (
	wordKomi  = "komi:"  // before the number, if it is not 7.5
	wordStone = ":"      // between a side and its stones, which have + between
	wordFirst = ":first" // behind the side, if it is White
)

// written is the words of the setup with each point changed by a function; none of the usual one.
func (b *setup) written(change func(at int) int) (words []string) {
	for _, side := range []rules.Side{rules.Black, rules.White} {
		var at []int
		for _, stone := range b.laid[side] {
			at = append(at, change(stone))
		}
		slices.Sort(at)
		var names []string
		for _, stone := range at {
			names = append(names, string(b.texts[stone]))
		}
		if len(names) > 0 {
			words = append(words, side.String()+wordStone+strings.Join(names, "+"))
		}
	}
	if b.first == rules.White {
		words = append(words, b.first.String()+wordFirst)
	}
	if b.komi2 != usualKomi2 {
		words = append(words, wordKomi+half(b.komi2))
	}
	return words
}

// readSetup reads the words of a setup at the beginning of a position string, and returns the others.
func (l *layout) readSetup(words []string) (*setup, []string, error) {
	b := l.usual()
	for ; len(words) > 0 && strings.Contains(words[0], ":"); words = words[1:] {
		word, ok := words[0], true
		switch side, names, _ := strings.Cut(word, wordStone); {
		case word == rules.White.String()+wordFirst:
			b.first = rules.White
		case strings.HasPrefix(word, wordKomi):
			b.komi2, ok = readHalf(names)
		default:
			var on rules.Side
			on, ok = rules.ParseSide(side)
			for name := range strings.SplitSeq(names, "+") {
				at, is := l.number(rules.Move(name))
				if ok = ok && is && at != l.pass(); ok {
					b.put(on, at)
				}
			}
		}
		if !ok {
			return nil, nil, fmt.Errorf("no Go position: %q says nothing about a start", word)
		}
	}
	return b, words, b.check()
}

// half writes half a number: "7.5".
func half(twice int) string { return strconv.FormatFloat(float64(twice)/2, 'f', -1, 64) }

// readHalf reads a komi, and returns it twice. A comma may stand for the point.
func readHalf(text string) (twice int, ok bool) {
	n, err := strconv.ParseFloat(strings.ReplaceAll(text, ",", "."), 64)
	twice = int(2 * n)
	return twice, err == nil && n >= -mostKomi2/2 && n <= mostKomi2/2 && float64(twice) == 2*n
}
