// Package trust decides whether a letter was written by whom its From names.
//
// # The model
//
// Anybody can write any address into From. A letter counts as its player's only
// if something in it could not have been made by others:
//
//   - A secret. Every letter of ours carries one in its Reply-To and Message-ID,
//     made (HMAC-SHA-256, 100 bits of it) for one player, one game and one ply,
//     and for how often that game was taken back. A reply that carries it, and
//     comes from an address of that player, is the player's. This is the way of
//     nearly every move. Package desk makes and reads secrets (secret.go).
//   - The word of the operator's own server: the topmost Authentication-Results
//     field (RFC 8601), if it bears the configured authserv-id, says dmarc=pass
//     for the domain of From, or auth=pass for the very address. See
//     mail.Letter.Authenticated.
//   - A DKIM signature (RFC 6376) that [Verifier] has verified itself, of a
//     domain that is aligned with From's as DMARC has it (RFC 7489, 3.1.1).
//   - A reply to a question. A letter without proof is held and its lines are
//     shown to the registered address alone; the question's own secret, used
//     once, lets a "yes" carry them out. The desk keeps what is held (held.go).
//
// In each case the mail has exactly one From with one address. [Facts] joins
// them; nothing else proves a writer. In particular these do not: SPF, which is
// about the envelope; dkim=pass in Authentication-Results, which does not tell
// how much of the body was signed; any field of another server, or below the
// topmost; ARC; a subject, a game's number, or knowledge of the board.
//
// A secret that is not the writer's spoils the other signs: whoever answers a
// letter of somebody else means something that is not clear. Such a letter is
// held, unless trust is open.
//
// # What a stolen secret can do
//
// A secret acts only together with its player's address in From, which is no
// secret. Who reads a letter of ours can therefore act for its reader: in the
// game that it is about, as if at that ply, so that a move is stale as soon as
// the game has gone on; and, since the letter proves its writer, in whatever
// else needs proof. Who reads a player's mail is the player, as far as mail can
// tell. Without From's address it does nothing, and its owner is told. One
// player's secret is nothing in another's letters; a question's secret ends with
// its answer, with a newer question, or after seven days.
//
// # Keys
//
// Secrets are made with the newest key, and each key that is stored verifies.
// "turnpost keys rotate" adds one while the server runs, and letters that are
// under way stay good; "turnpost keys retire" deletes an old one, after which
// replies to its letters are held and asked about, and no game is lost. A key
// should be rotated when a copy of the database may have been read.
//
// # DKIM and DMARC, and their limits
//
// The signature's domain vouches for the address: a provider that lets its users
// write each other's addresses cannot be told from one that does not. The reader
// of letters and the verifier must see the same mail, so the header is held to a
// strict form first (see split). Then each signature must
//
//   - stand among the first five, be rsa-sha256 or ed25519-sha256 (RFC 8301,
//     RFC 8463), have no l=, have no x= in the past nor t= in the future, and an
//     i= in its d=;
//   - cover From, To or Cc, Subject, Date and Message-ID, as far as they are
//     there, and each of them is there once, so that none can be added: the
//     library verifies a mail with a second From on top;
//   - name our address in the To or Cc that it covers: what a player wrote to
//     somebody else is no word to us. A mail that comes again is known by its
//     Message-ID;
//   - have a key that is not in testing (t=y), and of 1024 bits at least. RFC 8301
//     lets verifiers take 1024 to 2047 bits, and many domains have such keys: they
//     are taken.
//
// Content-Type is not demanded, because the largest providers do not sign it.
// Who changes it can make other lines of a mail count that its author sent us,
// quoted ones perhaps, but adds none.
//
// d= and From's domain must be one. If they only share their organizational
// domain (by the public suffix list), the DMARC record must be there and not say
// adkim=s; a domain without a record has said nothing, and is taken strictly.
// p= is a wish for mail that fails, and changes nothing here.
//
// Look-ups end after two seconds, all together after eight. Whatever cannot be
// looked up is not proven: the player is asked, and never told of an error.
//
// # Open
//
// On a closed network, where nobody but its members can send, an operator can
// set trust.mode to "open": then every letter with one From is its player's.
// Turnpost warns of it at each start.
package trust
