// Package handler answers messages: it joins what people write (package mail), what they
// mean (command), what is done (club) and what is told (notify).
//
// # The way of a message, in six steps
//
//  1. Read (message.go). [Handler.Read] parses the raw bytes and verifies the signature before
//     any transaction; [Handler.Vouch] does that if it needs the DNS. In the transaction takeIn
//     stores the address that the signature proves. Delivery reports (bounce.go), and mail that
//     must not be answered (unanswered.go), are settled there and go no further.
//  2. Identify (writer.go, stranger.go). Who wrote it, and what proves that? The result is a
//     [Writer], which does not change afterwards. This step writes, too: a new address becomes a
//     player, and club.Welcome notes that a player wrote, which ends a silence and forgives
//     returned messages.
//  3. Understand (context.go). What is known about the message, its writer and the writer's
//     games (facts.go) is put into a command.Context. Classify, which has no database, decides
//     what each line means and which game, invitation or puzzle it is for. It returns intents. No
//     later step looks at the text of a line but to quote it.
//  4. Act (intent.go). Answers to our questions come first, then the intents in the order of the
//     lines. Each is carried out by an operation of package club, or refused: invitation.go,
//     settings.go, follow.go, lookup.go, puzzle.go, say.go, leave.go, one file for each group of
//     commands. What a message wants of a game under way is only gathered (gather.go). It is
//     carried out when all intents are read (game.go), and the words for the opponent with it
//     (talk.go, words.go). What needs a proof that is missing is quarantined (quarantine.go).
//  5. Tell (receipt.go, limits.go). Package notify has heard the club's events, and composes one
//     message for each person concerned. The receipt adds what the writer hears about their own
//     lines. The limits decide whether that may be sent.
//  6. Deliver (answer.go). The composed messages go into the outbox. Package server sends them.
//
// takeSteps (answer.go) calls them one after the other for [Handler.Answer], in one transaction that package server begins.
// Nothing in it uses the network. What is due (due.go), an operator's command (operator.go), one
// click (unsubscribe.go) and a delivery report (bounce.go) have no lines to understand: they
// enter at step four.
//
// # Types
//
// One message being answered is an answer. Its methods carry out what the message wants. It
// embeds what the steps share, each in the file of its name:
//
//   - facts: what is known. It looks things up and changes nothing.
//   - receipt: what the writer is told. A line ends in refuse, noteDone, noteOutcome (either of
//     the two, by an error) or noteHint. A limiter in it says why no more is sent (limits.go).
//   - gatherer: what the message wants of each game, as orders (gather.go).
//   - talk: the words for others.
//
// # Whom it trusts
//
// Package auth says what proves a writer: a reply token of ours, the operator's server, or a
// signature. Only a proven writer can play, resign, accept, challenge, block, change settings
// or be forgotten. Everybody may ask for help and lists, which are sent to the registered
// address only.
//
// An unproven message is quarantined, and the registered address is asked whether to show
// it, without a word of it (quarantine.go). A yes shows its lines, and a yes to those carries
// them out as of the day when they came, once: the reply tokens of both messages are bound to
// what is stored. What comes meanwhile is quarantined beside it, and after seven days all of
// it is deleted. A reply token in a message from another address proves nothing; its owner is
// told. Nothing that is sent to an unproven writer repeats what the message said
// (receipt.go).
//
// A player may have a second address, which the first one asks for and which must confirm it.
// Messages are sent to the first. Both are treated alike.
//
// # Returned messages
//
// A message is returned when the smarthost refuses it for good, or accepts it and later
// reports that it failed. Each message has a return path of its own with a signed tag, and a
// report counts only if it came there or, without plus-addresses, if it holds the Message-ID
// of the message, whose token verifies. Only the reader and the servers on the way know
// either, so only they can forge a report, and a reader gains nothing by that but the rest of
// a year's vacation. All other reports do nothing. Reports are never answered, and nothing in
// them is played.
//
// # Talk
//
// What a player writes beside a move or an answer is passed on to the opponent (talk.go), but
// not lines with the server address, a reply token, or eight characters of one of the
// writer's own tokens, however broken or encoded, nor lines of our messages, which only a
// quote can have brought (words.go). Plans, notes and signatures are kept back by package
// command.
//
// # Limits
//
// Nothing stops strangers, forgers, programs and malicious players from writing. These limits
// bound what they can cause. Names in parentheses are settings of the configuration.
//
// Answers (limits.go; figures in [DefaultLimits]). Autoresponders and reports are never
// answered (mail.Message.Automatic), but for the offer of a vacation, once an absence
// (unanswered.go). What lists and Exchange add to people's messages (mail.Message.Bulk) only
// means that nothing is answered where nothing was understood; by way of a list, a message
// needs a reply token. A message that did something is always answered. All other answers are
// counted for each address:
//
//   - A message that only says that nothing was done is sent 60 times a day to a proven
//     player; for unproven mail 3 times an hour and 20 times a day, of which one and five are
//     reserved for the player's own errors. The last one before a limit says so, and until when.
//   - The same error in the same place is told once a day. A text of which nothing was
//     understood, or a copy of a message of ours, is answered once in 8 days. A proven player
//     who repeats it in reply to another message of ours is told again, 20 times in that span,
//     and three times if the text is as long as an autoresponder's.
//   - What an unproven message asks to see is shown 3 times a day.
//   - Words that no command says are passed on once, and 50 times a day from a mailbox.
//
// What is over a limit is settled with a remark.
//
// Questions (limits.go). Whoever forges an address chooses who is asked about the message, so
// questions are few: one a day to an address, and twenty an hour in all (questions_per_day,
// questions_per_hour). Beyond that only players with a game under way are asked. Answers to
// unproven messages count with the questions: one a day to an address that was never proven; to
// others those listed above, in at most three quarters of the hour's questions. Nobody is asked or
// answered if [auth.Distrust] finds that a server or a filter calls the message forged or spam,
// or at an address such as abuse@.
//
// Quarantine (quarantine.go). Of the unproven messages in a player's name the first five and the
// last five are kept, and each decision of the player allows another question. A player's own
// unproven message between ten forged ones is lost; a reply to a message of ours is not, nor is
// one with a valid DKIM signature.
//
// The queue of messages in (queue.go; [db.Tx.Keep] has the order). Writers take turns: proven ones
// first, then unproven ones in a player's name, then all others. Each further message of a writer
// waits one turn longer. So a flood delays a proven message by one turn at most, if its header
// or the first 16 kB of its text proves it by a reply token, or our own server does, or, up to
// 64 kB, a DKIM signature by a key that has proven a message of its domain since the program
// started. Other signatures are verified when the message's turn comes, beside the queue.
//
// Messages out, and what is stored: package server (Sending budget, Room). All of the above are sent
// after what goes to proven writers.
//
// What players can send to each other, such as invitations, offers and words: package club
// (Limits that protect people).
//
// # Cost
//
// A worthless message must not delay others. Of its own lines 200 are read (mail.MaxOwn), 50
// of them as commands, and what lines ask of the database is read once (context.go). Of what
// nothing proves, the header and the first 16 kB of the text are kept once it is answered, and of
// a program's message one line. Any message within the size limit should cost at most 50 ms of
// processor time, a stranger's 20 ms. No test asserts that, because machines differ; these
// print what expensive messages cost, under cpu-ms/op:
//
//	go test ./mail ./mail/auth ./mail/handler -run none -bench 'Read|Identity|Vouch|Answer' -benchtime 20x
//
// Both messages of a move are composed in its transaction. Composing them before it saves
// a third of the time for which SQLite's writer is held, and costs a tenth more processor
// time (measured in November 2026), which is the limit on small machines.
//
// # Privacy
//
// No log holds the text of a message or a reply token, and addresses are logged at level
// debug only (mail.Redact).
//
// # Leaving
//
// A player who has said yes to "stop" or "forget me" leaves: running games are
// resigned, open invitations end, the other sides are told, and one last message tells
// the player what was done. Each transaction ends at most [club.MaxLeavingPiece] games and
// invitations. The first is the one that answers the yes, which is all for most players;
// the rest follows in transactions of its own ([ContinueLeaving]). In between
// nobody plays on against the player: club.Tx.Game gives none of their running games.
// A message of the player's own, or one that invites them, does the next piece and then
// waits behind what others write. What names a player who wants to be forgotten is
// erased at the end, because the other sides are told by name until then.
//
// # Observations
//
// The handler returns what it does as observations, to be told after the commit. It does not
// know who counts them (observation.go).
//
// # What it does not do
//
// It has no loop, queue or lease: package server does. It contains no texts, and does not
// change games itself. A new verb is a type in package command, an operation in club, a section in
// templates that notify fills, and here a case in the method of its group (carryOutInviting, carryOutSetting,
// carryOutLooking, carryOutTalking, carryOutLeaving or gatherGameCommand), which
// carryOutCommand chooses.
package handler
