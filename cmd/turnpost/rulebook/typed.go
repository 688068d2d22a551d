package rulebook

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"turnpost/cmd/turnpost/cli"
	"turnpost/rules"
)

// PlayTyped plays plies as a person types them and calls each after every one.
// The error says the number of the first ply that cannot be played, counted
// from 1, and why; the record then holds the plies before it.
func PlayTyped(r *rules.Record, plies []string, each func()) error {
	for i, text := range plies {
		m, err := r.Parse(text)
		if err == nil {
			err = r.Play(m)
		}
		if err != nil {
			if strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) }) {
				text = strconv.Quote(text) // it would do something to a terminal
			}
			return fmt.Errorf("ply %d, %s: %w", i+1, text, err)
		}
		each()
	}
	return nil
}

// record is the game that args name, its plies played: GAME [PLY...].
func record(e cli.Env, args []string) (*rules.Record, error) {
	g, err := e.Game(args[0])
	if err != nil {
		return nil, err
	}
	r := rules.NewRecord(g)
	return r, PlayTyped(r, args[1:], func() {})
}
