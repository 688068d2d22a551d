// Package analysis looks at games that are over: it finds where they turned (the
// post-mortem) and positions that make puzzles, and asks players those puzzles.
//
// # Post-mortems: the model
//
// [WantPostMortem] listens to the club: in the transaction that ends a game it notes that the
// players are to be told. [NextPostMortem] finds such a game, [PostMortemGame.Think] looks at its plies,
// which takes seconds, and [PostMortem.Tell] emits what was found as a [PostMortemFound], of which package
// tell makes letters: in one transaction with the end of the note. Who calls these, and
// how often, is package server's business.
//
// # Post-mortems: what is promised
//
//   - Each game is told of once at most, whoever thinks, and however often: what Think
//     finds is the same each time.
//   - Nothing is told of a game under way, nor of a ply before or after which, or after the
//     better one, the board is that of a running game of the same rules, be it turned,
//     mirrored or with the colours exchanged (package club). That is asked in the
//     transaction that tells.
//   - Nothing is told later than a day after the game's end.
//   - Nothing is told of a game that an operator called off, that had less than
//     [MinPostMortemPlies] plies, or that ended before there was this package; nor of one of whose
//     players one was forgotten: by then, or by which it ended; nor of one in which no
//     person plays who wants to read it: games between programs keep nobody waiting.
//   - Where the game is solved, or Game.Values tells what it is worth, what is said is exact
//     (repetition, which a file does not know, counts where it ends a game). Elsewhere it is what the engine sees
//     in so many positions, each ply of which something is said looked at twice; see
//     package engine.
//
// # Post-mortems: what is not
//
// What a search does not see is not told, and it takes the player whom it knows, itself,
// for both.
//
// # Puzzles: the model
//
// [WantPuzzles] listens to the club: in the transaction that ends a game it notes that puzzles are
// to be sought in it, and an operator may note games of before ([SeekPuzzles]). [NextPuzzleGame] finds such
// a game, [PuzzleGame.Think] looks at its positions, which takes seconds, and [FoundPuzzles.Shelve] puts
// what was found on the shelf, in one transaction with the end of the note. Who calls these
// is package server's business. [AskPuzzle] gives a player one, [AskedPuzzle.Answer] says whether their ply
// was right, and [SetDailyPuzzle] and [DueDailyPuzzle] are for who wants one a day. All are kept by
// package db/puzzles.
//
// # Puzzles: what is promised
//
//   - One ply alone keeps the win, and takes three or more plies to it. Where the game is
//     solved that is exact. Elsewhere the engine has seen the win to its end; of each other
//     ply it saw none, and no better chance than [maxOtherChance], in so many positions.
//     The position counts by itself, as if it had not arisen before.
//   - No name, date or number of a game goes with a puzzle. None is of a game that an
//     operator called off, or of whose players one was forgotten, or wants no analysis
//     by then ("analysis off"); of those who are forgotten later it is taken down.
//   - None is shown, and no answer is told, while the position, or that after the ply that
//     keeps the win or after the player's own, stands on the board of a running game, also
//     in a mirror (package club). That is asked in the transaction that tells. Of the
//     line that follows is told what comes before the first such position.
//   - A game is sought through once, whoever thinks and however often; of each game there
//     are [maxPuzzlesOfGame] puzzles at most, and [MaxPuzzles] on the shelf of each rules.
//   - Only a first answer counts. The answer is in the puzzle: no letter waits for a search.
//
// # Puzzles: what is not
//
// Who played the game may know it again. Puzzles name nobody, so that "public off" says
// nothing of them; "analysis off" does. What a search does not see is not told, and puzzles that
// are alike in a mirror are two.
package analysis
