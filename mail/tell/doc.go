// Package tell writes letters: of what happened, one to each person whom it
// concerns. It is the only code that composes.
//
// # The model
//
// A [Teller] begins [Letters] in a transaction of the club and listens to its events
// there ([Teller.Begin]). An event adds sections of package templates to the
// letters of those whom it concerns; what a letter's writer asked to see is added
// by functions ([Games], [History], ...), and [Letters.Send] sets every
// letter and puts it into the outbox. Where something was done by nobody's letter,
// by the clock, the operator or one click, there are the same events and the same
// letters; only that none of them answers anything.
//
// Some news counts all in all and not one by one. Of a game both sides get the board
// once, when its plies, offers and conditional lines of this transaction are all
// done: when the writer's part in it is ([Letters.Settled]), or else when the letters
// are sent. Vacations, and that letters go to a player again, are told last.
//
// # What is promised
//
//   - Each person gets at most one letter in a transaction, besides the question to a
//     second address, which is a letter to that address. It belongs to the thread of
//     its one game or invitation, or to none; see thread.go. It is from our address,
//     and under the name of the one player whose act it carries; see sender.go.
//   - A letter is by its reader's own settings: language, timezone, the drawing of
//     boards, and which letters they want. News that asks for an answer comes in
//     any case. Nothing goes to who wants no letters; to a suspended address goes
//     nothing but the answer to a letter from there.
//   - No reader learns what is another's: a private note, a conditional line, an
//     address of somebody whom they have not met, that they are blocked.
//   - The bytes in the outbox are final, with Message-ID and ticket, but for the
//     pictures, of which there stands what they show. [Draw] draws them when the letter
//     is sent, in no transaction: the same each time, for it needs nothing else. To send
//     a letter again sends the same.
//   - It changes nothing but the outbox, and the notes of which words were passed on
//     to whom.
//
// # What is not
//
// The package decides nothing about games and people, and does not read letters:
// whose letter is answered, and that it may be, is said in [Answers]. It sends
// nothing. The words are those of package templates; a [club.Refusal] becomes a
// sentence there ([Problem]).
package tell
