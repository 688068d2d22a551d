package templates

import (
	"fmt"
	"time"
)

// Cup is a knock-out cup as it stands.
type Cup struct {
	// Why it is shown: asked, began (a round, to a player in it), bye (a round, to a player without an
	// opponent in it), on (the reader has won a match), knocked (lost one), over, digest or followed.
	Why           string
	Name, Title   string
	Round, Rounds int       // the round that is played, from 1, and how many there are
	Ends          time.Time // of the round; zero: the cup is over
	Opponent      string    // the reader's, of the round that began or the match that ended
	Seed, Other   int       // the reader's seed and the opponent's
	Level         bool      // the seeds decided the match
	Due           time.Time // when the reader's first move is due, of a round that began
	Winner        string    // of a cup that is over; "": nobody was left
	You           bool      // it is the reader
	Bracket       []CupRound
}

// CupRound is a round of a cup, the last one that has begun or an earlier one.
type CupRound struct {
	Number  int
	Matches []CupMatch
}

// CupMatch is a match as it stands. A seat without a name stays empty.
type CupMatch struct {
	Names   [2]string
	Seeds   [2]int
	Results [2]string // a character a game
}

func (*Cup) kind() string { return "cup" }

func (c *Cup) head(m *composer) string {
	switch {
	case c.Why == "over" && c.You:
		return m.say("seasontable.head-won", c, "Which", c.Name)
	case c.Why == "began":
		head := m.say("cup.head-began", c, "Round", c.round(m, c.Round))
		if !c.Due.IsZero() {
			head += m.say("turn.head.due", "When", m.brief(c.Due))
		}
		return head
	}
	return m.say(pick("cup.head-", c.Why, "bye", "on", "knocked", "over", "asked"), c, "Round", c.round(m, c.Round))
}

// round names a round.
func (c *Cup) round(m *composer, number int) string {
	return m.say(CupRoundID(number, c.Rounds), "Number", number, "Rounds", c.Rounds)
}

// CupRoundID is the message of the catalogue that names a round of a cup.
func CupRoundID(number, rounds int) string {
	switch rounds - number {
	case 0:
		return "cup.final"
	case 1:
		return "cup.semi"
	case 2:
		return "cup.quarter"
	}
	return "cup.round"
}

func (c *Cup) body(m *composer) {
	switch c.Why {
	case "began":
		m.para("cup.began", c)
		level := "cup.level-them"
		if c.Seed < c.Other {
			level = "cup.level-you"
		}
		m.line(level, c)
		c.ends(m)
		return // the bracket is the last section of the message
	case "bye":
		m.para("cup.bye", c, "Date", m.day(c.Ends))
	case "on":
		if c.Level {
			m.para("cup.level", c)
		}
		m.para("cup.on", c, "Date", m.day(c.Ends))
		m.command("command.table-of", c)
		return
	case "knocked":
		if c.Level {
			m.para("cup.level", c)
		}
		m.para("cup.knocked", c)
		m.command("command.table-of", c)
		return
	case "over":
		switch {
		case c.You:
			m.para("cup.won", c)
		case c.Winner != "":
			m.para("cup.winner", c)
		default:
			m.para("cup.nobody", c)
		}
	}
	c.bracket(m)
	if c.Why != "bye" {
		c.ends(m)
	}
	m.para("cup.key")
}

func (c *Cup) ends(m *composer) {
	if !c.Ends.IsZero() {
		m.para("cup.ends", "Date", m.day(c.Ends))
	}
}

// bracket shows the rounds, each with a line for each match.
func (c *Cup) bracket(m *composer) {
	for _, r := range c.Bracket {
		m.gap()
		m.text(m.say("cup.heading", "Name", c.Name, "Round", c.round(m, r.Number)))
		var rows [][]string
		for _, match := range r.Matches {
			row := make([]string, 0, 6)
			for i, name := range match.Names {
				seed := ""
				switch {
				case name != "":
					seed = fmt.Sprint(match.Seeds[i])
				case match.Seeds[i] == 0:
					name = m.say("cup.free")
				}
				row = append(row, seed, name, match.Results[i])
			}
			rows = append(rows, row)
		}
		m.below()
		m.table([]int{-2, 22, 4, -2, 22, 2}, rows...)
	}
}

// cup says what became of the reader's part in a cup.
func (s *SeasonPart) cup(m *composer) {
	switch s.What {
	case "warned":
		m.para("cup.warned", s)
	case "asked":
		m.para("cup.asked")
		m.para("season.asked-yes")
		m.para("asking.else")
		m.taps(m.say("command.yes"), m.say("command.no"))
	case "shown":
		m.para("cup.shown")
		m.command("command.public-off")
	case "out":
		m.para(pick("season.out-", s.Why, "time", "silent", "left"), s)
		m.line("cup.out")
	case "invited":
		m.para("cup.invited", s, "Date", m.day(s.Begins))
		m.taps(m.say("command.yes"), m.say("command.no"))
		s.cupRules(m)
	case "made":
		m.para("cup.made", s, "Guests", m.and(s.Guests))
		m.para("cup.begins", s, "Date", m.day(s.Begins))
		s.shows(m)
		s.cupRules(m)
		m.taps(m.say("command.leave", s))
	case "closed":
		m.para(pick("cup.closed-", s.Why, "few", "host", "left", "private", "operator"), s)
	case "declined":
		m.para("cup.declined", s)
	case "refused":
		m.para("cup.refused", "Guest", m.and(s.Guests))
	default:
		switch {
		case s.Host != "":
			m.para("cup.joined-guest", s)
			m.para("cup.begins", s, "Date", m.day(s.Begins))
		case s.Begins.IsZero():
			m.para("cup.joined-waiting", s)
		default:
			m.para("cup.joined", s, "Date", m.day(s.Begins))
		}
		s.shows(m)
		s.cupRules(m)
		m.taps(m.say("command.leave", s), m.say("command.tournaments"))
	}
}

// shows says to a player whose games are private that those of the cup are public.
func (s *SeasonPart) shows(m *composer) {
	if s.Private {
		m.para("season.public", s)
		m.line("season.public-leave")
		m.command("command.leave", s)
	}
}

// cupRules says how a cup is played.
func (s *SeasonPart) cupRules(m *composer) {
	m.para("season.rules")
	m.point("cup.rule-match", "Pace", m.typed("challenge", s.Pace))
	m.point("cup.rule-level")
	m.point("cup.rule-seeds")
	m.point("cup.rule-end", "Days", m.days(s.Days))
	m.point("cup.rule-out", s)
	m.point("season.rule-public")
}
