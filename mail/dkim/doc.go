// Package dkim signs letters (RFC 6376), for an operator whose smarthost does not:
// it makes and reads the key, says what to put into the DNS, and writes the field.
//
// # What a signature covers
//
// The whole body, and of the header each field that RFC 6376, 5.4.1 recommends,
// together with List-Unsubscribe-Post, without which no mail program shows the
// button of RFC 8058 (4), and Message-ID. A field that a reader sees or that an
// answer follows is named once more than it is there (oversigned), so that nobody
// can put a second one above it under our signature (RFC 6376, 8.15).
//
// Both parts are canonicalized as "relaxed", because servers on the way fold
// fields and trim lines.
//
// # What is promised
//
// The same letter, key, domain and selector give the same bytes, so that a letter
// that is sent once more is the same letter: the time of the signature (t=) is the
// letter's own Date, and both algorithms are deterministic. That is why the field
// is written here: the library that package trust verifies with puts the time of
// the day into it. A test holds the two to each other.
//
// # What is not
//
// A signature does not expire (no x=): letters lie in mailboxes for long. It says
// nothing of who may write for the domain; whoever has the key may. There is no
// second signature by another key: who wants Ed25519 beside RSA lets the mail
// server sign.
package dkim
