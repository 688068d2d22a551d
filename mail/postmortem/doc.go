// Package postmortem finds where games turned, for their players, when they are over.
//
// # The model
//
// [Want] listens to the club: in the transaction that ends a game it notes that the
// players are to be told. [Next] finds such a game, [Game.Think] looks at its plies,
// which takes seconds, and [Found.Tell] emits what was found as a [Told], of which package
// tell makes letters: in one transaction with the end of the note. Who calls these, and
// how often, is package server's business.
//
// # What is promised
//
//   - Each game is told of once at most, whoever thinks, and however often: what Think
//     finds is the same each time.
//   - Nothing is told of a game under way, nor of a ply before or after which, or after the
//     better one, the board is that of a running game of the same rules, be it turned,
//     mirrored or with the colours exchanged (package underway). That is asked in the
//     transaction that tells.
//   - Nothing is told later than a day after the game's end.
//   - Nothing is told of a game that an operator called off, that had less than
//     [MinPlies] plies, or that ended before there was this package; nor of one of whose
//     players one was forgotten: by then, or by which it ended; nor of one in which no
//     person plays who wants to read it: games between programs keep nobody waiting.
//   - Where the game is solved, or Game.Values tells what it is worth, what is said is exact
//     (repetition, which a file does not know, counts where it ends a game). Elsewhere it is what the engine sees
//     in so many positions, each ply of which something is said looked at twice; see
//     package engine.
//
// # What is not
//
// What a search does not see is not told, and it takes the player whom it knows, itself,
// for both.
package postmortem
