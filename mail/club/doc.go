// Package club is the domain: players, invitations, games, offers, settings, blocks and
// pauses. Its operations are the only code that changes games, invitations and players.
//
// # The model
//
// An operation is a function that takes a [Tx], the club's view of one database transaction,
// and who acts on what. It changes the database and emits events, which are typed facts such
// as [PliesPlayed], [OfferMade] or [GameEnded]. The listeners of [Club.Listeners] hear each
// event in the same transaction, in the order in which events are emitted. Ratings are one
// listener, the messages to players another; a new listener needs no change to an operation.
// Messages, due clocks, the operator's commands, unsubscribe clicks and delivery reports all
// enter by the same operations.
//
// A [Game] is a game within a transaction: its row, its plies replayed, and its players. The
// plies are the truth; replayed records are cached and checked (records.go). A [TurnTrial] tries
// plies before anything is stored: the plies of one message in one game count together or not
// at all.
//
// # What is promised
//
//   - An operation that may not be carried out returns a [*Refusal], which has a code and the
//     arguments of a sentence, and has changed nothing. Any other error is ours or the
//     database's, and the transaction must not be committed.
//   - Whatever players have to be told of an operation is in its events. An operation that
//     nobody is told of, such as a private note, emits none.
//   - The time is that of the transaction ([Tx.Now]).
//
// # What is not
//
// The package knows no messages and no words. It does not decide who wrote a message, sends
// nothing, and knows no language.
//
// # Offers
//
// A game has at most one offer: a draw, to take back the maker's last turn or the receiver's and what
// followed it, or a break, in which its clocks stand still. See offer.go and break.go.
//
// # Names
//
// A player is found by name, or the beginning of one, for what others may do with them: see [FindPlayer].
// Invitations by name go to those who let others challenge them, and tell neither the other's address.
//
// # Resignations
//
// A resignation can be taken back for an hour, once in a game, if the opponent agrees; a bot
// always does. Both are told of the resignation at once ([GameResigned]). [GameEnded], from which
// ratings, post-mortems, puzzles, the archive and news to followers follow, waits until the end is
// final. In tournaments and on ladders it is final at once. See resign.go.
//
// # Conditional lines
//
// A player's lines are alternatives for the opponent's next turn, with what may follow. They
// can be given while it is the opponent's turn, or together with the move that makes it so.
// Moves are checked on the board and stored in canonical form; after "*" the board is unknown,
// and only their form is checked. When a turn is over and the game goes on, the lines of the
// side to move answer it in the same transaction, and so on; an answer takes no time and earns
// the increment. Lines are dropped when the opponent leaves them, when their answer turns out
// to be illegal, and when plies are taken back or the game ends. See conditional.go.
//
// # Vacations, pauses and suspensions
//
// A player can plan vacations, on which their clocks stand still (vacation.go), and can pause:
// then nothing is sent to them until they write (pause.go). An unsubscribe click pauses too.
//
// An address whose messages bounce is suspended (bounce.go). The invitations in a message that
// was not delivered end at once, and their challengers are told. A permanent failure (5.x.x)
// counts against the address, at most once a message, unless it is about the sender: a policy
// (5.7.x) or too much mail (5.4.5). A temporary failure (4.x.x) never counts, even if delivery
// was given up after days, since the fault may be a server's. The third permanent failure
// within 30 days suspends the address, if the first and the last are at least two days apart
// and its owner has not written in between. Then queued messages to it are withheld, nothing
// is sent to it except answers to messages from there, nobody can invite its owner, its clocks
// stand still since the first of these failures, and the opponents are told. A proven message
// from its owner ends the suspension and forgives the bounces. What was not sent in the
// meantime is not sent later.
//
// Anybody who can read a message can forge a report that it bounced, and anybody can pause. So
// all these pauses together stop clocks only within one quota of days in a year
// (Policy.VacationDays), and one suspension stops them for 30 days at most. A player who stalls
// a game loses it within what the clock holds, the grace and the quota.
//
// # Names
//
// Names are read by people who never asked for a message. A name consists of at most five words
// and 40 characters: letters, digits, and . ' - · between them. It holds no address, link or
// domain (name.go), is of one script or of scripts that are written together (script.go: UTS 39,
// "Highly Restrictive"), does not look like the name of the server, a bot, a service or nobody,
// and does not read like a line of our messages (reserved.go). No two players who wrote have
// names that look alike by the skeletons of UTS 39 ([db.NameKeys]). The name in a From field is
// repaired, gets a number, or is replaced by one made from the address, and its owner is told
// ([NameReplaced]); a name that a player asks for by command is refused. Names that are in use stay until
// they are changed, except that those which look alike get a number ([MendNames]).
//
// A name cannot be used to talk to somebody who refuses the player's words: they keep reading the
// name that they knew (KnownTo).
//
// # Limits that protect people
//
// A mailbox is one person, as writer and as receiver, whatever subaddress it is written with: the
// limits and promises below hold for it, and so do ratings (no game between its own addresses is
// rated), seats of a season and places on a ladder. Otherwise its addresses are separate players,
// since families share mailboxes. [db.MailboxOf] says which addresses are one.
//
// Where the operator lists the members (members), nobody else begins a game. A player can invite
// ten addresses a day, and all players of a registered domain thirty (challenges_per_day,
// challenges_per_domain); at public providers each mailbox counts alone (shared_domains; origin.go).
// Each player who is asked to a cup counts as an invitation. Questions to second addresses do, too, and do not
// disclose who plays here (address.go). After a decline, the challenger cannot invite that player for 90 days, nor
// can strangers of the same origin, unless the player invites them first; the same holds for cups, apart from games.
// One stranger can invite a player at most four times in 90 days, and all strangers together at most five times in a day
// (strangers_per_day; invitation.go). Players who wrote "stop" or paused the messages at one
// address are not invited at another. An invitation carries 300 characters of its writer's, without
// links. An invitation to somebody new may wait in the outbox; its time begins when it is sent.
//
// A player who blocks or mutes another reads none of their words from then on, and the writer is
// told that words are not accepted; games go on without words (block.go). A player who is
// forgotten and comes back is still blocked, muted and limited. Words without a ply are sent at
// most once an hour to the same opponent, and wait otherwise; after a game's end, at most three
// times until there is an answer (talk.go). Offers, withdrawn invitations and shown notes are told
// once an hour, vacations three times, each of them six times a day (notice.go); a player can pause
// once a day.
//
// Package handler has the limits of what we answer and ask (Limits).
package club
