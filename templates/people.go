package templates

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// OpponentWords is what the opponent says, in a message of its own.
type OpponentWords struct {
	Game     int64
	Title    string
	Author   string
	Message  string
	YourMove bool
	Over     bool
}

func (*OpponentWords) kind() string              { return "said" }
func (s *OpponentWords) head(m *composer) string { return m.say("said.head", s) }

func (s *OpponentWords) body(m *composer) {
	m.quote(s.Message)
	number := m.numbered(s.Game, "")
	switch {
	case s.Over && number == "":
		m.para("said.over-reply", s)
	case s.Over:
		m.para("said.over", "Number", number)
	case s.YourMove:
		m.para("said.your-move", s, "Number", number)
	case number == "":
		m.para("said.their-move-reply", s)
	default:
		m.para("said.their-move", s, "Number", number)
	}
	if !s.Over {
		m.taps(number + m.say("command.board"))
	}
}

// Note is what a player noted in a game.
type Note struct {
	Ply  int // plies played when it was noted
	Text string
}

// notes lists notes.
func (m *composer) notes(list []Note) {
	for _, n := range list {
		at := m.say("notes.start")
		if n.Ply > 0 {
			at = m.say("notes.ply", n)
		}
		m.entry(9, at, n.Text)
	}
}

// Notes are the reader's notes on a game; or, published, the author's.
type Notes struct {
	Game  int64
	Title string
	Notes []Note
	All   bool // there are no others
	// Published says that the author shows them to the opponent; You, that the
	// reader is the author.
	Published, You   bool
	Author, Opponent string
	Shown            string // how many were published before: "" for none, all or some
}

func (*Notes) kind() string { return "notes" }

func (n *Notes) head(m *composer) string {
	switch {
	case !n.Published:
		return m.say("notes.head", n) + of(n.Title, n.Game)
	case n.You:
		return m.say("notes.head-yours") + of(n.Title, n.Game)
	}
	return m.say("notes.head-theirs", n) + of(n.Title, n.Game)
}

func (n *Notes) body(m *composer) {
	switch {
	case len(n.Notes) == 0:
		m.para("notes.none")
		return
	case n.Published && n.You:
		m.para("notes.yours", n)
	case n.Published:
		m.para("notes.theirs", n)
	default:
		shown := m.say("notes.shown.none")
		if n.Shown != "" {
			shown = m.say(pick("notes.shown.", n.Shown, "all", "some"), n)
		}
		if n.All {
			m.para("notes.list", "Shown", shown)
		} else {
			m.para("notes.list-last", "Shown", shown)
		}
	}
	m.notes(n.Notes)
}

// Export is a game as a text record.
type Export struct {
	Game  int64
	Title string
	Text  string
	Other string // the same as other programs read it; empty if there is no such format
}

func (*Export) kind() string              { return "export" }
func (e *Export) head(m *composer) string { return m.say("export.head", e) }

func (e *Export) body(m *composer) {
	m.verbatim(e.Text)
	m.para("export.text")
	if e.Other != "" {
		m.verbatim(e.Other)
	}
}

// Rank is a place in the standings.
type Rank struct {
	Rank   int
	Name   string
	Rating string
	Games  int
	You    bool
}

// GameRanks are the standings of one game's rules.
type GameRanks struct {
	Title  string
	Robots bool // they are of games with robots
	Ranks  []Rank
}

// Standings are the best ratings of some games.
type Standings struct {
	Games []GameRanks
	One   bool // they are of one game's rules
}

func (*Standings) kind() string { return "standings" }

func (s *Standings) head(m *composer) string {
	if s.One && len(s.Games) > 0 {
		return m.say("standings.head-one", s.Games[0])
	}
	return m.say("standings.head")
}

func (s *Standings) body(m *composer) {
	rating, games := m.say("standings.rating"), m.say("standings.games")
	columns := []int{-4, 40, -wide(6, rating), -wide(5, games), 0}
	ranked, robots := false, false
	for _, g := range s.Games {
		if g.Robots {
			robots = true
			m.para("standings.against-robots", g)
		} else if len(s.Games) > 1 {
			m.text(g.Title)
		}
		if len(g.Ranks) == 0 {
			m.para("standings.none")
			continue
		}
		ranked = true
		rows := [][]string{{"", m.say("standings.name"), rating, games, ""}}
		for _, r := range g.Ranks {
			you := ""
			if r.You {
				you = m.say("standings.you")
			}
			rows = append(rows, []string{strconv.Itoa(r.Rank) + ".", r.Name, r.Rating, strconv.Itoa(r.Games), you})
		}
		m.table(columns, rows...)
	}
	if len(s.Games) == 0 {
		m.para("standings.none")
	}
	if ranked {
		m.para("standings.text")
	} else {
		m.gap()
	}
	if robots {
		m.line("standings.text-robots")
	}
}

// wide is the width of a column: at least so much, or that of its title.
func wide(least int, title string) int { return max(least, utf8.RuneCountInString(title)) }

// ResultsAgainst is a player's results against another in a game's rules.
type ResultsAgainst struct {
	Opponent         string
	Won, Lost, Drawn int
}

