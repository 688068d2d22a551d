package templates

import (
	"strconv"
	"time"
)

// TurnNewsKind is a kind of news.
type TurnNewsKind string

// The kinds of news. An offer is of a draw or to take plies back.
const (
	NewsDeclined TurnNewsKind = "declined" // an offer was declined
	NewsLapsed   TurnNewsKind = "lapsed"   // an offer ended because the game went on
	// a conditional line of the reader's was played instead of an answer to an offer
	NewsMissed    TurnNewsKind = "missed"
	NewsUndone    TurnNewsKind = "undone"     // plies were taken back
	NewsFired     TurnNewsKind = "fired"      // conditional lines were played
	NewsBot       TurnNewsKind = "robot"      // a bot has answered
	NewsExtended  TurnNewsKind = "extended"   // the operator gave a side time
	NewsGiven     TurnNewsKind = "given"      // a player gave the other time
	NewsBreak     TurnNewsKind = "break"      // the players agreed on a break
	NewsJudged    TurnNewsKind = "judged"     // the game was adjudicated
	NewsOut       TurnNewsKind = "out"        // a player is out of the tournament
	NewsResumed   TurnNewsKind = "resumed"    // a resignation was taken back
	NewsStands    TurnNewsKind = "stands"     // a resignation was not, since the opponent did not answer
	NewsCalledOff TurnNewsKind = "called-off" // a player ended the game before their first ply
	NewsLadder    TurnNewsKind = "ladder"     // what the game means on a ladder
	NewsDied      TurnNewsKind = "died"       // conditional lines were dropped
	NewsMisfired  TurnNewsKind = "misfired"   // a conditional line was no legal ply
)

// GameNews is what else happened in a game since its reader's last message.
type GameNews struct {
	Kind     TurnNewsKind
	You      bool // the reader did it, or asked for it
	Opponent string
	// What says which offer (see [OfferKind]) and why a bot declines it, as in draw-early; of a turn undone that
	// the opponent forgave, forgive; or
	// why lines died: left, undone, over or own; or that the plies which fired are of both
	// sides. Of a ladder it is challenger, challenged, moved, late or left.
	What    string
	Time    time.Duration // given, break
	Next    int           // undone: the ply that is next; draw-early: after how many plies
	Plies   []Ply         // fired, or a bot's answer
	Lines   []string      // died and misfired: the reader's conditional lines
	Problem Problem       // misfired: why
	// Of a ladder: its name; the places of the challenger and the challenged, or from where to
	// where the winner goes.
	Ladder   string
	From, To int
}

