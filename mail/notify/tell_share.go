package notify

import (
	"turnpost/db"
	"turnpost/templates"
)

// TellShare tells a player how many messages to them wait, since they have used up their share.
func (m *Messages) TellShare(p db.Player, waiting int) {
	m.to(p).alone().add(&templates.MessagesDelayed{Waiting: waiting})
}
