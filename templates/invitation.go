package templates

import (
	"fmt"
	"slices"
	"time"
)

// InvitationDetails are what a game is played by.
type InvitationDetails struct {
	// Each clock begins with Start, gains More after each turn and never holds
	// above Most.
	Start, More, Most time.Duration
	Weekdays          bool   // Saturdays and Sundays do not count
	Terms             string // of the game, such as a handicap; empty: the usual ones
	Rated             bool
	Robots            bool      // a program plays for one of them, so that it is rated apart
	Until             time.Time // when the invitation expires
	// Within is how far the rating of the player who accepts may be from Rating, the challenger's. 0: any rating.
	Within, Rating int
	// For is how long the invitation is open from the moment when it goes out, if it has not gone yet
	// to somebody new; else 0.
	For time.Duration
}

// invitationDetails says how the game of an invitation would be played.
func (m *composer) invitationDetails(t InvitationDetails) {
	text := ""
	if t.Terms != "" {
		text = m.say("details.terms", "Terms", t.Terms) + " "
	}
	text += m.say("details.pace", "Start", m.span(t.Start), "More", m.span(t.More), "Most", m.span(t.Most)) + " "
	if t.Weekdays {
		text += m.say("details.weekdays") + " "
	}
	switch {
	case t.Rated && t.Robots:
		text += m.say("details.rated-robots")
	case t.Rated:
		text += m.say("details.rated")
	default:
		text += m.say("details.unrated")
	}
	m.text(text)
}

// Invitation is an open invitation as the invited player sees it.
type Invitation struct {
	Game       int64
	Title      string
	Name       string // as players type it
	Author     string
	Year       int
	Challenger string // name
	Program    bool   // one plays for the challenger
	Address    string // the challenger's; empty if the reader knows who it is
	Side       string // the reader's
	Begins     bool   // that side moves first
	Brief      string
	Board      Board
	Message    string
	NewHere    bool // the reader never wrote to us
	Details    InvitationDetails
}

func (*Invitation) kind() string              { return "invitation" }
func (i *Invitation) head(m *composer) string { return m.say("invitation.head", i) }

func (i *Invitation) body(m *composer) {
	who := i.Challenger
	if i.Address != "" {
		who = fmt.Sprintf("%s <%s>", i.Challenger, i.Address)
	}
	m.text(m.say("invitation.text", i, "Who", who) + " " + m.wouldBe(i.Side, i.Begins))
	if i.Program {
		m.line("invitation.program", i)
	}
	if i.Message != "" {
		m.gap()
		m.writes(i.Challenger, i.Message)
	}
	if i.NewHere {
		m.para("invitation.robot")
	}
	m.para("invitation.answer")
	i.answers(m)
	until := m.say("invitation.until", "Until", m.when(i.Details.Until))
	if i.Details.For > 0 {
		until = m.say("invitation.open-for", "For", m.span(i.Details.For))
	}
	if i.NewHere {
		until += " " + m.say("invitation.silence")
	}
	m.text(until)
	m.invitationDetails(i.Details)
	m.para("invitation.game", i)
	m.text(i.Brief)
	m.para("invitation.board")
	m.board(i.Board)
}

// answers is what the invited player can write.
func (i *Invitation) answers(m *composer) {
	const width = 14
	option := func(command, text string) { m.option(width, command, text) }
	option(m.say("command.accept")+m.behind(i.Game), m.say("invitation.accept"))
	if i.Begins {
		text := m.say("invitation.move")
		if m.several {
			text = m.say("invitation.move-several", i)
		}
		m.entry(width, m.say("invitation.a-move"), text)
	}
	option(m.say("command.decline")+m.behind(i.Game), m.say("invitation.decline", i))
	if m.several {
		option(m.say("command.rules-of", i), m.say("invitation.rules"))
	} else {
		option(m.say("command.rules"), m.say("invitation.rules"))
	}
	option(m.numbered(i.Game, m.say("command.block")), m.say("invitation.block", i))
	option(m.say("command.stop"), m.say("invitation.stop"))
	if i.NewHere {
		for _, o := range m.others {
			option(o.Command, o.Text)
		}
	}
}

// wouldBe says which side the reader would have, and whether it begins.
func (m *composer) wouldBe(side string, begins bool) string {
	if begins {
		side += "-first"
	}
	return m.say(pick("would-be.", side, "black", "black-first", "white-first", "white"))
}

// behind is a game's number behind a command, in a message about several games.
func (m *composer) behind(game int64) string {
	if m.several {
		return fmt.Sprintf(" #%d", game)
	}
	return ""
}

// InvitationSent is an open invitation as the challenger sees it.
type InvitationSent struct {
	Game    int64
	Title   string
	Invitee string // empty: anyone
	Address string // empty if the reader knows who it is
	Details InvitationDetails
	Side    string // the reader's
	Begins  bool   // that side moves first
	// Unlinked says that links were left out of the reader's words, Cut that only
	// the first of them went along.
	Unlinked, Cut bool
}

func (*InvitationSent) kind() string { return "invited" }

func (i *InvitationSent) head(m *composer) string {
	if i.Invitee == "" {
		return m.say("invited.head-anyone", i)
	}
	return m.say("invited.head", i)
}

