package notify

import (
	"turnpost/mail/club"
	"turnpost/templates"
)

// announced passes on what the operator writes to all players, under a subject of its own.
func (m *Messages) announced(e club.Announced) {
	r := m.to(e.Player).alone().add(&templates.Announcement{Subject: e.Subject, Text: e.Text})
	r.announced = e.Subject
}
