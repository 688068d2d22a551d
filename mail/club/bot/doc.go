// Package bot plays for the robots, who are players of the club without an address.
//
// # The model
//
// A robot's turn is thought out of any transaction, and then played by the same
// operation as a person's, in one that finds the game as it was when it was thought about.
// What a level thinks is a matter of its nodes, the game and the ply: the same on every
// machine, whoever thinks.
//
// A Mind knows what it has thought of late. In the transaction of a player's letter the
// robot of that game acts at once (Act): it answers an offer, and plays its turn if that
// takes few nodes. If that was not thought yet, the transaction fails with a *Turn, whose
// Think is called when it is over, and then it is tried again: so one letter tells of both
// players' plies. What takes more waits in the games themselves, whose clocks say that a
// robot is to move: one daemon at a time takes that which has waited longest (Next), thinks,
// and plays it (Turn.Play).
//
// # Manners
//
// A robot offers nothing and plans nothing: it has no conditional lines, no vacation and no
// words. It lets people take back what they ask to, but not in rated games. It takes a draw
// where it sees no more for itself than equality, but within the first plies one alone that
// a table proves, in a game that is not rated; and it says why not. The upper half of the levels resigns a game that a search to the
// end has found lost, unless its last turn is next; the others let people finish what they
// have won. A low level sees less than it could in play alone: when it answers an offer it
// looks as well as the others. Where the operator has a file with the values of a game, all
// know by it whether a draw is just, and the highest level keeps to it ([turnpost.Keeper]);
// while it cannot be read, they play as if there were none.
//
// # What is promised
//
// A turn is played once: a game that has moved on takes no ply of another one. Nothing is
// lost when the program dies: what was thought is thought again.
//
// # What is not
//
// It has no loop and no lease: package server does. It writes nothing: package notify does.
package bot
