// Package engine searches for good plies in any game of package rules.
//
// # The model
//
// A [Player] chooses a ply for a game so far, with a budget. Two of them search, independently of
// each other: [PVS], principal variation search with iterative deepening, and [MCTS], Monte Carlo
// tree search with a solver. A [Level] is a PVS as an opponent for people: it has few nodes, and
// overlooks plies, its own and its opponent's, as people do. [Novice] and [Random] are for
// comparison.
//
// They walk through positions by [rules.SearchWalker] if the game offers it. Otherwise they walk through
// text, and without an evaluation they judge positions by the number of plies and by a few random
// games.
//
// # What is promised
//
//   - A player's ply is legal for any budget of at least one node.
//   - The budget is in nodes: positions reached. The same game, budget and seed give the same ply
//     on every machine. A deadline in the context is for safety only.
//   - PVS that is stopped returns the result of the last full iteration. If the nodes are too few
//     for one, it returns the ply that looks best before any search.
//   - A side may move twice in a row: a score is that of the side whose ply it is, and is not
//     negated if the same side moves again.
//   - Repetition is exact with respect to the game: a state that arises for the third time is a
//     draw. A state that arises for the second time within the search is also a draw, because the
//     players can repeat it again.
//   - A score beyond [Decided] is a win in a number of plies that was searched to the end; but a
//     shorter win may have been overlooked. (A [Level] that overlooks plies may believe in wins
//     that are not there.)
//
// # Speed
//
// On an AMD EPYC, by `lab speed` on 2026-11-27, beside other work: nodes a second of processor time, and
// the average depth in plies of 100,000 nodes, with the learned evaluation. With the worths of patterns alone
// it was 3.1 million nodes in Turro and in Tourrosa.
//
//	          PVS nodes/s  depth   MCTS nodes/s
//	turro       2,550,000    3.8      5,910,000
//	rooya       3,900,000    8.7      4,620,000
//	roses       4,430,000   12.0      5,320,000
//	tourrosa    2,230,000    4.8      4,440,000
//
// # Levels
//
// Each level against the one below, and level 1 against a novice, in Elo: 1,200 games for each step
// from openings of eight plies, on 2026-11-22 to 24, by `lab levels`. The 95 % confidence interval
// is about 20 either way. A star is a step of 400 to 800 games on 2026-11-27, about 30 either way.
//
//	       1        2         3         4         5         6         7         8
//	turro     -34     +187      +189      +156      +160      +190      +151      +177*
//	rooya     -74     +185      +113      +142      +153      +138      +118      +161
//	roses    +252*    +160*     +147*     +176*     +169*     +164*     +143*     +158*
//	tourrosa  -46     +175      +187      +194      +158      +147      +137      +157*
//
// From balanced openings of eight plies (`lab levels --balanced 100`, 600 games, on 2026-11-27), the steps
// of Guerre des deux roses from level 2 on are +167, +131, +151, +167, +150, +146 and +157.
//
// The same of the later games, by pairs of games from openings of four plies, on 2026-11-27. The
// column "games" is how many were played for each step; a star marks a step of fewer, 80 to 100, after one
// of its levels was moved. The 95 % confidence interval is up to 60 either way with 180 games, and 95 with
// 80; "all" is that no game was lost, and "-" that the level was moved since:
//
//	             1      2      3      4      5      6      7      8      games
//	chess        +830   +185*  +134*  +130   +165   +151   +144   +134     120
//	draughts     +708   +127   +110   +110   +103   +152   +120   +183     180
//	mills        +798   +191   +164   +205*  +168*  +139   +155*  +187*    200
//	loa          -      +127*  +168*  +117*  +191*  +147*  +117*  +137*     80
//	reversi      +502   +161   +171   +138   +173   +127   +30*   +191*    180
//	hex          -      +164*  +102   +165   +165   +113   +153   +184     140
//	breakthrough -      +108*  +215*  +139   +168   +139*  +200*  +196     200
//	go9          -      +173*  +200*  +63*   +78*   +108*  +191*  +131*    100
//
// Levels 6 and 7 of Reversi, and 3 to 5 of Go, are too near each other. Go on thirteen lines has the levels of
// nine lines without a measurement: its games are too long.
//
// Level 8 overlooks nothing and uses the learned evaluation, except in Guerre des deux roses, which
// it plays perfectly: among plies that draw it takes those after which most replies lose. The lower
// levels use the hand-written evaluation, so that they stay as they were measured when weights are
// learned again.
//
// # Master
//
// Level 9 searches as level 8 does (in Tourrosa it is choosy), with so many nodes that a ply takes some
// seconds of one core, except in solved games; in Turro and Tourrosa with 6,000,000. In the games not named
// here its gain was not measured. With fewer nodes, to play more games, it met on 2026-11-27 the level 8 of the
// day before, which had the worths of 2026-11-23, by `lab match --balanced N`:
//
//	turro     choosy:300000 against choosy:2000   N 20,000   60 games, all won
//	tourrosa  choosy:300000 against pvs:8000      N 3,000    42 games, +311 Elo (+219 to +463)
//	tourrosa  choosy:1000000 against pvs:8000     N 200,000  16 games, 15 won, 1 drawn: +597 Elo (+405 and more)
//
// Openings of Tourrosa that a search of 3,000 nodes considers open are often decided: of 20 such pairs against
// today's level 8, choosy:300000 won 10 twice and lost none, but in 7 the same side won both games.
//
// In Guerre des deux roses it plays the draw that is hardest to hold ([rules.HardDraws]): retrograde
// analysis of the drawn states says how likely an opponent loses each of them sooner or later, if it
// may overlook that a ply loses far ahead. Level 9 against PVS with the hand-written evaluation on
// 2026-11-27, by `lab match level:9 B --game roses --balanced 1`, 300 games each (600 of a look at two
// replies); and what a look at one reply, as that of level 8, and at two scored:
//
//	B              level 9               two replies   one reply
//	hand:185:503   +920 (+788 and more)  +655          +581
//	hand:168:196   +636 (+566 to +752)   +538          +434
//	hand:900:1     +352 (+314 to +397)   +174          +176
//	hand:2000      +354 (+320 to +395)   +193          +151
//	hand:8000      +225 (+196 to +257)   -             -
//
// # PVS and MCTS
//
// Level 8 of that time (2,000 nodes in Turro, 8,000 in Tourrosa, with worths alone) against MCTS with about the
// same processor time for a ply, by `lab match level:8
// mcts:NODES --balanced 3000 --opening 8` on 2026-11-23 to 26, with 95 % confidence intervals:
//
//	           NODES   games  won drawn lost
//	turro      4,400   200    196    0    4   98.0 %, +676 (+556 to +1239)
//	roses        950   400    341   59    0   92.6 %, +440 (+399 to +490)
//	tourrosa  18,000   400    334   17   49   85.6 %, +310 (+270 to +357)
//	rooya     37,000    40      0   40    0   50.0 %
//
// All these games of Le Rooya end by repetition: nine of ten of its states are drawn (below).
// Scoring a repetition below an even game did not change that.
//
// # Reductions
//
// A ply of Turro has some 126 replies, so a few thousand nodes end with the third ply if all are
// searched alike. Level 8 of Turro and Master of Tourrosa are choosy ([PVS.Choosy]): from the fourth ply of
// a position on, they search each less deeply at first, by the more plies the later it is tried and the more
// are left to search, at the root and next to the leaves as well; they search a position without a ply of the table one
// ply less deeply; and they order the plies of the root by their previous scores.
//
// Next to the leaves they also leave out late quiet plies, quiet plies of a side that stands far below the
// score that is tested, and positions of one that stands far above it; how far depends on the slope of the
// game.
//
// What each step gained on 2026-11-24 and 27, with equal nodes, from openings of eight plies:
//
//	turro     4,800   from the ninth ply on, one or two plies less   +189 Elo (+152 to +229), 400 games
//	turro     10,000  plies left out next to the leaves              +184 Elo (+122 to +259), 142 games
//	tourrosa  10,000  the same                                       +21 Elo (-9 to +51), 200 games
//	turro     3,000   from the fourth ply on, and more plies less     +6 Elo (-58 to +71), 114 games
//	tourrosa  20,000  the same                                       +52 Elo (+20 to +84), 142 games
//
// The last step lessens the nodes for six plies of Turro to 30 %, and those for ten of Tourrosa to 22 %.
//
// # What a score means
//
// A score of S is an expectation of 1/(1+exp(-S/slope)) points ([Chance]), with a slope for each
// game ([Slope]), fitted to games of level 5 against itself, whose positions PVS of 2,000 nodes
// judged (`lab fit`, 2026-11-27, 1,000 games; Le Rooya 2026-11-23). A fit must be
// repeated when weights change. Guerre des deux roses needs none: its values are exact.
//
// # The learned evaluation
//
// A search evaluates positions by the patterns of the game ([rules.Patterned]) if weights were learned and
// ship with the game (weights.txt, with the recipe on top), and otherwise by the hand-written evaluation
// ([Evaluation]). In Turro and Tourrosa the weights are a small network ([rules.Weights]): besides its worth,
// each pattern adds to 32 hidden units. In Le Rooya they are worths alone: there the network gained nothing
// (+6 Elo, -5 to +17, 60 games, 59 drawn).
//
// `lab train` learns them: rounds of games of PVS against itself, by TD(λ) on its scores and the results,
// and logistic regression. Those that ship took about 20 minutes of two cores each. On 2026-11-27, from
// openings of eight plies, by `lab match --balanced 2000`, against the worths alone of 2026-11-23 with the same
// processor time:
//
//	turro     choosy:1000 (501 µs a ply) against choosy:1220 (489 µs)  +118 Elo (+82 to +157), 400 games
//	tourrosa  choosy:1000 (440 µs a ply) against choosy:1070 (439 µs)  +125 Elo (+98 to +154), 400 games
//
// Before, with a search that left out fewer plies, networks from half of the games were accepted by
// `--sprt 0,5`: +155 Elo (+125 to +188) in 602 games of Turro, +128 (+103 to +155) in 468 of Tourrosa. Those
// from all of the games gained another 62 (+42 to +81) in 1,196 games of Turro, and 25 (+13 to +37) in 1,554
// of Tourrosa with equal nodes, accepted by the same test.
//
// The worths alone had gained 140 Elo over the hand-written evaluation in Tourrosa with equal time, 20 in
// Le Rooya, and nothing clear in Turro.
//
// # What is not
//
// A player does not know its opponent or the time.
//
// Nothing is remembered from one ply to the next. On 2026-11-27, from openings of eight plies, choosy:20000
// whose transposition table lasts for a game gained nothing clear: +19 Elo (-16 to +55) in 400 games of
// Turro, before its evaluation had hidden units, and +2 (-26 to +30) in 180 games of Tourrosa. The
// table of Master would take 16 MB a game for days.
//
// There is no opening book. One that was built on 2026-11-27 along the likeliest replies, by searches of
// 2,000,000 nodes and before there were hidden units, was met in 30 games against level 7 at 1.3 plies a game (61
// positions of Turro) and 2.0 (32 of Tourrosa), of some 40 and 27 plies of a side. choosy:20000 with it
// gained +40 Elo (-20 to +103) in 130 games of Turro, though its searches had a hundred times the nodes.
// Those of a book for Master could have only about five times its nodes, so a book would save two searches a
// game, and hardly strengthen it.
//
// # Solving a game
//
// [Solve] finds the exact value of every state of a finite game by retrograde analysis. A game
// is a [Graph] of numbered states, in each of which a side is to move, and each ply hands the
// move to the other side. A ply may also end the game at once: it wins for the side that makes
// it, or it draws. Values are those of the side to move; play that never ends is a draw.
//
// The plies are reversed once: for each state, the states from which a ply leads to it. Then the
// values spread from the ends backwards, one ply further in each round. A state with a ply to a
// lost state is won; a state all of whose plies lead to won states is lost, and a counter for
// each state says when the last of them is known. Round n settles exactly the states of
// distance n, so every distance is exact: the winner's shortest and the loser's longest. A state
// that no round reaches is drawn.
//
// This takes four bytes a ply and nine bytes a state. [LargeSolver] solves a game of more states:
// win, loss or draw without a distance, in two bits a state. It generates the plies again each
// time, and keeps its table in a file from which it continues after it was killed.
//
// # What is solved
//
// The numbers of states that the side to move wins, loses and draws with perfect play of both
// sides, by `turnpost engine solve`; endless play is a draw. Guerre des deux roses is solved
// completely; the start is a draw:
//
//	phase       states       wins    losses     draws   longest win
//	drops              561         24        12       525   21 plies, B/..bb/...b./....w/..ww/W b 1 1 0
//	moves        6,531,774  3,211,149 1,165,537 2,155,088   73 plies, B/.w.w/bb..b/b...w/..w./W b 0 0 0
//
// The table ships with the program, and a test counts its totals. Looking up a state takes 0.06 to
// 0.12 µs (BenchmarkValue in rules/roses, 2026-11-23) after unpacking the table, which takes
// some 70 ms.
//
// The phase of moves of Le Rooya, solved on 2026-11-24 without distances; the start is a draw
// (package rooya has more figures):
//
//	phase      placements           wins     losses           draws
//	moves  25,961,728,650  2,526,950,134  7,452,482  23,427,326,034   of games that go on
//
// Its file of 0.83 GB does not ship. Turro and La Tourrosa are too large.
package engine
