package templates

import (
	"fmt"
	"time"
)

// LadderLine is a ladder in the list of them.
type LadderLine struct {
	Name, Title string // Title is the game's
	Places      int    // players on it
	Place       int    // the reader's; 0: they are not on it
}

// Ladders are those that there are, one for each game.
type Ladders struct{ Ladders []LadderLine }

func (*Ladders) kind() string              { return "ladders" }
func (l *Ladders) head(m *composer) string { return m.say("ladders.head", l) }

func (l *Ladders) body(m *composer) {
	for _, line := range l.Ladders {
		if line.Place > 0 {
			m.point("ladders.you", line)
		} else {
			m.point("ladders.line", line)
		}
	}
	m.para("ladders.more")
	for _, line := range l.Ladders {
		m.command("command.ladder", line)
	}
}

// OwnLadderPlace is where the reader stands on a ladder.
type OwnLadderPlace struct {
	LadderLine
	Before int       // the place in the last digest; 0: there was none
	Slides time.Time // when they go down if they have no game; zero: not soon
}

// LadderPlaces are where the reader stands on ladders, in a digest.
type LadderPlaces struct{ Ladders []OwnLadderPlace }

func (*LadderPlaces) kind() string              { return "ladderplaces" }
func (l *LadderPlaces) head(m *composer) string { return m.say("ladderplaces.head", l) }

func (l *LadderPlaces) body(m *composer) {
	for _, p := range l.Ladders {
		switch {
		case p.Before > p.Place:
			m.point("ladderplaces.up", p.LadderLine, "Before", p.Before)
		case p.Before > 0 && p.Before < p.Place:
			m.point("ladderplaces.down", p.LadderLine, "Before", p.Before)
		default:
			m.point("ladderplaces.line", p.LadderLine)
		}
		if !p.Slides.IsZero() {
			m.subitem(m.say("ladderplaces.slides", p.LadderLine, "When", m.when(p.Slides)))
			m.taps(m.say("command.ladder-challenge", p.LadderLine))
		}
	}
}

// Ladder is a ladder as it stands.
type Ladder struct {
	// Why it is shown: asked, joined, already (the reader was on it), nobody (within
	// reach can be challenged), soon (they move down at Slides), or slid (from From).
	Why         string
	Name, Title string
	Pace        string
	Places      int // players on it
	Place       int // the reader's; 0: they are not on it
	From        int
	Slides      time.Time
	ByName      bool // others may challenge the reader by name
	First, Last int  // whom the reader can challenge; Last is less than First: nobody
	Rows        []LadderRow
}

// LadderRow is a place of a ladder.
type LadderRow struct {
	Place int
	Name  string
	You   bool
}

func (*Ladder) kind() string { return "ladder" }

func (l *Ladder) head(m *composer) string {
	return m.say(pick("ladder.head.", l.Why, "asked", "joined", "already", "nobody", "soon", "slid"), l, "Title",
		l.Title,
		"Place", l.Place)
}

func (l *Ladder) body(m *composer) {
	switch {
	case l.Why == "soon":
		m.para("ladder.soon", l, "When", m.when(l.Slides))
	case l.Why == "slid":
		m.para("ladder.slid", l)
	case l.Why == "nobody":
		m.para("ladder.nobody")
		m.para("ladder.place", l)
	case l.Place > 0:
		text := m.say("ladder.place", l)
		if l.First < l.Last {
			text += " " + m.say("ladder.reach", l)
		} else if l.First == l.Last {
			text += " " + m.say("ladder.reach-one", l)
		}
		m.text(text)
	default:
		m.para("ladder.off", l)
	}
	if len(l.Rows) > 0 {
		var rows [][]string
		for _, r := range l.Rows {
			you := ""
			if r.You {
				you = m.say("ladder.you")
			}
			rows = append(rows, []string{fmt.Sprint(r.Place), r.Name, you})
		}
		m.table([]int{-5, 30, 8}, rows...)
	}
	if l.Why == "joined" {
		m.asksByName(l.ByName)
	}
	if l.Why == "joined" || l.Place == 0 {
		if l.Place > 0 {
			m.para("ladder.rules")
		} else {
			m.para("ladder.rules-of")
		}
		l.rules(m)
	}
	if l.Place > 0 {
		m.option(24, m.say("command.ladder-challenge", l), m.say("ladder.to-challenge"))
		m.option(24, m.say("command.ladder-off", l), m.say("ladder.to-leave"))
	} else {
		m.para("ladder.join")
		m.command("command.ladder-on", l)
	}
}

// asksByName asks a player who has joined a tournament or a ladder whether others may challenge them by name, or
// says that they may.
func (m *composer) asksByName(may bool) {
	if may {
		m.para("season.challenges-may")
		m.command("command.challenges-off")
		return
	}
	m.para("season.challenges-ask")
	m.command("command.challenges-on")
}

// rules says how a ladder works.
func (l *Ladder) rules(m *composer) {
	m.point("ladder.rule-game", "Pace", m.typed("challenge", l.Pace))
	m.point("ladder.rule-reach", l)
	m.point("ladder.rule-peace")
	m.point("ladder.rule-win")
	m.point("ladder.rule-rest")
	m.point("ladder.rule-late")
	m.point("ladder.rule-off", l)
	m.point("ladder.rule-public")
}

// LadderLeft says that the reader is off a ladder.
type LadderLeft struct {
	Why         string // asked, late (lost games on time) or robot (became a program)
	Name, Title string
	CalledOff   int // games, as they had not moved in them
	Running     int // games that go on
}

func (*LadderLeft) kind() string              { return "ladderleft" }
func (l *LadderLeft) head(m *composer) string { return m.say("ladderleft.head", l, "Title", l.Title) }

func (l *LadderLeft) body(m *composer) {
	switch l.Why {
	case "late":
		m.para("ladderleft.late")
	case "robot":
		m.para("ladderleft.robot")
	}
	if l.CalledOff > 0 {
		m.line("ladderleft.called-off", l)
	}
	if l.Running > 0 {
		m.line("ladderleft.running", l)
	}
	if l.Why != "robot" {
		m.line("ladderleft.again")
		m.command("command.ladder-on", l)
	}
}
