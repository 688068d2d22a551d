// Package rules says what a two-player board game is to Turnpost.
//
// # The model
//
// A [Game] is a name, a start and a reader of position strings. A [Position]
// is a value: playing a [Move] makes a new position and never changes the old
// one. A move is one ply, written as text, because plies live in letters and
// in SQL; inside its package each game works on small values and turns them
// into text at the border only. A [Record] is a game so far: where it began
// and the plies since. It alone knows repetition, because repetition is a
// matter of a game's record and not of one position.
//
// # What is promised
//
//   - Legal is sorted bytewise, without duplicates, and empty exactly when the
//     game is over.
//   - Play accepts exactly the moves of Legal. Parse returns only such moves.
//   - String is the whole state: ParsePosition(p.String()) is a position with
//     the same string, the same legal moves and the same outcome. One thing
//     only may be lost, and a game says so by [Rereader]: that the last ply
//     ended the game. The plies of a [Record] never lose it.
//   - Diagram is ASCII and at most 72 columns wide.
//
// Package rulestest holds every game to these promises.
//
// # What is not
//
// Resignation, agreed draws and lost time belong to the correspondence. The
// last move that a diagram marks belongs to the value, not to its string: a
// position that was read from text has no last move.
//
// # Adding a game
//
//  1. Make a folder rules/NAME with a package doc that names the author, the
//     year and the published rules, and says what was settled here.
//  2. Write the position as a small value type (arrays, bit boards) with the
//     seven methods of [Position], and func Game() rules.Game. For the words
//     of a refusal use the constructors in moveerror.go; add a code there only
//     when none says it.
//  3. Write the rules for players in rules.txt, in your own words, house rules
//     named as such, at most 72 columns; embed it as Game.Text.
//  4. If perft through text is too slow, implement [Perfter].
//  5. Write testdata/perft.txt: several positions, each to a depth that takes
//     about a second together.
//  6. In NAME_test.go call rulestest.Check and, from a fuzz function,
//     rulestest.Fuzz; add a test for each sentence of the rules. Tell the game
//     once more in oracle_test.go, plainly and without haste, and call
//     rulestest.CheckOracle; compare a million positions once, with
//     `go test ./rules/NAME -run Oracle -positions 1000000 -timeout 1h`.
//  7. Write two or more testdata/*.playthrough (a first line with the game and
//     the plies; `go test ./rules/NAME -update` writes the rest) and read them.
//  8. Add one line to rules/all.
//
// That is all: letters, commands, database and help take the game from there.
package rules
