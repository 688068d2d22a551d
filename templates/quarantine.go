package templates

import "time"

// Quarantined says that an unproven message in the reader's name was not carried out, and asks
// whether to show it.
type Quarantined struct{ Until time.Time }

func (*Quarantined) kind() string              { return "held" }
func (q *Quarantined) head(m *composer) string { return m.say("held.head", q) }

func (q *Quarantined) body(m *composer) {
	m.para("held.wants")
	m.para("held.text")
	m.command("command.yes")
	m.para("held.then", "Until", m.when(q.Until))
	m.command("command.no")
	m.para("held.never")
}

// QuarantineQuestion shows what such a message wants, and asks the reader whether it is theirs.
type QuarantineQuestion struct {
	Lines []string // all that a yes would carry out
	Until time.Time
	More  bool // others are quarantined besides
}

func (*QuarantineQuestion) kind() string              { return "claimed" }
func (c *QuarantineQuestion) head(m *composer) string { return m.say("claimed.head", c) }

func (c *QuarantineQuestion) body(m *composer) {
	m.para("claimed.wants")
	for _, line := range c.Lines {
		m.whole(line)
	}
	m.para("claimed.text")
	m.command("command.yes")
	m.para("claimed.then", "Until", m.when(c.Until))
	m.command("command.no")
	m.para("claimed.trap")
	if c.More {
		m.para("claimed.more")
	}
}

// QuarantineDropped says that such a message is deleted.
type QuarantineDropped struct{}

func (*QuarantineDropped) kind() string              { return "dropped" }
func (d *QuarantineDropped) head(m *composer) string { return m.say("dropped.head", d) }
func (*QuarantineDropped) body(m *composer)          { m.para("dropped.text") }

// ConfirmAddress asks an address whether it is a player's.
type ConfirmAddress struct {
	First   string // the player's own
	Address string // the one that is asked
	Until   time.Time
}

func (*ConfirmAddress) kind() string              { return "newaddress" }
func (a *ConfirmAddress) head(m *composer) string { return m.say("newaddress.head", a) }

func (a *ConfirmAddress) body(m *composer) {
	m.para("newaddress.text", a)
	m.para("newaddress.yes")
	m.command("command.yes")
	m.para("newaddress.then")
	m.para("newaddress.no", "Until", m.when(a.Until))
}

// SecondAddressNews says what became of a second address.
type SecondAddressNews struct {
	Address string
	What    string // asked, added, refused, failed or off
}

func (*SecondAddressNews) kind() string { return "addressnews" }

func (a *SecondAddressNews) head(m *composer) string {
	return m.say(pick("addressnews.head.", a.What, "asked", "added", "off", "refused"), a)
}

func (a *SecondAddressNews) body(m *composer) {
	m.para(pick("addressnews.", a.What, "asked", "added", "off", "failed", "refused"), a)
	if a.What == "added" {
		m.para("addressnews.undo")
		m.command("command.address-off")
	}
}

// TokenMisused says that somebody else used a reply token of the reader's.
type TokenMisused struct {
	Game  int64 // 0: the token is of no game
	Title string
	From  string
}

func (*TokenMisused) kind() string { return "notyou" }

func (n *TokenMisused) head(m *composer) string {
	if n.Game == 0 {
		return m.say("notyou.head", n)
	}
	return m.say("notyou.head-game", n)
}

func (n *TokenMisused) body(m *composer) {
	if n.Game == 0 {
		m.para("notyou.text", n)
	} else {
		m.para("notyou.game", n)
	}
	m.para("notyou.then")
}
