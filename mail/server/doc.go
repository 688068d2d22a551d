// Package server runs a desk on a database: it takes letters out of a mailbox, has
// them answered, sends the answers, and says when something is due. What a letter
// or a date brings is the desk's business (package handler); how often, in what order
// and by which of several daemons is this package's.
//
// # Six loops
//
// They meet only in the database; [Server.Run] runs them.
//
//  1. Collect. The Inbox hands over raw bytes, a few mails at a time. One
//     transaction keeps them; only then does the Inbox file them away. A mail that
//     comes again is known by its place in the mailbox or by its Message-ID and a
//     digest of its writer and body (collect.go).
//  2. Play. The new letter whose turn it is is taken, which counts the attempt, and
//     read by the desk. Writers take turns, those who are proven to be players
//     first and strangers last, by what the desk tells of a mail's header when it is
//     collected (handler.Handler.Class, db.Tx.Keep). One transaction answers it: the
//     games, the answers in the outbox, complete but for their pictures, and the
//     letter's settlement. Nothing in it touches the network. One that failed three
//     times is quarantined, and the queue goes on (answer.go).
//  3. Deliver. A letter is claimed by a lease, its pictures are drawn, and it is
//     sent and marked; or its next try is scheduled. One that is refused for good has
//     come back, which is the desk's again (deliver.go). So many letters as the server
//     has Connections are on their way at once, never two to one reader, so that
//     theirs come in order and one that hangs holds up no other reader's. One that was
//     never answered is waited for longer at its next try: such letters never take the
//     last place (deliver.go).
//  4. Clockwork. What time brings is done in transactions of the same kind: the
//     heartbeat, the desk's duties, and the erasing of what was kept long enough
//     (schedule.go).
//  5. Robots. The turns of robots that take longer than a letter waits are thought
//     about, one at a time, at most a quarter of the time and in no transaction, and then
//     played in one (thinking.go).
//  6. Post-mortems. Games that are over are looked at for their players, in the same
//     manner, by one daemon at a time; one transaction writes both letters
//     (thinking.go). When none waits they are looked through for puzzles, which one
//     transaction keeps (thinking.go); the next post-mortem does not wait for its end.
//
// What is erased here is also deleted in the mailbox, where letters lie filed: by
// who collects from it, after it collected (collect.go).
//
// # What is promised
//
// A letter in counts exactly once, and a letter out is sent at least once, always
// with the same bytes. It comes twice only when the smarthost took it and its answer
// was not heard (mail.ErrUnheard) or not noted: nobody can tell that from a letter
// that was not taken, and one that is not sent again could be lost. Who stops waits
// for such an answer (mail.Linger). A claim whose own commit was not confirmed is
// found and freed by the daemon that has it, within seconds.
//
// A crash at any step repeats that step. A panic in one letter
// or duty is that letter's failure, and the loops go on (server.go). While the
// mailbox cannot be read, and while no daemon ran, no clock counts.
//
// # The sending budget
//
// A smarthost takes so many letters from an account, and strangers must not use them
// up: who forges a thousand senders would silence every game. Letters out have a
// class, by which they are claimed: of games, other answers to who has written,
// digests, those to who never proved to have written, and last those to programs. Of each
// limit of Budget a part is kept for games (budget.go), and programs take of nobody else's. To strangers go so many an hour, whatever the
// smarthost takes. What is over the budget waits in the queue, in its order; nothing
// is lost. All that was sent is counted in the outbox, by all
// daemons, which are taken to send by one account.
//
// When the smarthost takes nothing more from the account (mail.ErrLimited), nothing
// is sent for a minute, and then up to an hour. No letter counts that as a try, and
// no address as a bounce. An answer that may mean one letter (mail.ErrPolicy) puts
// the account off once; if others are taken then, that letter waits alone
// (deliver.go).
//
// # Several daemons
//
// On a database that several programs may write to (db.DB.Shared), any number of
// daemons do this together (daemon.go). Each has a lease, which it renews; what it
// holds is free when the lease is over, within [Server.Lease] of its death: letters
// that it answers or sends, and its leaderships. The clockwork has one leader,
// the thinking of robots another, the looking at games that are over a third and the
// collecting from each mailbox one each; the others stand by (leadership.go). One writer's letters are answered in order, whichever daemon
// does it. That a letter counts once does not hang on leases: its transaction
// settles it or fails. A daemon that stood still, and then goes on as if it had
// not been taken for dead, may send one letter a second time and can do no other
// harm. The daemons' clocks must agree to a few seconds.
//
// # Seeing
//
// The server tells what it and its desk do to one function, after the transaction
// that did it, and knows nothing of who counts (observe.go).
//
// # What is not
//
// It does not know what a letter says: it imports no rules and no templates. It
// does not make a letter go out only once; see package db.
package server
