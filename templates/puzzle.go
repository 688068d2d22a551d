package templates

import (
	"strings"
	"time"
)

// PuzzleTally is how many puzzles the reader has solved, of how many that they answered.
type PuzzleTally struct{ Solved, Of int }

// tally says how many puzzles the reader has solved.
func (m *composer) tally(t PuzzleTally) {
	if t.Of > 0 {
		m.paraMany("puzzle.tally", t.Of, t)
	}
}

// Puzzle shows a position in which a single ply keeps the win. It does not say whose game it is
// from.
type Puzzle struct {
	Title string
	Side  string // whose turn it is: black or white
	Daily bool   // it is that of the day
	Board Board
	Tally PuzzleTally

	Groups   []MoveGroup
	Moves    []MoveInWords // of Groups, for readers who want no drawing
	Notation string

	Wins  int  // the side wins within so many moves
	Level int  // the lowest level of a bot that finds the move; 0: unknown
	Bots  bool // the position is from a game between two bots
}

func (*Puzzle) kind() string { return "puzzle" }

func (p *Puzzle) head(m *composer) string {
	head := "puzzle.head"
	if p.Daily {
		head = "puzzle.head-daily"
	}
	return m.say(head, p, "Colour", m.colour(p.Side)) + titled(p.Title)
}

// titled is a game's title behind a head.
func titled(title string) string { return " (" + title + ")" }

func (p *Puzzle) body(m *composer) {
	m.para("puzzle.ask", p, "Colour", m.colour(p.Side))
	if p.Bots {
		m.line("puzzle.of-bots")
	} else {
		m.line("puzzle.of-people")
	}
	if p.Level > 0 {
		m.line("puzzle.level", p)
	}
	m.board(p.Board)
	// In a message with other sections, an answer begins with the command.
	among := m.several && !m.alone
	if len(p.Moves) == 0 && p.Notation != "" {
		m.item(p.Notation)
	}
	switch {
	case among:
		m.para("puzzle.how", "Command", strings.TrimSpace(m.say("command.puzzle-move", "Move", "")))
	case len(p.Moves) > 0:
		m.paraMany("inwords.moves", len(p.Moves))
	default:
		m.para("puzzle.reply-with") // without an example, which might be the solution, or would never be it
	}
	if len(p.Moves) == 0 {
		prefix := ""
		if among {
			prefix = m.say("command.puzzle-move", "Move", "")
		}
		m.choice(choice{groups: p.Groups, prefix: prefix})
	}
	for _, move := range p.Moves {
		command := move.Move
		if among {
			command = m.say("command.puzzle-move", move)
		}
		m.inWords(m.say("inwords.move", move), command)
	}
	m.tally(p.Tally)
	if p.Daily {
		m.para("puzzle.stop")
		m.command("command.puzzle-off")
	}
}

// PuzzleAnswer says what an answer to a puzzle was worth.
type PuzzleAnswer struct {
	Title, Name  string // the game's
	Right, Again bool   // Again: they had answered before, and Move is that
	Exact        bool   // that Keeps wins, and nothing else as soon; and not what an engine sees
	Solved       bool   // the game is solved, and all is certain
	Soonest      bool   // other moves may win too, but later
	Move         string
	// Worth is what Move is worth: win, if it is right or Soonest, draw, loss, or chance; N is in how many plies after
	// it the game is lost, 0 if that is not known, or the chance in percent.
	Worth  string
	N      int
	Reply  string // the best one to it; ""
	Keeps  string // what keeps the win, or wins soonest, and Wins in how many plies after it
	Wins   int
	Board  Board // after Keeps
	Line   []Ply // Keeps and what follows, if that is shown; Ends says that the game is over then
	Ends   bool
	Themes []string // rescue, forced, twice or deep
	Level  int
	Tally  PuzzleTally
}

func (*PuzzleAnswer) kind() string { return "puzzleanswer" }

