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
//     nearly every move. Package ticket makes and reads secrets.
//   - The word of the operator's own server: the topmost Authentication-Results
//     field (RFC 8601), if it bears the configured authserv-id, says dmarc=pass
//     for the domain of From, or auth=pass for the very address. See
//     mail.Letter.Authenticated.
//   - A DKIM signature (RFC 6376) that [Verifier] has verified itself, of a
//     domain that is aligned with From's as DMARC has it (RFC 9989, 4.4.1).
//   - A reply to a question. A letter without proof is quarantined, and the registered
//     address alone is asked whether to show it. That question holds no word of
//     the letter: not its lines, subject, id or name. Its own secret, in a "yes",
//     brings the lines, as those of somebody who claims to be the player; and the
//     secret of the letter that shows them, used once, lets another "yes" carry
//     them out. The desk keeps what is quarantined (mail/desk/quarantine.go).
//
// In each case the mail has exactly one From with one address. What the server
// or a signature proves is only that From wrote this mail, some time and to
// somebody, and whoever has a copy can bring it here. On both ways it counts only
// if To or Cc names the robot, its Date is of the last five days ([FreshFor]), and
// no mail of its Message-ID and From came before that was proven, or was quarantined and
// then carried out. Nor does it count as a player's if it answers a mail that is
// neither ours nor the player's own to us, where mail to tagged addresses reaches us:
// whoever wrote that one can have named us in Reply-To. A secret needs none of it.
//
// [Facts] joins them; nothing else proves a writer. In particular these do not:
// SPF, which is about the envelope; dkim=pass in Authentication-Results, which
// does not tell how much of the body was signed; any field of another server, or
// below the topmost; ARC; a subject, a game's number, or knowledge of the board.
//
// A secret that is not the writer's spoils the other signs: whoever answers a
// letter of somebody else means something that is not clear. Such a letter is
// quarantined, unless trust is open.
//
// # Whom a letter without proof brings a letter
//
// Whoever forges an address chooses who is asked, so there are few questions: one
// a day at one address and twenty an hour at all together, beyond which only those
// are asked who have a game under way, and none at all if
// [Distrust] finds that a server or a filter calls the letter forged or spam.
// Nothing that goes to an unproven writer repeats what the letter said.
//
// # What a stolen secret can do
//
// A secret acts only together with its player's address in From, which is no
// secret. Who reads a letter of ours can therefore act for its reader: in the
// game that it is about, as if at that ply, so that a move is stale as soon as
// the game has gone on; and, since the letter proves its writer, in whatever
// else needs proof. Who reads a player's mail is the player, as far as mail can
// tell. Without From's address it does nothing, and its owner is told. One
// player's secret is nothing in another's letters; a question's secret shows what
// is quarantined for seven days, and that of a letter which shows it ends with its answer.
//
// # Keys
//
// Secrets are made with the newest key, and each key that is stored verifies.
// "turnpost keys rotate" adds one while the server runs, and letters that are
// under way stay good; "turnpost keys retire" deletes an old one, after which
// replies to its letters are quarantined and asked about, and no game is lost; to who has
// paused, a reply brings the letter about the pause anew, since nothing else goes there.
//
// Whoever reads a key can make every player's secrets. When that may have happened,
// as with a copy of the database, "turnpost keys rotate --compromised" makes a new
// key and deletes all others in one transaction. What a secret made before wants, be
// it the thief's or a player's own, is then what a letter with somebody else's secret
// wants: it is quarantined, its registered address is asked, and a yes to that question,
// whose secret is of the new key, carries it out as of the day when it came. An answer
// to an older question, an older return path and an older button do nothing. Every
// letter that goes out, reminders too, brings new secrets.
//
// # What stays of who is forgotten
//
// To be forgotten is no way around what others wanted. Who blocked or muted somebody,
// or declined their invitation, is left in peace when a player of the same mailbox is
// made again, by whichever subaddress: for 90 days from a decline, and otherwise until
// they take it back or are forgotten themselves. Invitations of which no game came count
// for 90 days, too. For that the database keeps, beside whose wish it is, a digest of
// the address without its subaddress: HMAC-SHA-256, 128 bits of it, with a secret that
// serves nothing else and that new keys leave as it is. The digest tells whoever has the
// whole database whether an address that they think of is the one, and nobody else
// anything. Of who was not blocked, muted or declined, and invited nobody of late,
// nothing is kept.
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
// d= and From's domain must be one. Or one is above the other, both are of one
// organization, and the DMARC record that counts for From does not say adkim=s.
// The organization is what the records in the DNS say from the domain upwards, in
// at most eight look-ups (RFC 9989, 4.10): a domain above which there is no record
// is its own. psd=n says that the organization begins there, psd=y that it begins
// one label below. Two siblings do not speak for each other, though DMARC would
// let them: not every keeper of a public suffix says that it is one. p=, sp=, np=
// and t= are wishes for mail that fails, and change nothing here.
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
