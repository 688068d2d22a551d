package templates

// Announcement is what the operator writes to all players.
type Announcement struct {
	Subject string // one line, in whatever language
	Text    string // paragraphs
}

func (*Announcement) kind() string            { return "announcement" }
func (a *Announcement) head(*composer) string { return a.Subject }

func (a *Announcement) body(m *composer) {
	m.para("announcement.from")
	m.quote(a.Text)
	m.para("announcement.why")
}
