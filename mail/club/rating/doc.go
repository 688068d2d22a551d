// Package rating rates players by the results of their games, by the Glicko-2 system (Mark E.
// Glickman, "Example of the Glicko-2 system", 2022-03-22).
//
// A [Rating] has three numbers: how strong a player is, how uncertain that is (the deviation), and
// how unsteady the player's results are (the volatility). Unrated players have [New], bots [First].
// When a game ends, After returns each player's new rating from the GameScore, which holds the
// opponent's rating from before the game:
//
//	black, white = black.After(now, GameScore{Opponent: white.Rested(now), Points: 1}),
//		white.After(now, GameScore{Opponent: black.Rested(now), Points: 0})
//
// The paper collects the games of a rating period and rates them together. Here each game is rated
// by itself when it ends, and the time since a player's last rated game is a fractional number of
// periods, over which the deviation grows as it does in the paper from one period to the next.
//
// The package is arithmetic. It stores nothing, reads no clock, and does not decide which games are
// rated.
package rating
