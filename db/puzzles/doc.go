// Package puzzles keeps positions in which one ply alone keeps the win, and what players
// answered.
//
// Games in which some are still to be sought stand in puzzle_games, until what was found is
// on the shelf (puzzles): so many of each game at most, where the oldest gives way. Which
// puzzle a letter shows is known by its player and second (puzzle_letters), since tickets
// tell no more; such a row stays for [LettersFor]. What was answered (puzzle_answers) stays
// until its player is forgotten, whatever becomes of the puzzle: it is counted.
//
// What is shown, and to whom, is package mail/puzzle's business.
//
// Statements are written as SQLite has them; package db binds them for its engine.
package puzzles

import "time"

// Tx is what this package needs of a transaction.
type Tx interface {
	// Exec executes a statement.
	Exec(query string, args ...any) error
	// Rows reads the rows of one, each by f.
	Rows(f func(scan func(...any) error) error, query string, args ...any) error
	// Moment is that of the transaction, in milliseconds since 1970.
	Moment() int64
}

// Shelf is what a transaction sees of all this.
type Shelf struct{ tx Tx }

// Of is the shelf of a transaction.
func Of(tx Tx) Shelf { return Shelf{tx} }

// LettersFor is how long a letter with a puzzle may be answered.
const LettersFor = 60 * 24 * time.Hour
