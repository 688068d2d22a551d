// Package imap implements mail.Inbox over IMAP: it hands over the messages in a mailbox
// and files each one when the caller has stored it.
//
// # Filing
//
// On a server with MOVE (RFC 6851), a stored message is moved to another mailbox,
// Turnpost/Done. Without MOVE it stays where it is and gets the keyword TurnpostDone if
// the server allows keywords, and the flag \Seen otherwise. COPY and EXPUNGE are never
// used instead: they can lose mail. In the first two cases a person may read and mark
// the mailbox without disturbing anything.
//
// A message that the server refuses to move is marked, and moved later: at the beginning
// of a connection and each hour. At each poll the mailbox is also searched for messages
// with \Deleted that were never collected; they are left alone, and the log says how
// many there are.
//
// Filed messages, and only those, can be deleted by age or by Message-ID
// ([Inbox.Purge]): with UID EXPUNGE (RFC 4315), or on a server without it by the flag
// \Deleted alone. On a server whose folders are labels (Gmail, capability X-GM-EXT-1)
// an expunged message is only archived. There it is moved to the folder with the
// attribute \Trash (RFC 6154) and expunged in it; without such a folder, Purge fails.
// Indexes and backups of the server are outside our reach.
//
// Each Collect searches for all messages that are not filed; IDLE only shortens the
// wait. So no message is overlooked, and a message whose filing failed is handed over
// again, which the caller has to recognise. Messages are filed a few at a time, since
// each command costs a round trip.
//
// Messages that the caller has no room for (mail.LeftOutError) are not filed either. As long as
// the oldest of them is left again, a Collect fetches all new messages, but of the others only a few
// of those that may be proven by now.
//
// # Cursor
//
// The cursor is UIDVALIDITY and UID, separated by a colon. If the server renumbers its
// messages, all messages that are not filed come again under other cursors.
//
// # One database
//
// Two databases behind one mailbox would answer each message twice, in games with the same
// numbers. So the name of an empty folder, Turnpost/Database-..., says whose the mailbox is
// ([DatabaseMark]); it is looked at by each connection, and once a minute in place of a NOOP.
// [Inbox.Collect] marks a mailbox without a mark, renames the mark of an earlier server of
// the same database, and fails with mail.ErrMailboxTaken at the mark of another one. Of two
// servers with copies of one database the later one stops, after up to two looks; what
// both collected before is answered twice. A server that lets nobody create folders has no
// such protection, and the log says so.
//
// # Login
//
// A session logs in with a password, or with access tokens of a mail.TokenSource
// (OAUTHBEARER, or XOAUTH2 where that is missing). It lives as long as the server
// allows, even after its token has expired; the next session asks for a new token.
//
// # Faulty servers and messages
//
// Every command has a time limit, and the end of the context ends any call at once. In
// both cases the connection is closed, and the next call opens a new one. Apart from
// its text, which is fetched in parts, only UID and RFC822.SIZE of a message are asked
// for: the server's description of a malformed message can end a connection. If fetching
// a message ends the connection even so, that message comes last the next time; after
// three times it is left alone for an hour, and the log says so.
//
// The package runs nothing between calls but the reader of an open connection, and
// nothing after Close. It does not back off; the caller does.
package imap
