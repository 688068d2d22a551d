// Package puzzles stores positions in which only one ply keeps the win, and what players
// answered.
//
// Games that are still to be searched are in puzzle_games, until what was found is in the
// table puzzles: a limited number of each game, where the oldest gives way. The puzzle that
// a message shows is known by its player and second (puzzle_letters), as reply tokens hold
// no more; such a row is kept for [MessagesFor]. Answers (puzzle_answers) are kept until
// their player is forgotten, even if the puzzle is deleted, because they are counted.
//
// Puzzles that ship with the program are in no table; messages and answers know them by negative
// numbers.
//
// Package mail/club/analysis decides what is shown, and to whom.
package puzzles

import "time"

// MessagesFor is how long a message with a puzzle may be answered.
const MessagesFor = 60 * 24 * time.Hour
