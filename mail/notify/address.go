package notify

import (
	"turnpost/mail/club"
	"turnpost/templates"
)

// addressAsked asks a second address, in a message to it, and says so to the player. It does
// not say whether somebody plays from there.
func (m *Messages) addressAsked(e club.AddressAsked) {
	p := e.Player
	m.aside(p).add(&templates.SecondAddressNews{Address: e.Address.Address, What: "asked"})
	if e.Taken {
		return
	}
	question := &templates.ConfirmAddress{
		First: p.Address, Address: e.Address.Address,
		Until: LocalTime(p, m.tx.Now().Add(club.AddressFor)),
	}
	p.Address = e.Address.Address
	r := newMessage(p).add(question)
	r.address = &e.Address
	m.messages = append(m.messages, r)
}

// addressChanged says what became of a second address.
func (m *Messages) addressChanged(e club.SecondAddressChanged) {
	sec := &templates.SecondAddressNews{Address: e.Address, What: string(e.What)}
	if e.What == club.AddressOff {
		m.aside(e.Player).add(sec)
		return
	}
	m.to(e.Player).alone().add(sec)
}
