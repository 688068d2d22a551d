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
// This takes four bytes a ply and nine bytes a state. [WideSolver] solves a game of more states:
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
// 0.12 µs (BenchmarkValue in rules/roses, 2026-11-23) after unpacking the table, which takes some
// 40 ms.
//
// The phase of moves of Le Rooya, solved on 2026-11-24 without distances; the start is a draw
// (package rooya has more figures):
//
//	phase      placements           wins     losses           draws
//	moves  25,961,728,650  2,526,950,134  7,452,482  23,427,326,034   of games that go on
//
// Its file of 0.83 GB does not ship. Turro and La Tourrosa are too large.
package engine
