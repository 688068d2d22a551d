package tourrosa

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/rules"
)

func move(text string) rules.Move { return rules.Move(text) }

// setUp writes a position string from stacks such as "b12 b4, d1 w1".
func setUp(side rules.Side, stacks string) string {
	o := oracle{stacks: map[string]pile{}, side: side.Letter()}
	for stack := range strings.SplitSeq(stacks, ", ") {
		cell, pieces, _ := strings.Cut(stack, " ")
		n := 0
		for _, digit := range pieces[1:] {
			n = 10*n + int(digit-'0')
		}
		o.stacks[cell] = pile{pieces[:1], n}
	}
	return o.String()
}

// set is a position with Black to move.
func set(t testing.TB, stacks string) rules.Position {
	t.Helper()
	return setFor(t, rules.Black, stacks)
}

func setFor(t testing.TB, side rules.Side, stacks string) rules.Position {
	t.Helper()
	return parsed(t, setUp(side, stacks))
}

func parsed(t testing.TB, text string) rules.Position {
	t.Helper()
	p, err := Game().ParsePosition(text)
	require.NoError(t, err, text)
	return p
}

// played plays canonical plies.
func played(t testing.TB, p rules.Position, moves ...string) rules.Position {
	t.Helper()
	for _, m := range moves {
		next, err := p.Play(move(m))
		require.NoError(t, err, "%s %s", p, m)
		p = next
	}
	return p
}
