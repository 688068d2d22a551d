package rulestest

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/rules"
	"turnpost/rules/board"
)

var update = flag.Bool("update", false, "rewrite the golden files; read the diff")

// checkPlaythroughs plays each testdata/*.playthrough. Such a file begins with comment lines ("#
// ...") and the plies, up to a blank line; the rest is the result of Playthrough.
func checkPlaythroughs(t *testing.T, g rules.Game, dir string) {
	files, err := filepath.Glob(filepath.Join(dir, "*.playthrough"))
	require.NoError(t, err)
	require.GreaterOrEqual(t, len(files), 2, "at least two whole playthroughs")
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			data, err := os.ReadFile(file)
			require.NoError(t, err)
			head, want, _ := strings.Cut(string(data), "\n\n")
			var plies []rules.Move
			for line := range strings.Lines(head) {
				if strings.HasPrefix(line, "#") {
					continue
				}
				for _, f := range strings.Fields(line) {
					plies = append(plies, rules.Move(f))
				}
			}
			r, err := rules.Replay(g, plies)
			require.NoError(t, err)
			require.True(t, r.Outcome().Over(), "a playthrough is a whole game")
			got := Playthrough(r)
			if *update {
				require.NoError(t, os.WriteFile(file, []byte(strings.TrimRight(head, "\n")+"\n\n"+got), 0o644))
				return
			}
			sameText(t, want, got)
		})
	}
}

// Playthrough writes a whole game as text that a person can review: for each state the position
// string, the diagram for the side to move, and the legal plies.
func Playthrough(r *rules.Record) string {
	var b strings.Builder
	for n := range r.Len() + 1 {
		p := r.At(n)
		if n > 0 {
			fmt.Fprintf(&b, "ply %d: %s plays %s\n", n, r.At(n-1).Turn(), r.Plies()[n-1])
		}
		fmt.Fprintf(&b, "position: %s\n", p)
		view := p.Turn()
		b.WriteString(p.Diagram(view, rules.English))
		legal := p.Legal()
		if n == r.Len() {
			legal = r.Legal()
		}
		if len(legal) > 0 {
			fmt.Fprintf(&b, "%s to move, %d legal:\n%s", p.Turn(), len(legal),
				board.Wrap(strings.Trim(fmt.Sprint(legal), "[]"), MaxColumns))
		}
		b.WriteString("\n")
	}
	fmt.Fprintf(&b, "outcome: %s\n", r.Outcome())
	return b.String()
}
