// Package smtpout is the mail.Courier over SMTP: it hands letters to a
// smarthost, the server that sends mail on.
//
// Each letter is a transaction of its own, for one person: one refused recipient
// must not stop another's letter. The connection is kept for the next letter for
// half a minute; after an error it is hung up. If a kept connection turns out to
// be dead before the letter was said to its end, a fresh one is dialled, once.
//
// # What it promises
//
// Send returns nil when the server took responsibility (a 250 after the final
// dot, RFC 5321 section 4.2.5). After the final dot nothing is tried again: if
// the answer to it is lost, Send says so with mail.ErrUnheard, and the caller,
// who sends the same bytes again, may make a duplicate but never loses a letter.
//
// Every step has a time limit, also the writing of the letter itself: Timeout for a
// command, for each block of the letter and for the answer to the final dot, which
// has five times that, and then ten times, once it did not come
// (mail.Envelope.Unheard; RFC 5321 section 4.5.3.2). The end of the context ends any
// step at once, but for the wait for that answer: it goes on for mail.Linger.
//
// It logs in with a password, or with access tokens of a mail.TokenSource
// (OAUTHBEARER, and XOAUTH2 where there is no other).
//
// With Config.Sign each letter is signed as it is sent, which changes nothing in
// what is kept of it.
//
// Nothing goes over the wire in the clear but to a loopback address. The
// server's certificate is always checked.
//
// # Classes of failure
//
// A refusal of this letter or its recipient (5xx) wraps mail.ErrRefused, one for
// the time being (4xx) mail.ErrDeferred. One that has to do with us wraps
// mail.ErrAccount: no login, no service, or this sender not allowed. A quota of our
// account (5.4.5), and what is put off before any letter, wraps mail.ErrLimited:
// nothing more goes out for now, and no letter is at fault. What is put off at MAIL,
// and behind RCPT 421, 454 and a policy (x.7.x) that does not name the recipient, wrap
// mail.ErrPolicy: nobody can tell from the answer whether all letters are meant. All
// else is transient. An address that cannot be
// said in SMTP is refused here, before it reaches the wire.
package smtpout
