// Package turnpost searches for good plies in any game of package rules.
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
// # What was measured
//
// On 2026-11-23, on an AMD EPYC, by `lab speed`: nodes a second of processor
// time, and plies deep in 100,000 nodes on the average, both judging by what was learned.
//
//	          PVS nodes/s  depth   MCTS nodes/s
//	turro       3,530,000    3.5      7,200,000
//	rooya       3,030,000    8.7      4,440,000
//	roses       4,080,000   12.0      5,290,000
//	tourrosa    1,420,000    5.3      3,790,000
//
// In a match neither has these: small searches stay in the cache, and end where a result is
// proven. What a ply of each takes `lab match` says.
//
// # Levels
//
// Each level against the one below, and level 1 against a novice, in Elo: 1,200 games a
// step from openings of eight plies, on 2026-11-22 and 23, and step 8 of Turro on 2026-11-24.
// `lab levels --games 1200` prints such a table.
//
//	       1        2         3         4         5         6         7         8
//	turro     -34     +187      +189      +156      +160      +190      +151      +167
//	rooya     -74     +185      +113      +142      +153      +138      +118      +161
//	roses     -18     +193      +184      +199      +196      +197      +197      +183
//	tourrosa  -46     +175      +187      +194      +158      +147      +137      +134
//
// The 95 % bounds of 1,200 games are about 20 either way. Steps 4 to 7 of Guerre des deux
// roses were measured in 4,800 games each (+188 to +211, +185 to +207, +187 to +208, +189 to
// +204), its 2, 3 and 8 in 2,400 (8: +174 to +192). Level 1 of Turro and of Guerre des deux
// roses met a novice in 4,800 (-44 to -24, and -27 to -8). Step 8 of La Tourrosa is the sum of
// six matches of 200 games (+119 to +150). From openings of 20 plies, step 7 of Le Rooya was
// +90 (+73 to +107, 400 games). The highest level of each game overlooks nothing, and judges
// by what was learned, but in Guerre des deux roses, which it plays perfectly: of what draws
// it takes what leaves the other side most replies that lose.
//
// # The highest level against MCTS
//
// By `lab match level:8 mcts:NODES --balanced 3000 --opening N` on 2026-11-23, in
// Turro on 2026-11-24 and in La Tourrosa on 2026-11-26, from openings that neither searcher
// calls decided (the table, in Guerre des deux roses), with 95 % bounds. The time is what a
// ply of level 8 and of MCTS took of the processor, in microseconds, as the match prints it.
// One side: the pairs that were won twice by it. That need not be due to their opening: who
// wins a game with a probability of p has 2p(1-p) of all pairs end so by chance, 18 % where p
// is 0.9.
//
//	           NODES  N  games  won drawn lost                                  time      one side  thrown out
//	turro      4,400  0    200  175   25    0   93.8 %, +470 (+411 to +556)     528   529   0 of 100      12,363
//	turro      4,400  2    200  192    1    7   96.2 %, +564 (+469 to +764)     464   488   7 of 100          33
//	turro      4,400  4    200  196    0    4   98.0 %, +676 (+556 to +1239)    434   466   4 of 100          13
//	turro      4,400  8    200  196    0    4   98.0 %, +676 (+556 to +1239)    429   470   4 of 100          44
//	roses        950  0    200  124   76    0   81.0 %, +252 (+225 to +282)      79   100   0 of 100       0
//	roses        950  8    400  341   59    0   92.6 %, +440 (+399 to +490)      82    81   0 of 200      10
//	tourrosa  18,000  0    200  200    0    0  100.0 %                        3,222 3,148   0 of 100       0
//	tourrosa  18,000  2    400  336   16   48   86.0 %, +315 (+274 to +366)   3,320 3,328  43 of 200     279
//	tourrosa  18,000  4    400  349   16   35   89.2 %, +368 (+323 to +425)   3,529 3,381  33 of 200     366
//	tourrosa  18,000  8    400  334   17   49   85.6 %, +310 (+270 to +357)   3,467 3,400  47 of 200     388
//	rooya     37,000  8     40    0   40    0   50.0 %                        5,870 6,132   0 of  20       0
//
// Nine points of ten were reached in Turro, and with eight times the nodes, too: 98.0 % of
// 100 games of choosy:16000 against mcts:36000 from eight plies, at 3,080 and 4,576
// microseconds; in Guerre des deux roses from eight plies, also from any such openings:
// 90.5 % of 200 games; and in La Tourrosa from its start. Elsewhere they were not reached:
//
//   - Guerre des deux roses from its start: by draws. Level 8 lost none of these games.
//   - La Tourrosa from plies at random, in part by openings that win for one side: of 600
//     pairs MCTS won both games of 3, where chance alone would give it 10. Openings that
//     120,000 nodes call undecided gave no more, 88.1 % from four plies, nor did more time
//     for both: 81.2 % of 200 games of pvs:20000 against mcts:45000 from eight.
//   - Le Rooya: by draws, as nine states of ten are (below). All games of this match ended
//     by repetition, 196 of 200 where MCTS had 12,700 nodes, all of 30 from openings of 20
//     plies and of 30 from 40, and all of 20 that PVS of 60,000 nodes played with PVS of
//     15,000. What was tried and not kept: to think a repetition worse than an even game,
//     by 80 or 150 (40 games each, of 88 plies and of 149, all drawn), and to see wins at
//     once where positions are judged (40 games, all drawn).
//
// # What is looked at less
//
// A ply of Turro has some 126 replies, so that a few thousand nodes end with the third ply if
// all are looked at alike. Level 8 of Turro is choosy ([PVS.Choosy]): from the ninth ply of a
// position on it searches each at first one or two plies less deep, at the root and next to the
// end too, and tries the plies of the root in the order of what they scored before. On
// 2026-11-24, from openings of eight plies, choosy:4800 against pvs:4800:
//
//	turro     74.8 %, +189 Elo (+152 to +229), 400 games
//	tourrosa  52.9 %, +20 Elo (-11 to +52), 120 games, of 8,000 nodes each
//	rooya     all of 40 games drawn, of 15,000 nodes each
//
// What was tried besides in Turro, with 3,000 nodes each in 300 games, and not kept because it
// was not clearly better: to look at 20 plies alone next to the end, and at 80 before
// (+34, -5 to +74); to leave a position with 300 for each ply more than it needs (+30, -2 to
// +63) or with 800 (-15); to give one up with as much less than it needs (+16, and -1).
//
// # What a score is worth
//
// A score of S is said as 1/(1+exp(-S/slope)) of a point ([Prospect.Chance]), with a slope
// for each game: as often as sides with such a score won, a draw counted as half, in 1,000
// games of level 5 against itself from openings of eight plies, whose positions PVS of
// 2,000 nodes judged by what was learned, as after a game. On 2026-11-23, by `lab fit
// --games 1000`, where La Tourrosa had its level 5 of before that day's end:
//
//	turro     675  (13,970 scores)
//	rooya     151  (26,164)
//	tourrosa  353  (7,591)
//
// Level 5 errs as people do. Players that do not draw nearly all games of Le Rooya, whose
// scores then say nothing. Guerre des deux roses needs none: its values are exact. Fitted to
// the terms that people wrote they were 333, 232 and 197. As such scores the weights were
// learned, and are still: what is learned is a scale of its own, and a fit is to be made anew
// when weights change.
//
// # What was learned
//
// A search judges positions by the patterns that a game shows ([rules.Patterned]), where
// their worths were learned and ship with the game (weights.txt, with the recipe on top), and
// else by what people wrote ([Terms]). They are learned by [Training]: rounds of games of
// PVS against itself, by TD(λ) on what it saw and on who won, and logistic regression.
// Turro keeps up from ply to ply what its patterns are worth together ([rules.Weigher]), and
// La Tourrosa knows beforehand what three cells are worth; in Le Rooya all patterns are read
// anew at each position.
//
// PVS of 1,000 nodes with what was learned against the same with the terms that people
// wrote, from openings of eight plies, on 2026-11-23 by `lab match pvs:1000
// hand:1000 --sprt 0,30`, with 95 % bounds:
//
//	turro     65.8 %, +114 Elo (+56 to +179), 120 games   better by 30 rather than 0
//	tourrosa  79.2 %, +232 Elo (+157 to +334), 72 games   better by 30 rather than 0
//	rooya     52.1 %, +15 Elo (+6 to +24), 210 games      better by 10 rather than 0 (--sprt 0,10)
//
// A test that ends early flatters: with other seeds Turro had +92 (+60 to +126) in 400 games,
// and Tourrosa +131 (+60 to +214) in 50. What was learned takes more time a node: 1.4 times
// that of the terms in Turro, 1.2 in Le Rooya, 1.6 in Tourrosa (300,000 nodes of one ply,
// processor time). In as much time, the terms having so many more nodes: Tourrosa +140 (+91
// to +195) in 128 games, Le Rooya +20 (+9 to +31) in 206, and Turro +27 (-40 to +95) in 104,
// which is not clear. Each learning took 5 to 20 minutes of a part of one core. The lower levels
// judge by the terms that people wrote, so that what is learned anew leaves them as they were
// measured.
//
// # What is not
//
// Nothing is remembered from one ply to the next. A player is not told whom it plays
// against, nor how much time there is.
package engine
