// Package tournament is the arithmetic of seasons: who plays in which division, who plays
// whom and who moves first, how a table is reckoned, and what becomes of the games of who
// leaves. It is pure: it knows no database, no letter and no clock.
//
// # Divisions
//
// A season takes all who joined, four at least. They are divided into as few divisions as
// hold them at eight each, of sizes that differ by one at most, so that none is smaller
// than four. In the first season the order is that of the ratings. After that the first
// two of a division change places with the last two of the one above. The places of who
// does not come again are filled from below, first by who would have gone down; newcomers
// begin below all who played before, by rating.
//
// # Pairings
//
// Everybody in a division plays everybody else, by the Berger tables (FIDE Handbook
// C.05, annex 1), all games at once. In a division of up to five each pair plays twice,
// once with each side: so everybody has five to eight games, whatever the size; twice
// would be ten or more from six on.
//
// # The table
//
// A win is a point and a draw half of one. Who has as many points as another stands above
// by Sonneborn-Berger (the points of whom one has beaten, and half of those of whom one
// has drawn with), then by the points from games among those who are still alike, then by
// the rating when the season began. Who is alike in all of this shares the place. Who is
// out stands below all who are not.
//
// # Who is out
//
// Who withdraws, or loses a game on time after a warning that could be read, is out. If less than half of their games
// are over then, all of them are cancelled: none counts in the table, for nobody.
// Otherwise what is over counts, and the rest is lost.
//
// # What is not
//
// Nothing here says when a season begins or ends, nor what an unfinished game is worth:
// a game without a result counts for nobody yet.
package tournament
