// Package climb carries ladders out, one for each game: one gets on, challenges, goes up
// by a win, slides without a game, and leaves. What package ladder reckons it does by the
// operations of the club, and tells by events of its own, which the same listeners hear.
//
// # Who has agreed to what
//
// Nobody is on a ladder who did not ask to be. Whoever is has agreed to be challenged: a
// game begins at once, rated, at the club's usual pace, and who was challenged has the
// first move. There is no declining, but to leave: then the games in which the player
// has not moved are called off, the others go on as games like all others, and none of
// them moves anybody.
//
// # Who is not challenged
//
// Who wants no letters, has paused them, or whose letters come back; who is on vacation,
// leaves the server, is no member any more; of whom one of the two has blocked or muted
// the other; who has [ladder.Most] games of this ladder under way, or one with this
// challenger, or had one that ended less than [ladder.Apart] ago. A program is on no
// ladder, and who becomes one is taken off. Nobody is told which of these it was. A game of
// a ladder counts among the invitations that who challenges may make in a day.
//
// # Who is taken off
//
// Who loses [ladder.Late] games of a ladder on time, one after the other, so that nobody
// loses games for ever of which they know nothing. Who leaves the server, when their games
// are resigned, which count as lost. Whom the operator blocks, without a word: their games
// go on, and move nobody.
//
// # What is promised
//
//   - Each game moves somebody at most once, in the transaction that ends it.
//   - A slide is a transaction that finds its own state, so that it is done once,
//     whichever daemon does it.
//   - A time in which a vacation or the server itself stopped clocks counts for no rest.
//   - A digest tells where its reader stands and stood in the last one ([Stands]), and within
//     [ladder.Near] of a slide when that is, once as news.
//
// # What is not
//
// It writes no letters and knows no words; it does not ask whether somebody is proven.
package climb
