package notify

import (
	"turnpost/mail/auth"
	"turnpost/templates"
	"turnpost/templates/picture"
)

// Teller writes letters. It is safe for concurrent use once its fields are set.
type Teller struct {
	// Name and Mailbox are whom the letters are from.
	Name    string // one line without brackets
	Mailbox auth.ServerAddress
	// PublicURL is where letters are unsubscribed from by one click, without a slash
	// at its end; empty: nowhere.
	PublicURL string
	// Tagged reports whether a letter goes out with a return path of its own.
	Tagged func() bool

	// Words are what letters say.
	Words *templates.Set

	// Painter draws boards, each position once. Several tellers may share one.
	Painter *picture.Painter
}

// New makes a teller who writes with some words, from a mailbox.
func New(words *templates.Set, name string, mailbox auth.ServerAddress) *Teller {
	return &Teller{Name: name, Mailbox: mailbox, Tagged: func() bool { return mailbox.Plus }, Words: words, Painter: picture.NewPainter()}
}
