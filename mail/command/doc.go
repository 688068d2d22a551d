// Package command finds what the lines of a message mean.
//
// # The model
//
// A [Reader] reads each line by itself ([Reader.ReadAll]): a [Line] holds the words as
// they were written, the game that they name ("#12 ..."), the verb that the first word
// calls in any language, and Do, a value of a type of its own for each verb:
// [Challenge], [Vacation], [Resign] and so on. What follows a verb and cannot be read is
// a [Misread]. A line without a verb may be plies, or talk: its Do is nil.
//
// [Reader.Classify] then decides what each line means beside the others, in a [Context]:
// what the message replies to, which games the writer has, and what the writer was asked. It
// returns [Intent] values: plies to play, commands to carry out, words for the opponent,
// questions to the writer, answers to a question of ours. Each names the game or invitation
// that it is for.
//
// The rules are three tables in classify.go, in order, with the reason why each row stands
// where it does: how one line is read, what it means beside the others, and which game,
// invitation or puzzle it is for. testdata/intents.txt shows them at work, and is their test.
//
// # What is kept from the opponent
//
// Talk is passed on, so the rows "signature" and "secret" (classify_private.go) keep back what may be private. A
// line is a plan or a note if it names a ply that the message does not play and that is none
// of the last two turns; if it begins as notes and plans do ("private note", "my plan", "if he
// attacks"); if it is nothing but cells, or a move but for a cell that no board has ("e9",
// "Nz3"); if it names a cell, however it is drawn, and says what is done there; or if it
// speaks of the opponent as of somebody else, by name or not, and of the board or of how the
// opponent stands: "I hope that she does not see the trap", "He is lost" (aside.go). The
// lines around it that belong to it are kept back too. A last paragraph with
// a telephone number, an address, a link or the form of a company is left out as a signature. The
// words are in the catalogues of all languages, and testdata/plans.txt shows the balance: what is
// kept back, and what is not.
//
// # What a yes answers
//
// A yes, no, ok or typed thumb answers what the message asks that it replies to, and nothing
// else ([Context].Asks): an offer, an invitation, a question about a line, or whether the
// writer leaves. In reply to words of the opponent it is words; the writer is told which
// offer stands. Where a message asks and carries words, or it is not known which message is
// answered, the writer is asked. A line that names its game ("#12 yes"), and a word that says
// what it means (accept, draw), need no question.
//
// A reaction button of a mail program is no message ([Reacts]). No line with a question mark
// is carried out, in whatever script; a move is shown and may be confirmed. Only the word for
// a draw alone offers one. What reads as a sentence is no setting.
//
// # What is an attempt at a command
//
// A line that begins with the word for a command, and is none as it stands, is an attempt at it if
// what follows is about games and messages, or says nothing by itself: "resign this game, please",
// "digest every morning". Its writer is told how to write it. If another word follows, the line is
// prose: "accept my apologies", "Best of luck" (topics.go). Where it may be a wish to be left alone,
// or to have somebody blocked, prose is passed on only in reply to words; elsewhere it is asked about.
// testdata/attempts.txt and testdata/ordinary.txt show the balance.
//
// # What is promised
//
// Nothing here has a database, a clock, or knowledge of the writer: the same lines in the
// same Context always mean the same. What few messages need, such as the boards of the
// writer's other games, is a function in the Context. Days such as "tomorrow" stay words ([Day]);
// whoever carries the command out knows the writer's timezone.
//
// Whatever asks "is this meant?" asks here. What carries intents out never looks at the
// text of a line to decide what it is.
//
// # What is not
//
// The package does not know whether a command is allowed, or whether a game has begun by
// then: what carries it out may refuse it. Whether plies are legal is looked at only to tell
// doubtful lines from clear ones, and moves in a game from answers to a puzzle.
package command
