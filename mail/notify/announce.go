package notify

import (
	"turnpost/mail/club"
	"turnpost/templates"
)

// announced brings a player what the operator writes to all of them, under a subject of
// its own.
func (l *Letters) announced(e club.Announced) {
	r := l.to(e.Player).alone().add(&templates.Announcement{Subject: e.Subject, Text: e.Text})
	r.announced = e.Subject
}
