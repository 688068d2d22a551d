package desk

import (
	"math"
	"time"

	"turnpost/db"
)

// The constants of Glicko-2 (Mark E. Glickman, "Example of the Glicko-2
// system", 2022-03-22). The system constant says how fast volatility changes.
const (
	systemConstant  = 0.5
	startRating     = 1500
	startDeviation  = 350
	startVolatility = 0.06

	glickoScale = 173.7178 // between the public scale and that of the paper
	convergence = 0.000001
)

// ratingPeriod is the time in which a deviation grows by one volatility when
// nothing is played. Each game counts by itself, when it ends; with a week as
// the period, a certain rating (50) is provisional again (110) after one year
// and three quarters without a game.
const ratingPeriod = 7 * 24 * time.Hour

// provisionalFrom is the deviation from which a rating is shown as "1500?".
const provisionalFrom = 110

// score is one game's result against an opponent as rated before it: 1, 0.5 or
// 0.
type score struct {
	opponent db.Rating
	points   float64
}

// newRating is that of a player before the first rated game.
func newRating(player int64, rules string) db.Rating {
	return db.Rating{Player: player, Rules: rules, Rating: startRating, Deviation: startDeviation, Volatility: startVolatility}
}

// idlePeriods is how many rating periods went by since a rating was last changed; none
// before the first game.
func idlePeriods(r db.Rating, now time.Time) float64 {
	if r.RatedAt.IsZero() || now.Before(r.RatedAt) {
		return 0
	}
	return float64(now.Sub(r.RatedAt)) / float64(ratingPeriod)
}

// rested is a rating whose deviation has grown over so many periods (step 6).
func rested(r db.Rating, periods float64) db.Rating {
	phi, sigma := r.Deviation/glickoScale, r.Volatility
	r.Deviation = min(startDeviation, glickoScale*math.Sqrt(phi*phi+sigma*sigma*periods))
	return r
}

// rate is a rating after games that were played over so many periods: steps 2
// to 8 of the paper, which has one period.
func rate(r db.Rating, periods float64, scores ...score) db.Rating {
	if len(scores) == 0 {
		return rested(r, periods)
	}
	mu, phi := (r.Rating-startRating)/glickoScale, r.Deviation/glickoScale
	var information, surprise float64
	for _, s := range scores {
		muJ, phiJ := (s.opponent.Rating-startRating)/glickoScale, s.opponent.Deviation/glickoScale
		g := 1 / math.Sqrt(1+3*phiJ*phiJ/(math.Pi*math.Pi))
		e := 1 / (1 + math.Exp(-g*(mu-muJ)))
		information += g * g * e * (1 - e)
		surprise += g * (s.points - e)
	}
	v := 1 / information
	sigma := volatility(phi, r.Volatility, v, v*surprise)
	waited := phi*phi + sigma*sigma*periods
	phi = 1 / math.Sqrt(1/waited+information)
	r.Rating = glickoScale*(mu+phi*phi*surprise) + startRating
	r.Deviation = min(startDeviation, glickoScale*phi)
	r.Volatility = sigma
	r.Games += len(scores)
	return r
}

// volatility is step 5: the root of f by the Illinois algorithm. f falls from
// a positive to a negative value, so that the loops end.
func volatility(phi, sigma, v, delta float64) float64 {
	a := math.Log(sigma * sigma)
	f := func(x float64) float64 {
		e := math.Exp(x)
		d := phi*phi + v + e
		return e*(delta*delta-d)/(2*d*d) - (x-a)/(systemConstant*systemConstant)
	}
	lower := a
	var upper float64
	if delta*delta > phi*phi+v {
		upper = math.Log(delta*delta - phi*phi - v)
	} else {
		upper = a - systemConstant
		for f(upper) < 0 {
			upper -= systemConstant
		}
	}
	fLower, fUpper := f(lower), f(upper)
	for math.Abs(upper-lower) > convergence {
		x := lower + (lower-upper)*fLower/(fUpper-fLower)
		fx := f(x)
		if fx*fUpper <= 0 {
			lower, fLower = upper, fUpper
		} else {
			fLower /= 2
		}
		upper, fUpper = x, fx
	}
	return math.Exp(lower / 2)
}
