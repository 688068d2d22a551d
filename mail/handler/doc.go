// Package handler answers letters: it joins what people write (package mail), what
// they mean (command), what is done (club) and what is told (tell).
//
// # A letter's way, in six steps
//
//  1. Read ([Handler.Read], read.go): raw bytes become a letter, and its signature is
//     verified, before any transaction. In it the address is noted that the signature
//     proves; a report, and mail that is nobody's, are settled there and go no further.
//  2. Identify (identify.go): who wrote it and what proves that, a [Writer] that
//     nothing changes afterwards. This step writes, too: an address that never wrote
//     gets its row, the letter its sender, and club.Welcome notes that a player wrote,
//     which ends a silence and forgives letters that came back.
//  3. Understand (understand.go): what is known of letter and writer is read, and
//     command.Classify, which has no database, says what each line means.
//  4. Act (act.go): what the letter answers to a question of ours is done (decide.go),
//     then each intent is carried out by an operation of package club, or refused.
//     What a letter wants of one game is gathered (orders.go) and carried out when all
//     of it is (settle.go): its plies count together or not at all.
//  5. Tell (tell.go): package notify has heard the club's events, and writes one letter
//     for each person concerned; here it is told what the writer hears of their own
//     lines (receipt.go), if anything (restraint.go). At its end every letter is
//     composed.
//  6. Deliver (deliver.go): the letters are laid into the outbox as they are, and package
//     server sends them.
//
// [Handler.Answer] (steps.go) is these steps, one call each, in one transaction that package
// server begins. Nothing in it touches the network. What time brings (package handler),
// an operator's command, one click (unsubscribe.go) and a report of failure
// (report.go) enter at step four: no letter is made up for them.
//
// # Whom it believes
//
// Package trust says what proves a writer: a ticket of ours, the operator's
// server, or a signature. Only a proven writer moves, resigns, accepts,
// challenges, blocks, sets or is forgotten. Everybody may ask for help and lists,
// whose answers go to the registered address alone.
//
// What a letter without proof wanted is put into quarantine, and the registered
// address is asked whether to show it, without a word of it (quarantine.go). A yes
// brings its lines, and a yes to those carries them out as of the day when they
// came, once: the tickets of both letters are bound to what is kept. What comes while
// it is quarantined is quarantined beside it, and after seven days all is dropped. A ticket in a
// letter from another address moves nothing; its owner is told. Nothing that goes to
// an unproven writer repeats what the letter said (question.go).
//
// A player may have a second address, which the first one asks for and itself
// confirms. Letters go to the first, and what comes from either is held to the same
// rules.
//
// # Letters that come back
//
// A letter comes back when the smarthost refuses it for good, or takes it and
// later returns a report that it failed. Each letter has a return path of its
// own with a signed tag, and a report counts only if it came there; without
// plus-addresses, if it holds the letter's own Message-ID, whose ticket verifies.
// Nobody but the letter's reader and the servers on its way has seen either: who can
// forge a report is its reader, and gains by it what is left of a year's vacation
// and no more. All other reports do nothing. No report is ever answered, and nothing
// in one is played. What one does to its player is the club's business.
//
// # Talk
//
// What a player writes beside a move or an answer goes to the opponent
// (talk.go), but never a line that holds our address, or a ticket, or eight
// characters of one of the writer's own, however broken or coded (words.go), or
// that our letters contain, which only a quote can have brought there (words.go), nor one
// that looks like conditional plies or a note which miss their form.
//
// # Restraint
//
// Robots are known by their signs and never answered (mail.Letter.Automatic).
// For those that give none, and for forgers, answers are limited for each
// address. A letter that only says that nothing was done, because nothing was
// understood, allowed or proven, goes out 60 times a day to a player who proves to have
// written; for what is not proven 3 times an hour and 20 times a day, of which one
// and five are kept for the player's own. The last before a limit says so, and until
// when. To who was never proven it goes once a day, as the question about a letter that
// nothing proves, and of both together 20 an hour to all addresses that have no game
// under way, and none where a server or a filter distrusts the mail; the same error in
// the same place is told once a day; a text of which nothing was understood, or a copy
// of a letter of ours, is answered once in 8 days. What an unproven letter asks to see
// is shown 3 times a day. What is over a limit is settled in the ledger with a remark.
// A letter that did something is answered always. See restraint.go, and DefaultLimits
// for the figures.
//
// # Cost
//
// A letter of which nothing was worth reading must not keep others waiting. Of its
// own lines 200 are read (mail.MaxOwn), 50 of them as commands, and no line asks
// the database what another has asked (answer.go). Its place in the queue goes by
// what its header tells (rank.go): the letters of proven players come first, and
// writers take turns. Any letter within the size limit is to cost 50 ms of processor
// time at most, a stranger's 20 ms. No test asserts that, because machines differ and
// are busy; these print what letters that were made to cost time do cost, under
// cpu-ms/op:
//
//	go test ./mail ./mail/auth ./mail/handler -run none -bench 'Read|Identity|Vouch|Answer' -benchtime 20x
//
// Both messages of a move are composed in its transaction. Composing them before it saves
// a third of the time for which SQLite's writer is held, and costs a tenth more processor
// time (measured in November 2026), which is the limit on small machines.
//
// # Privacy
//
// No log holds a letter's text or a ticket, and addresses are logged at the level
// debug alone (mail.Redact).
//
// # Leaving
//
// A player who has said yes to "stop" or "forget me" leaves: running games are
// resigned, open invitations end, the other sides are told, and one last message tells
// the player what was done. Each transaction ends at most [club.MaxDeparturePiece] games and
// invitations. The first is the one that answers the yes, which is all for most players;
// the rest follows in transactions of its own ([ContinueDeparture]). In between
// nobody plays on against the player: club.Tx.Table gives none of their running games.
// A message of the player's own, or one that invites them, does the next piece and then
// waits behind what others write. What names a player who wants to be forgotten is
// erased at the end, because the other sides are told by name until then.
//
// # Seeing
//
// What the desk does it returns as observations, to be told by who committed the
// transaction; it knows nothing of who counts them (observation.go).
//
// # What it does not do
//
// It owns no loop, no queue and no lease: package server does. It writes no words,
// and changes no game: a verb is a type in package command, an operation in club, a
// section in tell, and the few lines here that join them.
package handler
