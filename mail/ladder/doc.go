// Package ladder is the arithmetic of ladders: who is within whose reach, who is picked,
// where a winner goes, and how far one slides who does not play. It is pure: it knows no
// database, no letter and no clock.
//
// # Places
//
// A ladder has the places from 1, the first, to as many as there are players on it; who
// joins takes the last. Who leaves gives a place back to all below.
//
// # Reach
//
// One challenges upwards: those who stand at most eight places above, or a tenth of all
// places if that is more. Nobody stands above the first, who challenges as far down
// instead: otherwise whoever leads could not play when nobody asks, and would slide.
// Nobody names an opponent. Of those within reach who can be challenged it is who has the
// fewest games of the ladder under way, then who has rested for the longest time, then who
// stands highest.
//
// # A win
//
// If who stood lower wins, they go half of the way up to the place of who stood higher, by
// one place at least and with half a place more where it is odd; all between go one down.
// Other results move nobody.
//
// # A rest
//
// Who has had no game of the ladder for 60 days slides down a twentieth of all places, at
// least one, and again for each 30 days more.
//
// # What is not
//
// Nothing here says who may be on a ladder, or be challenged.
package ladder
