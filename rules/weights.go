package rules

import (
	"bufio"
	"fmt"
	"strconv"
	"strings"
	"sync"
)

// Patterned is an optional interface of a Walker whose positions show patterns, so that
// what each is worth can be learned from games (lab train). Its Evaluate,
// which people wrote, is what the learned worths have to beat.
type Patterned interface {
	// Patterns appends the numbers of the patterns that the position shows, as the
	// side to move sees it, in a game that goes on; a number as often as its pattern
	// is there. The same state has always the same ones, in the same order.
	Patterns(to []uint16) []uint16
	// PatternKinds is how many there are: their numbers are below it.
	PatternKinds() int
	// Learned is what each is worth, by number; nil where nothing good enough was
	// learned. The caller does not change it.
	Learned() []int16
}

// Weigher is an optional interface of a Patterned that knows what its patterns are worth
// together without listing them: by what changed since the position before.
type Weigher interface {
	Patterned
	// Weigh returns what says the sum of the worths of all that Patterns lists, wherever
	// the walk then is. The worths do not change; to weigh by others ends that.
	Weigh(worths []int16) func() int
}

// Weights are worths of patterns, and how they came about.
type Weights struct {
	// Recipe says when and by which command they were learned: lines.
	Recipe string
	// Worths are by number of the pattern.
	Worths []int16
}

// weightsWide is about how wide the lines of a file of weights are.
const weightsWide = 96

// String is the file in which weights are kept: the recipe behind number signs, and the
// worths; 0*12 stands for twelve that are 0.
func (w Weights) String() string {
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

// ParseWeights reads what String wrote, of so many patterns.
func ParseWeights(text string, kinds int) (Weights, error) {
	var w Weights
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
					return Weights{}, fmt.Errorf("%q is no number of zeros", field)
				}
				field, times = "0", n
			}
			worth, err := strconv.ParseInt(field, 10, 16)
			if err != nil {
				return Weights{}, fmt.Errorf("%q is no worth of a pattern", field)
			}
			for range times {
				w.Worths = append(w.Worths, int16(worth))
			}
		}
	}
	if len(w.Worths) != kinds {
		return Weights{}, fmt.Errorf("the file has the worths of %d patterns, and there are %d", len(w.Worths), kinds)
	}
	return w, nil
}

// ShippedWeights are the worths in a game's file, which is part of the program, of so many
// patterns. It is read when they are first asked for, and panics where that cannot be.
func ShippedWeights(game, file string, kinds func() int) func() []int16 {
	return sync.OnceValue(func() []int16 {
		w, err := ParseWeights(file, kinds())
		if err != nil {
			// A test of the game's reads it.
			panic(game + ": the worths of patterns: " + err.Error())
		}
		return w.Worths
	})
}
