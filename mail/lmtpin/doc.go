// Package lmtpin takes letters from the operator's own mail server over LMTP (RFC
// 2033), at a Unix socket or a port of this machine, so that none waits to be looked
// for.
//
// # The model
//
// A mail server that was asked to deliver to us connects and hands a mail over.
// [Listener] gives it to keep, and answers 250 only when keep has returned nil: from
// then on the mail is ours, and the server forgets it. When keep fails it answers
// 451, and the server, which still has the mail, tries again later. So no letter is
// lost between the two, and none of them is counted twice: a mail that comes again,
// because an answer was lost, has the same bytes, and keep knows it by those.
//
// # What is promised
//
// The bytes are those that the server sent, behind a Return-Path that says its MAIL
// FROM (RFC 5321, 4.4). Only mail to our own addresses is taken (550 5.1.1 for any
// other). A mail over the limit of size is taken too, its header alone, so that its
// writer can be told; to refuse it would send a bounce to whoever it claims to come
// from.
//
// # What is not
//
// There is no login: whoever can connect can hand over mail, as whom they like. The
// socket's mode, or the machine, decides who that is, and [Listen] refuses to listen
// anywhere else than on this machine. It proves nothing about who wrote a letter;
// package auth does, by the same rules as for mail from a mailbox.
package lmtpin
