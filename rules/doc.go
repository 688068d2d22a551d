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
//   - Whether a text has the form of a ply is a matter of the game: what
//     [Game.HasForm] refuses is Unreadable in every position, and nothing else is.
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
// Package rulestest/three is a whole game in two files with all that a game must
// have and nothing that it may have: begin with a copy of it. What it must have,
// in the order in which it is best made:
//
//  1. A folder rules/NAME with a package doc that names the author, the year and
//     the published rules, and says what was settled here.
//  2. The position as a small value type (arrays, bit boards) with the seven
//     methods of [Position]. For the words of a refusal use the constructors in
//     moveerror.go; add a code there only when none says it. Package board draws
//     squares and hexagons with their coordinates for Diagram, reads and writes
//     the names of cells, and knows how White sees them.
//  3. The form of a ply, read without a position: it is [Game.HasForm], and the
//     first thing that Parse asks. [Clean] has taken dashes, move numbers and
//     punctuation away before.
//  4. func Game() [Game] with a name of one lower-case word, title, author, year,
//     brief, the text of the rules (your own words, at most 72 columns of ASCII,
//     house rules named as such), a sentence for each reason of an [Outcome], the
//     start, ParsePosition and HasForm. Brief, text and reasons may stand in the
//     code, as in the example, or in words/en.txt, as in the other games.
//  5. NAME_test.go that calls rulestest.Check and, from a fuzz function,
//     rulestest.Fuzz. Check wants the next two.
//  6. testdata/perft.txt: three positions or more, each to a depth that takes
//     about a second together, with counts that were not taken from the engine
//     alone.
//  7. testdata/*.playthrough: two whole games or more. Write a first line with the
//     plies; `go test ./rules/NAME -update` writes the rest; read it.
//  8. A line in rules/all.
//
// Letters, commands, database, help and record take the game from there. The tests of
// letters, commands and robots run every game of rules/all, and the example with them,
// so that these steps stay enough; transcripts of letters name their four games.
//
// What follows is optional: a game without it is played to its end all the same, and
// the words in brackets are what is missing then. What is there is held to what
// its comment promises, by rulestest.Check if nothing else is named.
//
//   - [Game.Notation]: how plies are written, if that does not go without saying
//     (no such line above the first list of plies).
//   - [Game.Words]: the game in other languages, a file words/TAG.txt for each of
//     [Languages]; rules/words/en.txt tells the format. Call
//     rulestest.CheckWords, which demands all of them (English within letters of
//     another language).
//   - [Teller]: the diagram with words in it in other languages, the position and
//     each ply in sentences ("board words" shows the diagram).
//   - [Drawer]: the scene, from which come the picture in letters, `turnpost rules
//     draw` and the film of a game that has ended; see [Scene] for its
//     measures and package board for what it has in common with others (the
//     diagram alone).
//   - [Remarker]: what a picture of the board cannot show, for letters with a picture
//     (it stands under the diagram alone, if there).
//   - [Hinter]: where a ply ends and what it takes, on the taps of a letter, for plies whose
//     text does not say it (nothing).
//   - Game.Examples: pictures of the board and of each kind of ply (rules without pictures).
//   - [Figurer]: the letters of the diagram that are pieces, for who wants them drawn
//     (letters).
//   - [Grouper]: the titles in the list of legal plies (they stand under the cell
//     with which they begin).
//   - [Rereader]: for a game whose string can lose that the last ply ended it. It
//     is optional only if no string can: CheckPosition finds out.
//   - [Perfter]: perft without text, if through text it is too slow for the suite.
//     It allocates nothing. rulestest.BenchPerft times it (slow counts).
//   - Walkable: positions as small values for a search, and in its Walker, Evaluator:
//     how well a side stands (package turnpost walks through text, and judges by
//     playing at random).
//   - Symmetric: which positions are the same but for a turn or mirror of the board, or an
//     exchange of colours, that keeps the rules (what must not tell of a game under way
//     does not know it in a mirror).
//   - Solved and Solver: exact values of all positions, for a game that is small
//     enough; see engine.Solve (`turnpost engine value` says that it has none).
//   - An oracle: the rules told once more in oracle_test.go, plainly and without
//     haste, for rulestest.CheckOracle; compare a million positions once, with
//     `go test ./rules/NAME -run Oracle -positions 1000000 -timeout 1h`. Each game
//     that Turnpost offers has one, and a test for each sentence of its rules (the
//     engine's own word for what is legal).
//
// # Plies and conditionals as texts
//
// One line may hold several plies. [Stretches] cuts it at commas, semicolons and
// connecting words; within a part a ply may be written with spaces, so as few words
// as make one are taken together, [MaxPlyWords] at most ([TakePly]).
// [BeginsWithPly] asks for the form alone, which depends on the game and not on the
// board.
//
// A [Conditional] answers the opponent's next turns: "if A then B, if C then D". It
// is a way through [Conditionals], a tree in which the alternatives for one turn
// stand beside each other. Below [AnyTurn] the board is not known, and only the form
// of plies is checked. [ParseConditionals] reads back what [Conditional.String]
// writes.
package rules
