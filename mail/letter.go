package mail

import (
	"time"
)

// Address is a mail address with its display name.
type Address struct {
	Name string
	// Addr is local@domain without a comment or brackets, as it was written.
	Addr string
}

// Letter is what Turnpost knows of one raw mail. All texts are valid UTF-8
// without NUL, CR, LF or bidirectional controls.
type Letter struct {
	// MessageID, InReplyTo and References hold message ids without brackets.
	MessageID  string
	InReplyTo  []string
	References []string

	// From holds every address of every From field: a letter from one person
	// has exactly one.
	From []Address
	// To holds the addresses that the letter was sent to, nearest proof first:
	// Delivered-To, X-Original-To, Envelope-To, then To and Cc.
	To []string
	// Named holds the addresses in To and Cc alone, which say whom its writer
	// meant. Whoever passes a mail on chooses where it is delivered, but not these.
	Named []string
	// Subject is decoded (RFC 2047) and on one line.
	Subject string
	// Language is the one that the field Content-Language names (RFC 3282), by its
	// primary subtag in lower case; "" where it names none or several.
	Language string
	// Date is the zero time when the field is missing or unreadable.
	Date time.Time

	// Lines are the player's own lines: decoded text, or HTML made text,
	// without quoted mail and without a signature. Leading and trailing blank
	// lines are gone; blank lines between paragraphs are kept.
	Lines []string

	// Finding is what else was found out about the text.
	Finding

	// Automatic says, in a few words, why the letter is taken for a robot's
	// (RFC 3834, RFC 3464, RFC 2919 and kin): never answer it and never play
	// it. It is empty for a person's.
	Automatic string
	// OutOfOffice says that the robot is a person's own, answering that they are
	// away, as far as can be told: no list, no bounce, no receipt.
	OutOfOffice bool

	// AuthResults holds the bodies of the Authentication-Results fields,
	// topmost first. See Authenticated.
	AuthResults []string
	// Marks are what filters on its way noted of it.
	Marks ServerMarks
}

// Shorten takes away what is behind so many own lines, without the blank ones.
func (l *Letter) Shorten(lines int) {
	for i, line := range l.Lines {
		if line == "" {
			continue
		}
		if lines--; lines < 0 {
			l.Lines, l.More = l.Lines[:i], true
			return
		}
	}
}

// Finding is what was found out about the text of a letter besides the player's lines.
type Finding struct {
	// Doubtful are those of the lines of which it is not certain that they are the
	// player's: they may be of an old mail that nothing marks.
	Doubtful []string
	// More says that there are more lines than are read: see MaxOwn.
	More bool
	// Unwrapped says that the lines end where their writer ended them: no program has
	// broken them.
	Unwrapped bool
	// Ticked are the moves of a list of ours beside which a sign seems to be set, or
	// whose row seems to be copied: to be asked about, and no more.
	Ticked []string
	// Unread says why nothing is read of a mail that holds something: sealed (it is
	// encrypted), calendar, file, or copy (all of its text is taken for older mail). It
	// is empty where there are lines, and where there is nothing.
	Unread string
	// CopiesOurs says that a letter of ours stands in the text without any mark:
	// few people's programs do that, and its first lines are among the player's.
	CopiesOurs bool
}
