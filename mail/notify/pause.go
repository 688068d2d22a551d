package notify

import (
	"slices"

	"turnpost/mail/club"
	"turnpost/templates"
)

// paused writes the last message to a player until they write.
func (m *Messages) paused(e club.MessagesPaused, again bool) {
	m.resumed = slices.DeleteFunc(m.resumed, func(r club.MessagesResumed) bool { return r.Player.ID == e.Player.ID })
	r := m.to(e.Player).alone()
	r.last = true
	sec := &templates.MessagesPaused{Games: e.Games, Invitations: e.Invitations, Until: e.Until, Often: e.Often,
		Told: e.Told, Again: again}
	if !e.Until.IsZero() {
		sec.Until = LocalTime(r.to, e.Until)
	}
	r.add(sec)
}

// PausedStill sends a player who has paused the message about it again, with a new reply
// token: a message came that may be theirs and proves nothing.
func (m *Messages) PausedStill(e club.MessagesPaused) { m.paused(e, true) }

// notifyResumed says to a player that messages are sent to them again, after all else that
// the message says.
func (m *Messages) notifyResumed(e club.MessagesResumed) error {
	running, err := m.tx.DB.GamesOf(e.Player.ID, false, -1)
	if err != nil {
		return err
	}
	r := m.aside(e.Player)
	r.add(&templates.MessagesResumed{Since: LocalTime(r.to, e.Since), Games: len(running), Paused: e.Wished})
	return m.addWords(r)
}