func (a *PuzzleAnswer) head(m *composer) string {
	switch {
	case a.Again:
		return m.say("puzzle.head-again", a) + titled(a.Title)
	case a.Right:
		return m.say("puzzle.head-right", a) + titled(a.Title)
	}
	return m.say("puzzle.head-wrong", a, "Move", a.Move) + titled(a.Title)
}

func (a *PuzzleAnswer) body(m *composer) {
	if a.Again {
		m.para("puzzle.again", a)
	}
	right, keeps, worth := "puzzle.right", "puzzle.keeps", a.Worth
	if a.Soonest {
		right, keeps = "puzzle.right-soonest", "puzzle.soonest"
		if worth == "chance" {
			worth = "later"
		}
	}
	if a.Right {
		m.lineMany(right, a.Wins, a)
	} else {
		m.line(pick("puzzle.wrong.", worth, "win", "draw", "loss", "chance", "later"), a)
		if a.Reply != "" {
			m.line("puzzle.reply", a)
		}
		m.lineMany(keeps, a.Wins, a)
	}
	m.board(a.Board)
	if len(a.Line) > 0 {
		if a.Ends {
			m.para("puzzle.line-ends")
		} else {
			m.para("puzzle.line")
		}
		m.plies(a.Line)
	}
	switch chance := !a.Right && a.Worth == "chance"; {
	case a.Solved:
		m.para("puzzle.exact", a)
	case a.Exact && chance:
		m.para("puzzle.proven-chance")
	case a.Exact:
		m.para("puzzle.proven")
	case chance:
		m.para("puzzle.engine-chance")
	default:
		m.para("puzzle.engine")
	}
	if len(a.Themes) > 0 {
		m.gap()
	}
	for _, t := range a.Themes {
		m.line(pick("puzzle.theme.", t, "rescue", "forced", "twice", "deep"))
	}
	if a.Level > 0 {
		m.para("puzzle.level", a)
	}
	m.tally(a.Tally)
	m.para("puzzle.another")
	m.command("command.puzzle-of", a)
}

// NoPuzzle says that there is no puzzle for the reader.
type NoPuzzle struct {
	Title string // the game's; "": of all
	Never bool   // the game has none
	Shelf int    // how many there are
	Tally PuzzleTally
}

func (*NoPuzzle) kind() string { return "nopuzzle" }

func (n *NoPuzzle) head(m *composer) string {
	switch {
	case n.Title == "":
		return m.say("puzzle.none", n)
	case n.Never:
		return m.say("puzzle.never-of", n, "Title", n.Title)
	}
	return m.say("puzzle.none-of", n, "Title", n.Title)
}

func (n *NoPuzzle) body(m *composer) {
	switch {
	case n.Never:
		m.para("puzzle.never")
	case n.Shelf > 0:
		m.paraMany("puzzle.shelf", n.Shelf, n)
	default:
		m.para("puzzle.empty")
	}
	m.tally(n.Tally)
	if n.Title != "" {
		m.para("puzzle.elsewhere")
		m.command("command.puzzle")
	}
}

// PuzzleSet says when the reader's puzzle of the day comes.
type PuzzleSet struct {
	At     string // 07:30; "": none comes
	Zone   string
	Next   time.Time
	Digest bool // it comes with the digest
	Empty  bool // there is no puzzle yet
}

func (*PuzzleSet) kind() string { return "puzzleset" }

func (p *PuzzleSet) head(m *composer) string {
	if p.At == "" {
		return m.say("puzzle.daily-off", p)
	}
	return m.say("puzzle.daily", p, "At", p.At)
}

func (p *PuzzleSet) body(m *composer) {
	if p.At != "" {
		m.para("puzzle.next", p, "Next", m.when(p.Next))
		if p.Digest {
			m.line("puzzle.with-digest")
		} else {
			m.line("puzzle.without-digest")
		}
		if p.Empty {
			m.para("puzzle.empty")
		}
	}
	m.para("phrase.change")
	m.command("command.puzzle-daily")
	m.command("command.puzzle-off")
}
