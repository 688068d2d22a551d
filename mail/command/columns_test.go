package command

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/rules"
	"turnpost/rules/all"
)

// columns is a game of nine columns, a to i, in which a ply is a letter. A column holds six pieces.
func columns() rules.Game {
	read := func(text string) (rules.Move, bool) {
		m := rules.Clean(text)
		return rules.Move(m), len(m) == 1 && m >= "a" && m <= "i"
	}
	return rules.Game{
		Name: "columns", Title: "Columns", Author: "tradition", Year: 2000,
		Notation: "A move is the letter of a column, such as d.",
		Start:    func() rules.Position { return drops("") },
		ParsePosition: func(text string) (rules.Position, error) {
			return drops(strings.TrimPrefix(text, "=")), nil
		},
		HasForm: func(text string) bool { _, ok := read(text); return ok },
	}
}

// drops is the columns into which pieces were dropped.
type drops string

func (p drops) Turn() rules.Side { return []rules.Side{rules.Black, rules.White}[len(p)%2] }

func (p drops) Legal() (legal []rules.Move) {
	for c := 'a'; c <= 'i'; c++ {
		if strings.Count(string(p), string(c)) < 6 {
			legal = append(legal, rules.Move(c))
		}
	}
	return legal
}

func (p drops) Parse(text string) (rules.Move, error) {
	if !columns().HasForm(text) {
		return "", rules.ErrUnreadable(text, "a", "d")
	}
	return rules.Move(rules.Clean(text)), nil
}

func (p drops) Play(m rules.Move) (rules.Position, error) {
	if !slices.Contains(p.Legal(), m) {
		return nil, errors.New("no such ply")
	}
	return p + drops(m), nil
}

func (p drops) Outcome() rules.Outcome                   { return rules.Outcome{} }
func (p drops) Diagram(rules.Side, rules.SayFunc) string { return "a b c d e f g h i\n" }
func (p drops) String() string                           { return fmt.Sprint("=", string(p)) }

// Letters that are plies, among prose in which they are words: testdata/columns.txt is written as
// testdata/intents.txt is.
func TestRepliesColumns(t *testing.T) {
	t.Parallel()
	const file = "testdata/columns.txt"
	r, err := NewReader(append(all.Games(), columns()))
	require.NoError(t, err)
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	var got []string
	for block := range strings.SplitSeq(strings.TrimRight(string(want), "\n"), "\n\n") {
		context, _, _ := strings.Cut(block, "\n")
		if context, ok := strings.CutPrefix(context, "@ "); ok {
			block = replay(t, r, context, block, map[string]bool{})
		}
		got = append(got, block)
	}
	if text := strings.Join(got, "\n\n") + "\n"; *update {
		require.NoError(t, os.WriteFile(file, []byte(text), 0o644))
	} else {
		require.Equal(t, string(want), text)
	}
}
