package rooya

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/rules"
)

func TestDiagram(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name     string
		position string
		ply      rules.Move
		view     rules.Side
		want     string
	}{
		{"hands while placing", start, "d5", rules.Black, `
      a   b   c   d   e
  5   .   .   .  [X]  .   5   X  Black, 7 in hand
        +-----------+         O  White, 8 in hand
  4   . | .   .   . | .   4
        |           |         Black placed [d5].
  3   . | .   .   . | .   3
        |           |
  2   . | .   .   . | .   2
        +-----------+
  1   .   .   .   .   .   1
      a   b   c   d   e
`},
		{"White sees the board turned by a half turn", start, "d5", rules.White, `
      e   d   c   b   a
  1   .   .   .   .   .   1   X  Black, 7 in hand
        +-----------+         O  White, 8 in hand
  2   . | .   .   . | .   2
        |           |         Black placed [d5].
  3   . | .   .   . | .   3
        |           |
  4   . | .   .   . | .   4
        +-----------+
  5   .  [X]  .   .   .   5
      e   d   c   b   a
`},
		{"a second step that exchanges", acting, "a3-b3-b4", rules.Black, `
      a   b   c   d   e
  5   X   X   O   O   O   5   X  Black
        +-----------+         O  White
  4   . |[X]  .   . | O   4
        |           |         Black exchanged a3-b3-b4:
  3  (.)|(O)  .   . | O   3   from ( ) to [ ].
        |           |
  2   X | X   .   . | O   2   Column e was full before: no win.
        +-----------+
  1   X   X   X   .   O   1
      a   b   c   d   e
`},
		{"a quarter turn, and the line that it made",
			"bb.bw/wbbbw/...../bw..w/ww.bw b 0 0", "cw", rules.Black, `
      a   b   c   d   e
  5   X   X   .   X   O   5   X  Black
        +----->-----+         O  White
  4   O | O   .   X | O   4
        |           |         Black turned the framed plate
  3   . ^ .   .   X v .   3   a quarter, cw.
        |           |
  2   X | .   .   X | O   2   Black has made column d.
        +-----<-----+
  1   O   O   .   X   O   1
      a   b   c   d   e
`},
		{"clockwise is clockwise from either side",
			"bb.bw/wbbbw/...../bw..w/ww.bw b 0 0", "ccw", rules.White, `
      e   d   c   b   a
  1   O   X   .   O   O   1   X  Black
        +-----<-----+         O  White
  2   O | O   .   X | X   2
        |           |         Black turned the framed plate
  3   . v .   .   X ^ .   3   a quarter, ccw.
        |           |
  4   O | .   .   X | O   4
        +----->-----+
  5   O   X   .   X   X   5
      e   d   c   b   a
`},
		{"a half turn, and lines that were there before",
			"wwwww/b...w/w...b/w...b/bbbbb b 0 0", "180", rules.Black, `
      a   b   c   d   e
  5   O   O   O   O   O   5   X  Black
        +--->--->---+         O  White
  4   X | .   .   . | O   4
        ^           v         Black turned the framed plate
  3   O | .   .   . | X   3   half round, 180.
        ^           v
  2   O | .   .   . | X   2   Row 1 was full before: no win.
        +---<---<---+         Row 5 was full before: no win.
  1   X   X   X   X   X   1
      a   b   c   d   e
`},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := play(t, read(t, c.position), c.ply).Diagram(c.view, rules.English)
			require.Equal(t, strings.TrimPrefix(c.want, "\n"), got)
			for line := range strings.Lines(got) {
				require.LessOrEqual(t, len(line), 68)
			}
		})
	}
}

// TestWhoseLine: a full line is remarked, whose it is, and one that does not win.
func TestWhoseLine(t *testing.T) {
	t.Parallel()
	require.Empty(t, rules.Remarks(Game().Start(), rules.English))
	files, err := filepath.Glob("testdata/*.playthrough")
	require.NoError(t, err)
	var said []string
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		p := Game().Start()
		for _, m := range strings.Fields(strings.SplitN(stripped(string(text)), "\n\n", 2)[0]) {
			if p, err = p.Play(rules.Move(m)); err != nil {
				break
			}
			said = append(said, rules.Remarks(p, rules.English)...)
		}
	}
	require.Contains(t, said, "Black has made column d.")
	require.Contains(t, said, "Column a was full before: no win.")
}

// stripped is a text without its remarks.
func stripped(text string) string {
	var lines []string
	for line := range strings.SplitSeq(text, "\n") {
		if !strings.HasPrefix(line, "#") {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "\n")
}
