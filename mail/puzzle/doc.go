// Package puzzle finds positions in games that are over, and asks players what keeps the
// win there.
//
// # The model
//
// [Want] listens to the club: in the transaction that ends a game it notes that puzzles are
// to be sought in it, and an operator may note games of before ([Seek]). [Next] finds such
// a game, [Game.Think] looks at its positions, which takes seconds, and [Found.Shelve] puts
// what was found on the shelf, in one transaction with the end of the note. Who calls these
// is package server's business. [Ask] gives a player one, [Asked.Answer] says whether their ply
// was right, and [SetDaily] and [DueDaily] are for who wants one a day. All are kept by
// package db/puzzles.
//
// # What is promised
//
//   - One ply alone keeps the win, and takes three or more plies to it. Where the game is
//     solved that is exact. Elsewhere the engine has seen the win to its end; of each other
//     ply it saw none, and no better chance than [MostChance], in so many positions.
//     The position counts by itself, as if it had not arisen before.
//   - No name, date or number of a game goes with a puzzle. None is of a game that an
//     operator called off, or of whose players one was forgotten, or wants no analysis
//     by then ("analysis off"); of those who are forgotten later it is taken down.
//   - None is shown, and no answer is told, while the position, or that after the ply that
//     keeps the win or after the player's own, stands on the board of a running game, also
//     in a mirror (package underway). That is asked in the transaction that tells. Of the
//     line that follows is told what comes before the first such position.
//   - A game is sought through once, whoever thinks and however often; of each game there
//     are [MostOfGame] puzzles at most, and [Most] on the shelf of each rules.
//   - Only a first answer counts. The answer is in the puzzle: no letter waits for a search.
//
// # What is not
//
// Who played the game may know it again. Puzzles name nobody, so that "public off" says
// nothing of them; "analysis off" does. What a search does not see is not told, and puzzles that
// are alike in a mirror are two.
package puzzle