// GameRecord is a player's results in a game's rules.
type GameRecord struct {
	Title            string
	Rating           string // empty: none
	RobotRating      string // that against robots
	Won, Lost, Drawn int
	Running          int
	Black, White     ResultsAgainst // as each colour, against anybody
	Course           []int          // the rating before the first rated game and after each; empty: too few
	Against          []ResultsAgainst
	Others           int // opponents who are not listed
}

// PlayerProfile is what everybody may know of a player.
type PlayerProfile struct {
	Name   string
	You    bool
	House  bool // a bot of ours, whose turns are not counted
	Turns  int
	OnTime int // percent of the turns
	// Met is what the reader has against them: in all, and then game by game, if there are several. Their
	// Opponent is the title of the game. Empty: the two have finished no game.
	Met     []ResultsAgainst
	Records []GameRecord
}

func (*PlayerProfile) kind() string { return "person" }

func (p *PlayerProfile) head(m *composer) string {
	if p.You {
		return m.say("person.head-you", p)
	}
	return m.say("person.head", p)
}

func (p *PlayerProfile) body(m *composer) {
	switch {
	case p.Turns > 0 && p.You:
		m.paraMany("person.turns-you", p.Turns, p)
	case p.Turns > 0:
		m.paraMany("person.turns", p.Turns, p)
	case p.You:
		m.para("person.none-you")
	case !p.House || len(p.Records) == 0:
		m.para("person.none", p)
	}
	for i, met := range p.Met {
		if i == 0 {
			m.para("person.met", p, "Score", m.say("person.score", met))
		} else {
			m.item(m.say("person.record", "Title", met.Opponent, "Score", m.say("person.score", met)))
		}
	}
	for _, r := range p.Records {
		r.body(m)
	}
}

// played reports whether there are any results.
func (r ResultsAgainst) played() bool { return r.Won+r.Lost+r.Drawn > 0 }

// course shows how a rating went, in a sentence, and for a reader who sees it as a drawing of letters.
func (r GameRecord) course(m *composer) {
	if len(r.Course) == 0 {
		return
	}
	m.lineMany("person.course", len(r.Course)-1, "First", r.Course[0], "Last", r.Course[len(r.Course)-1],
		"Low", slices.Min(r.Course), "High", slices.Max(r.Course))
	if !m.spoken {
		m.verbatim(courseDrawing(r.Course))
	}
}

// The size of a drawing of a rating: with its values it fits a telephone.
const courseRows, courseColumns = 5, 32

// courseDrawing draws how a rating went, the highest value at the top, with both values at the left. Of
// more values than there are columns, each column shows the last of its share.
func courseDrawing(course []int) string {
	low, high := slices.Min(course), slices.Max(course)
	columns := min(len(course), courseColumns)
	wide := max(1, min(4, courseColumns/columns))
	rows := make([][]byte, courseRows)
	for i := range rows {
		rows[i] = bytes.Repeat([]byte(" "), columns*wide)
	}
	for c := range columns {
		r := course[(c+1)*len(course)/columns-1]
		row := ((high-r)*(courseRows-1) + (high-low)/2) / max(1, high-low)
		copy(rows[row][c*wide:], strings.Repeat("*", wide))
	}
	var lines []string
	for i, row := range rows {
		label := ""
		switch {
		case i == 0:
			label = strconv.Itoa(high)
		case i == courseRows-1 && low < high:
			label = strconv.Itoa(low)
		}
		lines = append(lines, strings.TrimRight(fmt.Sprintf("%5s  %s", label, row), " "))
	}
	if low == high {
		lines = lines[:1]
	}
	return strings.Join(lines, "\n")
}

func (r GameRecord) body(m *composer) {
	score := m.say("person.score", r)
	line := m.say("person.record", r, "Score", score)
	if r.Rating != "" {
		line = m.say("person.record-rated", r, "Score", score)
	}
	if r.Running > 0 {
		line += m.say("person.running", r)
	}
	m.text(line)
	if r.Black.played() {
		m.line("person.as-black", "Score", m.say("person.score", r.Black))
	}
	if r.White.played() {
		m.line("person.as-white", "Score", m.say("person.score", r.White))
	}
	if r.RobotRating != "" {
		m.line("person.robots", r)
	}
	r.course(m)
	// Where a language has no titles for the columns, a line says the score in words.
	won, lost, drawn := m.say("person.won"), m.say("person.lost"), m.say("person.drawn")
	var rows [][]string
	for _, a := range r.Against {
		if won == "" {
			rows = append(rows, []string{a.Opponent, m.say("person.score", a)})
		} else {
			rows = append(rows, []string{a.Opponent, strconv.Itoa(a.Won), strconv.Itoa(a.Lost), strconv.Itoa(a.Drawn)})
		}
	}
	switch {
	case len(rows) == 0:
	case won == "":
		m.table([]int{40, 0}, rows...)
	default:
		m.table([]int{40, -wide(5, won), -wide(5, lost), -wide(5, drawn)},
			append([][]string{{"", won, lost, drawn}}, rows...)...)
	}
	if r.Others > 0 {
		if len(rows) > 0 {
			m.below()
		}
		m.item(m.many("person.others", r.Others))
	}
}
