// Package doctor makes a configuration by asking for it: from an address and a
// password to a file that the doctor finds right.
//
// [Setup.Run] takes what the command line gave, asks a person for the rest if there
// is one, and finds out what nobody has to know: the servers, by the provider's
// name or by the SRV records of the domain (RFC 6186, RFC 8314), their ports and
// encryption, by trying, and the name to log in with. [Sign.SignIn] is the sign-in of a
// provider that takes no password.
//
// It promises that no file that is there is overwritten; that nothing is written
// before both servers have taken the login, so that what is written works; that
// what is written can be read by its owner alone; and that a password goes to no
// mailServer that neither the address, nor a provider that is known, nor the operator
// has named (RFC 6186, section 6).
//
// It does not write all that can be configured, and changes no configuration: that
// is done with an editor, along what 'turnpost config example' explains.
package doctor
