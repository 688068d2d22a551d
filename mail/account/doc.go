// Package account is what logging in at a mail server has in common, whatever is
// spoken there: imapin collects from one, smtpout hands letters to another.
//
// It knows where a server is and how a connection to it is encrypted, how long to
// wait for it, and what to do when it refuses an access token. It does not know
// what is said: the greeting, STARTTLS and the login differ, and stay with the
// packages that speak them.
//
// # What it promises
//
// Nothing goes over the wire in the clear but to a loopback address; a server's
// certificate is always checked, from TLS 1.2 on. Every wait ends: with the
// context, or with a limit whose error [Silent] knows.
package account
