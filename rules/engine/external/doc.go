// Package external connects the games with external engines, by the Universal Chess Interface and
// the Go Text Protocol: an [Engine] is a program that thinks for computer players and post-mortems,
// and a [Server] lets an arena, or any program that speaks the protocol, ask our own
// engine. How a protocol writes a game stands with the game ([rules.UCI], [rules.GTP]).
//
// # An engine
//
// A program is trusted by the operator who names it: it runs as the user of the server. It is told
// positions and strengths, and nothing about people. Its environment is a PATH, a HOME that does not
// exist and LC_ALL=C, so none of our settings, and it has no open file but its input and output.
//
// There is one process for each game. It is started when it is first asked, without a shell, and
// ended after some minutes without a question. Its process group is killed if it does not answer in
// time, writes too much or something else than the protocol, or plays what our rules do not allow.
// One that died since the last question is replaced at once.
//
// On Linux the process has the lowest priority (nice 19), a limit of address space, a limit of
// processor time, and is the first to be killed when memory runs out; so have processes that it
// starts. On other systems only its process group and the time for an answer are limited.
//
// Our own engine can be such a process too, by a protocol of lines of JSON ([NewOwn], [ServeOwn]): the
// server searches for long only there, so that its priority is the lowest. What it plays is what the engine
// plays in this process.
//
// # Levels
//
// A level is UCI_Elo, in steps of 150 from the least that the program offers; without that option
// it is Skill Level; without both it is the number of nodes. For GTP it is the command level, from 1
// to 10. The highest level is the program without a limit on strength, within its nodes. On 2026-11-27,
// Stockfish 15.1, whose least is 1350, scored 8.5 of 12 at level 3 against level 1, and 10.5 of 12 at
// level 5 against level 3; its level 1 scored 3 of 6 against level 4 of the built-in engine,
// and 2 of 6 against level 6. GNU Go 3.8 on 9x9 scored 6 of 6 at level 1, and 4 of 4 at level 9, against
// level 3 of the built-in engine. These are few games, and the other levels were not measured.
//
// # What is promised
//
//   - Every ply is legal by our rules. Where the program fails, the built-in engine of the same
//     level plays ([Engine.Level]); the first failure of a row is logged. After repeated failures
//     the program is left alone for more and more plies, at most 63.
//   - A game that a program of GTP refuses to continue, or resigns, is no failure: the built-in
//     engine plays there, and the program goes on in other games. The log says so at the first
//     such ply, and at the second, fourth, eighth and so on, with their number. GNU Go refuses
//     suicide and superko if it is not started with --allow-all-suicide --positional-superko.
//   - An optional command of GTP that a program does not know or refuses (level, set_random_seed,
//     kata-set-rules) is left out, which is logged once, at the level info.
//   - Waiting for a program ends with its time limit or the context.
//   - Programs start each ply without knowledge of earlier ones (ucinewgame, clear_board).
//
// # What is not
//
// Programs do not play the same on every machine. Those of GTP give no scores, so they cannot judge
// a game ([Engine.Judge]). A process that leaves its process group is not killed.
package external
