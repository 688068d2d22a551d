// # Abuse
//
// Who wrote a letter is half of it. The other half is what those can cause whom
// nothing stops from writing: strangers, forgers, players who mean ill, and whoever
// can make a server send a report of failure. This is the most that they can do, and
// where the operator changes it.
//
// A stranger, or who writes in another's name, gets nothing done. The alleged writer
// is asked whether to show what came: a letter with no word of the mail in it, once a
// day an address and twenty an hour in all, but for who has a game under way ([limits]
// questions_per_day, questions_per_hour), and none where our own server says dmarc=fail, or spf=fail
// without a signature, or marks the mail as spam ([Distrust]). Answers to what nothing
// proves count with them: one a day to who was never proven; to others three a day
// that show something, and two an hour that tell of an error, in at most three quarters of
// the hour's letters. All of them go out with the digests, behind what goes to the
// proven. Machines, lists and reports are not answered at all, nor what nothing proves to
// be from abuse@ and its like; but an out-of-office reply in the name of a player with a
// game brings the offer of a vacation, once ever, which counts with those answers. To
// whose letters come back, or are suspended, go one answer and the day's question.
//
// Who forges a player's address all the same uses up the day's question. What comes in
// that name until it is answered is quarantined beside it, the first five letters and the last
// five, and each decision gives the question back. A player's own letter without proof,
// between five forgeries and five more, is lost without a word; a reply to a letter of
// ours is not. Nor is one that a DKIM signature proves, which is never quarantined.
//
// Where the operator lists the members (policy.members), nobody else begins a game,
// on either side of it. Who is no member is told so in one letter that is not sent
// again for eight days; to who was never proven it counts as any answer does.
//
// A player can invite ten addresses a day, and all of a registered domain thirty
// (policy.challenges_per_day, challenges_per_domain); at public providers each
// address counts alone (shared_domains adds to these). Nobody is invited by more than
// five strangers a day (strangers_per_day), by the same one more than four times in
// 90 days, whatever subaddresses they have and however often they are forgotten, nor in
// the 90 days after declining. Who is blocked invites from no subaddress, and whom the
// operator blocks is read from none. An invitation, and its withdrawal, carries 300 characters of a proven inviter's, without links. A name
// is letters, digits, spaces and .'-, 40 at most.
//
// Whoever has a letter of a player's can press the button in it that pauses the
// letters: that stops clocks, out of the player's own vacations, and nothing else;
// one letter tells the player, and one reply undoes it.
//
// What reaches an opponent by a letter of its own and can be repeated is limited:
// offers, invitations that are withdrawn and notes to one an hour, vacations to three,
// and each to six a day; pauses to one a day.
//
// An opponent can be muted or blocked; then no word comes through, and games go on in
// silence. Words without a move make one letter an hour, and after the end three
// letters until they are answered. What is passed on holds no eight characters of a
// live ticket.
//
// Who makes letters come back, truly or not, stops clocks, together with vacations, for
// as long as the vacations of a year (policy.vacation_days); a game ends within its
// pace, the grace and that.
//
// A letter costs what its first 200 own lines and 16 kB cost, however large it is. The
// queue is taken in turns: the proven before those in a player's name before anybody
// else, and each further letter of one writer a turn later, so that a flood delays
// nobody's move by more than one turn: nobody's that a secret in its header or the
// first 16 kB of its text proves, or our own server, or, in a mail of 64 kB at most, a
// DKIM signature by a key that proved a mail of its domain since the program began. What
// another key's signature alone proves is not looked at before it is its turn, which it
// takes among what is forged in the same name: who chooses names of keys could else make
// everybody wait for the DNS.
//
// What goes out keeps within the smarthost's budget ([smtp] limits): letters about
// games first, strangers last, and a part of each limit is kept for games. To people
// who never wrote go twenty letters an hour, whatever makes us write them
// (strangers_per_hour). What a smarthost says against the account, or against a
// policy, counts against no player.
//
// Not covered: who can read a player's mail, or the operator's database or server; a
// provider that lets its users write each other's addresses; and a smarthost's own
// patience with a sender whose letters strangers ask for, which the limits above bound
// but do not end.
package auth
