package rules

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Patterned is an optional interface of a Walker whose positions have patterns, so that an evaluation
// by them can be learned from games (lab train). Its hand-written Evaluate is what the learned
// one has to beat.
type Patterned interface {
	// Patterns appends the numbers of the patterns of the position from the point of view of
	// the side to move, in a game that goes on, each as often as it occurs: at most
	// MostPatterns. The same state always has the same ones in the same order.
	Patterns(to []uint16) []uint16
	// PatternKinds is the number of patterns: their numbers are below it.
	PatternKinds() int
	// Learned is what was learned; nil if that was not good enough. The caller must not
	// change it.
	Learned() *Weights
}

// PatternWeigher is an optional interface of a Patterned that evaluates without listing its patterns.
type PatternWeigher interface {
	Patterned
	// Weigh returns a function that returns Weights.Evaluate of the patterns of the present
	// position of the walk. The weights must not change. The next call of Weigh ends the use
	// of the function.
	Weigh(w *Weights) func() int
}

// Weights evaluate a position by its patterns: the sum of their worths and, if there is one, the
// output of a hidden layer. That is a network as NNUE has it (an "efficiently updatable neural
// network", Nasu 2018): a ply changes few patterns, so the inputs of the hidden units are updated
// instead of being added up for each position.
type Weights struct {
	// Recipe is lines that say when and by which command they were learned.
	Recipe string
	// Worths are indexed by the number of the pattern.
	Worths []int16
	// Hidden is the hidden layer, or nil.
	Hidden *HiddenLayer
}

// HiddenLayer is a layer of units between the patterns and the score. A unit's activation is its bias
// and what the patterns of the position add to it, or 0 if that is negative (ReLU). The layer's output
// is the sum of the activations, each times its unit's output weight, divided by OutputUnit.
type HiddenLayer struct {
	// Inputs are what each pattern adds to the units.
	Inputs []Units
	// Bias is what the units have without any pattern.
	Bias    Units
	Outputs [HiddenUnits]int16
}

const (
	// HiddenUnits is the number of units of a hidden layer.
	HiddenUnits = 32
	// OutputUnit is the output weight by which a unit's activation counts once.
	OutputUnit = 256
	// MostInput is the greatest amount of an input or a bias. The sum of MostPatterns of them and
	// a bias is within 16 bits.
	MostInput = 127
	// MostPatterns is the greatest number of patterns of a position.
	MostPatterns = 255
)

// Units are a number of 16 bits for each hidden unit, four in a word: the word is the sum of n<<(16*i),
// so that words are added and subtracted as a whole.
type Units [HiddenUnits / 4]uint64

// NewUnits packs the numbers.
func NewUnits(numbers *[HiddenUnits]int16) (u Units) {
	for i, n := range numbers {
		u[i/4] += uint64(int64(n)) << (i % 4 * 16)
	}
	return u
}

// halves is half the range of each of the four numbers of a word: added, it makes them all positive.
const halves = 0x8000_8000_8000_8000

// Numbers unpacks the numbers.
func (u *Units) Numbers() (numbers [HiddenUnits]int16) {
	for i := range numbers {
		numbers[i] = int16(uint16((u[i/4]+halves)>>(i%4*16)) ^ 0x8000)
	}
	return numbers
}

// Add adds more to the units.
func (u *Units) Add(more *Units) {
	u[0] += more[0]
	u[1] += more[1]
	u[2] += more[2]
	u[3] += more[3]
	u[4] += more[4]
	u[5] += more[5]
	u[6] += more[6]
	u[7] += more[7]
}

// Sub subtracts less from the units.
func (u *Units) Sub(less *Units) {
	u[0] -= less[0]
	u[1] -= less[1]
	u[2] -= less[2]
	u[3] -= less[3]
	u[4] -= less[4]
	u[5] -= less[5]
	u[6] -= less[6]
	u[7] -= less[7]
}

// output is the output of the layer for the sums of the units without their biases.
func (h *HiddenLayer) output(u *Units) int {
	sum := 0
	for i, word := range u {
		word += h.Bias[i] + halves
		// The numbers that are not negative have their highest bit set now; the others become 0.
		word &= word >> 15 & 0x0001_0001_0001_0001 * 0x7fff
		outputs := h.Outputs[4*i : 4*i+4 : 4*i+4]
		sum += int(word&0xffff)*int(outputs[0]) + int(word>>16&0xffff)*int(outputs[1]) +
			int(word>>32&0xffff)*int(outputs[2]) + int(word>>48)*int(outputs[3])
	}
	return sum / OutputUnit
}

// PatternSum is the worths of some patterns and what they add to the hidden units.
type PatternSum struct {
	Worth int
	Units Units
}

