// Package archive keeps what a public archive is made of, beside games and players: which
// of them everybody may see, where games turned, and the keys of the archive.
//
// A game is public if it is over, was not called off, and both its players let it be; a
// robot of the house always does. Whoever is leaving, was forgotten, or has become another
// player, does not.
//
// Statements are written as SQLite has them; package db binds them for its engine.
package archive

// Store is a transaction. Rows reads the rows of a statement, each by f.
type Store interface {
	Rows(f func(scan func(...any) error) error, query string, args ...any) error
}

// Allows says, of a player of some name in a statement, that everybody may see their games.
func Allows(player string) string {
	return "(" + player + ".public = 1 AND " + player + ".leaving = 0 OR " + player + ".robot = 1 AND " + player + ".address = '')"
}
