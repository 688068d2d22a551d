package main

import "math"

// Pentanomial counts the pairs of a match by what A had of them in half points, 0
// to 4. The two games of a pair are alike in their opening, so that they are not
// counted as if they were independent.
type Pentanomial [5]int

// Pairs is how many there are.
func (p Pentanomial) Pairs() int {
	n := 0
	for _, count := range p {
		n += count
	}
	return n
}

// mean is A's score a game, 0 to 1, and the variance of a pair's.
func (p Pentanomial) mean() (mean, variance float64) {
	n := float64(p.Pairs())
	for i, count := range p {
		mean += float64(count) * float64(i) / 4 / n
	}
	for i, count := range p {
		d := float64(i)/4 - mean
		variance += float64(count) * d * d / n
	}
	return mean, variance
}

// Score is A's score a game, 0 to 1.
func (p Pentanomial) Score() float64 {
	mean, _ := p.mean()
	return mean
}

// Elo is how much stronger A is, and the bounds in which that lies with a
// probability of 95 %. They are infinite if one side won all.
func (p Pentanomial) Elo() (elo, low, high float64) {
	mean, variance := p.mean()
	margin := 1.96 * math.Sqrt(variance/float64(p.Pairs()))
	return eloOf(mean), eloOf(mean - margin), eloOf(mean + margin)
}

// eloOf is the difference in Elo that makes a score.
func eloOf(score float64) float64 {
	switch {
	case score <= 0:
		return math.Inf(-1)
	case score >= 1:
		return math.Inf(+1)
	}
	return -400 * math.Log10(1/score-1)
}

// scoreOf is the score that a difference in Elo makes.
func scoreOf(elo float64) float64 { return 1 / (1 + math.Pow(10, -elo/400)) }

// LLR is the logarithm of how much likelier the result is if A is elo1 stronger than if it
// is elo0 stronger: the generalised sequential probability ratio test, as fishtest has it
// (LLR_logistic of its LLRcalc.py, after Van den Bergh). Of all ways in which pairs may end
// and that have such a mean, the likeliest by what was seen is taken for each hypothesis.
// Beyond SPRTBound, or below its negative, the test has ended, wrongly once in twenty times.
func (p Pentanomial) LLR(elo0, elo1 float64) float64 {
	var counts [len(p)]float64
	for i, count := range p {
		// A thousandth of a pair for what was never seen, so that it is not impossible.
		counts[i] = max(float64(count), 1e-3)
	}
	s0, s1 := scoreOf(elo0), scoreOf(elo1)
	x0, x1 := tilt(counts, s0), tilt(counts, s1)
	sum := 0.0
	for i, count := range counts {
		a := float64(i) / 4
		sum += count * math.Log((1+x0*(a-s0))/(1+x1*(a-s1)))
	}
	return sum
}

// tilt is the x with which the counts, each divided by 1+x(a-s) for its score a, have the
// mean s: the likeliest distribution of that mean. What it looks for falls as x grows.
func tilt(counts [5]float64, s float64) float64 {
	low, high := -1/(1-s), 1/s
	for range 100 {
		x, sum := (low+high)/2, 0.0
		for i, count := range counts {
			d := float64(i)/4 - s
			sum += count * d / (1 + x*d)
		}
		if sum > 0 {
			low = x
		} else {
			high = x
		}
	}
	return (low + high) / 2
}

// SPRTBound is log(0.95/0.05).
const SPRTBound = 2.944438979166440
