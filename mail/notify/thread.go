package notify

import (
	"regexp"
	"slices"

	"turnpost/db"
	"turnpost/templates"
)

const (
	// digestThread is the thread of a player's digests in the outbox: no game's
	// number.
	digestThread = db.ThreadDigests
	// addressThread is the thread of the questions to second addresses: a letter to
	// an address that does not take it holds back no other.
	addressThread = db.ThreadAddresses
	// followThread is that of letters about games that one follows.
	followThread = db.ThreadFollowing
)

// thread is the number of the game or invitation that the letter belongs to,
// digestThread for a digest and nothing else, followThread for games of others, or 0.
func (r *letter) thread() int64 {
	a := r.about
	switch {
	case r.address != nil:
		return addressThread
	case a.digest && a.table == nil && a.invitation == nil:
		return digestThread
	case a.following && a.table == nil && a.invitation == nil:
		return followThread
	case a.several:
		return 0
	case a.table != nil:
		return a.table.Game.ID
	case a.invitation != nil:
		return a.invitation.ID
	}
	return 0
}

// class is how urgent the letter is. An answer to what nothing proves goes with the
// digests, whatever it shows: who forges letters is not to be served before anybody who
// is proven. So does where a game turned, for which nobody waits, and a slide on a ladder.
// And so does a table of a tournament for which nobody asked, if nothing else is told: what
// is left of a quota is not for those alone.
//
// What goes to a program waits behind all that goes to people, and has its own part of a
// sending budget: neither people's moves nor their digests know of it. A program waits in
// turn, which its clock of days bears. Where the smarthost takes few letters a day, an
// operator bounds what programs begin, too (policy.robot_challenges_per_day).
func (l *Letters) class(r *letter) db.Class {
	unproven := l.answersTo(r) && !l.answers.Proven
	switch {
	case r.address != nil || r.to.WroteAt.IsZero():
		return db.ClassStranger
	case r.to.Robot:
		return db.ClassProgram
	case r.thread() == digestThread, r.thread() == followThread, r.announced != "", unproven, r.kind() == "postmortem", !l.answersTo(r) && (r.tablesAlone() || r.kind() == "ladder"):
		return db.ClassDigest
	case r.about.table != nil:
		return db.ClassGame
	}
	return db.ClassAnswer
}

// tablesAlone reports whether a letter shows tables of tournaments and nothing else.
func (r *letter) tablesAlone() bool {
	return len(r.text.Sections) > 0 && !slices.ContainsFunc(r.text.Sections, func(s templates.Section) bool {
		_, is := s.(*templates.SeasonTable)
		return !is
	})
}

// threadTail is how many of the last ids References holds besides the first: a
// chain that grew for ever would outgrow the header (RFC 5322, 3.6.4, allows
// to leave some out).
const threadTail = 10

var plainID = regexp.MustCompile(`^[!-;=?-~]{1,250}$`)

// chain makes the In-Reply-To and References of a letter, from ids that its own
// reader knows: our letters to them in the thread, and the letter of theirs
// that is answered.
func (l *Letters) chain(r *letter) (inReplyTo string, references []string, err error) {
	if r.thread() != 0 && r.address == nil {
		if references, err = l.tx.DB.ThreadIDs(r.to.ID, r.thread(), threadTail); err != nil {
			return "", nil, err
		}
	}
	if l.answersTo(r) && l.inThread(r.thread()) && plainID.MatchString(l.answers.MessageID) {
		references = append(references, l.answers.MessageID)
	}
	if n := len(references); n > 0 {
		inReplyTo = references[n-1]
	}
	return inReplyTo, references, nil
}

// inThread reports whether the letter that is answered may stand in a thread: a
// fresh one may in any, a reply only in the one that it replies in. A move in
// reply to a digest would otherwise tie the digests to the game. A tap is a
// reply too: it refers to nothing, but has the subject and the ticket of what
// was tapped.
func (l *Letters) inThread(thread int64) bool {
	return !l.answers.Refers || thread == 0 || thread == l.answers.Game
}
