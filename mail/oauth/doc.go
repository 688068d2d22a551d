// Package oauth implements mail.TokenSource for providers that accept no password:
// OAuth 2 (RFC 6749). An operator signs in once in a browser, and the program stores what
// it needs to get access tokens by itself.
//
// # Token file
//
// One file holds the refresh token, readable by its owner only; a file that others can
// read is refused. It is worth as much as a password. Access tokens, which last about an
// hour, stay in memory. Most providers give a new refresh token now and then: the file is
// then replaced as a whole, so that a crash leaves the old one or the new one. Several
// processes may use the file, for example one that signs in again while another serves: a
// lock makes them refresh one after the other, and each reads the file first.
//
// # Errors
//
// If the provider no longer accepts the refresh token or does not know the client, the
// error wraps mail.ErrAccount and says what to do. A provider that cannot be reached or
// has a fault is a transient error: it is asked again a few times at once, and then
// whenever a token is needed. Whether the file can be replaced is checked before a refresh
// token is used up.
//
// # Limits
//
// If the power fails between the provider's answer and the write to disk, and the provider
// accepts each refresh token only once, the operator has to sign in again.
package oauth
