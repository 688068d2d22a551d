// # What is solved
//
// What the side to move wins, loses and draws with perfect play of both, counted by `turnpost
// engine solve`; play that never ends is a draw. Guerre des deux roses, solved whole, last on
// 2026-11-23; the start is a draw:
//
//	phase       states       wins    losses     draws   longest win
//	drops              561         24        12       525   21 plies, B/..bb/...b./....w/..ww/W b 1 1 0
//	moves        6,531,774  3,211,149 1,165,537 2,155,088   73 plies, B/.w.w/bb..b/b...w/..w./W b 0 0 0
//
// It took 18 s of one core and 530 MB. The table ships with the program, and a test counts its
// totals. To look up a state of the moves takes 0.06 to 0.12 µs (BenchmarkValue in rules/roses,
// 2026-11-23, on a busy AMD EPYC), once the table is unpacked, which takes some 40 ms.
//
// Le Rooya on smaller boards, on 2026-11-23; of wins no distance is known. With six pawns the
// start is a draw:
//
//	board  pawns  placements       wins  losses    draws
//	4x4        6   1,572,480    655,356  25,802  891,322   of games that go on: solve rooya --small
//	4x4        4     900,900     41,420     148  859,332   those that are over among them: a test
//
// The board that people play on, of 26,293,088,250 placements, was begun, and not run to its
// end: `go doc ./rules/rooya` says how long that may take. Turro and La Tourrosa are too large.
package engine
