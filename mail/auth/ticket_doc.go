// Package ticket makes and checks what proves by a letter that somebody has
// read an earlier one: signed texts that stand in its addresses and ids.
//
// Four things carry a signature:
//
//   - A Ticket says for which player, game and ply a letter was written. It is
//     the tag of the address that replies go to, stands in the Message-ID that
//     they refer to, and where an address carries no tag, in a line of their text.
//     Who answers with it has the letter that it was in.
//   - A Ticket made by Ask belongs to one question, so that its answer is never
//     taken for another's.
//   - A Tag is in the return path of a letter: a report of its failure proves by
//     it that whoever sent it has that letter.
//   - A Token is in the address that stops all letters to a player.
//
// The signature of each is the beginning of an HMAC-SHA-256 over what it is for,
// 100 bits of it, written in 20 lower-case characters: some programs fold the
// case of an address. Nothing is stored. A key makes them all, and as long as it
// is among the keys that are given to a check, what it made holds; it never
// expires by itself. Secrets are compared in constant time.
//
// What is parsed is not verified: Parse and all that finds something in a letter
// say only that it has the form. What a verified ticket is worth, as proof or to
// date what a reply says, is for the caller to say.
package auth
