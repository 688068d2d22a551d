// Package club is what people do with games: it makes, plays and ends them, and
// keeps who plays. The operations are the only code that changes games, invitations and
// people. Most of them are here; four sorts have packages of their own beside it: who leaves
// (departure), whom the operator blocks (blocking), the time in which nobody played
// (downtime), and names that are none any more (mending).
//
// # The model
//
// An operation is a function that takes a [Tx], the club's view of one database
// transaction, and who acts and on what. It changes the database and emits events:
// typed facts ([PliesPlayed], [OfferMade], [GameEnded], ...), which the listeners
// of [Club.Listeners] hear in their order, in the same transaction. Ratings are one
// of them, the writing of letters another; who adds a third changes no
// operation. Letters, the clockwork, the operator's commands, an unsubscription and
// a report of failure all enter by the same operations.
//
// A [Table] is a game as the transaction sees it: its row, its plies replayed,
// and its players. The plies are the truth; records of games that were replayed are
// remembered and checked ([Tx.Open]). A [Trial] tries plies before anything is
// stored: the plies of one letter in one game count together or not at all.
//
// # What is promised
//
//   - An operation that may not be carried out returns a [*Refusal], which has a
//     code and what a sentence needs, and has changed nothing. Any other error is
//     ours or the database's, and the transaction must not be committed.
//   - What players have to hear of an operation is told by its events: who listens
//     to them needs to look at nothing else. What nobody is to hear (a private
//     note, an operator's block, a digest put off) has none.
//   - Time is that of the transaction ([Tx.Now]).
//
// # What is not
//
// The package knows no letters and no words: it does not decide who is proven to
// be whom, writes to nobody, and says nothing in any language.
//
// # Offers
//
// At most one offer stands in a game: a draw, or to take back the maker's last
// turn and what followed it. See offer.go.
//
// # Vacations
//
// A vacation that ends by itself is told to whose it was, once, with the time that is
// left in the games that wait for them, before a clock reminds of anything: see vacation.go.
//
// # Conditional lines
//
// A player's lines are alternatives for the opponent's next turn, and what may
// follow. They can be given whenever it is the opponent's turn, or with the move
// that makes it so. Moves are checked on the board and kept canonical; below "*"
// nobody knows the board, and only their form is checked. When a turn is over
// and the game goes on, the lines of the side to move answer it in the same
// transaction, and so on; an answer takes no time and gains the increment. Lines
// that the opponent leaves, whose answer is illegal then, or whose game was
// taken back or ended are gone. See conditional.go.
//
// # Addresses that fail
//
// The invitations in a letter that failed end at once, and their maker is told.
// A hard failure (5.x.x) counts against the address, one a letter, unless it is about
// who sends: a policy (5.7.x) or too much mail (5.4.5). The third
// within 30 days, the first and the last at least two days apart, suspends it,
// if its owner has not written in between: queued letters to it are withheld and
// marked refused, nothing more is written to it but the answer to a letter from
// there, nobody can invite it, its clocks stand still since the first of the
// letters that came back, and the opponents are told. What is not written is not
// made up for later. A letter that is proven to be its owner's lifts all that and
// forgives the bounces. What merely waits (4.x.x), or was given up after days of
// that, never counts: the fault may be a server's. See bounce.go.
//
// A player who wants no letters for now pauses: the same at their own wish, until they
// write (pause.go). It is what the button of a mail program does.
//
// Who can forge a report on a letter is its reader, and anybody can pause. So both,
// however often, stop clocks only for what vacations leave of the quota of a year, and for thirty
// days at once at most: who stalls a game loses it within what the clock holds, the
// grace and the quota (Policy.VacationDays). See package club.
//
// # Names
//
// A name is read by people who never asked for a letter. It is letters, digits,
// spaces and . ' - in one line of at most 40 characters, and holds no address, link
// or domain, nor our own name; one that mixes scripts whose letters look alike is not
// used either. What a letter is signed with is mended, or its owner is called by the
// address; what the command asks for is refused. See package club.
//
// # Peace
//
// Invitations of a day are counted by player and by registered domain; at providers
// that give an address to anybody, by address alone. Questions to second addresses
// count with them, and nobody learns by one who plays: see address.go. Who declines is
// not invited by that player, nor by strangers of the same origin, for 90 days, unless
// they invite first; nobody is invited by one stranger more than four times in 90 days,
// nor by more than Policy.Strangers in a day. See invitation.go. Who blocks or mutes somebody
// reads no word of theirs from then on, and the writer is told that none are taken; a
// game goes on in silence. To be forgotten and to come back ends none of it. Words alone
// make at most one letter an hour to the opponent, and wait otherwise; after a game's
// end three until there is an answer. See talk.go.
//
// # Checks
//
// Package verify replays all that is stored and holds it against itself.
package club
