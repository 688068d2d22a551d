package engine

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

// LLR is the logarithm of how much likelier the result is if A is elo1 stronger
// than if it is elo0 stronger: the generalised sequential probability ratio test
// with the normal approximation, as fishtest has it. Beyond SPRTBound, or below
// its negative, the test has ended, wrongly once in twenty times.
func (p Pentanomial) LLR(elo0, elo1 float64) float64 {
	// A hundredth of a pair of each kind keeps the variance from being zero at first.
	var n, mean, variance float64
	for _, count := range p {
		n += float64(count) + 0.01
	}
	for i, count := range p {
		mean += (float64(count) + 0.01) * float64(i) / 4 / n
	}
	for i, count := range p {
		d := float64(i)/4 - mean
		variance += (float64(count) + 0.01) * d * d / n
	}
	s0, s1 := scoreOf(elo0), scoreOf(elo1)
	return (s1 - s0) * (2*mean - s0 - s1) * n / (2 * variance)
}

// SPRTBound is log(0.95/0.05).
const SPRTBound = 2.944438979166440
