// Package imap is the mail.Inbox over IMAP: it hands over the mails that lie
// in a mailbox, and files each one when it is safe with the caller.
//
// # What done means
//
// On a server with MOVE (RFC 6851), a mail that was kept goes to another mailbox,
// Turnpost/Done. Without MOVE it stays where it is and gets the keyword
// TurnpostDone, if the server has room for keywords, and else the flag \Seen.
// COPY and EXPUNGE are never used in its place: they can lose mail. In the first
// two cases a person may read and mark the mailbox without disturbing anything.
//
// A mail that the server refuses to move is marked, and moved later, at the beginning
// of a connection and each hour. Then the mailbox is also searched for mails that bear
// \Deleted and were never collected: they are left alone, and the log says how many.
//
// What is done can be deleted for good, by age or by Message-ID (Inbox.Purge), and
// nothing else: with UID EXPUNGE (RFC 4315), or where there is none with the flag
// \Deleted alone. Where folders are labels, which Gmail shows by the capability
// X-GM-EXT-1, an expunged mail is only archived: there it is moved to the folder with
// the attribute \Trash (RFC 6154) and expunged in it, and without such a folder the
// purge is an error. What the server keeps in indexes and backups is the server's.
//
// Each Collect asks the server for all mails that are not done, whatever it said
// before: IDLE only shortens the wait. So no mail is overlooked, and a mail whose
// filing failed is handed over again, which the caller has to notice. Mails that lie
// there together are filed a few at a time, for each command is a way to the server
// and back.
//
// # What the cursor is
//
// UIDVALIDITY and UID, with a colon between. If the server numbers its mails
// anew, all mails that are not done come again under other cursors.
//
// # How it logs in
//
// With a password, or with access tokens of a mail.TokenSource (OAUTHBEARER, and
// XOAUTH2 where there is no other). A session lives as long as the server lets
// it, also past the end of its token's time; the next one asks for a token anew.
//
// # Bad servers and bad mails
//
// Every command has a time limit, and the end of the context ends any call at
// once; in both cases the connection is closed, and the next call dials anew.
// Only UID and RFC822.SIZE are asked about a mail beside its text, which is
// fetched in parts, the first with the size: the server's idea of the structure
// of a malformed mail can end a connection. If one mail does so even then, it
// comes last the next time, so that it does not stand before the others; after
// three times it is left alone for an hour, and the log says so.
//
// The package does no backing off and starts no work of its own: between calls
// nothing runs but the reader of an open connection, and after Close not even
// that. Waiting longer after each failure is the caller's part.
package imap
