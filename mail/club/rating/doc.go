// Package rating rates players by the results of their games, by the Glicko-2
// system (Mark E. Glickman, "Example of the Glicko-2 system", 2022-03-22).
//
// A Rating has three numbers: how strong a player is, how uncertain that is (the
// deviation), and how unsteady the player's results are (the volatility). A
// player who has not been rated yet has New, or First. When a game ends, After gives each
// player's new rating from the Result, which holds the other's rating as it was
// before that game:
//
//	black, white = black.After(now, rating.Result{Opponent: white.Rested(now), Points: 1}),
//		white.After(now, rating.Result{Opponent: black.Rested(now), Points: 0})
//
// The paper collects the games of a rating period and rates them together. Here
// each game counts by itself, at the moment when it ends, and what went by since
// a player's last rated game is a number of periods that need not be whole: the
// deviation grows by it, as it does in the paper from one period to the next.
//
// The package is arithmetic. It stores nothing, reads no clock, and does not say
// which games are rated.
package rating