func (n GameNews) body(m *composer) {
	switch n.Kind {
	case NewsDeclined:
		if n.You {
			m.line(pick("news.you-declined.", n.What, "undo", "forgive", "break", "resume", "draw"), n)
		} else {
			m.line(pick("news.declined.", n.What, "undo", "undo-rated", "forgive", "break", "resume", "draw-early",
				"draw-better", "draw-open", "draw"), n)
		}
	case NewsLapsed:
		if n.You {
			m.line(pick("news.lapsed-by-you.", n.What, "undo", "forgive", "break", "draw"), n)
		} else {
			m.line(pick("news.lapsed.", n.What, "undo", "forgive", "break", "draw"), n)
		}
	case NewsMissed:
		m.line(pick("news.missed.", n.What, "undo", "forgive", "break", "draw"), n)
	case NewsUndone:
		switch forgiven := n.What == string(OfferForgive); {
		case forgiven && n.You:
			m.line("news.forgiven-you", n)
		case forgiven:
			m.line("news.forgiven", n)
		case n.You:
			m.line("news.undone-for-you", n)
		default:
			m.line("news.undone", n)
		}
	case NewsResumed:
		if n.You {
			m.line("news.resumed-you")
		} else {
			m.line("news.resumed", n)
		}
	case NewsStands:
		if n.You {
			m.line("news.stands-you", n)
		} else {
			m.line("news.stands", n)
		}
	case NewsFired:
		switch {
		case n.What == "both":
			m.line("news.fired.both", n, "Moves", counted(n.Plies))
		case n.You:
			m.line("news.fired.yours", n, "Moves", counted(n.Plies))
		default:
			m.line("news.fired.theirs", n, "Moves", counted(n.Plies))
		}
	case NewsBot:
		m.line("turn.played", n, "Moves", m.then(n.Plies))
	case NewsExtended:
		if n.You {
			m.line("news.extended-you")
		} else {
			m.line("news.extended", n)
		}
	case NewsGiven:
		if n.You {
			m.line("news.given-you", n, "Span", m.span(n.Time))
		} else {
			m.line("news.given", n, "Span", m.span(n.Time))
		}
	case NewsBreak:
		m.line("news.break", "Span", m.span(n.Time))
	case NewsJudged:
		m.line(pick("news.judged.", n.What, "exact", "clear", "unclear"))
	case NewsOut:
		if n.You {
			m.line(pick("news.out-you.", n.What, "cancelled", "lost"))
		} else {
			m.line(pick("news.out.", n.What, "cancelled", "lost"), n)
		}
	case NewsCalledOff:
		if n.You {
			m.line("news.called-off-you")
		} else {
			m.line("news.called-off", n)
		}
	case NewsLadder:
		m.line(pick("news.ladder.", n.What, "challenger", "challenged", "moved", "moved-you", "late", "left",
			"left-you"), n)
	case NewsMisfired:
		m.line("news.misfired", n, "Why", m.problem(n.Problem))
		n.lines(m)
	case NewsDied:
		m.line(pick("news.died.", n.What, "left", "undone", "over", "own"), n)
		n.lines(m)
	}
}

// lines lists conditional lines.
func (n GameNews) lines(m *composer) {
	for _, line := range n.Lines {
		m.item(m.typed("if", line))
	}
	m.gap()
}

// LinePreview is the board after a line of play that nobody has played.
type LinePreview struct {
	Game        int64
	Title       string
	Side        string // the reader's
	Opponent    string
	Plies       []Ply
	Board       Board
	ToMove      Mover
	Legal       int  // how many plies are legal then
	LastOfThree bool // the state will have arisen twice
	Result      OwnResult
	Reason      string
}

func (*LinePreview) kind() string              { return "preview" }
func (p *LinePreview) head(m *composer) string { return m.say("preview.head", p) + of(p.Title, p.Game) }

func (p *LinePreview) body(m *composer) {
	m.para("preview.after", p, "Moves", counted(p.Plies))
	m.board(p.Board)
	m.para("phrase.you-are", "Colour", m.colour(p.Side))
	switch p.ToMove {
	case MoverNobody:
		m.line(pick("preview.", p.Result, Won, Lost, Drawn), p)
	case MoverYou:
		m.lineMany("preview.to-move-you", p.Legal, p)
	default:
		m.lineMany("preview.to-move", p.Legal, p)
	}
	if p.LastOfThree && p.ToMove != MoverNobody {
		m.line("preview.twice")
	}
	m.line("preview.secret")
}

// Conditionals lists the reader's conditional lines in a game.
type Conditionals struct {
	Game     int64
	Title    string
	Opponent string
	Lines    []string
}

func (*Conditionals) kind() string { return "conditionals" }

func (c *Conditionals) head(m *composer) string {
	if len(c.Lines) == 0 {
		return m.say("conditionals.head-none", c) + of(c.Title, c.Game)
	}
	return m.say("conditionals.head", c, "Count", len(c.Lines)) + of(c.Title, c.Game)
}

func (c *Conditionals) body(m *composer) {
	if len(c.Lines) == 0 {
		m.para("conditionals.none")
		m.form("verb.if.usage")
		m.para("conditionals.form", c)
		return
	}
	for i, line := range c.Lines {
		m.entry(3, strconv.Itoa(i+1), m.typed("if", line))
	}
	m.para("conditionals.how", c)
	m.taps(m.say("command.if-off"))
}
