// Package auth decides who wrote a message, and makes what proves it: reply tokens,
// unsubscribe tokens, return paths and our own DKIM signatures.
//
// # What proves a writer
//
// Anybody can write any address into From. A message counts as its player's only if
// it holds something that others could not have made:
//
//   - A reply token ([ReplyToken]). Each of our messages carries one in its Reply-To
//     and Message-ID. It is an HMAC-SHA-256 for one player, one game, one ply, and
//     the number of times plies of that game had been taken back. A reply that
//     carries it and comes from an address of that player is the player's. Nearly
//     every move is proven this way.
//   - The operator's own mail server, if it says that the writer sent the message as it is:
//     the topmost Authentication-Results field (RFC 8601) with the configured authserv-id
//     has auth=pass for the address itself, or dmarc=pass for the domain of From together
//     with spf=pass for that very domain. dmarc=pass alone may rest on a DKIM signature;
//     then each signature that could be aligned with From has to bind the message. See
//     [ServerVouches].
//   - A DKIM signature (RFC 6376) that [DKIMVerifier] verified, that binds the message, and
//     whose domain is aligned with From's (DMARC, RFC 9989, 4.4.1).
//   - An answer to a question. A message without proof is quarantined, and only the
//     registered address is asked whether to show it, without a word of the message.
//     A yes shows its lines; a yes to those lines carries them out.
//
// In each case the message has exactly one From with one address. A server's word or a
// signature proves only that From wrote this message at some time to somebody; whoever
// has a copy can send it here. So both count only if To or Cc names the server
// address, Date is at most [MaxAge] old, no proven mail with the same Message-ID and
// From came before, and the message answers nothing of somebody else's: In-Reply-To and
// References hold only ids of messages that we sent to the writer or that certainly came
// from the writer, whatever else they could hold and however it is written, and the text
// quotes no other writer. A reply token needs none of that.
//
// [Facts] joins all of this, and nothing else proves a writer. In particular these do
// not: SPF alone, which is about the envelope; dkim=pass in Authentication-Results, which
// does not say how much was signed; a field of another server, or below the topmost one;
// ARC; a subject, a game's number, or knowledge of the board.
//
// A reply token that belongs to somebody else outweighs the other signs: a person who
// answers another person's message means something unclear. Such a message is
// quarantined, unless trust is open.
//
// # What a reply token says
//
// The token of a message is bound to what the message asks its reader, and to whether it
// carries words of another player ([ReplyToken].Asks), so that an agreement binds only to
// what was asked. That is not in its text: tokens of earlier versions look the same and are
// still verified; what they asked is unknown.
//
// After the first ply the signature also carries a digest of the position, 20 bits that are not
// secret, so that a reply to a position that a restore has lost plays nothing in another one at
// the same ply, and a replay finds what a bot played. A game that begins after a backup was
// restored without a replay belongs to another generation of the database, whose mark is
// signed: tokens of a lost game are none of the game that has its number.
//
// # What a stolen reply token can do
//
// A reply token acts only together with its player's address in From, which is no
// secret. So a person who reads a player's mail can act for that player: in the game
// of that token, at that ply, and, because the message proves its writer, in whatever
// else needs proof. From another address a token does nothing, and its owner is told.
// The token of a question shows what is quarantined for seven days; the token of the
// message that shows it ends with its answer.
//
// # What is not covered
//
// Anybody who has a message to a player can pause the messages to that player by its unsubscribe
// link. That needs no From and no login (RFC 8058), stops clocks only within the player's vacations of a
// year, and one reply of the player ends it.
//
// What strangers and forgers can cause has limits, which package handler lists (Limits). Nothing
// here protects from a person who can read a player's mail, or the operator's database or
// server; from a provider that lets its users write each other's addresses; and from a smarthost
// that blocks a sender because of messages that strangers caused, which the limits make
// less likely.
//
// # Keys
//
// Tokens are made with the newest key, and every stored key verifies. "turnpost keys
// rotate" adds a key while the server runs. "turnpost keys retire" deletes an old one;
// replies to its messages are quarantined and asked about afterwards, and no game is
// lost. After a leak, "turnpost keys rotate --compromised" makes a new key and deletes
// all others in one transaction; every reply to an older message is then quarantined
// and asked about, whether the thief or the player wrote it.
//
// The signature in each token is the beginning of an HMAC-SHA-256, 100 bits, written
// as 20 lower-case characters, because some programs fold the case of addresses. No
// token is stored, and none expires by itself. Comparison takes constant time. What
// Parse functions return has the right form and is not yet verified.
//
// # What is kept of a player who was forgotten
//
// Being forgotten does not undo what others asked for. A person who blocked or muted
// the player, or declined an invitation, stays undisturbed when a player of the same
// mailbox joins later: 90 days after a decline, otherwise until they take it back or
// are forgotten themselves. Unanswered invitations also count for 90 days. For that
// the database keeps a keyed digest of the mailbox (HMAC-SHA-256, 128 bits). Nothing
// is kept of a player whom nobody blocked, muted or declined and who invited nobody.
//
// # What a signature binds
//
// A person who has a copy of a signed message can change and remove what is not signed, and
// can put further fields on top: a signature that covers To once still verifies below
// another To. A signature therefore binds a message only if
//
//   - no field that decides anything occurs twice, such as From, To, Cc, Subject, Date,
//     Message-ID, In-Reply-To, References and Content-Type;
//   - it covers From, Date, Message-ID, and each of To, Cc, Subject, In-Reply-To and
//     References that is present, and one of To and Cc names our address;
//   - it covers In-Reply-To or References, present or not, if the subject is that of an
//     answer: otherwise they may have been removed;
//   - it covers the fields that say how the text is encoded, or the body shows that they
//     are right (a multipart body begins and ends with its boundary; a plain one is no
//     HTML and not encoded). The largest providers do not sign Content-Type;
//   - it uses rsa-sha256 or ed25519-sha256 (RFC 8301, RFC 8463), covers the whole body (no
//     l=), has not expired (x=), and was not made a day or more before Date (t=).
//
// # Verifying DKIM and DMARC
//
// The signing domain vouches for the address: a provider that lets its users write
// each other's addresses cannot be told from one that does not. The header must have a
// strict form, because our reader and the DKIM library must see the same message (see
// split). Then a signature must bind the message, and
//
//   - be among the first five, of which two at most are verified, those of From's own
//     domain first;
//   - have no t= in the future, and an i= within d=;
//   - have a key of at least 1024 bits that is not in testing (t=y). RFC 8301 lets
//     verifiers accept 1024 to 2047 bits, and many domains have such keys.
//
// The domains of d= and From must be equal; or one is above the other, both belong to
// one organization, and the DMARC record for From does not say adkim=s. The records
// in the DNS say what an organization is, in at most eight look-ups (RFC 9989, 4.10);
// psd=n says that it begins there, psd=y one label below. Sibling domains do not vouch
// for each other, although DMARC allows it: not every public suffix says that it is
// one. p=, sp=, np= and t= change nothing here, because they are wishes for mail that
// fails.
//
// All DNS names that the signatures of a message need are looked up at once, within a second
// together. What cannot be looked up is not proven: the player is asked, and is not told
// about an error. Such messages wait beside the queue (package server), so a name server
// that does not answer delays nobody else's.
//
// # Signing
//
// [Signer] signs our messages for an operator whose mail server does not. It covers
// the whole body, the fields that RFC 6376, 5.4.1 recommends, and List-Unsubscribe-Post
// (RFC 8058, 4). Fields that a reader sees, that a reply follows or that programs obey, such
// as Content-Type, List-Unsubscribe and Turnpost-Ply, are oversigned (RFC 6376, 8.15):
// nobody can add them, whether a message has them or not. Both parts are "relaxed", because servers fold fields
// and trim lines. The same message, key, domain and selector give the same bytes, so
// that a message sent twice is the same message: t= is the message's own Date, and
// both algorithms are deterministic. The library that verifies puts the current time
// there, which is why signing is written here. Signatures do not expire.
//
// # Open
//
// On a closed network where only members can send mail, an operator can set
// trust.mode to "open": then every message with one From is its player's. Turnpost
// warns about it at each start.
package auth
