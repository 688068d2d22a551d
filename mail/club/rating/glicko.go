package rating

import (
	"math"
	"time"
)

// The constants of Glicko-2 (Mark E. Glickman, "Example of the Glicko-2 system", 2022-03-22).
// The system constant controls how fast volatility changes.
const (
	systemConstant  = 0.5
	startRating     = 1500
	startDeviation  = 350
	startVolatility = 0.06

	glickoScale = 173.7178 // between the public scale and that of the paper
	convergence = 0.000001
)

// period is the time without games in which a deviation grows by one volatility. With a week as
// the period, a certain rating (deviation 50) becomes provisional again (110) after one year
// and nine months without a game.
const period = 7 * 24 * time.Hour

// provisionalFrom is the deviation from which on a rating is provisional.
const provisionalFrom = 110

// Rating is an estimate of a player's strength at RatedAt.
type Rating struct {
	Value      float64   // on the public scale, where a new player has 1500
	Deviation  float64   // on the same scale; at most 350
	Volatility float64   // near 0.06
	RatedAt    time.Time // of the last rated game; zero before the first
}

// GameScore is the result of one game: 1 point for a win, 0.5 for a draw, 0 for a loss, against an
// opponent with the rating from before the game.
type GameScore struct {
	Opponent Rating
	Points   float64
}

// New returns the rating of a player before the first rated game.
func New() Rating {
	return Rating{Value: startRating, Deviation: startDeviation, Volatility: startVolatility}
}

// Each level of the bots is about levelStep stronger than the one below. The middle levels
// start with the rating of a new player.
const (
	levelStep      = 150
	levelMiddle    = 4.5
	levelDeviation = 200 // how strong they are for people is to be measured
)

// First returns the rating before the first rated game of the bot of a level, or of anybody
// else if level is 0.
func First(level int) Rating {
	n := New()
	if level > 0 {
		n.Value += levelStep * (float64(level) - levelMiddle)
		n.Deviation = levelDeviation
	}
	return n
}

// Rested returns the rating as of now: its deviation has grown since the last rated game.
func (r Rating) Rested(now time.Time) Rating { return r.rested(r.periods(now)) }

// After returns the rating after games with these results, which all end now. A game may be
// rated after one that ended later.
func (r Rating) After(now time.Time, results ...GameScore) Rating {
	r = r.after(r.periods(now), results...)
	if now.After(r.RatedAt) {
		r.RatedAt = now
	}
	return r
}

// Certain reports whether the rating is certain enough, as of now, to be shown without a
// question mark.
func (r Rating) Certain(now time.Time) bool { return r.Rested(now).Deviation < provisionalFrom }

// periods returns how many rating periods have passed since the last rated game; 0 before the
// first.
func (r Rating) periods(now time.Time) float64 {
	if r.RatedAt.IsZero() || now.Before(r.RatedAt) {
		return 0
	}
	return float64(now.Sub(r.RatedAt)) / float64(period)
}

// rested returns the rating after its deviation has grown over so many periods (step 6).
func (r Rating) rested(periods float64) Rating {
	phi, sigma := r.Deviation/glickoScale, r.Volatility
	r.Deviation = min(startDeviation, glickoScale*math.Sqrt(phi*phi+sigma*sigma*periods))
	return r
}

// after returns the rating after games played over so many periods: steps 2 to 8 of the paper,
// where it is one period.
func (r Rating) after(periods float64, results ...GameScore) Rating {
	if len(results) == 0 {
		return r.rested(periods)
	}
	mu, phi := (r.Value-startRating)/glickoScale, r.Deviation/glickoScale
	var information, surprise float64
	for _, s := range results {
		muJ, phiJ := (s.Opponent.Value-startRating)/glickoScale, s.Opponent.Deviation/glickoScale
		g := 1 / math.Sqrt(1+3*phiJ*phiJ/(math.Pi*math.Pi))
		e := 1 / (1 + math.Exp(-g*(mu-muJ)))
		information += g * g * e * (1 - e)
		surprise += g * (s.Points - e)
	}
	v := 1 / information
	sigma := volatility(phi, r.Volatility, v, v*surprise)
	waited := phi*phi + sigma*sigma*periods
	phi = 1 / math.Sqrt(1/waited+information)
	r.Value = glickoScale*(mu+phi*phi*surprise) + startRating
	r.Deviation = min(startDeviation, glickoScale*phi)
	r.Volatility = sigma
	return r
}

// volatility is step 5: the root of f by the Illinois algorithm. f falls from a positive to a
// negative value, so the loops end.
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
