package rules

import (
	"bufio"
	"fmt"
	"strconv"
	"strings"
	"sync"
)

// Patterned is an optional interface of a Walker whose positions have patterns, so that the worth
// of each can be learned from games (lab train). Its hand-written Evaluate is what the learned
// worths have to beat.
type Patterned interface {
	// Patterns appends the numbers of the patterns of the position from the point of view of
	// the side to move, in a game that goes on, each as often as it occurs. The same state
	// always has the same ones in the same order.
	Patterns(to []uint16) []uint16
	// PatternKinds is the number of patterns: their numbers are below it.
	PatternKinds() int
	// Learned is the worth of each pattern by number; nil if nothing good enough was
	// learned. The caller must not change it.
	Learned() []int16
}

// PatternWeigher is an optional interface of a Patterned that computes the sum of the worths of its
// patterns without listing them.
type PatternWeigher interface {
	Patterned
	// Weigh returns a function that returns the sum of the worths of all patterns of the
	// present position of the walk. The worths must not change. The next call of Weigh ends
	// the use of the function.
	Weigh(worths []int16) func() int
}

// PatternWeights are worths of patterns and their origin.
type PatternWeights struct {
	// Recipe is lines that say when and by which command they were learned.
	Recipe string
	// Worths are indexed by the number of the pattern.
	Worths []int16
}

// weightsWide is the approximate width of the lines of a file of weights.
const weightsWide = 96

// String is the file of weights: the recipe behind number signs, and the worths; 0*12 stands for
// twelve zeros.
func (w PatternWeights) String() string {
	var b strings.Builder
	for line := range strings.Lines(w.Recipe) {
		b.WriteString("# " + strings.TrimSpace(line) + "\n")
	}
	wide := 0
	word := func(s string) {
		if wide > 0 && wide+len(s) >= weightsWide {
			b.WriteByte('\n')
			wide = 0
		} else if wide > 0 {
			b.WriteByte(' ')
			wide++
		}
		b.WriteString(s)
		wide += len(s)
	}
	for i := 0; i < len(w.Worths); {
		n := 0
		for i+n < len(w.Worths) && w.Worths[i+n] == 0 {
			n++
		}
		if n > 1 {
			word("0*" + strconv.Itoa(n))
			i += n
			continue
		}
		word(strconv.Itoa(int(w.Worths[i])))
		i++
	}
	b.WriteByte('\n')
	return b.String()
}

// ParseWeights is the inverse of String for a number of patterns.
func ParseWeights(text string, kinds int) (PatternWeights, error) {
	var w PatternWeights
	for lines := bufio.NewScanner(strings.NewReader(text)); lines.Scan(); {
		line := lines.Text()
		if recipe, ok := strings.CutPrefix(line, "#"); ok {
			w.Recipe += strings.TrimSpace(recipe) + "\n"
			continue
		}
		for field := range strings.FieldsSeq(line) {
			times := 1
			if zeros, ok := strings.CutPrefix(field, "0*"); ok {
				n, err := strconv.Atoi(zeros)
				if err != nil || n < 1 || n > kinds {
					return PatternWeights{}, fmt.Errorf("%q is no number of zeros", field)
				}
				field, times = "0", n
			}
			worth, err := strconv.ParseInt(field, 10, 16)
			if err != nil {
				return PatternWeights{}, fmt.Errorf("%q is no worth of a pattern", field)
			}
			for range times {
				w.Worths = append(w.Worths, int16(worth))
			}
		}
	}
	if len(w.Worths) != kinds {
		return PatternWeights{}, fmt.Errorf("the file has the worths of %d patterns, and there are %d", len(w.Worths),
			kinds)
	}
	return w, nil
}

// ShippedWeights returns the worths in a game's embedded file. The file is read on the first call,
// which panics if the file is wrong.
func ShippedWeights(game, file string, kinds func() int) func() []int16 {
	return sync.OnceValue(func() []int16 {
		w, err := ParseWeights(file, kinds())
		if err != nil {
			// A test of the game reads the file.
			panic(game + ": the worths of patterns: " + err.Error())
		}
		return w.Worths
	})
}
