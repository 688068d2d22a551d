// Package mail turns raw mail into what a player wrote, and what Turnpost has
// to say into raw mail.
//
// [Read] makes a [Letter] of raw bytes: identity headers, and the player's own
// lines without quotes and signatures. It is made for hostile input: it never
// panics, its work is linear in the size of the mail, and every dimension has a
// limit. It says what a mail contains; whether to believe it is decided by the
// caller, from the facts that Letter names.
//
// The player's own lines are what is left when quotes, attributions, header
// blocks of old mail, signatures and disclaimers are taken away; see [Own]. A
// line that is wrongly left out costs the player a question; a line of the old
// mail that is wrongly kept could be played. So in doubt a line is left out:
// lines marked as quotes are skipped wherever they stand, and from the first
// sign of an old mail without marks ([Sentinel], a header block, an
// attribution that no marked quote follows) nothing more is read. Answers
// written in between or below are found only where the old mail is marked.
//
// [ReadReport] reads what a mail server says became of a letter (RFC 3464).
//
// [Draft] is a letter to be sent; Bytes composes it.
//
// [Inbox] and [Courier] are the two transports, where mail comes in and goes
// out. Package imap is the Inbox over IMAP, package smtp the Courier over SMTP,
// and package postoffice an embedded server for both. [AccountServer] is what
// logging in to a mail server has in common for IMAP and SMTP.
package mail
