// Package tournament runs seasons, cups and ladders by the operations of the club. What happens is
// emitted as events. The arithmetic (divisions, pairings, standings, ladder places) is pure
// and stands in division.go, standings.go, bracket.go and ladder.go.
//
// # Seasons
//
// Players can join a tournament while it is open. To join lets everybody see the player's games in it
// and in its later seasons, and their name in its tables, and nothing else of theirs. "public off"
// hides these as well: the player plays on, and is in no later season until they join one, or join
// the running one again, which shows them. A tournament begins as soon as four players have joined
// and its day has come. Most tournaments are standing seasons of a game: their day is two weeks
// after the first player joined, or after the season before was over, and the players of that
// season take part again unless they say otherwise. The divisions are computed first and then
// stored in one transaction; after that, each transaction begins one division, with all of its
// games at once, rated, and without an invitation. The tournament then lasts a fixed number of
// days. Pauses and vacations stop clocks, but do not move its last day. Games that are unfinished
// then are adjudicated, one in each transaction: by the exact value of a solved game, by a clear
// evaluation of the engine, or else as a draw (step.go). A division is over when its last game
// is, and a season when its last division is.
//
// # Divisions
//
// The players are divided into as few divisions of at most eight as possible, whose sizes differ
// by one at most; so none has fewer than four. The first season is ordered by rating. After that,
// the last two of a division change places with the first two of the next one. The places of
// players who do not continue are filled from below, first by those who would have moved down.
// New players start below all who played before, by rating.
//
// Everybody in a division plays everybody else, by the Berger tables (FIDE Handbook C.05,
// annex 1), all games at the same time. In a division of up to five players each pair plays twice,
// once with each side. So a player has five to eight games; a double round robin of six would
// already have ten.
//
// # Standings
//
// A win is a point and a draw half a point. Ties are broken by Sonneborn-Berger (the points of the
// opponents beaten, and half of the points of those drawn with), then by the points from games
// among the tied players, then by the rating at the beginning of the season. Players who are still
// tied share the place. Players who are out stand below all others.
//
// # Leaving, and losses on time
//
// A player whose own last game is over can leave and keep the place: they are only not in the next
// season. A player who leaves the tournament or the server before, or loses a second game on time
// after a warning, is out in the same transaction. If less than half of their games are over, all
// of them are cancelled and count for nobody. Otherwise finished games count, and the rest is lost.
// A player who is out is in no later season until they join again.
//
// Leaving a running tournament costs games, so it needs a confirmation within a week. After the
// first loss on time a player is warned. The second counts only if the warning could have prevented
// it (countsAsSecond). While messages to a player are suspended no warning is sent, and a warning
// that may have bounced does not count. A player from whom nothing has come since the season began
// (no message, and no move) is asked after the first loss whether they are there, is out with
// another loss a day later ([IsSilent]), and is in no later season until they join one. A player to
// whom no messages are sent when a season begins is not in it.
//
// If two players are merged into one, the remaining player keeps both places, even in two divisions. Players who
// both have a place in one cup cannot be merged.
//
// # Cups
//
// A cup is a tournament by single elimination, with 3 to 64 players. Seeds are by rating; where the players are
// no power of two, the best have a bye in the first round (bracket.go). Two players of a match play two rated games at
// the same time, once with each side. The one with more points goes on; if they are level, the one with the
// better seed. A round lasts a fixed number of days at most: games that are unfinished then are adjudicated, as
// in seasons. The next round begins when all games of the former one are over. A player who leaves, or
// is out by losses on time, loses the match; nothing is cancelled. A player who cannot play when a round begins
// is out, and the opponent goes on without a game (cup.go).
//
// The rounds of a cup are those of its pairings, all in one division. Stored is only the round in which a
// player was knocked out; the bracket follows from that and the seeds.
//
// Operators make cups that everybody can join. A player can make one for up to 15 others, one at a time
// and one a day, since it is an invitation to each of them: it is refused where an invitation would be, and for people
// who have never written, always in the same words. It begins when all have answered, or after a week
// with those who said yes, and is closed if they are fewer than three or its host leaves (guest.go).
//
// # Ladders
//
// A ladder is an order of players. Those who join take the last place; if somebody leaves, all below
// move up. Players challenge upwards, within the nearest eight places, or a tenth of all places if
// that is more. The first challenges as far down, since they could otherwise not play and would
// slide. Opponents are not chosen by name: of those within reach who can be challenged, the game goes
// to the one with the fewest running games of the ladder, then to the one who has rested longest,
// then to the one who stands highest.
//
// If the lower player wins, they move half of the way up to the loser's place, rounded up, and all
// between move one down. Other results move nobody. A player without a ladder game for 60 days slides
// down by a twentieth of all places, at least one, and again after each 30 days more, but not past
// others who do not play either. The first slide is announced two weeks before.
//
// # What is promised
//
//   - Each step is one transaction that checks first whether it is due. So it is done once, whichever
//     daemon does it, and continues where another daemon stopped.
//   - Tables are computed from the rows of games each time, and stored nowhere.
//
// # What is not
//
// The package composes no messages and does not check whether a writer is proven. When steps and
// slides are done is decided by package server.
package tournament
