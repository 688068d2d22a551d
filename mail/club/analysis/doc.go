// Package analysis looks at finished games. It finds where they turned (the post-mortem) and
// positions that make puzzles, and it asks players these puzzles.
//
// # The model
//
// Both searches work in the same way. A listener ([WantPostMortem], [WantPuzzles]) notes a game in
// the transaction that ends it; an operator may also note older games for puzzles ([SeekPuzzles]).
// [NextPostMortem] and [NextPuzzleGame] return a noted game. Think looks at its positions outside of
// any transaction, which takes seconds. The result is stored in one transaction that also removes
// the note: [PostMortem.Tell] emits a [PostMortemFound], of which package notify makes messages, and
// [FoundPuzzles.Shelve] stores puzzles. Package server decides when these are called.
//
// [AskPuzzle] gives a player a puzzle, and [AskedPuzzle.Answer] says what their ply was worth.
// [SetDailyPuzzle] and [DueDailyPuzzle] serve players who want a puzzle each day. Package db/puzzles
// stores all of this.
//
// # What is promised
//
//   - Each game is searched and reported at most once. Think finds the same on every machine,
//     except where the operator has an external engine judge (package external).
//   - No position is shown that is on the board of a running game at that moment, as it is, mirrored,
//     or with colours exchanged ([club.IsOnRunningBoard]). For a post-mortem this covers the positions
//     before and after a ply and after the better one; for a puzzle its position, those after the
//     right ply and after the player's, and the line that follows, which is cut before such a position.
//   - Nothing is shown of a game between two addresses of one mailbox. What is found in a game
//     that has, after the opening, a position of a running game of one of its players waits until
//     that game ends, so that nobody plays the moves of a running game against a bot to read what
//     is better (releaseOf).
//   - Nothing is shown of games that an operator cancelled, or of which a player was forgotten.
//     Puzzles of players who are forgotten later are removed.
//   - What is said about solved games, and about games with a file of values, is exact; a file does
//     not know repetition, which counts where it ends a game. Otherwise it is what the engine sees in
//     a fixed number of positions, and each ply that is commented on was searched twice (see package
//     engine).
//
// Post-mortems are sent within a day after the game's end, or that of the one they wait for, for
// games of at least [MinPostMortemPlies] plies, in which at least one person plays who wants to
// read them ("analysis on"). Games between programs would delay those of people.
//
// In a puzzle, exactly one ply keeps the win, and the win takes three to nine plies. In a game that
// is not solved, a search of all replies proves this win, and that no other ply wins as soon (prove);
// the engine has seen no other win, and gives each other ply a limited chance (maxOtherChance). Where a
// game has no such position, one in which other plies win later makes a puzzle as well, as a mate in two
// does in chess (soonestWins). Games in which a side may always pass, such as Go, have no puzzles
// ([HasPuzzles]). The position counts by itself, as if it had not arisen before. A puzzle names no
// players, date or game number. It is not made from games of players who want no analysis. A game yields
// at most two puzzles, which ask for different plies, and at most [MaxPuzzles] of each game's rules are
// kept. Its difficulty is the lowest level of the engine that finds the ply; if none does, it makes no
// puzzle. Only a player's first answer counts. It is compared with the stored values, so that no message
// waits for a search.
//
// Puzzles from games between bots ship with the program ([Shipped]). They are asked where no other
// is left, those of games that the player knows first, and then the easiest, so that a new club has some.
//
// # What is not
//
// An external engine judges chess and other games of UCI. Those of GTP give no scores, so the built-in
// engine judges their games; and a whole game again if a program fails. Whether a puzzle's win is
// proven, the built-in search alone says.
//
// What a search does not see is not reported. The search assumes that both players play like itself.
// The players of a game may recognise it in a puzzle. Since puzzles name nobody, they ignore
// "public off". Two puzzles that mirror each other count as two, unless they ship with the program.
package analysis
