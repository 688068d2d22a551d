// Package postoffice is an SMTP server that takes mail and an IMAP server that shows it, in
// one process and on loopback, for the demo and for tests. It builds on the server of
// go-smtp and the memory server of go-imap.
//
// Every local part of its one domain is a mailbox, which is created when somebody logs in
// to it or writes to it. There is one password for all, which is no secret, so the post
// office listens on loopback addresses only. Anybody may send mail to the domain without a
// login, as strangers on the internet do. Nothing is relayed to other domains.
//
// # What happens to a message
//
// A message comes in through SMTP, or through [Server.Deliver]. Its line ends become
// CRLF, and the header is ended at the first line that cannot be a field, as other servers
// do, so that all readers agree where the body begins. Fields that only the delivering
// server may write are removed: Return-Path (RFC 5321, section 4.4), and each
// Authentication-Results in this post office's name (RFC 8601, section 5). Return-Path,
// Delivered-To with the full address, tag included, and Received are added on top. The
// message is filed in the INBOX of the address's owner: games+12.7.abc@demo.test is in the
// mailbox games.
//
// The post office vouches for a sender who has logged in to SMTP and uses their own
// envelope sender:
//
//	Authentication-Results: demo.test; auth=pass smtp.auth=alice@demo.test
//
// This names who logged in, and says nothing about the From field. A reader compares the
// two to find out whether From is genuine.
//
// # Promises
//
// It behaves correctly towards any client: RFC 5321 with AUTH, SIZE and SMTPUTF8; IMAP4rev1
// with IDLE, MOVE, UIDPLUS, SPECIAL-USE and NAMESPACE. An idling client is notified of a
// new message within milliseconds, and of a message that arrives between two commands at
// the start of IDLE.
//
// Nothing is durable: all mail is lost when the process ends. So that no client takes a new
// post office for the old one, UIDVALIDITY differs at each start. There is no TLS, no queue
// and no bounce: a message is filed before SMTP answers 250, or it is refused. A client
// that stops reading in the middle of a message holds up its own mailbox until the time
// limit ends the connection.
package postoffice
