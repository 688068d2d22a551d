package templates

import (
	"fmt"
	"time"
)

// SeasonLine is a tournament in a list.
type SeasonLine struct {
	Name, Title string // Title is the game's
	// State is open (it begins at When), waiting (nobody knows when), fresh (nobody has
	// joined), running (until When) or over (since When).
	State string
	When  time.Time
	Count int // the number of players who take part, or have joined
	You   bool
}

// Tournaments are those that a player can join or look at.
type Tournaments struct {
	Seasons []SeasonLine
	One     bool // it is the one that was asked for
}

// Joinable are those of them that the reader can join.
func (t Tournaments) Joinable() (out []SeasonLine) {
	for _, s := range t.Seasons {
		if !s.You && (s.State == "open" || s.State == "waiting" || s.State == "fresh") {
			out = append(out, s)
		}
	}
	return out
}

func (*Tournaments) kind() string { return "tournaments" }

func (t *Tournaments) head(m *composer) string {
	if t.One && len(t.Seasons) > 0 {
		return m.say("tournaments.head-one", t.Seasons[0])
	}
	return m.say("tournaments.head", t)
}

func (t *Tournaments) body(m *composer) {
	for _, s := range t.Seasons {
		part := ""
		if s.You {
			part = m.say("tournaments.you")
		}
		m.point(pick("tournaments.", s.State, "open", "waiting", "fresh", "running", "over"), s, "Date",
			m.day(s.When), "Part", part)
	}
	if joinable := t.Joinable(); len(joinable) > 0 {
		m.para("tournaments.join")
		for _, s := range joinable {
			m.command("command.join", s)
		}
	}
	m.para("tournaments.table")
	m.form("command.table")
}

// Season says what became of the reader's part in a tournament.
type Season struct {
	// What is joined, already, withdrew, last (not in the next season), asked (whether they
	// leave), stayed, warned, or out.
	What        string
	Name, Title string
	Rules       string // the game's name, by which the next season is joined
	Pace        string
	Days        int
	Count       int
	Begins      time.Time // zero: nobody knows
	Standing    bool      // another season follows
	// Of who is out, or is asked: because of a loss on time after a warning, and whether their games, so many of
	// them unfinished, were cancelled or are lost.
	OnTime, Cancelled bool
	Games             int
}

func (*Season) kind() string { return "season" }

func (s *Season) head(m *composer) string {
	return m.say(pick("season.head.", s.What, "joined", "already", "withdrew", "last", "asked", "stayed", "warned",
		"out"), s, "Name", s.Name)
}

func (s *Season) body(m *composer) {
	switch s.What {
	case "warned":
		m.para("season.warned", s)
	case "asked":
		if s.Cancelled {
			m.paraMany("season.asked-cancelled", s.Games)
		} else {
			m.paraMany("season.asked-lost", s.Games)
		}
		m.para("season.asked-yes")
		m.para("asking.else")
		m.taps(m.say("command.yes"), m.say("command.no"))
	case "stayed":
		m.para("season.stayed", s)
	case "withdrew":
		m.para("season.withdrew", s)
		m.command("command.join", s)
	case "last":
		m.para("season.last", s)
		m.command("command.join", s, "Name", s.Rules)
	case "out":
		s.out(m)
	default:
		if s.Begins.IsZero() {
			m.para("season.joined-waiting", s)
		} else {
			m.para("season.joined", s, "Date", m.day(s.Begins))
		}
		m.seasonRules(s, s.Pace, s.Days, s.Standing)
		m.taps(m.say("command.leave", s), m.say("command.tournaments"))
	}
}

// out says why the reader is out of a tournament, and what becomes of their games.
func (s *Season) out(m *composer) {
	if s.OnTime {
		m.para("season.out-time")
	} else {
		m.para("season.out-left")
	}
	switch {
	case s.Cancelled:
		m.line("season.out-cancelled")
	case s.Games > 0:
		m.line("season.out-lost")
	default:
		m.gap()
	}
	if s.Standing {
		m.line("season.out-next", s)
	}
}

// seasonRules says how a tournament is played.
func (m *composer) seasonRules(of any, pace string, days int, standing bool) {
	m.para("season.rules")
	m.point("season.rule-games", "Pace", m.typed("challenge", pace))
	m.point("season.rule-divisions")
	m.point("season.rule-points")
	m.point("season.rule-end", "Days", m.days(days))
	m.point("season.rule-out", of)
	m.point("season.rule-public")
	if standing {
		m.point("season.rule-next", of)
	}
}

// SeasonTable is a division of a tournament as it stands.
type SeasonTable struct {
	// Why it is shown: asked, began, top, over or digest.
	Why                 string
	Name, Title, Pace   string
	Division, Divisions int
	Days                int
	Ends                time.Time // zero: it is over
	Rows                []SeasonRow
	Leaders             []string // the players in first place
	You                 bool     // the reader is one of them
	Place               int      // the reader's; 0: they are not in it
	Standing            bool
}

// SeasonRow is a row of that table. Its cells are in the order of the rows.
type SeasonRow struct {
	Place         string
	Name          string
	Results       []string // against each, a character a game
	Points, Score string   // Score is by Sonneborn-Berger
	You, Out      bool
}

func (*SeasonTable) kind() string { return "seasontable" }

func (t *SeasonTable) head(m *composer) string {
	which := t.which(m)
	switch {
	case t.Why == "began":
		return m.say("seasontable.head-began", t, "Name", t.Name)
	case t.Why == "over" && t.You:
		return m.say("seasontable.head-won", t, "Which", which)
	case t.Why == "over":
		return m.say("seasontable.head-over", t, "Which", which)
	case t.Why == "top":
		return m.say("seasontable.head-top", t, "Which", which)
	}
	return m.say("seasontable.head", "Which", which)
}

// which is the name of the division.
func (t *SeasonTable) which(m *composer) string {
	if t.Divisions > 1 {
		return m.say("seasontable.division", t)
	}
	return t.Name
}

func (t *SeasonTable) body(m *composer) {
	t.rows(m)
	m.para("seasontable.key")
	if !t.Ends.IsZero() {
		m.para("seasontable.ends", "Date", m.day(t.Ends))
	} else if t.Standing && t.Why == "over" && t.Place > 0 {
		m.para("seasontable.next", t)
		m.taps(m.say("command.leave", t))
	}
	if t.Why == "began" {
		m.seasonRules(t, t.Pace, t.Days, t.Standing)
		m.para("seasontable.boards")
	}
}

// rows is who leads, and the table.
func (t *SeasonTable) rows(m *composer) {
	switch over := t.Why == "over"; {
	case over && t.You:
		m.para("seasontable.won")
	case over && len(t.Leaders) > 0:
		m.para("seasontable.first", "Leaders", m.and(t.Leaders))
	case over:
	case len(t.Leaders) > 0:
		m.para("seasontable.leads", "Leaders", m.and(t.Leaders))
	default:
		m.para("seasontable.nobody", t)
	}
	widest := 1
	for _, r := range t.Rows {
		for _, games := range r.Results {
			widest = max(widest, len([]rune(games)))
		}
	}
	columns, titles := []int{3, 20}, []string{"", ""}
	for i := range t.Rows {
		columns, titles = append(columns, widest), append(titles, fmt.Sprint(i+1))
	}
	columns, titles = append(columns, -5, -5), append(titles, m.say("seasontable.points"), m.say("seasontable.score"))
	rows := [][]string{titles}
	for _, r := range t.Rows {
		rows = append(rows, append(append([]string{r.Place, r.Name}, r.Results...), r.Points, r.Score))
	}
	m.table(columns, rows...)
}
