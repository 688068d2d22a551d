package templates

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

func TestRedraw(t *testing.T) {
	for _, c := range []struct{ name, ascii, unicode string }{
		{"squares", `
   a   b
 +---+---+
1| x |<O>|1
 +---+---+
2| . |   |2
 +---+---+
`, `
   a   b
 ┌───┬───┐
1│ x │<O>│1
 ├───┼───┤
2│ · │   │2
 └───┴───┘
`},
		{"a frame", `
  .   .
    +-----+
  . | .   |
    +-----+
`, `
  ·   ·
    ┌─────┐
  · │ ·   │
    └─────┘
`},
		{"hexagons", `
  / \
 /e3 \
| [O] |
 \   /
  \ /
`, `
  ╱ ╲
 ╱e3 ╲
│ [O] │
 ╲   ╱
  ╲ ╱
`},
		{"letters stay", "d3-d4 and b12ao+ play. One +, one - and one | alone; and/or x\\o.\n",
			"d3-d4 and b12ao+ play. One +, one - and one | alone; and/or x\\o.\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := redraw(c.ascii)
			require.Equal(t, c.unicode, got)
			ascii, drawn := strings.Split(c.ascii, "\n"), strings.Split(got, "\n")
			for i := range ascii {
				require.Equal(t, len(ascii[i]), utf8.RuneCountInString(drawn[i]))
			}
		})
	}
}
