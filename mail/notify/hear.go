package notify

import (
	"errors"

	"turnpost/db"
	"turnpost/mail/club"
	"turnpost/mail/club/analysis"
	"turnpost/rules"
	"turnpost/templates"
)

// onEvent adds an event to the messages. What is said about games, and what is said once for
// several events, waits until the messages are sent: see flush.
func (m *Messages) onEvent(_ *club.Tx, e club.Event) error {
	m.acted = true
	if m.onGameEvent(e) {
		return nil
	}
	switch e := e.(type) {
	case club.NotesPublished:
		n := m.newsOf(e.Game)
		n.published = append(n.published, e)
	case club.Invited:
		return m.invited(e)
	case club.InvitationEnded:
		return m.invitationEnded(e)
	case club.InvitationExpired:
		return m.invitationExpired(e)
	case club.Blocked:
		m.blocked(e)
	case club.Muted:
		m.muted(e)
	case club.PlayerChanged:
		return m.playerChanged(e)
	case club.PlayerRenamed:
		m.addedLate = m.addedLate || m.composed
		m.named = append(m.named, e)
	case club.VacationsChanged:
		return m.vacationsChanged(e)
	case club.VacationOver:
		return m.vacationOver(e)
	case club.VacationOffered:
		m.to(e.Player).alone().add(&templates.VacationOffer{Running: e.Running, PerYear: m.tx.Club.Policy.VacationDays})
	case club.AddressAsked:
		m.addressAsked(e)
	case club.AddressChanged:
		m.addressChanged(e)
	case club.LeaveAsked:
		m.to(e.Player).alone().add(&templates.ConfirmLeaving{What: string(e.What), Games: e.Games, Invitations: e.Invitations})
	case club.PlayerLeaving:
		m.to(e.Player).alone() // before the silence begins
		m.leaving = true
	case club.PlayerLeft:
		return m.left(e)
	case club.Suspended:
		return m.showGamesOf(e.Player.ID, true)
	case club.Paused:
		m.paused(e, false)
	case club.Resumed:
		m.addedLate = m.addedLate || m.composed
		m.resumed = append(m.resumed, e)
	case club.Announced:
		m.announced(e)
	case analysis.PostMortemFound:
		return m.postMortem(e)
	case club.PlayersMerged:
		return m.showGamesOf(e.Into.ID, false)
	default:
		if ours, err := m.onFollowEvent(e); ours || err != nil {
			return err
		}
		return errors.Join(m.onTournamentEvent(e), m.onLadderEvent(e))
	}
	return nil
}

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
func (m *Messages) Kept(p db.Player, what db.LeaveKind) {
	m.to(p).alone().add(&templates.NotConfirmed{What: string(what)})
}

// addressAsked asks a second address, in a message to it, and says so to the player. It does
// not say whether somebody plays from there.
func (m *Messages) addressAsked(e club.AddressAsked) {
	p := e.Player
	m.aside(p).add(&templates.AddressNews{Address: e.Address.Address, What: "asked"})
	if e.Taken {
		return
	}
	question := &templates.NewAddress{
		First: p.Address, Address: e.Address.Address,
		Until: Shown(p, m.tx.Now().Add(club.AddressFor)),
	}
	p.Address = e.Address.Address
	r := newMessage(p).add(question)
	r.address = &e.Address
	m.messages = append(m.messages, r)
}

// addressChanged says what became of a second address.
func (m *Messages) addressChanged(e club.AddressChanged) {
	sec := &templates.AddressNews{Address: e.Address, What: string(e.What)}
	if e.What == club.AddressOff {
		m.aside(e.Player).add(sec)
		return
	}
	m.to(e.Player).alone().add(sec)
}

// announced passes on what the operator writes to all players, under a subject of its own.
func (m *Messages) announced(e club.Announced) {
	r := m.to(e.Player).alone().add(&templates.Announcement{Subject: e.Subject, Text: e.Text})
	r.announced = e.Subject
}
