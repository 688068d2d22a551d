// Package server runs the loops of a daemon: it collects mail from a mailbox, has it
// answered, sends the answers, and does what falls due. Package handler decides what a
// message or a date brings about; this package decides how often, in what order, and
// by which of several daemons.
//
// # Loops
//
// The loops share nothing but the database. [Server.Run] runs all of them.
//
//  1. Collect (collect.go). The Inbox hands over raw bytes, a few messages at a time.
//     One transaction stores them; only then does the Inbox file them on the server.
//     A message that comes twice is recognised by its place in the mailbox, or by its
//     Message-ID and a digest of its writer and body. After collecting, the loop
//     deletes from the mailbox the filed messages whose text is erased here.
//  2. Answer (answer.go). The next new message is claimed, which counts the attempt,
//     and parsed outside of any transaction. If its signature needs the DNS, it waits
//     beside the queue for a second at most (verifying.go). Writers take turns; players whose
//     messages are authenticated come first and strangers last, as the handler ranks
//     them by their headers when they are collected. One transaction answers the
//     message: the games, the answers in the outbox, complete but for their pictures,
//     and the mark that it is done. Nothing in it touches the network. Where several
//     transactions can write, four messages are answered at once, never two of one writer;
//     those that only play in a game that goes on do not wait for each other
//     (db.DB.UpdateGame). A message that failed three times is set aside, and the queue
//     goes on.
//  3. Deliver (deliver.go). A message is claimed by a lease within the sending budget
//     (budget.go), its pictures are drawn, and it is sent and marked, or its next try
//     is scheduled. A message that is refused for good goes back to the handler; what it means for the
//     address is decided by club.NoteBounce. Up to
//     [Server.Connections] messages are sent at once, but never two to one reader:
//     theirs arrive in order, and a hanging one holds up no other reader's. A message
//     that got no answer waits longer at its next try; such slow messages never take
//     the last connection.
//  4. Schedule (schedule.go). Transactions of the same kind do what time brings: the
//     heartbeat, the handler's duties, the steps of tournaments, the games of leaving
//     players (leave.go), and the erasure of old text (retention.go).
//  5. Bots (thinking.go). Turns of bots that take longer than an answer may wait are
//     computed one at a time, for at most a quarter of the time and outside of any
//     transaction, and then played in one. Bots that think for seconds (the highest level,
//     and external engines) have a loop of their own, and think in processes of the lowest
//     priority.
//  6. Post-mortems (thinking.go). Finished games are analysed for their players in the
//     same manner; one transaction writes both messages. When none waits, they are
//     searched for puzzles.
//  7. Calendars (calendar.go). The files of players' deadlines are brought up to date within
//     seconds after a clock has changed, whole, by one daemon.
//
// # Promises
//
// An incoming message takes effect exactly once. An outgoing message is sent at least
// once, always with the same bytes. It arrives twice only if the smarthost took it and
// its answer was lost (mail.ErrUnanswered) or could not be recorded: that case looks like
// a message that was not taken, and one that is not sent again could be lost. Shutdown
// waits for such an answer (mail.Linger). A claim whose commit was not confirmed is
// found and released within seconds by the daemon that holds it.
//
// A crash at any step repeats that step. A panic in one message or duty counts as its
// failure, and the loops go on. While the mailbox cannot be read, and while no daemon
// runs, no clock of a game runs.
//
// # Sending budget
//
// All of it is in budget.go. Package handler lists the other limits (Limits).
//
// A smarthost takes a limited number of messages from an account. Strangers must not
// use it up: somebody who forges a thousand senders would silence every game. Outgoing
// messages therefore have a class and are claimed in this order: games between people,
// other answers to authenticated writers and games with robots, digests, messages to people who
// never authenticated, and messages to programs. Of each limit of [SendingBudget] a share is kept
// for games, and programs take nobody else's share. Within a class each mailbox has an equal share.
// Whoever is over it waits behind the others, waits altogether when no more is left than five
// sixths of a share for each of them, and is told so once a day. So whoever stays within that is
// not delayed by anybody who is over a share. Strangers also have a limit of their own.
// What is over the budget waits in the queue, in order; nothing is lost. The outbox counts what all
// daemons sent, since all are taken to use one account.
//
// When the smarthost takes nothing more from the account (mail.ErrLimited), nothing is
// sent for a minute, then for longer pauses of up to an hour. This counts neither as a
// try of any message nor as a bounce of any address. A refusal that may concern a
// single message (mail.ErrPolicy) defers the account once; if other messages are taken
// afterwards, that message waits alone.
//
// # Room
//
// Of a message that nothing proves little is kept once it is answered (package handler). All
// incoming mail that is stored has a bound, Server.MaxStored. When it is reached, only what is
// proven to be a player's is stored, and cut, too, once it is answered (room.go); so are reports on
// our messages. Proof is sought before a message is stored, by the rules for answers; that may ask
// the DNS, and is tried again if the DNS does not answer. Other messages stay in the mailbox, or
// with the server that delivers them (mail.LeftOutError), and are stored, the oldest first, when
// old text has been erased. Nothing is lost in a mailbox. By LMTP a message comes back to its
// sender if the server that delivers it gives up, after days as a rule. The operator is told once. A
// message that failed is kept whole, to be read again, and counts.
//
// # Several daemons
//
// Any number of daemons share the work on a database that allows it (db.DB.Shared).
// Each has a lease and renews it (daemon.go). What a dead daemon held is free within
// [Server.Lease]: the messages that it was answering or sending, and its leaderships
// (leadership.go). The schedule, the bots, the post-mortems and the collecting from
// each mailbox have one leader each; the other daemons stand by. The messages of one
// writer are answered in order, whichever daemon answers them. That a message takes
// effect once does not depend on leases: its transaction marks it done or fails. A
// daemon that was suspended, and continues although others took over its work, may
// send one message a second time and can do no other harm. The clocks of the machines
// must agree to within a few seconds.
//
// # Observations
//
// The server reports what it and the handler did to one function, [Server.Observe],
// after the transaction that did it (observe.go). It does not know who counts.
//
// # Not in this package
//
// It does not know what a message says: it imports no templates, and no rules.
package server
