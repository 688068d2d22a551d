package templates

import (
	"fmt"
	"time"
)

// SeasonLine is a tournament in a list.
type SeasonLine struct {
	Name, Title string // Title is the game's
	// State is open (it begins at When), waiting (nobody knows when), fresh (nobody has
	// joined), running (until When) or over (since When). Of a cup: cup-open, cup-invited (the reader is asked, or
	// takes part in a player's), cup-running (its round until When), or waiting or over.
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
		if !s.You && (s.State == "open" || s.State == "waiting" || s.State == "fresh" || s.State == "cup-open" ||
			s.State == "cup-invited") {
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
		m.point(pick("tournaments.", s.State, "open", "waiting", "fresh", "running", "cup-open", "cup-invited",
			"cup-running", "over"), s, "Date",
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

// SeasonPart says what became of the reader's part in a tournament.
type SeasonPart struct {
	// What is joined, already, withdrew, last (not in the next season), asked (whether they
	// leave), stayed, shown (others see the reader's games in it again), warned, silent
	// (warned, and asked whether they are there), or out. In the cup of a player also invited (the reader is asked
	// whether they take part), declined, made (by the reader), refused (by a guest), or closed.
	What        string
	Name, Title string
	Rules       string // the game's name, by which the next season is joined
	Pace        string
	Days        int
	Count       int
	Begins      time.Time // zero: nobody knows
	Standing    bool      // another season follows
	ByName      bool      // others may challenge the reader by name
	Private     bool      // other games of the reader who has joined are private
	// Of a cup that is closed: few (take part), host (who takes no part any more), operator (who has closed it), or of
	// the reader's own left (by the reader) or private (as the reader's games are now).
	// Of a player who is out: left, time or silent, and whether their games, so many of them
	// unfinished, were cancelled or are lost.
	Why       string
	Cancelled bool
	Games     int
	Lost      []SeasonLoss // of a player who is asked whether they leave
	Cup       bool         // it is a knock-out cup
	Host      string       // who made the cup for players whom they named; of a closed one, who takes no part any more
	Guests    []string     // whom the reader who has made it named, or the one of them who refused
}

// SeasonLoss is what the reader would lose by leaving a division.
type SeasonLoss struct {
	Table     *SeasonTable // as it is now
	Running   int          // games that would be cancelled (Cancelled) or lost
	Cancelled bool         // all games, finished ones too
}

func (*SeasonPart) kind() string { return "season" }

func (s *SeasonPart) head(m *composer) string {
	return m.say(pick("season.head.", s.What, "joined", "already", "withdrew", "last", "asked", "stayed", "shown",
		"warned", "silent", "invited", "made", "declined", "refused", "closed", "out"), s, "Name", s.Name, "Guest", m.and(s.Guests))
}

func (s *SeasonPart) body(m *composer) {
	if s.Cup && s.What != "silent" && s.What != "stayed" && s.What != "withdrew" {
		s.cup(m)
		return
	}
	switch s.What {
	case "warned":
		m.para("season.warned", s)
	case "asked":
		s.lost(m)
		m.para("season.asked-yes")
		m.para("asking.else")
		m.taps(m.say("command.yes"), m.say("command.no"))
	case "silent":
		m.para("season.silent", s)
		m.taps(m.say("command.games"), m.say("command.leave", s))
	case "stayed":
		m.para("season.stayed", s)
	case "shown":
		m.para("season.shown")
		m.command("command.public-off")
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
		if s.Private {
			m.para("season.public", s)
			if s.Standing {
				m.line("season.public-seasons")
			}
			m.line("season.public-leave")
			m.command("command.leave", s)
		}
		if s.What == "joined" {
			m.asksByName(s.ByName)
		}
		m.seasonRules(s, s.Pace, s.Days, s.Standing)
		m.taps(m.say("command.leave", s), m.say("command.tournaments"))
	}
}

// out says why the reader is out of a tournament, and what becomes of their games.
func (s *SeasonPart) out(m *composer) {
	m.para(pick("season.out-", s.Why, "time", "silent", "left"), s)
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
		m.command("command.join", s, "Name", s.Rules)
	}
}

// lost says what the reader would lose by leaving.
func (s *SeasonPart) lost(m *composer) {
	for _, l := range s.Lost {
		m.para("season.asked-place", l.Table, "Which", l.Table.which(m), "Players", len(l.Table.Rows))
		if l.Cancelled {
			m.paraMany("season.asked-cancelled", l.Running)
		} else {
			m.paraMany("season.asked-lost", l.Running)
		}
	}
	m.point("season.asked-last", s)
	if s.Standing {
		m.point("season.asked-next", s)
	}
}

// seasonRules says how a tournament is played.
func (m *composer) seasonRules(of any, pace string, days int, standing bool) {
	m.para("season.rules")
	m.point("season.rule-games", "Pace", m.typed("challenge", pace))
	if standing {
		m.point("season.rule-divisions")
	} else {
		m.point("season.rule-divisions-once")
	}
	m.point("season.rule-points")
	m.point("season.rule-end", "Days", m.days(days))
	m.point("season.rule-out", of)
	m.point("season.rule-last", of)
	m.point("season.rule-public")
	if standing {
		m.point("season.rule-next", of)
	}
}

// SeasonTable is a division of a tournament as it stands.
type SeasonTable struct {
	// Why it is shown: asked, began (without its rows), top, over or digest.
	Why                 string
	Name, Title, Pace   string
	Division, Divisions int
	Days                int
	Ends                time.Time // zero: it is over
	Rows                []SeasonRow
	Leaders             []string  // the players in first place
	Others              []string  // the same without the reader
	You                 bool      // the reader is one of them
	Place               int       // the reader's; 0: they are not in it
	Points              string    // the reader's
	Waiting             int       // games that wait for the reader's first move, when it begins
	Due                 time.Time // of the first of them
	Standing            bool
	Rules               string // the game's name, by which the next season is joined
	Up, Down            int    // how many players move up and down at the end, before it is over
	// Next is the reader's part in the next season, of a final table: in, left, out, silent (not
	// in it, since nothing has come from them), or "" if there is none. To is the division that
	// they move to; 0: they stay.
	Next string
	To   int
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
	case t.Why == "began" && t.Waiting > 0:
		head := m.many("seasontable.head-waiting", t.Waiting, t)
		if !t.Due.IsZero() {
			head += m.say("turn.head.due", "When", m.brief(t.Due))
		}
		return head
	case t.Why == "began":
		return m.say("seasontable.head-began", t, "Name", which)
	case t.Why == "over" && t.You && len(t.Leaders) > 1:
		return m.say("seasontable.head-shared", t, "Which", which)
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
	if t.Why == "began" { // the table is the last section of the message
		if t.Waiting > 0 {
			m.paraMany("seasontable.waiting", t.Waiting)
		} else {
			m.para("seasontable.none-waiting")
		}
		m.line("seasontable.ends", "Date", m.day(t.Ends))
		t.moves(m)
		if t.Standing {
			m.para("seasontable.stay-out", t)
		}
		return
	}
	t.rows(m)
	if !t.Ends.IsZero() {
		m.para("seasontable.ends", "Date", m.day(t.Ends))
	}
	t.next(m)
	m.para("seasontable.key")
}

// moves says how many of a division move up and down.
func (t *SeasonTable) moves(m *composer) {
	if t.Waiting > 0 && t.Divisions > 1 { // else the headline says so
		m.para("seasontable.in-division", t)
	}
	if t.Up > 0 {
		m.paraMany("seasontable.up", t.Up)
	}
	if t.Down > 0 {
		m.paraMany("seasontable.down", t.Down)
	}
}

// next says where the reader plays in the next season, and how to stay out of it.
func (t *SeasonTable) next(m *composer) {
	if t.Next != "" && t.To != 0 {
		way := "rises"
		if t.To > t.Division {
			way = "falls"
		}
		m.para(pick("seasontable.", way, "rises", "falls"), t)
	}
	switch t.Next {
	case "in":
		m.para("seasontable.next", t)
		m.command("command.leave", t)
	case "left", "out":
		m.para("seasontable.not-next", t)
		m.command("command.join", t, "Name", t.Rules)
	case "silent":
		m.para("seasontable.silent", t)
		m.command("command.join", t, "Name", t.Rules)
	}
}

// rows is who leads, and the table.
func (t *SeasonTable) rows(m *composer) {
	switch over := t.Why == "over"; {
	case over && t.You && len(t.Leaders) > 1:
		m.para("seasontable.shared", "Leaders", m.and(t.Others))
	case over && t.You:
		m.para("seasontable.won")
	case over && len(t.Leaders) > 0:
		m.para("seasontable.first", "Leaders", m.and(t.Leaders))
	case over:
		m.para("seasontable.none")
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
	if t.Why == "over" && t.Place > 0 && !t.You {
		m.line("seasontable.place", t, "Players", len(t.Rows))
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
