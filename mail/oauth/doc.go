// Package oauth is the mail.TokenSource for providers that take no password:
// OAuth 2 (RFC 6749), in which an operator signs in once in a browser, and the
// program keeps what it needs to get access tokens by itself.
//
// # What is kept
//
// One file with the refresh token, readable by its owner alone; a looser file
// is refused. It is worth as much as a password. Access tokens, which are good
// for an hour or so, stay in memory. Most providers give a new refresh token now
// and then: the file is then replaced as a whole, so that a crash leaves the old
// one or the new one. Several processes may use the file, also one that signs in
// anew while another serves: a lock makes them refresh one after the other, and
// each reads the file before it does.
//
// # What is promised
//
// A refresh token that the provider takes no longer, and a client that it does
// not know, wrap mail.ErrAccount, and the sentence says what to do. A provider
// that cannot be reached or is in trouble is transient: it is tried again a few
// times at once, and then whenever a token is asked for. That the file can be
// replaced is found out before a refresh token is used up.
//
// # What is not
//
// If the power fails between the provider's answer and the disk, and the
// provider takes each refresh token only once, the operator has to sign in anew.
// Nothing here can mend that.
package oauth
