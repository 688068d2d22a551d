package templates

import "time"

// ConfirmLeaving asks the reader to confirm what cannot be undone.
type ConfirmLeaving struct {
	What        string // stop or forget
	Games       int    // running ones, which would be resigned
	Invitations int    // open ones, which would end
}

func (*ConfirmLeaving) kind() string { return "asking" }

func (a *ConfirmLeaving) head(m *composer) string {
	switch {
	case a.What == "forget":
		return m.say("asking.head-forget", a)
	case a.Games > 0:
		return m.many("asking.head-games", a.Games, a)
	}
	return m.say("asking.head-stop", a)
}

func (a *ConfirmLeaving) body(m *composer) {
	m.para(pick("asking.text.", a.What, "forget", "stop"))
	m.lost(a.Games, a.Invitations)
	if a.What == "forget" {
		m.point("asking.erased")
		m.point("asking.confirmed")
	} else {
		m.point("asking.silence")
	}
	m.para("asking.else")
	m.taps(m.say("command.yes"), m.say("command.no"))
	if a.What == "stop" {
		m.para("asking.rest")
		m.option(26, m.say("command.letters-digest"), m.say("asking.digest"))
		m.entry(26, m.say("command.vacation"), m.say("asking.vacation"))
	}
}

// lost lists what a player loses by leaving.
func (m *composer) lost(games, invitations int) {
	if games > 0 {
		m.item(m.many("left.games", games))
	}
	if invitations > 0 {
		m.item(m.many("left.invitations", invitations))
	}
}

// NotConfirmed says that nothing was done of what the reader was asked to confirm.
type NotConfirmed struct{ What string }

func (*NotConfirmed) kind() string              { return "kept" }
func (k *NotConfirmed) head(m *composer) string { return m.say("kept.head", k) }
func (k *NotConfirmed) body(m *composer)        { m.para(pick("kept.", k.What, "forget", "stop")) }

// Stopped is the last message to a player who wants no more.
type Stopped struct {
	Games       int // that were resigned
	Invitations int // that ended
}

func (*Stopped) kind() string              { return "stopped" }
func (s *Stopped) head(m *composer) string { return m.say("stopped.head", s) }

func (s *Stopped) body(m *composer) {
	m.para("stopped.text")
	if s.Games+s.Invitations > 0 {
		m.para("stopped.done")
		m.lost(s.Games, s.Invitations)
	}
}

// Forgotten is the last message to a player who was erased.
type Forgotten struct {
	Address string
	Games   int // that were resigned
}

func (*Forgotten) kind() string              { return "forgotten" }
func (f *Forgotten) head(m *composer) string { return m.say("forgotten.head", f) }

func (f *Forgotten) body(m *composer) {
	m.para("forgotten.text", f)
	if f.Games > 0 {
		m.paraMany("forgotten.games", f.Games)
	}
	m.para("forgotten.rest")
	m.para("forgotten.kept")
	m.para("forgotten.again")
}

// BlockResult says what became of a block, or that it is taken back.
type BlockResult struct {
	Who      string
	Off      bool
	Muted    bool // of Off: the reader has muted them, too
	Already  bool
	Declined int // invitations
	Running  int // games with each other, which go on
}

func (*BlockResult) kind() string { return "blocked" }

func (b *BlockResult) head(m *composer) string {
	switch {
	case b.Off:
		return m.say("blocked.head-off", b)
	case b.Already:
		return m.say("blocked.head-already", b)
	}
	return m.say("blocked.head", b)
}

func (b *BlockResult) body(m *composer) {
	if b.Off {
		m.para("blocked.off", b)
		if b.Muted {
			m.para("blocked.off-muted", b)
		}
		return
	}
	m.para("blocked.text", b)
	if b.Declined > 0 {
		m.paraMany("blocked.declined", b.Declined)
	}
	if b.Running > 0 {
		m.paraMany("blocked.running", b.Running)
	}
	m.para("blocked.lift", b)
}

// Muted says whose words the reader gets no more, or again.
type Muted struct {
	Who string
	Off bool // they come again
}

func (*Muted) kind() string { return "muted" }

func (u *Muted) head(m *composer) string {
	if u.Off {
		return m.say("muted.head-off", u)
	}
	return m.say("muted.head", u)
}

func (u *Muted) body(m *composer) {
	if u.Off {
		m.para("muted.text-off", u)
	} else {
		m.para("muted.text", u)
	}
}

// MessagesResumed says that messages are sent to the reader again: they had come back, or the reader had
// paused them, and the reader has written now.
type MessagesResumed struct {
	Since  time.Time // since when none were sent
	Games  int       // under way, whose clocks run again
	Paused bool      // at the player's wish
}

func (*MessagesResumed) kind() string              { return "lifted" }
func (l *MessagesResumed) head(m *composer) string { return m.say("lifted.head", l) }

func (l *MessagesResumed) body(m *composer) {
	text, games := "lifted.text", "lifted.clocks"
	if l.Paused {
		text, games = "lifted.paused", "lifted.games"
	}
	m.para(text, "Since", m.when(l.Since))
	if l.Games > 0 {
		m.paraMany(games, l.Games)
	} else if l.Paused {
		m.para("lifted.missed")
	} else {
		return
	}
	m.command("command.games")
}

// MessagesDelayed says that messages to the reader wait, because they have had their share of what the
// server may send.
type MessagesDelayed struct{ Waiting int }

func (*MessagesDelayed) kind() string              { return "share" }
func (s *MessagesDelayed) head(m *composer) string { return m.say("share.head", s) }

func (s *MessagesDelayed) body(m *composer) {
	m.paraMany("share.waiting", s.Waiting)
	m.para("share.text")
	m.command("command.letters-mine")
}

// MessagesPaused is the last message to a player who wants none for now, until they write.
type MessagesPaused struct {
	Games, Invitations int       // under way, and open
	Until              time.Time // until when the clocks stand still at most; zero: they run
	Often              bool      // they run because the reader has paused too often of late
	Told               bool      // the opponents are
	Again              bool      // a message came that may be the reader's and proves nothing
}

func (*MessagesPaused) kind() string              { return "paused" }
func (p *MessagesPaused) head(m *composer) string { return m.say("paused.head", p) }

func (p *MessagesPaused) body(m *composer) {
	if p.Again {
		m.para("paused.again")
	} else {
		m.para("paused.text")
	}
	if p.Games > 0 {
		switch {
		case p.Often:
			m.paraMany("paused.often", p.Games)
		case p.Again && p.Until.IsZero():
			m.paraMany("paused.over", p.Games)
		case p.Until.IsZero():
			m.paraMany("paused.runs", p.Games)
		default:
			m.paraMany("paused.stands", p.Games, "Until", m.when(p.Until))
		}
		if p.Told {
			m.para("paused.told")
		}
	}
	if p.Invitations > 0 {
		m.paraMany("paused.invitations", p.Invitations)
	}
	m.para("paused.back")
	m.command("command.continue")
	if p.Games > 0 {
		m.paraMany("paused.close-games", p.Games)
	} else {
		m.para("paused.close")
	}
	m.command("command.stop")
}
