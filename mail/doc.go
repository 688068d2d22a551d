// Package mail reads what a player wrote from a raw message, and composes messages.
//
// [Read] makes a [Message] of raw bytes: identity headers, and the player's own lines
// without quotes and signatures. It is made for hostile input: it never panics, its work
// is linear in the size of the message, and every dimension has a limit. It says what a
// message contains; the caller decides whether to believe it (package auth).
//
// The player's own lines are what is left when quotes, attributions, header blocks of old
// mail, signatures, disclaimers and the banners of mail gateways are removed; see [Own]. Of a
// signature, the marks in the HTML count also where the plain text beside it is read.
// Characters that nobody can see (default-ignorable code points) are removed everywhere.
//
// Removing a line wrongly costs the player a question; keeping a line of old mail wrongly
// could play it. So in doubt a line is removed: lines marked as quotes are skipped anywhere, and after the first sign
// of unmarked old mail ([Sentinel], a header block, an attribution that no marked quote
// follows) nothing more is read. Answers between or below the old mail are found only if
// the old mail is marked: by ">", or by a TAB, spaces or a sign if the lines of our own message have it.
// What stands directly before an attribution, without a line end, is the player's.
//
// [ReadReport] reads what a mail server reports about a message that we sent (RFC 3464).
//
// [Draft] is a message to be sent; [Draft.Bytes] composes it.
//
// [Key] folds an address, so that equal mailboxes compare equal. Which folded addresses are one
// person's mailbox (subaddresses, dots of providers) is decided by db.MailboxOf, beside the statements
// that use it.
//
// [Inbox] and [Courier] are the transports. Package imap implements Inbox over IMAP,
// package smtp implements Courier over SMTP, and package postoffice is an embedded server
// for both. [MailServer] holds what logging in has in common for IMAP and SMTP.
package mail
