package puzzle

import (
	"fmt"
	"strconv"
	"strings"

	"turnpost/rules"
)

// write writes plies as they are kept: a line each, "c5-b4 win 7 e4-d4", the last word "-"
// if there is no reply. No game writes a ply with a space.
func write(plies []Ply) string {
	var b strings.Builder
	for _, p := range plies {
		reply := p.Reply
		if reply == "" {
			reply = "-"
		}
		fmt.Fprintf(&b, "%s %s %d %s\n", p.Move, p.Worth, p.N, reply)
	}
	return b.String()
}

// read reads what write wrote.
func read(text string) (plies []Ply, err error) {
	for line := range strings.Lines(text) {
		words := strings.Fields(line)
		if len(words) != 4 {
			return nil, fmt.Errorf("a puzzle: %q", line)
		}
		n, err := strconv.Atoi(words[2])
		if err != nil {
			return nil, fmt.Errorf("a puzzle: %w", err)
		}
		p := Ply{Move: rules.Move(words[0]), Worth: words[1], N: n}
		if words[3] != "-" {
			p.Reply = rules.Move(words[3])
		}
		plies = append(plies, p)
	}
	return plies, nil
}
