package notify

import (
	"turnpost/db"
	"turnpost/mail/club"
	"turnpost/rules"
	"turnpost/templates"
)

// left adds the last words to a player who leaves.
func (m *Messages) left(e club.PlayerLeft) error {
	if err := m.settleLeft(); err != nil {
		return err
	}
	m.leaving = false
	if e.What == db.LeaveForget {
		m.to(e.Player).add(&templates.Forgotten{Address: e.Player.Address, Games: e.Games})
		return nil
	}
	m.to(e.Player).add(&templates.Stopped{Games: e.Games, Invitations: e.Invitations})
	return nil
}

// settleLeft adds the games that a leaving player resigned to the messages of their
// opponents, as they stand at that moment, before what those read about invitations.
func (m *Messages) settleLeft() error {
	if !m.leaving {
		return nil
	}
	for _, n := range m.games {
		if !n.stands && (!n.ended || n.game.Row.Reason != rules.Resigned) {
			continue
		}
		if err := m.settleAlone(n); err != nil {
			return err
		}
	}
	return nil
}

// Kept says that nothing was done of what a player was asked to confirm.
func (m *Messages) Kept(p db.Player, what db.QuitKind) {
	m.to(p).alone().add(&templates.NotConfirmed{What: string(what)})
}
