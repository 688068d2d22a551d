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
// The board that people play on, solved on 2026-11-24 (`go doc ./rules/rooya` says how long
// that took); its start is a draw, and nine states of ten are:
//
//	phase      placements           wins     losses           draws
//	moves  25,961,728,650  2,526,950,134  7,452,482  23,427,326,034   of games that go on
//
// The file of 0.83 GB does not ship. Turro and La Tourrosa are too large.
package engine
