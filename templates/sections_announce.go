package templates

// Announcement is what the operator writes to all players.
type Announcement struct {
	Subject string // one line, in whatever language
	Text    string // paragraphs
}

func (*Announcement) template() string { return "announcement" }
