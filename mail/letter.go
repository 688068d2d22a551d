package mail

import "time"

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
	// Subject is decoded (RFC 2047) and on one line.
	Subject string
	// Date is the zero time when the field is missing or unreadable.
	Date time.Time

	// Lines are the player's own lines: decoded text, or HTML made text,
	// without quoted mail and without a signature. Leading and trailing blank
	// lines are gone; blank lines between paragraphs are kept.
	Lines []string

	// CopiesOurs says that a letter of ours stands in the text without any mark:
	// few people's programs do that, and its first lines are among Lines.
	CopiesOurs bool

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
}
