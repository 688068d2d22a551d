package weiqi

import (
	"fmt"
	"strings"

	"turnpost/rules"
)

// gtp is the games of a size as GTP has them.
func (l *layout) gtp() *rules.GTP {
	return &rules.GTP{Size: l.size, Rules: []string{"kata-set-rules tromp-taylor"}, Setup: gtpSetup, Ply: gtpPly,
		Score: gtpScore, Begin: l.gtpBegin, Handicap: l.gtpHandicap}
}

// gtpBegin is the inverse of gtpSetup.
func (l *layout) gtpBegin(komi string, stones []string) (rules.Position, error) {
	b := l.usual()
	for _, stone := range stones {
		at, ok := l.number(rules.Move(strings.ToLower(stone)))
		if !ok || at == l.pass() {
			return nil, fmt.Errorf("%q is no point", stone)
		}
		b.put(rules.Black, at)
		b.first = rules.White
	}
	if komi != "" {
		var ok bool
		if b.komi2, ok = readHalf(komi); !ok {
			return nil, fmt.Errorf("%q is no komi", komi)
		}
	}
	return b.start(), b.check()
}

// gtpHandicap is the points of fixed_handicap.
func (l *layout) gtpHandicap(stones int) (points []string) {
	if stones < 2 || stones > mostHandicap {
		return nil
	}
	for _, at := range l.star(stones) {
		points = append(points, gtpPly(l.texts[at]))
	}
	return points
}

// gtpPly is a ply as GTP writes it.
func gtpPly(m rules.Move) string {
	if m == passText {
		return passText
	}
	return strings.ToUpper(string(m))
}

// gtpSetup is the commands that set up the start of a game on an empty board.
func gtpSetup(start rules.Position) []string {
	b := start.(position).setup
	commands := []string{"komi " + half(b.komi2)}
	for _, side := range []rules.Side{rules.Black, rules.White} {
		for _, at := range b.laid[side] {
			commands = append(commands, fmt.Sprintf("play %s %s", side, gtpPly(b.texts[at])))
		}
	}
	return commands
}

// gtpScore is the area of a position with komi, as GTP writes it.
func gtpScore(p rules.Position) string {
	at := p.(position)
	black, white := at.area()
	switch lead2 := 2*(black-white) - at.komi2; {
	case lead2 > 0:
		return "B+" + half(lead2)
	case lead2 < 0:
		return "W+" + half(-lead2)
	}
	return "0"
}
