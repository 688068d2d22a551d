// Package follow lets players follow games of others that these let be seen.
//
// # The model
//
// One follows a game ([Game]), the games of a player ([Player]), or those of a tournament
// and its tables ([Tournament]). [Listen] hears of the club what happens, and notes the game: nobody who
// plays waits for those who look on. Later package db/follows notes it for each follower,
// and [Due] says what one of them is to be told, once: what they are told and that they
// were is one transaction. Who reads letter by letter is due when something happened, the
// others with their digests, or each day if they have none. [DueBest] is the best of a
// week. Who calls these is package handler's and server's business.
//
// # What is promised
//
//   - A follower sees a game under way so many plies late ([club.Following]): no ply before
//     so many others stand behind it on the board, also when plies were taken back in
//     between. What was read of those is not true any more, and the next letter says so. A
//     game that is over is shown to its end.
//   - Nothing is told but plies, board and result: no words, no offers and no clocks.
//   - The table of a division is told when somebody else stands first, and when its last
//     game is over: as it stands when the letter is written, so once of several changes,
//     and of each once. It has a name only of who lets their games be seen then ([Named]).
//     A block changes nothing there: who joined agreed that others see the table.
//   - Both players let their games be seen ("public on") when the letter is written, or one
//     is a robot of the house; neither has blocked the follower, or is blocked by them.
//     When that ends, and with "stop" and "forget me", so does the following, and nobody is
//     told: a refusal does not say either whether there is such a game, or who blocked whom.
//   - Each follower has one letter of their following at most that is still to be sent:
//     what happens meanwhile is told together in the next one, and so are the news of an
//     hour ([newsEvery]). Letters go with the digests,
//     behind those of games.
//   - A robot is nobody to follow, and programs follow nobody; a game of a player that is
//     followed may be against a robot.
//
// # What is not
//
// It writes no letters and knows no words. A letter that is on its way when a player does
// not let games be seen any more is not called back. What a follower has read before plies
// were taken back they have read: the board of then may stand again.
package follow
