// Package smtp implements both directions of SMTP: [Courier] is a mail.Courier that hands
// messages to a mail server for sending (the smarthost), and [LMTPListener] takes mail
// from the operator's own mail server over LMTP (RFC 2033), which saves polling a mailbox.
//
// # Courier
//
// Each message is a transaction of its own with one recipient, because one refused
// recipient must not stop another person's message. The connection is kept for half a
// minute for the next message; after an error it is closed. If a kept connection turns
// out to be dead before a message was written to its end, a new one is opened, once.
//
// Send returns nil when the server took responsibility: a 250 after the final dot (RFC
// 5321, 4.2.5). Nothing is retried after the final dot: if the answer to it is lost,
// Send returns mail.ErrUnanswered. A caller that then sends the same bytes again may
// create a duplicate but never loses a message.
//
// Every step has a time limit, writing included: Timeout for a command, for each block
// of the message, and for the answer to the final dot; five or ten times that for the
// answer if it failed to come before (mail.Envelope.Unanswered; RFC 5321, 4.5.3.2). The end
// of the context ends any step at once, except the wait for that answer, which goes on
// for mail.Linger.
//
// It logs in with a password, or with access tokens of a mail.TokenSource (OAUTHBEARER,
// else XOAUTH2). With CourierConfig.Sign a message is signed as it is sent; the stored
// message does not change. Nothing goes over the wire in the clear except to a loopback
// address, and the server's certificate is always checked.
//
// Failures are classified by the server's answer. A refusal of this message or its
// recipient wraps mail.ErrRefused (5xx) or mail.ErrDeferred (4xx); what ErrRefused means for
// the address is decided by club.NoteBounce (mail/club/bounce.go). A refusal of our
// account (the login, the service, or a sender that is not allowed) wraps
// mail.ErrAccount. A quota of our account (5.4.5), and a deferral before any message,
// wraps mail.ErrLimited: nothing more can be sent for now, and no message is at fault.
// A deferral at MAIL, and at RCPT a 421, a 454 or a policy (x.7.x) that does not name
// the recipient, wraps mail.ErrPolicy: the answer does not say whether it concerns all
// messages. Everything else is transient. An address that cannot be written in SMTP is
// refused before it reaches the wire.
//
// # LMTPListener
//
// A mail server connects and hands over a message. The listener passes it to keep and
// answers 250 only when keep has returned nil: from then on we are responsible for it.
// When keep fails it answers 451, and the server tries again later. So no message is lost
// between the two, and a message that comes again because an answer was lost has the
// same bytes, by which keep recognises it.
//
// The bytes are those that the server sent, below a Return-Path field with its MAIL FROM
// (RFC 5321, 4.4). Only mail to our own addresses is taken (550 5.1.1 for any other). Of
// a message above the size limit only the header is taken, so that its writer can be
// told; refusing it would send a bounce to whomever it claims to come from.
//
// Lines may be as long as the message. A client that is silent for 30 seconds, or that takes two
// minutes for a message, is sent away: with 20 connections of that kind, all others would wait.
//
// There is no login: anything that can connect can hand over mail in anybody's name. The
// mode of the socket decides who can, or access to this machine, since [ListenLMTP]
// listens nowhere else. Arriving here proves nothing about who wrote a message; package
// auth decides that, as for mail from a mailbox.
package smtp