func (i *InvitationSent) body(m *composer) {
	text := m.say("invited.anyone", i)
	if i.Details.Within > 0 {
		text = m.say("invited.within", i, "Within", i.Details.Within)
	}
	if i.Invitee != "" {
		who := i.Invitee
		if i.Address != "" {
			who = i.Address
		}
		text = m.say("invited.text", i, "Who", who)
	}
	m.text(text + " " + m.wouldBe(i.Side, i.Begins))
	if i.Unlinked {
		m.para("invited.unlinked")
	}
	if i.Cut {
		m.para("invited.cut")
	}
	m.invitationDetails(i.Details)
	until := "invited.until"
	if i.Invitee == "" {
		until = "invited.until-anyone"
	} else if i.Details.For > 0 {
		until = "invited.until-new"
	}
	m.para(until, "Until", m.when(i.Details.Until), "For", m.span(i.Details.For), "Number", m.behind(i.Game))
	m.taps(m.say("command.withdraw") + m.behind(i.Game))
}

// InvitationAnswered says how an invitation ended without a game.
type InvitationAnswered struct {
	Game    int64
	Title   string
	By      string // who answered it
	Other   string // the other one; empty: anyone
	You     bool   // the reader answered it
	How     string // declined or withdrawn
	Message string
}

func (*InvitationAnswered) kind() string { return "answered" }

func (a *InvitationAnswered) head(m *composer) string {
	switch {
	case !a.You:
		return m.say(pick("answered.head-by.", a.How, "withdrawn", "declined"), a) + of(a.Title, a.Game)
	case a.Other != "":
		return m.say(pick("answered.head-you.", a.How, "withdrawn", "declined"), a) + of(a.Title, a.Game)
	}
	return m.say("answered.head-anyone") + of(a.Title, a.Game)
}

func (a *InvitationAnswered) body(m *composer) {
	switch {
	case !a.You:
		m.para(pick("answered.by.", a.How, "withdrawn", "declined"), a)
		if a.Message != "" {
			m.gap()
			m.writes(a.By, a.Message)
		}
	case a.Other != "":
		m.para(pick("answered.between.", a.How, "withdrawn", "declined"), a)
	default:
		m.line("answered.anyone", a)
	}
}

// InvitationExpired says that an invitation was not answered in time, or that it could
// not be, or not as it was meant.
type InvitationExpired struct {
	Game           int64
	Title, Name    string // the game's; Name as players type it
	Other, Address string // of the other one; empty: it was open to anyone
	Mine           bool   // the reader made it
	Undelivered    bool   // it never reached the other one
	Changed        bool   // it ended because the invitee has become a program, or (not Program) a person
	Program        bool
}

func (*InvitationExpired) kind() string { return "expired" }

func (e *InvitationExpired) head(m *composer) string {
	id := "expired.head-anyone"
	switch {
	case e.Undelivered:
		id = "expired.head-undelivered"
	case e.Changed && e.Mine:
		id = "expired.head-changed"
	case e.Changed:
		id = "expired.head-changed-you"
	case !e.Mine:
		id = "expired.head-theirs"
	case e.Other != "":
		id = "expired.head-mine"
	}
	return m.say(id, e) + of(e.Title, e.Game)
}

func (e *InvitationExpired) body(m *composer) {
	switch {
	case e.Undelivered:
		who := e.Other
		if e.Address != "" {
			who = m.say("expired.address", e)
		}
		m.para("expired.undelivered", e, "Who", who)
	case e.Changed:
		switch {
		case !e.Mine:
			m.para("expired.changed-you", e)
		case e.Program:
			m.para("expired.changed-program", e)
		default:
			m.para("expired.changed-person", e)
		}
		m.command("command.challenge-whom", e)
	case !e.Mine:
		m.para("expired.theirs", e)
		m.command("command.challenge-whom", e)
	case e.Other != "":
		m.para("expired.mine", e)
	default:
		m.para("expired.anyone", e)
		m.command("command.challenge-anyone-to", e)
	}
}

// OpenLine is a challenge that anyone may accept.
type OpenLine struct {
	Game       int64
	Title      string
	Name       string // of the game, as players type it
	Challenger string
	Mine       bool   // the reader's own
	Side       string // what is left for whoever accepts
	Pace       string
	Details    InvitationDetails
}

// OpenChallenges lists the challenges that anyone may accept.
type OpenChallenges struct{ Lines []OpenLine }

func (*OpenChallenges) kind() string { return "open" }

func (o *OpenChallenges) head(m *composer) string {
	if len(o.Lines) == 0 {
		return m.say("open.head-none", o)
	}
	return m.many("open.head", len(o.Lines), o)
}

func (o *OpenChallenges) body(m *composer) {
	if i := slices.IndexFunc(o.Lines, func(l OpenLine) bool { return !l.Mine }); i >= 0 {
		m.para("open.take")
		m.commandLine(fmt.Sprintf("%s #%d", m.say("command.accept"), o.Lines[i].Game))
	}
	for _, l := range o.Lines {
		if l.Mine {
			m.point("open.mine", l)
		} else {
			m.point("open.line", l, "Colour", m.colour(l.Side))
		}
		terms := "open.unrated"
		if l.Details.Rated {
			terms = "open.rated"
		}
		if l.Details.Terms != "" {
			m.subitem(m.say("details.terms", "Terms", l.Details.Terms))
		}
		if l.Details.Within > 0 {
			m.subitem(m.say("open.within", l.Details))
		}
		m.subitem(m.say(terms, "Pace", m.typed("challenge", l.Pace), "Until", m.when(l.Details.Until)))
	}
	if len(o.Lines) > 0 {
		m.para("open.pace")
	}
	m.para("open.post")
	m.form("command.challenge-anyone")
}