// Add adds patterns.
func (s *PatternSum) Add(w *Weights, patterns ...uint16) {
	for _, n := range patterns {
		s.Worth += int(w.Worths[n])
	}
	if h := w.Hidden; h != nil {
		for _, n := range patterns {
			s.Units.Add(&h.Inputs[n])
		}
	}
}

// Remove takes a pattern away that was added.
func (s *PatternSum) Remove(w *Weights, pattern uint16) {
	s.Worth -= int(w.Worths[pattern])
	if w.Hidden != nil {
		s.Units.Sub(&w.Hidden.Inputs[pattern])
	}
}

// AddSum adds the patterns of another sum.
func (s *PatternSum) AddSum(more *PatternSum) {
	s.Worth += more.Worth
	s.Units.Add(&more.Units)
}

// Score is the score of a position whose patterns have the sum.
func (w *Weights) Score(s *PatternSum) int {
	if w.Hidden == nil {
		return s.Worth
	}
	return s.Worth + w.Hidden.output(&s.Units)
}

// Evaluate is the score of a position with these patterns.
func (w *Weights) Evaluate(patterns []uint16) int {
	var s PatternSum
	s.Add(w, patterns...)
	return w.Score(&s)
}

// numbers are all weights in the order of the file: the worths, and of a hidden layer the inputs of each
// pattern, the biases and the output weights.
func (w *Weights) numbers() []int16 {
	all := slices.Clone(w.Worths)
	if h := w.Hidden; h != nil {
		for i := range h.Inputs {
			numbers := h.Inputs[i].Numbers()
			all = append(all, numbers[:]...)
		}
		bias := h.Bias.Numbers()
		all = append(append(all, bias[:]...), h.Outputs[:]...)
	}
	return all
}

// weightsWide is the approximate width of the lines of a file of weights.
const weightsWide = 96

// String is the file of weights: the recipe behind number signs, and the numbers; 0*12 stands for
// twelve zeros.
func (w *Weights) String() string {
	all := w.numbers()
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
	for i := 0; i < len(all); {
		n := 0
		for i+n < len(all) && all[i+n] == 0 {
			n++
		}
		if n > 1 {
			word("0*" + strconv.Itoa(n))
			i += n
			continue
		}
		word(strconv.Itoa(int(all[i])))
		i++
	}
	b.WriteByte('\n')
	return b.String()
}

// ParseWeights is the inverse of String for a number of patterns.
func ParseWeights(text string, kinds int) (*Weights, error) {
	w := &Weights{}
	most := kinds*(1+HiddenUnits) + 2*HiddenUnits
	var all []int16
	for line := range strings.Lines(text) {
		if recipe, ok := strings.CutPrefix(line, "#"); ok {
			w.Recipe += strings.TrimSpace(recipe) + "\n"
			continue
		}
		for field := range strings.FieldsSeq(line) {
			times := 1
			if zeros, ok := strings.CutPrefix(field, "0*"); ok {
				n, err := strconv.Atoi(zeros)
				if err != nil || n < 1 || n > most {
					return nil, fmt.Errorf("%q is no number of zeros", field)
				}
				field, times = "0", n
			}
			number, err := strconv.ParseInt(field, 10, 16)
			if err != nil {
				return nil, fmt.Errorf("%q is no weight", field)
			}
			all = append(all, slices.Repeat([]int16{int16(number)}, times)...)
		}
	}
	switch len(all) {
	case kinds:
	case most:
		for _, input := range all[kinds : most-HiddenUnits] {
			if input < -MostInput || input > MostInput {
				return nil, fmt.Errorf("the input %d of a hidden unit is beyond %d", input, MostInput)
			}
		}
		w.Hidden = readHidden(all[kinds:], kinds)
	default:
		return nil, fmt.Errorf("the file has %d weights; %d patterns have as many, or with a hidden layer %d", len(all),
			kinds, most)
	}
	w.Worths = all[:kinds:kinds]
	return w, nil
}

// readHidden is the hidden layer of a number of patterns by its weights in the order of the file.
func readHidden(all []int16, kinds int) *HiddenLayer {
	h := &HiddenLayer{}
	for numbers := range slices.Chunk(all, HiddenUnits) {
		h.Inputs = append(h.Inputs, NewUnits((*[HiddenUnits]int16)(numbers)))
	}
	h.Inputs, h.Bias = h.Inputs[:kinds], h.Inputs[kinds]
	copy(h.Outputs[:], all[len(all)-HiddenUnits:])
	return h
}

// ShippedWeights returns the weights in a game's embedded file. The file is read on the first call,
// which panics if the file is wrong.
func ShippedWeights(game, file string, kinds func() int) func() *Weights {
	return sync.OnceValue(func() *Weights {
		w, err := ParseWeights(file, kinds())
		if err != nil {
			// A test of the game reads the file.
			panic(game + ": " + err.Error())
		}
		return w
	})
}
