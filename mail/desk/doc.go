// Package desk is where letters and games meet: a letter in, a game moved,
// letters out. It alone joins mail, rules, db and templates.
//
// # A letter's way
//
// Four loops meet only in the database; [Desk.Run] runs them.
//
//  1. Collect. The Inbox hands over raw bytes, a few mails at a time. One
//     transaction keeps them; only then does the Inbox file them away. A mail that
//     comes again is known by its place in the mailbox or by its Message-ID and
//     digest.
//  2. Play. The oldest new letter is taken, which counts the attempt, and read. One
//     transaction decides who wrote it, opens the games that it names, plays,
//     writes the answers with their final bytes into the outbox, and settles the
//     letter. Nothing in it touches the network. One that failed three times is
//     quarantined, and the queue goes on.
//  3. Deliver. A letter is claimed by a lease, sent, and marked; or its next
//     try is scheduled. One that is refused for good has come back; see below.
//     To take or to claim the next one is part of the commit that settles or
//     marks the last, where no other daemon takes from the queues (take.go).
//  4. Clockwork. What time brings is done in transactions of the same kind: the
//     due reminder, loss, digest or end of an invitation, and its letters
//     (clockwork.go).
//
// So a letter in counts exactly once, and a letter out is sent at least once,
// always with the same bytes. A crash at any step repeats that step.
//
// # Several daemons
//
// On a database that several programs may write to (db.DB.Shared), any number of
// daemons do this together (daemon.go). Each has a lease, which it renews; what it
// holds is free when the lease is over, within [Desk.Lease] of its death: letters
// that it answers or sends, and its posts. The clockwork is one post and the
// collecting from each mailbox another: one daemon holds it, the others at that
// mailbox stand by. One writer's letters are answered in order, whichever daemon
// does it. That a letter counts once does not hang on leases: its transaction
// settles it or fails. A daemon that stood still, and then goes on as if it had
// not been taken for dead, may send one letter a second time and can do no other
// harm. The daemons' clocks must agree to a few seconds.
//
// # Whom it believes
//
// Package trust says what proves a writer: a secret of ours (secret.go), the
// operator's server, or a signature, which is verified after the attempt is
// counted and before the transaction (identify.go), because it asks the DNS. Only
// a proven writer moves, resigns, accepts, challenges, blocks, sets or is
// forgotten. Everybody may ask for help and lists, whose answers go to the
// registered address alone.
//
// What a letter without proof wanted is held, and the registered address is shown
// its lines and asked (held.go). The question's ticket is bound to what is held:
// a yes with it carries that out as of the day when it came, once. A newer letter
// takes its place, and after seven days it is dropped. A secret in a letter from
// another address moves nothing; its owner is told.
//
// A player may have a second address, which the first one asks for and itself
// confirms (address.go). Letters go to the first, and what comes from either is
// held to the same rules.
//
// # Letters that come back
//
// A letter comes back when the smarthost refuses it for good, or takes it and
// later returns a report that it failed. Each letter has a return path of its
// own with a signed tag (returnpath.go), and a report counts only if it came
// there; without plus-addresses, if it holds the letter's own Message-ID, whose
// ticket verifies. Nobody but the letter's reader and the servers on its way has
// seen either: who can forge a report is its reader, and gains by it thirty days
// at most, as by a vacation. All other reports do nothing. No report is
// ever answered, and nothing in one is played (report.go).
//
// The invitations in a letter that failed end at once, and their maker is told.
// A hard failure (5.x.x) counts against the address, one a letter. The third
// within 30 days, the first and the last at least two days apart, suspends it,
// if its owner has not written in between: queued letters to it are withheld and
// marked refused, nothing more is written to it but the answer to a letter from
// there, nobody can invite it, its clocks stand still since the first of the
// letters that came back and for thirty days, and the opponents are told. What is not written is not
// made up for later. A letter that is proven to be its owner's lifts all that
// and forgives the bounces. What merely waits (4.x.x), or was given up after
// days of that, never counts: the fault may be a server's (bounce.go).
//
// # Offers
//
// At most one offer stands in a game: a draw, or to take back the maker's last
// turn and what followed it. It stands, made with a ply or without one, until
// its receiver answers it or plays, be it by a conditional; until anybody plays,
// if it is to take back; at the latest until the game ends. The maker of a draw
// offer may play on without harm to it. An answer counts only if it replies to a
// letter from after the receiver's own last ply. See offer.go.
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
// taken back or ended are gone, and their owner reads which. Nobody else ever
// reads a line that has not been played. See conditional.go and ahead.go.
//
// # What a letter looks like
//
// Every letter is plain text, complete in itself, and beside it the same as
// HTML, in the language of its reader: the sections of package templates are
// facts, and what the games say of a position is said through [rules.Game.In].
// The HTML shows boards as pictures that travel in the letter, each drawn once
// (package picture), and its links send commands to the letter's own reply
// address. With the letter that ends a game go its record and a film of it. See
// picture.go, account.go and, for how letters hang together, reply.go.
//
// # Languages
//
// A player's first letter shows which language they write (language.go). The
// words of commands are understood in every language, whatever a player reads
// (lexicon.go); inside the desk there are the English ones only.
//
// # Restraint
//
// Robots are known by their signs and never answered (mail.Letter.Automatic).
// For those that give none, and for forgers, answers are limited for each
// address. A letter that only says that nothing was done, because nothing was
// understood, allowed or proven, or that asks about a letter that nothing proves,
// goes out 3 times an hour and 20 times a day, of which one and five are kept for
// what the player proves to have written; the same error in the same place is
// told once a day; a text of which nothing was understood, or a copy of a letter
// of ours, is answered once in 8 days. What
// an unproven letter asks to see is shown 20 times a day. What is over a limit is
// settled in the ledger with a remark. A letter that did something is answered
// always. See restraint.go, and [DefaultLimits] for the figures.
//
// # Privacy
//
// The text of letters, in and out, is erased after [Limits].KeepLetters; their
// lines in the ledger stay, by which letters count once and threads hang
// together. No log holds a letter's text or a secret, and addresses are logged
// at the level debug alone (mail.Discreet).
//
// # Names
//
// A name that mixes scripts whose letters look alike is not used: its owner is
// called by the address. See script.go.
//
// # The operator
//
// What an operator does to a player, in another process, is a transaction like
// a letter's (admin.go). Of somebody whom the operator blocks no letter is read
// and to them none is written. [Desk.Verify] holds all that is stored against
// itself.
//
// # Seeing
//
// The desk tells what it does as events to one function, after the transaction
// that did it, and knows nothing of who counts them (observe.go). With a public
// URL each letter has a button that stops the letters (RFC 8058); a click can be
// somebody else's, so it does nothing that a letter of the reader's does not undo,
// but for invitations, which end (unsubscribe.go).
//
// # Verbs
//
// Each command is one file with a constructor of type verb, listed in
// [verbs]; help is made from the same list.
package desk
