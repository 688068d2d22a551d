// Package follow lets players follow the games of others who allow it.
//
// # The model
//
// A player follows a game ([FollowGame]), the games of another player ([FollowPlayer]), or those of a
// tournament and its tables ([FollowTournament]). [Listen] notes which games have news; it does not look
// for followers, so that nobody who plays waits for them. Later, package db/follows notes the news
// for each follower, and [Due] returns what one of them is to be told. What they are told, and the
// note that they were told it, belong to one transaction. A follower who reads message by message
// is due when something happened, others with their digests, or once a day if they have none.
// [DueBest] returns the best games of a week. Package server decides when these are called.
//
// # What is promised
//
//   - A follower sees a running game with a delay in plies ([club.FollowingPolicy]), also after plies
//     were taken back. If plies that they saw have been taken back, the next message says so. A
//     finished game is shown completely.
//   - Only plies, board and result are shown: no words, no offers and no clocks.
//   - The table of a division is shown when its leaders have changed and when its last game is over,
//     as it is when the message is composed; several changes make one table. It names only players
//     who let their games be seen at that moment ([ShowsName]). Blocks do not matter there: whoever joins
//     a tournament agrees that others see its table.
//   - When the message is composed, both players let the game be seen ("public on", or by joining its tournament) or are bots,
//     and neither has blocked the follower or is blocked by them. When that ends, or a player leaves,
//     the following ends without a message. A refusal does not disclose whether a game exists or who
//     blocked whom.
//   - At most one message to each follower waits to be sent. Further news, and all news of an hour,
//     are told together in the next one. These messages are sent after those about games, together
//     with the digests.
//   - Bots cannot be followed, and programs cannot follow. A followed player's games against bots are
//     shown.
//
// # What is not
//
// The package composes no messages. A message that is waiting to be sent is not recalled when a player
// stops letting their games be seen. What a follower saw before plies were taken back they have seen,
// and the same board may arise again.
package follow
