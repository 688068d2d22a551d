// Package bot plays for the bots, which are players of the club without an address.
//
// # The model
//
// A bot's turn is computed outside of any transaction, and then played by the same operation as a
// person's turn, in a transaction that checks that the game has not changed. What a level plays
// depends on its number of nodes, the game and the ply only, so it is the same on every machine, except
// where the operator has an external engine play (package external). No message waits for that.
//
// A [Cache] remembers recent results. In the transaction that answers a player's message, the bot of
// the game acts at once ([Cache.Act]): it answers an offer, and plays its turn if that takes few
// nodes. If the result is not known yet, the transaction fails with a [*ThinkTask]; its Think is called
// outside of the transaction, which is then tried again. So one message reports the plies of both
// players. Longer turns wait in the games themselves, whose clocks say that a bot is to move: one
// daemon at a time takes the turn that has waited longest ([Cache.Next]), thinks, and plays it
// ([ThinkTask.Play]). Slow bots, which think for seconds, wait apart from the others.
//
// # Behaviour
//
// A bot makes no offers, has no conditional lines and no vacations, and says nothing. It lets people
// take back turns, except in rated games. It accepts a draw if it expects no more than equality, and
// otherwise says why it does not. In the first plies it accepts only a draw that a table proves, in a
// game that is not rated. The upper half of the levels resigns a game that a search to the end has
// found lost, unless the end is at most one turn away; the others let people finish. A low level is
// weak only in play: to answer an offer it searches as deep as the others. If the operator has a file
// with the values of a game, all levels use it to judge draws, and the highest levels play by it
// ([engine.StoredPlayer]). While the file cannot be read, they play without it.
//
// # What is promised
//
// A turn is played once: if the game has moved on, nothing is played. A crash loses nothing, since
// what was computed can be computed again.
//
// # What is not
//
// The package has no loop and no lease; package server has. It composes no messages.
package bot
