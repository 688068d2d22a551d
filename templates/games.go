package templates

import "fmt"

// GameLine is a game in a list.
type GameLine struct {
	Game     int64
	Title    string
	Opponent string
	Side     string
	Next     int
	Board    Board
	Groups   []MoveGroup // the legal plies of a game that waits, with its board
	Result   OwnResult
	Reason   string

	GameClock // without pauses; Grace only if Due is past
}

// InvitationLine is an open invitation in a list.
type InvitationLine struct {
	Game  int64
	Title string
	Other string
	Mine  bool
	// Anyone says that whoever wants may accept it.
	Anyone bool
}

// Games lists all games of the reader.
type Games struct {
	Waiting     []GameLine // for the reader
	Others      []GameLine
	Invitations []InvitationLine
	Finished    []GameLine
	// Omitted counts the waiting games that are listed without a board.
	Omitted int
}

func (*Games) kind() string { return "games" }

func (g *Games) head(m *composer) string {
	if len(g.Waiting) == 0 {
		return m.say("games.head-none", g)
	}
	return m.many("games.head", len(g.Waiting), g)
}

func (g *Games) body(m *composer) {
	if len(g.Waiting) > 0 {
		m.para("games.waiting")
		m.formLine(gameNumber(g.Waiting[0].Game) + m.say("command.move"))
	}
	for _, l := range g.Waiting {
		m.para("line.game", l, "Colour", m.colour(l.Side))
		if l.Standing || !l.Due.IsZero() {
			m.clock(l.GameClock)
		}
		if l.Board.shown() {
			m.board(l.Board)
		}
		m.movesOf(l.Game, l.Groups)
	}
	if len(g.Others) > 0 {
		m.list("list.others")
		for i, l := range g.Others {
			if i > 0 {
				m.below()
			}
			m.card(m.waitingLine(l, l.Side, l.GameClock), l.Board)
		}
	}
	if len(g.Invitations) > 0 {
		m.list("list.invitations")
		for _, i := range g.Invitations {
			switch {
			case i.Anyone:
				m.point("line.anyone", i)
			case i.Mine:
				m.point("line.mine", i)
			default:
				m.point("line.theirs", i)
				m.taps(fmt.Sprintf("%s #%d", m.say("command.accept"), i.Game),
					fmt.Sprintf("%s #%d", m.say("command.decline"), i.Game))
			}
		}
	}
	if len(g.Finished) > 0 {
		m.list("list.finished")
		for _, l := range g.Finished {
			m.finished(l, l.Result, m.why(l.Reason))
		}
	}
	if len(g.Waiting)+len(g.Others)+len(g.Invitations)+len(g.Finished) == 0 {
		m.para("games.none")
		m.form("command.challenge")
	}
}

// list begins a list below its title.
func (m *composer) list(title string) {
	m.para(title)
}

// clock says what time is left in a game that waits for the reader.
func (m *composer) clock(c GameClock) {
	switch {
	case c.Standing:
		m.line("clock.still")
	case c.Due.IsZero():
		m.line("clock.none")
	case !c.Grace.IsZero():
		m.line("digest.grace", "When", m.when(c.Grace))
	default:
		m.line("digest.clock", "When", m.when(c.Due), "Left", m.left(m.now, c.Due))
	}
}

// waitingLine is a game that waits for the opponent, in a line.
func (m *composer) waitingLine(line any, side string, c GameClock) string {
	switch {
	case c.Standing:
		return m.say("digest.game-standing", line, "Colour", m.colour(side))
	case c.Due.IsZero():
		return m.say("line.game", line, "Colour", m.colour(side))
	}
	return m.say("digest.game-due", line, "Colour", m.colour(side), "When", m.when(c.Due))
}

// finished is a game that is over, in a line.
func (m *composer) finished(line any, result OwnResult, why string) {
	m.point("line.finished", line, "Outcome", m.say(pick("outcome.", result, Won, Lost, Drawn, Void)), "Why",
		why)
}

// why is the reason of a result: what ended a game outside its rules, or a sentence of them.
func (m *composer) why(reason string) string {
	switch e := OutsideEnding(reason); e {
	case EndingResigned, EndingAgreed, EndingTime, EndingAdjudicated, EndingAborted:
		return m.say(pick("reason.", e, EndingResigned, EndingAgreed, EndingTime, EndingAdjudicated, EndingAborted))
	}
	return reason
}

// History lists the plies of a game.
type History struct {
	Game         int64
	Title        string
	Black, White string
	Plies        []Ply
	Result       string // black, white, draw or none
	Reason       string
}

func (*History) kind() string              { return "history" }
func (h *History) head(m *composer) string { return m.many("history.head", len(h.Plies), h) }

func (h *History) body(m *composer) {
	m.para("history.black", h)
	m.line("history.white", h)
	if len(h.Plies) > 0 {
		m.history(h.Plies)
	} else {
		m.para("history.none")
	}
	switch h.Result {
	case "none":
	case "draw":
		m.para("history.draw", "Why", m.why(h.Reason))
	case "void":
		m.para("history.void")
	default:
		m.para("history.won", "Colour", m.colour(h.Result), "Why", m.why(h.Reason))
	}
}
