package main

import (
	"math"

	"turnpost/rules"
)

// lessons are positions by their patterns, with the target chances of the side to move.
type lessons struct {
	patterns []uint16
	ends     []int // of each position's patterns
	chances  []float32
}

func (l *lessons) len() int { return len(l.ends) }

// add adds a position without its chance.
func (l *lessons) add(p rules.Patterned) {
	l.patterns = p.Patterns(l.patterns)
	l.ends = append(l.ends, len(l.patterns))
	l.chances = append(l.chances, 0)
}

func (l *lessons) append(more *lessons) {
	for _, end := range more.ends {
		l.ends = append(l.ends, len(l.patterns)+end)
	}
	l.patterns = append(l.patterns, more.patterns...)
	l.chances = append(l.chances, more.chances...)
}

// of are the patterns of the i-th position.
func (l *lessons) of(i int) []uint16 {
	if i == 0 {
		return l.patterns[:l.ends[0]]
	}
	return l.patterns[l.ends[i-1]:l.ends[i]]
}

// units are numbers for the hidden units.
type units [rules.HiddenUnits]float32

// learner fits the weights to the lessons: logistic regression on the score of rules.Weights, by
// stochastic gradient descent with an own step for each pattern (Adagrad). Scores are in log-odds here.
// Products are converted before they are added, so that all machines round them in the same way.
type learner struct {
	lessons lessons
	first   int // of the lessons that still count
	slope   float64
	seed    uint64

	worths        []float32
	inputs        []units
	bias, outputs units
	// worthSteps and inputSteps are the sums of the squares of the gradients.
	worthSteps, inputSteps []float32
}

const (
	learnEpochs = 5
	learnRate   = 0.05
	// learnShared is the rate of the biases and the outputs, which are in every lesson.
	learnShared = learnRate / 20
	// inputUnit is the input, in the file, of 1 to a hidden unit.
	inputUnit = 64
	mostInput = float32(rules.MostInput) / inputUnit
)

func newLearner(kinds int, slope float64, seed uint64) *learner {
	l := &learner{
		slope: slope, seed: seed,
		worths: make([]float32, kinds), worthSteps: make([]float32, kinds),
		inputs: make([]units, kinds), inputSteps: make([]float32, kinds),
	}
	// Units that began alike would stay alike.
	rng := newRand(seed, 1<<62)
	for n := range l.inputs {
		for i := range l.inputs[n] {
			l.inputs[n][i] = float32(0.05 * rng.NormFloat64())
		}
	}
	for i := range l.outputs {
		l.outputs[i] = float32(0.3 * rng.NormFloat64())
		l.bias[i] = 0.1
	}
	return l
}

// forget leaves out the lessons before the i-th.
func (l *learner) forget(i int) { l.first = i }

// chance is the chance by the patterns. It sets the activations of the units.
func (l *learner) chance(patterns []uint16, active *units) float32 {
	*active = l.bias
	sum := float32(0)
	for _, n := range patterns {
		sum += l.worths[n]
		inputs := &l.inputs[n]
		for i := range active {
			active[i] += inputs[i]
		}
	}
	for i := range active {
		active[i] = max(active[i], 0)
		sum += float32(l.outputs[i] * active[i])
	}
	return float32(1 / (1 + math.Exp(-float64(sum))))
}

// learn goes through the lessons several times, each time in another order and with a smaller rate.
func (l *learner) learn() {
	for n := range l.worthSteps {
		l.worthSteps[n], l.inputSteps[n] = 1, 1
	}
	order := make([]int, l.lessons.len()-l.first)
	for i := range order {
		order[i] = l.first + i
	}
	rng := newRand(l.seed, 1<<63|uint64(l.lessons.len()))
	for epoch := range learnEpochs {
		rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		for k, i := range order {
			left := 1 - (float64(epoch)+float64(k)/float64(len(order)))/learnEpochs
			l.step(l.lessons.of(i), l.lessons.chances[i], float32(left))
		}
	}
}

// step goes one step against the gradient of a lesson's loss; rate is the share of the full rate.
func (l *learner) step(patterns []uint16, chance, rate float32) {
	var active, back units // back is the gradient of the inputs
	wrong := l.chance(patterns, &active) - chance
	square := float32(0)
	for i, a := range active {
		if a > 0 {
			back[i] = float32(wrong * l.outputs[i])
			l.outputs[i] -= float32(rate * learnShared * wrong * a)
			square += float32(back[i] * back[i])
		}
		l.bias[i] = clampInput(l.bias[i] - float32(rate*learnShared*back[i]))
	}
	// Inputs move twice as slowly as worths: their mean square counts four times.
	square *= 4.0 / rules.HiddenUnits
	for _, n := range patterns {
		l.worthSteps[n] += float32(wrong * wrong)
		l.worths[n] -= float32(rate * learnRate * wrong / root(l.worthSteps[n]))
		l.inputSteps[n] += square
		step := rate * learnRate / root(l.inputSteps[n])
		inputs := &l.inputs[n]
		for i := range inputs {
			inputs[i] = clampInput(inputs[i] - float32(step*back[i]))
		}
	}
}

// clampInput holds an input or a bias within what the file can say.
func clampInput(x float32) float32 { return max(-mostInput, min(x, mostInput)) }

func root(x float32) float32 { return float32(math.Sqrt(float64(x))) }

// loss is the mean cross entropy of the lessons from the i-th, which is 0.6931 without any knowledge.
func (l *learner) loss(from int) float64 {
	sum := 0.0
	var active units
	for i := from; i < l.lessons.len(); i++ {
		p, c := float64(l.chance(l.lessons.of(i), &active)), float64(l.lessons.chances[i])
		p = max(1e-9, min(p, 1-1e-9))
		sum -= float64(c*math.Log(p)) + float64((1-c)*math.Log(1-p))
	}
	return sum / float64(max(l.lessons.len()-from, 1))
}

// weights are the learned weights, whose scores are so many log-odds times the slope.
func (l *learner) weights() *rules.Weights {
	w := &rules.Weights{Hidden: &rules.HiddenLayer{}}
	for _, worth := range l.worths {
		w.Worths = append(w.Worths, whole(float64(worth)*l.slope))
	}
	for n := range l.inputs {
		w.Hidden.Inputs = append(w.Hidden.Inputs, l.inputs[n].whole())
	}
	w.Hidden.Bias = l.bias.whole()
	for i, output := range l.outputs {
		w.Hidden.Outputs[i] = whole(float64(output) * l.slope * rules.OutputUnit / inputUnit)
	}
	return w
}

// whole rounds inputs for the file.
func (u *units) whole() rules.Units {
	var numbers [rules.HiddenUnits]int16
	for i, x := range u {
		numbers[i] = whole(float64(x) * inputUnit)
	}
	return rules.NewUnits(&numbers)
}

func whole(x float64) int16 {
	return int16(max(-math.MaxInt16, min(math.Round(x), math.MaxInt16)))
}
