package notify

import (
	"errors"

	"turnpost/db"
	"turnpost/mail/club"
	"turnpost/mail/club/analysis"
	"turnpost/templates"
)

// onEvent adds an event to the messages. What is said about games, and what is said once for
// several events, waits until the messages are sent: see flush.
func (l *Messages) onEvent(_ *club.Tx, e club.Event) error {
	if l.onGameEvent(e) {
		return nil
	}
	switch e := e.(type) {
	case club.NotesPublished:
		n := l.newsOf(e.Game)
		n.published = append(n.published, e)
	case club.Invited:
		return l.invited(e)
	case club.InvitationEnded:
		return l.invitationEnded(e)
	case club.InvitationExpired:
		return l.invitationExpired(e)
	case club.Blocked:
		l.blocked(e)
	case club.Muted:
		l.muted(e)
	case club.PlayerChanged:
		return l.playerChanged(e)
	case club.VacationsChanged:
		return l.vacationsChanged(e)
	case club.VacationOver:
		return l.vacationOver(e)
	case club.VacationOffered:
		l.to(e.Player).alone().add(&templates.VacationOffer{Running: e.Running, PerYear: l.tx.Club.Policy.VacationDays})
	case club.AddressAsked:
		l.addressAsked(e)
	case club.AddressChanged:
		l.addressChanged(e)
	case club.LeaveAsked:
		l.to(e.Player).alone().add(&templates.Asking{What: e.What, Games: e.Games, Invitations: e.Invitations})
	case club.PlayerLeaving:
		l.to(e.Player).alone() // before the silence begins
		l.leaving = true
	case club.PlayerLeft:
		return l.left(e)
	case club.Suspended:
		return l.showGamesOf(e.Player.ID, true)
	case club.Paused:
		l.paused(e, false)
	case club.Resumed:
		l.addedLate = l.addedLate || l.composed
		l.resumed = append(l.resumed, e)
	case club.Announced:
		l.announced(e)
	case analysis.PostMortemFound:
		return l.postMortem(e)
	case club.PlayersMerged:
		return l.showGamesOf(e.Into.ID, false)
	default:
		if ours, err := l.onFollowEvent(e); ours || err != nil {
			return err
		}
		return errors.Join(l.onTournamentEvent(e), l.onLadderEvent(e))
	}
	return nil
}

// left adds the last words to a player who leaves.
func (l *Messages) left(e club.PlayerLeft) error {
	if err := l.settleLeft(); err != nil {
		return err
	}
	l.leaving = false
	if e.What == club.LeaveForget {
		l.to(e.Player).add(&templates.Forgotten{Address: e.Player.Address, Games: e.Games})
		return nil
	}
	l.to(e.Player).add(&templates.Stopped{Games: e.Games, Invitations: e.Invitations})
	return nil
}

// settleLeft adds the games that a leaving player resigned to the messages of their
// opponents, as they stand at that moment, before what those read about invitations.
func (l *Messages) settleLeft() error {
	if !l.leaving {
		return nil
	}
	for _, n := range l.games {
		if !n.ended || n.game.Row.Reason != club.Resigned {
			continue
		}
		if err := l.settleAlone(n); err != nil {
			return err
		}
	}
	return nil
}

// Kept says that nothing was done of what a player was asked to confirm.
func (l *Messages) Kept(p db.Player, what string) {
	l.to(p).alone().add(&templates.Kept{What: what})
}

// addressAsked asks a second address, in a message to it, and says so to the player. It does
// not say whether somebody plays from there.
func (l *Messages) addressAsked(e club.AddressAsked) {
	p := e.Player
	l.aside(p).add(&templates.AddressNews{Address: e.Address.Address, What: "asked"})
	if e.Taken {
		return
	}
	question := &templates.NewAddress{
		First: p.Address, Address: e.Address.Address,
		Until: Shown(p, l.tx.Now().Add(club.AddressFor)),
	}
	p.Address = e.Address.Address
	r := newMessage(p).add(question)
	r.address = &e.Address
	l.messages = append(l.messages, r)
}

// addressChanged says what became of a second address.
func (l *Messages) addressChanged(e club.AddressChanged) {
	sec := &templates.AddressNews{Address: e.Address, What: e.What}
	if e.What == "off" {
		l.aside(e.Player).add(sec)
		return
	}
	l.to(e.Player).alone().add(sec)
}

// announced passes on what the operator writes to all players, under a subject of its own.
func (l *Messages) announced(e club.Announced) {
	r := l.to(e.Player).alone().add(&templates.Announcement{Subject: e.Subject, Text: e.Text})
	r.announced = e.Subject
}
