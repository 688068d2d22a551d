// Package postoffice is a whole post office in one process: an SMTP server that
// takes mail and an IMAP server that shows it, on loopback, for the demo and
// for tests. It stands on go-smtp's server and on go-imap's memory server.
//
// Every local part of its one domain is a mailbox, which comes into being when
// somebody logs in to it or writes to it. There is one password for all, and it
// is no secret: so the post office listens on loopback addresses and refuses any
// other. Anybody may hand in mail for the domain without a login, as strangers
// on the internet do; nothing is relayed to other domains.
//
// # The life of a letter
//
// A letter comes in through SMTP, or through [PostOffice.Deliver]. Its line ends
// become CRLF, and a header that stops being a header is closed there, as other
// servers do, so that all readers agree where the body begins. Fields that only
// the delivering server may write are taken out: Return-Path (RFC 5321, section
// 4.4), and each Authentication-Results in this post office's name (RFC 8601,
// section 5). On top come Return-Path, Delivered-To with the full address, tag
// and all, and Received. The letter is filed in the INBOX of the address's
// owner: games+12.7.abc@demo.test is games' mail.
//
// Whoever has logged in to SMTP and sends under an own envelope sender, is
// vouched for:
//
//	Authentication-Results: demo.test; auth=pass smtp.auth=alice@demo.test
//
// This names who logged in, and says nothing of the From field. A reader that
// wants to know whether From is genuine compares the two.
//
// # What it promises, and what not
//
// It behaves as a decent server does towards any client: RFC 5321 with AUTH,
// SIZE and SMTPUTF8; IMAP4rev1 with IDLE, MOVE, UIDPLUS, SPECIAL-USE and
// NAMESPACE. An idling client hears of a new letter within milliseconds, and a
// letter that comes between two commands is told at the start of IDLE.
//
// Nothing is durable: all mail is gone with the process. So that nobody takes a
// new post office for the old one, UIDVALIDITY is new with each start. There is
// no TLS, no queue, no bounce: a letter is filed before SMTP says 250, or it is
// refused. A client that stops reading in the middle of a letter holds up its
// own mailbox until the time limit hangs up on it.
package postoffice
