package analysis

import (
	"fmt"
	"strconv"
	"strings"

	"turnpost/rules"
)

// write writes plies as they are kept: a line each, "c5-b4 win 7 e4-d4 b4-b5", the words
// from the fourth on what follows, or "-". No game writes a ply with a space.
func write(plies []PuzzlePly) string {
	var b strings.Builder
	for _, p := range plies {
		line := p.Line
		if len(line) == 0 {
			line = []rules.Move{"-"}
		}
		fmt.Fprintf(&b, "%s %s %d", p.Move, p.Worth, p.N)
		for _, m := range line {
			b.WriteString(" " + string(m))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// read reads what write wrote.
func parsePuzzlePlies(text string) (plies []PuzzlePly, err error) {
	for line := range strings.Lines(text) {
		words := strings.Fields(line)
		if len(words) < 4 {
			return nil, fmt.Errorf("a puzzle: %q", line)
		}
		n, err := strconv.Atoi(words[2])
		if err != nil {
			return nil, fmt.Errorf("a puzzle: %w", err)
		}
		p := PuzzlePly{Move: rules.Move(words[0]), Worth: words[1], N: n}
		for _, m := range words[3:] {
			if m != "-" {
				p.Line = append(p.Line, rules.Move(m))
			}
		}
		plies = append(plies, p)
	}
	return plies, nil
}
