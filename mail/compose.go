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
}

// Field is one header field.
type Field struct{ Name, Value string }
