// Package engine searches for good plies in any game of package rules.
//
// # The model
//
// A [Player] is asked for a ply of a game so far, with a budget. There are two that
// search, independent of each other: [PVS], principal variation search with
// iterative deepening, and [MCTS], Monte Carlo tree search with a solver. A [Level]
// is a PVS for people: it has few nodes, and overlooks plies, its own and the
// other's, as people do. Beside them stand [Novice] and [Random], which others are
// measured against.
//
// They walk through positions by [rules.Walker], which a game offers if it can. For
// a game that offers none they walk through text, and where there is no evaluation
// they judge by how many plies there are and by a few games played at random.
//
// # What is promised
//
//   - A player's ply is legal, whatever the budget, from one node on.
//   - The budget is in nodes: positions reached. The same game, budget and seed make
//     the same ply on every machine. A deadline in the context is for safety only.
//   - PVS that is cut off returns what the last full iteration found. With too few
//     nodes for one, that is the ply that looks best at first sight.
//   - A side may move twice running: every score is that of the side whose ply it
//     is, and nothing is negated when the side stays.
//   - Repetition is exact with respect to the game: a state that arises for the
//     third time is a draw. So is one that arises for the second time within the
//     search, because whoever can go round once can go round again.
//   - A score beyond [Decided] is a win in so many plies, and was searched to the
//     end; but a shorter one may have been overlooked. (A [Level] that overlooks
//     plies may believe in wins that are none.)
//
// # What is not
//
// Nothing is learned here, and nothing is remembered from one ply to the next. A
// player is not told whom it plays against, nor how much time there is.
package engine
