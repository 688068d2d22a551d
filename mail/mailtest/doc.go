// Package mailtest tests the transports of package mail, and runs the servers that they are
// tested against.
//
// [CheckInbox] and [CheckCourier] test what package mail promises: every Inbox and every
// Courier has to pass them on each server that it is used with. The same table runs on the
// embedded post office, which works on every machine, and on real servers.
//
// [StartDovecot] and [StartPostfix] run those for one test: on free loopback ports, in a
// folder that is removed afterwards, without touching a server of the machine. They need
// Debian's packages dovecot-imapd, dovecot-lmtpd and postfix, and root, because Postfix
// changes users. Without them, and in a short run (go test -short), a test is skipped with
// a message that says so. If the environment has TURNPOST_REAL=1, short runs use them too,
// and a test fails without them.
//
// [Silent] and [Proxy] simulate faults that no good server has on demand: silence and
// broken connections.
package mailtest
