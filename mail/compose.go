package mail

import "time"

// Draft is a letter to be sent to one person.
type Draft struct {
	From, To   Address
	ReplyTo    string // an address; empty: none
	Subject    string
	MessageID  string // without brackets
	InReplyTo  string // without brackets; empty: none
	References []string
	Date       time.Time
	// AutoSubmitted is the value of RFC 3834: "auto-generated" or "auto-replied".
	AutoSubmitted string
	// Header holds further fields in order, such as Turnpost-Game.
	Header []Field
	// Text is the plain text, with LF line ends.
	Text string

	// HTML is the same letter as HTML, or empty. It may show the parts of Inline
	// as cid:ID.
	HTML   string
	Inline []Part
	// Attached are files that go with the letter.
	Attached []Part
}

// Part is a file that travels in a letter.
type Part struct {
	Name string // of the file: letters, digits, dots and hyphens
	Type string // as "image/png"
	// ID names a part of Draft.Inline; it becomes the left side of its
	// Content-ID.
	ID   string
	Data []byte // nil: it is put in later; see Draft.Gaps
}

// Field is one header field.
type Field struct{ Name, Value string }
