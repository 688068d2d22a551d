// Package notify turns the events of the club into messages, one to each person concerned. It
// is the only package that composes messages.
//
// # The model
//
// A [Notifier] begins [Messages] in a transaction of the club and listens to its events there
// ([Notifier.Begin]). An event adds sections (package templates) to the messages of the people it
// concerns: recipients.go lists which, and whom. What the writer of a message asked to see is added
// by methods ([Messages.Games], [Messages.History], ...). [Messages.Send] renders every message and
// puts it into the outbox. Acts of the clock, the operator, or a click raise the same events and
// cause the same messages; those messages are no answers.
//
// Some news is collected over the transaction. Both players of a game get its board once, after
// its plies, offers and conditional lines are done: when the writer's part in the game is
// complete ([Messages.Settled]), or else when the messages are sent. Vacations, and the news that
// a player can be reached again, come last.
//
// # What is promised
//
//   - Each person gets at most one message in a transaction, besides the question to a second
//     address, which goes to that address; a player whose opponent's message concerns several
//     of their games gets one for each. A message belongs to the thread of its one game or
//     invitation, or of its topic (topic.go), and tells first what weighs most (weight.go). It is sent from the server address, under the name of
//     the one player whose act it carries.
//   - A message follows its reader's settings: language, timezone, drawing of boards, and which
//     messages they want. News that needs an answer is always sent. A player who wants no
//     messages gets none. A suspended address gets only the answer to a message from it.
//   - No reader learns another's secrets: a private note, a conditional line, the address of
//     somebody they have not met, or that somebody blocks them.
//   - The bytes in the outbox are final, with Message-ID and reply token, except for the
//     pictures: there the outbox has what they show. [AddPictures] draws them when the message is sent,
//     outside any transaction, and gives the same bytes each time, so that sending a message
//     again sends the same message.
//   - The package changes only the outbox, and the notes of which words were passed on to whom.
//
// # What is not promised
//
// The package decides nothing about games and people, and reads no incoming messages: [AnsweredMessage]
// says which message is answered, and that it may be. It sends nothing. The words are in package
// templates; [Problem] makes a sentence of a [club.Refusal].
package notify
