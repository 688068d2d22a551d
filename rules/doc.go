// Package rules defines what a two-player board game is to Turnpost.
//
// # The model
//
// A [Game] is a name, a start and a parser of position strings. A [Position] is a value: playing a
// [Move] returns a new position and never changes the old one. A move is one ply, written as text,
// because plies are in messages and in the database; inside its package each game works on small
// values and converts them to text only at the border. A [Record] is a game so far: its start and
// the plies since. Only the record knows repetition, which depends on the whole game and not on one
// position.
//
// # What is promised
//
//   - Legal is sorted bytewise, without duplicates, and empty exactly when the game is over.
//   - Play accepts exactly the moves of Legal. Parse returns only such moves.
//   - The form of a ply is defined by the game: a text that [Game.HasForm] refuses is Unreadable in
//     every position, and no other text is.
//   - String is the whole state: ParsePosition(p.String()) is a position with the same string, the
//     same legal moves and the same outcome. Only one thing may be lost, which a game announces by
//     [TextOutcomer]: that the last ply ended the game. The plies of a [Record] never lose it.
//   - Diagram is ASCII apart from words, and at most 72 columns wide.
//
// Package rulestest checks these promises for every game.
//
// # What is not
//
// Resignation, agreed draws and lost time belong to the correspondence. The last move that a
// diagram marks is not part of the position string: a position that was read from text has no last
// move.
//
// # Adding a game
//
// Package rulestest/three is a whole game in one file and its test: begin with a copy of it. A game
// needs, in the order in which it is best written:
//
//  1. A folder rules/NAME with a package comment that names the author, the year and the published
//     rules, and says what was settled here.
//  2. The position as a small value type (arrays, bit boards) with the seven methods of [Position].
//     For refusals use the constructors in moveerror.go; add a code only if none fits. Package
//     board reads and writes position strings and the names of cells, and draws squares and
//     hexagons as White and Black see them; a board that both see alike, because pieces fall in it,
//     ignores whose view is asked for. For a board of squares, a function that returns a
//     board.Square for each cell gives the diagram, the picture ([SceneDrawer]) and the description
//     ([Describer]) in one line each.
//  3. The form of a ply, read without a position: it is [Game.HasForm], and Parse checks it first.
//     [Clean] removes dashes, move numbers and punctuation before; board.ReadCells reads plies of
//     several cells, "d3-d4" and "d3 x d4". People write prose around their plies, so a letter alone
//     is a poor ply: "A good game!" begins with it, and some letters connect words in a language of our
//     messages, as e does in Italian. Name a cell, or put a digit behind the letter.
//  4. func Game() [Game] with a name of one lower-case word, which may end with digits, title,
//     author, year, brief, the text of the rules (your own words, at most 72 columns of ASCII, with
//     house rules named as such, and if there are none, that there is no house rule), a sentence for
//     each reason of an [Outcome], the figures of pieces, the start, ParsePosition and HasForm.
//     Brief, text and reasons may be in the code, as in the example, or in words/en.txt, as in the
//     other games.
//  5. NAME_test.go that calls rulestest.Check and, from a fuzz function, rulestest.Fuzz. Check
//     needs the next two.
//  6. testdata/perft.txt: at least three positions, each to a depth that takes about a second
//     together, with counts that do not come from the engine alone, but are published or from a second
//     program. rulestest.ReadPerft describes the file.
//  7. testdata/*.playthrough: at least two whole games. Write a line with the plies; `go test
//     ./rules/NAME -update` writes the rest; read it.
//  8. Its import and its entry in rules/all, in the place where players are to see it in lists.
//
// Before people play it: the words in all languages, an oracle, and a test for each sentence of its
// rules; see below.
//
// A game of more than one file calls them as the others do: NAME, board (cells), position (the state
// and its string), moves, notation (typed plies and refusals), text, diagram, picture, eval (for the
// search) and solve.
//
// Messages, commands, database, help and record need nothing else, and neither do their tests:
// these play every game of rules/all. Transcripts of messages name their games.
//
// Everything below is optional. The words in brackets say what is missing without it.
// rulestest.Check checks what its comment promises, if no other function is named.
//
//   - [Game.Notation]: how plies are written, if that is not obvious (no such line above the first
//     list of plies).
//   - [Game.Words]: the game in other languages, a file words/TAG.txt for each of [Languages];
//     rules/words/en.txt describes the format. Call rulestest.CheckWords, which requires all of
//     them (English in messages of other languages).
//   - [Describer] and [MoveDescriber]: the position and each ply in sentences ("board words" shows
//     the diagram).
//   - [SceneDrawer]: the scene, from which the picture in messages, `turnpost rules draw` and the film
//     of a finished game are made; [Scene] has the measures (the diagram alone).
//   - [Remarker]: what a picture of the board cannot show, for messages with a picture (only the
//     diagram shows it).
//   - [LegendWriter]: what the signs on the picture stand for, below it (nothing).
//   - [PlyHinter]: where a ply ends and what it takes, on the links of a message, if its text does not
//     say it (nothing).
//   - [PlyCounter]: what counts for a repetition, for a game whose position string counts plies (no
//     state ever arises again).
//   - [Speller] and Game.ReadIn: plies as a language writes and reads them (the canonical text).
//   - [PassFinder]: that nothing is left to gain, for a game with passes (computer players go on until the
//     search finds that out).
//   - Game.Format: records as other programs read and write them, such as PGN or SGF (ours alone).
//   - Game.UCI and Game.GTP: how external engines play it (they cannot: computer
//     players have only our engine).
//     Package engine/external uses them, and compares perft with such an engine in its tests.
//   - Game.Terms and Game.Begin: what players agree on before a game, such as a handicap (every game
//     begins alike).
//   - Game.Examples: pictures of the board and of each kind of ply (rules without pictures).
//   - Game.Figures: the letters of the diagram that are pieces, for players who want figures (letters).
//   - [TableWriter]: the board as a table, where plies are cells on which something is placed; then the
//     cells of the board in a message are links (the plies are listed).
//   - [MoveGrouper]: the titles in the list of legal plies (the cell with which they begin, or its column
//     where they are no more than a cell).
//   - [TextOutcomer]: for a game whose string can lose that the last ply ended it. It is required if a
//     string can: CheckPosition finds out.
//   - [Perfter]: perft without text, if perft through text is too slow for the suite. It allocates
//     nothing. rulestest.BenchPerft measures it (slow counts).
//   - [Evaluator]: how well a side stands, on the position itself (package engine plays four random
//     games from each position).
//   - [Walkable]: positions as small values for a search, of which an Evaluator is the walk (package
//     engine walks through text).
//   - [Symmetric]: the positions that are equal by a symmetry of the board or an exchange of
//     colours that keeps the rules (what must be kept secret about a running game is not recognised
//     in a mirror image).
//   - [Solved] and [Solver]: exact values of all positions, for a game that is small enough; see
//     engine.Solve (`turnpost engine value` says that there are none).
//   - An oracle: the rules a second time in oracle_test.go, plain and slow, for
//     rulestest.CheckOracle; compare a million positions once, with `go test ./rules/NAME -run
//     Oracle -positions 1000000 -timeout 1h` (the engine alone says what is legal).
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
