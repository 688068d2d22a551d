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

// learner fits the worths to the lessons: logistic regression by stochastic gradient descent with
// an own step for each worth (Adagrad). Products are converted before they are added, so that all
// machines round them in the same way.
type learner struct {
	lessons lessons
	first   int // of the lessons that still count
	slope   float64
	seed    uint64
	worth   []float64 // in log-odds
	steps   []float64 // the sums of the squares of the gradients
}

const (
	learnEpochs = 8
	learnRate   = 0.04
	learnDecay  = 2e-4 // of a worth in each of its lessons
)

func newLearner(kinds int, slope float64, seed uint64) *learner {
	return &learner{slope: slope, seed: seed, worth: make([]float64, kinds), steps: make([]float64, kinds)}
}

// forget leaves out the lessons before the i-th.
func (l *learner) forget(i int) { l.first = i }

// chance is the chance by the patterns.
func (l *learner) chance(patterns []uint16) float64 {
	sum := 0.0
	for _, n := range patterns {
		sum += l.worth[n]
	}
	return 1 / (1 + math.Exp(-sum))
}

// learn goes through the lessons several times, each time in another order and with a smaller rate.
func (l *learner) learn() {
	for i := range l.steps {
		l.steps[i] = 1
	}
	order := make([]int, l.lessons.len()-l.first)
	for i := range order {
		order[i] = l.first + i
	}
	rng := newRand(l.seed, 1<<63|uint64(l.lessons.len()))
	for epoch := range learnEpochs {
		rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		rate := learnRate * float64(learnEpochs-epoch) / learnEpochs
		for _, i := range order {
			patterns := l.lessons.of(i)
			wrong := l.chance(patterns) - float64(l.lessons.chances[i])
			for _, n := range patterns {
				g := wrong + float64(learnDecay*l.worth[n])
				l.steps[n] += float64(g * g)
				l.worth[n] -= float64(rate * g / math.Sqrt(l.steps[n]))
			}
		}
	}
}

// loss is the mean cross entropy of the lessons from the i-th, which is 0.6931 without any knowledge.
func (l *learner) loss(from int) float64 {
	sum := 0.0
	for i := from; i < l.lessons.len(); i++ {
		p, c := l.chance(l.lessons.of(i)), float64(l.lessons.chances[i])
		p = max(1e-9, min(p, 1-1e-9))
		sum -= float64(c*math.Log(p)) + float64((1-c)*math.Log(1-p))
	}
	return sum / float64(max(l.lessons.len()-from, 1))
}

// worths are the learned worths as scores.
func (l *learner) worths() []int16 {
	list := make([]int16, len(l.worth))
	for i, w := range l.worth {
		list[i] = int16(max(-math.MaxInt16, min(math.Round(w*l.slope), math.MaxInt16)))
	}
	return list
}
