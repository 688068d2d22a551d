// Package tournament runs seasons and ladders by the operations of the club: players
// join, games begin and end, standings follow from them. The arithmetic (divisions,
// pairings, standings, ladder places) is pure and stands in division.go, standings.go
// and ladder.go. What happens is emitted as events, which the club's listeners hear.
//
// # A season's way
//
// One can join while it is open. It begins as soon as four have joined and its day has
// come; a standing one two weeks after it was first joined, or after the season before was
// over, whose players are in it again unless they say otherwise. One transaction writes the
// divisions, which were reckoned before it, and then one each begins a division: all of its
// games at once, rated, without being accepted. From then on it lasts so many days: pauses and vacations stop clocks and
// never the event date. What is unfinished then is adjudicated, a game a transaction, by
// the exact value of a solved game, by a clear verdict of the engine, or else as a draw
// (step.go). A division is over when its last game is, a season with its last division.
//
// # Who is out
//
// A player who leaves the tournament, or the server, or has lost a second game on time
// of which the warning could have kept them ([countsAsSecond]), is out at once,
// in the transaction that says so: what becomes of the games is below.
// Who would lose games by leaving is asked first, and a yes within a week leaves. Of the
// first loss on time they are warned; while their letters are suspended, nobody is,
// and a warning that may have come back is none. Who is out is in no later season until
// they join again, and who gets no letters when one begins is not in it.
//
// Of two players who become one each keeps their place, be it in two divisions.
//
// # What is promised
//
//   - Each step is a transaction that finds its own state, so that it is done once,
//     whichever daemon does it, and goes on where another stopped.
//   - A table is reckoned from the games' own rows each time, and is stored nowhere.
//
// # What is not
//
// It writes no letters and knows no words; it does not ask whether somebody is proven.
//
// A season takes all who joined, four at least. They are divided into as few divisions as
// hold them at eight each, of sizes that differ by one at most, so that none is smaller
// than four. In the first season the order is that of the ratings. After that the first
// two of a division change places with the last two of the one above. The places of who
// does not come again are filled from below, first by who would have gone down; newcomers
// begin below all who played before, by rating.
//
// # Seasons: pairings
//
// Everybody in a division plays everybody else, by the Berger tables (FIDE Handbook
// C.05, annex 1), all games at once. In a division of up to five each pair plays twice,
// once with each side: so everybody has five to eight games, whatever the size; twice
// would be ten or more from six on.
//
// # Seasons: the table
//
// A win is a point and a draw half of one. Who has as many points as another stands above
// by Sonneborn-Berger (the points of whom one has beaten, and half of those of whom one
// has drawn with), then by the points from games among those who are still alike, then by
// the rating when the season began. Who is alike in all of this shares the place. Who is
// out stands below all who are not.
//
// # Seasons: who is out
//
// Who withdraws, or loses a game on time after a warning that could be read, is out. If less than half of their games
// are over then, all of them are cancelled: none counts in the table, for nobody.
// Otherwise what is over counts, and the rest is lost.
//
// # Seasons: what is not
//
// Nothing here says when a season begins or ends, nor what an unfinished game is worth:
// a game without a result counts for nobody yet.
//
// A ladder has the places from 1, the first, to as many as there are players on it; who
// joins takes the last. Who leaves gives a place back to all below.
//
// # Ladders: reach
//
// One challenges upwards: those who stand at most eight places above, or a tenth of all
// places if that is more. Nobody stands above the first, who challenges as far down
// instead: otherwise whoever leads could not play when nobody asks, and would slide.
// Nobody names an opponent. Of those within reach who can be challenged it is who has the
// fewest games of the ladder under way, then who has rested for the longest time, then who
// stands highest.
//
// # Ladders: a win
//
// If who stood lower wins, they go half of the way up to the place of who stood higher, by
// one place at least and with half a place more where it is odd; all between go one down.
// Other results move nobody.
//
// # Ladders: a rest
//
// Who has had no game of the ladder for 60 days slides down a twentieth of all places, at
// least one, and again for each 30 days more.
//
// # Ladders: what is not
//
// Nothing here says who may be on a ladder, or be challenged.
package tournament
