// Package mailtest tests the transports of mail, and brings the servers that
// they are tested against.
//
// [CheckInbox] and [CheckCourier] say in tests what package mail says in words:
// every Inbox and every Courier has to pass them, on each server it is used
// with. The same table runs on the embedded post office, which is there on every
// machine, and on the servers that most of the world's mail lies on.
//
// [StartDovecot] and [StartPostfix] run those for one test: on free loopback
// ports, in a folder of their own that is gone afterwards, and with nothing
// shared with a server of the machine. They need Debian's packages
// dovecot-imapd, dovecot-lmtpd and postfix, and root, because Postfix changes
// users. Without them, and in a short run (go test -short), a test is skipped with
// a message that says so. When the environment has TURNPOST_REAL=1, short runs
// have them too, and a test fails without them.
//
// [Silent] and [Proxy] are for what no decent server does on demand: to say
// nothing, and to hang up.
package mailtest
