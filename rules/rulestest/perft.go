package rulestest

import (
	"bufio"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/rules"
)

// PerftCase is a position of a perft suite and its counts by depth.
type PerftCase struct {
	ID       string
	Position rules.Position
	Counts   map[int]uint64
	Deepest  int
}

// ReadPerft reads a perft suite:
//
//	# a comment
//	id start
//	position POSITION STRING
//	perft DEPTH COUNT
//
// A case begins with its id; without a position line it is the start.
func ReadPerft(t testing.TB, g rules.Game, path string) []PerftCase {
	t.Helper()
	f, err := os.Open(path)
	require.NoError(t, err)
	defer f.Close()
	var cases []PerftCase
	in := bufio.NewScanner(f)
	for n := 1; in.Scan(); n++ {
		line := strings.TrimSpace(in.Text())
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		key, value, _ := strings.Cut(line, " ")
		if key != "id" {
			require.NotEmpty(t, cases, "%s:%d: a case begins with its id", path, n)
		}
		switch key {
		case "id":
			cases = append(cases, PerftCase{ID: value, Position: g.Start(), Counts: map[int]uint64{}})
		case "position":
			p, err := g.ParsePosition(value)
			require.NoError(t, err, "%s:%d", path, n)
			cases[len(cases)-1].Position = p
		case "perft":
			d, c, _ := strings.Cut(value, " ")
			depth, err := strconv.Atoi(d)
			require.NoError(t, err, "%s:%d", path, n)
			count, err := strconv.ParseUint(strings.TrimSpace(c), 10, 64)
			require.NoError(t, err, "%s:%d", path, n)
			last := &cases[len(cases)-1]
			last.Counts[depth] = count
			last.Deepest = max(last.Deepest, depth)
		default:
			require.Failf(t, "unknown line", "%s:%d: %s", path, n, line)
		}
	}
	require.NoError(t, in.Err())
	return cases
}

// shortLimit is the greatest count that is checked in short mode.
const shortLimit = 1_000_000

// slowLimit is the greatest count that is also checked through text.
const slowLimit = 30_000

func checkPerft(t *testing.T, g rules.Game, path string) {
	cases := ReadPerft(t, g, path)
	require.GreaterOrEqual(t, len(cases), 3, "several positions, not only the start")
	slow := uint64(slowLimit)
	if testing.Short() {
		slow /= 10
	}
	for _, c := range cases {
		t.Run(c.ID, func(t *testing.T) {
			require.NotEmpty(t, c.Counts)
			if fast, ok := c.Position.(rules.Perfter); ok {
				// AllocsPerRun counts the allocations of the whole process and rounds the average down: over
				// many runs those of other goroutines vanish.
				require.Zero(t, testing.AllocsPerRun(20, func() { fast.Perft(2) }), "a Perfter allocates nothing")
			}
			for depth, want := range c.Counts {
				if testing.Short() && want > shortLimit {
					continue
				}
				require.Equal(t, want, rules.Perft(c.Position, depth), "perft %d of %s", depth, c.Position)
				if want <= slow {
					require.Equal(t, want, rules.SlowPerft(c.Position, depth), "perft %d through text of %s", depth,
						c.Position)
				}
			}
		})
	}
}

// BenchPerft reports millions of leaves a second on one core for each case of testdata/perft.txt at
// its greatest depth.
func BenchPerft(b *testing.B, g rules.Game) {
	for _, c := range ReadPerft(b, g, "testdata/perft.txt") {
		b.Run(c.ID, func(b *testing.B) {
			b.ReportAllocs()
			var nodes uint64
			began := time.Now()
			for b.Loop() {
				nodes += rules.Perft(c.Position, c.Deepest)
			}
			b.ReportMetric(float64(nodes)/1e6/time.Since(began).Seconds(), "Mnodes/s")
		})
	}
}
