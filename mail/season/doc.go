// Package season carries tournaments out: one joins, the divisions begin, games end,
// somebody is out, and it is over. What package tournament reckons it does by the
// operations of the club, and tells by events of its own, which the same listeners hear.
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
// (verdict.go). A division is over when its last game is, a season with its last division.
//
// # Who is out
//
// A player who leaves the tournament, or the server, or has lost a second game on time
// of which the warning could have kept them (tournament.CountsAsSecond), is out at once,
// in the transaction that says so: see package tournament for what becomes of the games.
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
package season
