package main

import "math"

// Pentanomial counts the pairs of a match by the score of A in half points, 0 to 4. The two games
// of a pair have the same opening, so they are not independent.
type Pentanomial [5]int

// Pairs is the number of pairs.
func (p Pentanomial) Pairs() int {
	n := 0
	for _, count := range p {
		n += count
	}
	return n
}

// mean is A's score for each game, 0 to 1, and its variance between pairs.
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

// Score is A's average score, 0 to 1.
func (p Pentanomial) Score() float64 {
	mean, _ := p.mean()
	return mean
}

// Elo is the difference in strength with its 95 % confidence interval. It is infinite if one
// contestant won all games.
func (p Pentanomial) Elo() (elo, low, high float64) {
	mean, variance := p.mean()
	margin := 1.96 * math.Sqrt(variance/float64(p.Pairs()))
	return eloOf(mean), eloOf(mean - margin), eloOf(mean + margin)
}

// eloOf is the difference in Elo for a score.
func eloOf(score float64) float64 {
	switch {
	case score <= 0:
		return math.Inf(-1)
	case score >= 1:
		return math.Inf(+1)
	}
	return -400 * math.Log10(1/score-1)
}

// scoreOf is the score for a difference in Elo.
func scoreOf(elo float64) float64 { return 1 / (1 + math.Pow(10, -elo/400)) }

// LLR is the log-likelihood ratio of the hypotheses that A is elo1 and elo0 stronger: the
// generalised sequential probability ratio test of fishtest (LLR_logistic in its LLRcalc.py, after
// Van den Bergh). Each hypothesis uses the distribution of pairs with its mean that is most likely
// by the counts. The test ends when LLR is beyond SPRTBound either way, with an error of 5 %.
func (p Pentanomial) LLR(elo0, elo1 float64) float64 {
	var counts [len(p)]float64
	for i, count := range p {
		// At least a thousandth of a pair, so that no result is impossible.
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

// tilt is the x for which the counts, each divided by 1+x(a-s) for its score a, have the mean s,
// which is the most likely distribution of that mean. The sum decreases with x.
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
