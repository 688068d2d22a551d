package templates

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// Turn is a game as it stands, seen by one of its players.
type Turn struct {
	Game        int64
	Title       string
	Side        string // the reader's: black or white
	Opponent    string
	Next        int // number of the next ply
	ToMove      Mover
	Started     bool  // the message says that the game begins
	Played      []Ply // what was played since the reader's last message
	PlayedByYou bool
	Board       Board
	GameClock

	// What the side to move can do.
	Second      bool          // the reader has made the first ply of a turn of two, and can pass
	Still       bool          // the reader has made a ply, and has to make another in the same turn
	Groups      []MoveGroup   // when the reader is to move
	Table       *CellTable    // the board as links, where plies are cells
	Example     string        // one of the legal plies
	Notation    string        // how plies are written; empty where it goes without saying
	LastOfThree bool          // this state has arisen twice
	Quiet       bool          // the opponent's next move brings no message
	Moves       []MoveInWords // of Groups, for readers who want no drawing
	Recent      []Ply         // the last ones
	StandingOffer

	// How the game ended.
	Result     OwnResult
	Reason     string // why, as the end of a sentence
	Ending     OutsideEnding
	Transcript []Ply        // all plies
	Attached   bool         // the record and a film of the game go with the message
	Ratings    []RatingLine // what the game made of both ratings
	NotRated   string       // why a rated game made nothing of them: "unplayed", "short", "mailbox" or ""
	// AgainstRobots says that Ratings are those against bots.
	AgainstRobots bool
	Rematch       bool // the opponent can be asked for another game
	// Retractable says that the loser has resigned and can still take that back, until OfferUntil.
	// Ratings are then what the game will make of them.
	Retractable bool

	// What else the message says.
	Message    string     // the opponent's words
	News       []GameNews // what else happened
	Pace       string     // said when the game begins
	Terms      string     // said then, too: see InvitationDetails.Terms
	Robot      string     // the opponent is a bot: the game, as players type it
	RobotRated bool       // it counts in the ratings against bots
	Strength   int        // the rating of the bot, rounded; 0 if Program plays for it
	Program    string     // the external engine that plays for the bot
	Level      int        // the bot's, with Program
	Brief      string     // the rules in short, when it begins and is the reader's first of its kind
	AskPublic  bool       // it is the reader's first at all: may everybody see games when they are over?
	Abort      bool       // the reader can still end it without a result
	Reminder   ReminderKind
	Notes      []Note // the reader's own, the last ones
	MoreNotes  bool   // there are others
	NotesShown string // how many of all were published: "" for none, all or some
	Again      bool   // the board stood in an earlier message: no ply is new
}

// GameClock is the clock of the side to move. Dates are in the reader's timezone; zero ones
// are not said.
type GameClock struct {
	Due      time.Time    // when it runs out
	Grace    time.Time    // when the game is lost
	Pauses   []ClockPause // of either player's clocks: now, to come, or since the turn began
	Standing bool         // the clocks stand still now
}

// StandingOffer is an offer that stands in a game.
type StandingOffer struct {
	Offer      OfferKind     // what stands to be answered
	OfferYours bool          // the reader made it
	OfferPly   int           // undo and forgive: the first ply to be taken back
	OfferTime  time.Duration // break: how long it is
	OfferUntil time.Time     // resume: until when it can be answered
}

// RatingLine is a player's rating in a game's rules.
type RatingLine struct {
	Name   string // the player's
	Game   string // the title of the rules
	Rating string // as "1662", or "1662?" while it is provisional
	Unsure bool   // it is provisional
	Before string // empty before the first rated game
	Change string // since Before: "+24"
	Games  int
}

// CalledOff reports whether the game is called off because a player wished it or has left the
// tournament or ladder that it is of, and not by an organiser.
func (t *Turn) CalledOff() bool {
	return slices.ContainsFunc(t.News, func(n GameNews) bool {
		return n.Kind == NewsOut || n.Kind == NewsCalledOff || n.Kind == NewsLadder &&
			(n.What == "left" || n.What == "left-you")
	})
}

// ChooseFrom keeps the plies of the piece on one cell, if it has any.
func (t *Turn) ChooseFrom(cell string) {
	for _, g := range t.Groups {
		if folding(g) == cell && len(t.Moves) == 0 {
			t.Groups, t.Example = []MoveGroup{g}, g.Moves[0].Shown()
			return
		}
	}
}

// Ruled reports whether the rules of a tournament decided the game, and not an organiser.
func (t *Turn) Ruled() bool {
	return slices.ContainsFunc(t.News, func(n GameNews) bool { return n.Kind == NewsOut || n.Kind == NewsJudged })
}

func (*Turn) kind() string { return "turn" }

// waits reports whether the game waits for nothing but the reader's move.
func (t *Turn) waits() bool { return t.ToMove == "you" && (t.Offer == "" || t.OfferYours) }

func (t *Turn) head(m *composer) string {
	if t.ToMove == MoverNobody {
		return t.result(m) + of(t.Title, t.Game)
	}
	asked := t.Offer != "" && !t.OfferYours
	head := ""
	for _, n := range t.News {
		switch {
		case n.Kind == NewsBreak:
			head = m.say("turn.head.break", "Span", m.span(n.Time)) + " "
		case n.Kind != NewsGiven:
		case n.You:
			head = m.say("turn.head.given-you", n, "Span", m.span(n.Time)) + " "
		default:
			head = m.say("turn.head.given", n, "Span", m.span(n.Time)) + " "
		}
	}
	if asked {
		head = m.say(pick("turn.head.asks-", t.Offer, OfferUndo, OfferForgive, OfferBreak, OfferDraw), t,
			"Span", m.span(t.OfferTime)) + " "
	} else if t.Offer != "" && t.Reminder == "" {
		head = m.say(pick("turn.head.offered-", t.Offer, OfferUndo, OfferForgive, OfferBreak, OfferDraw), t,
			"Span", m.span(t.OfferTime)) + " "
	}
	switch {
	case t.ToMove == MoverOpponent:
		head += m.say("turn.head.theirs", t)
	case t.Reminder == ReminderOver:
		head += m.say("turn.head.over", t, "When", m.brief(t.Grace))
	case t.Reminder != "" && t.Due.IsZero():
		head += m.say("turn.head.reminder", t)
	case t.Reminder != "":
		head += m.say("turn.head.reminder-due", t, "When", m.brief(t.Due))
	default:
		switch {
		case t.Second && asked:
			head += m.say("turn.head.second-asked")
		case t.Still && asked:
			head += m.say("turn.head.still-asked")
		case t.Second:
			head += m.say("turn.head.second", t)
		case t.Still:
			head += m.say("turn.head.still", t)
		case asked:
			head += m.say("turn.head.yours-asked")
		default:
			head += m.say("turn.head.yours", t)
		}
		if !t.Due.IsZero() && !(asked && t.Again) {
			head += m.say("turn.head.due", "When", m.brief(t.Due))
		}
	}
	return head + of(t.Title, t.Game)
}

// result is the head of a game that is over.
func (t *Turn) result(m *composer) string {
	switch {
	case t.Offer == OfferResume && t.OfferYours:
		return m.say("turn.head.asked-resume", t)
	case t.Offer == OfferResume:
		return m.say("turn.head.asks-resume", t)
	case t.Ending == EndingAgreed:
		return m.say("turn.head.agreed", t)
	case t.Ending == EndingTime && t.Result == Drawn:
		return m.say("turn.head.drawn-time", t)
	case (t.Ending == EndingResigned || t.Ending == EndingTime) && t.Result == Lost:
		return m.say(pick("turn.head.lost-", t.Ending, EndingResigned, EndingTime), t)
	case t.Ending == EndingResigned, t.Ending == EndingTime:
		return m.say(pick("turn.head.won-", t.Ending, EndingResigned, EndingTime), t)
	case t.Ending == EndingAborted && t.CalledOff():
		return m.say("turn.head.called-off", t)
	case t.Ending == EndingAborted:
		return m.say("turn.head.aborted", t)
	case t.Ending == EndingAdjudicated && t.Ruled():
		return m.say(pick("turn.head.ruled-", t.Result, Won, Lost, Drawn), t)
	case t.Ending == EndingAdjudicated:
		return m.say(pick("turn.head.adjudicated-", t.Result, Won, Lost, Drawn), t)
	}
	return m.say(pick("turn.head.", t.Result, Won, Lost, Drawn), t)
}

func (t *Turn) body(m *composer) {
	// Mail programs fold what begins or ends as an earlier message does: two boards of one ply must
	// do neither.
	again := t.Again && !t.Started && t.ToMove != MoverNobody
	if again {
		m.para("turn.at", "Time", m.now.Format("15:04"))
	}
	spoken := len(t.Board.Sentences) > 0
	if spoken { // whoever listens hears their side before the list of moves
		m.text(m.say("phrase.you-are", "Colour", m.colour(t.Side)))
		m.board(t.Board)
		t.movesInWords(m)
		m.gap()
	}
	t.opening(m)
	if len(t.Played) > 0 && t.PlayedByYou {
		m.line("turn.played-you", "Moves", m.then(t.Played))
	} else if len(t.Played) > 0 {
		m.line("turn.played", t, "Moves", m.then(t.Played))
	}
	for _, n := range t.News {
		n.body(m)
	}
	if t.Message != "" {
		m.writes(t.Opponent, t.Message)
	}
	if t.Retractable {
		t.retractable(m)
	}
	if !spoken {
		m.board(t.Board)
	}
	t.state(m)
	t.record(m)
	switch t.ToMove {
	case MoverYou:
		t.choices(m)
	case MoverOpponent:
		if !t.Quiet {
			m.para("turn.will-hear", t)
		}
	default:
		t.end(m)
	}
	if t.AskPublic {
		m.para("turn.public", "Name", m.reader)
		m.taps(m.say("command.public-on"))
	}
	if again {
		m.para("turn.as-of", "Moment", m.moment(m.now))
	}
}

// writes is what another player says.
func (m *composer) writes(who, message string) {
	m.line("phrase.writes", "Who", who)
	m.below()
	m.quote(message)
}

// movesInWords is the legal plies as sentences.
func (t *Turn) movesInWords(m *composer) {
	if len(t.Moves) == 0 {
		return
	}
	if m.several {
		m.para("turn.reply-several", t)
	} else {
		m.paraMany("inwords.moves", len(t.Moves))
	}
	for _, move := range t.Moves {
		m.inWords(m.say("inwords.move", move), m.numbered(t.Game, move.Move))
	}
}

// opening is what is said once, when a game begins.
func (t *Turn) opening(m *composer) {
	if t.Started {
		m.para("turn.started", t)
		switch {
		case t.Robot != "" && t.RobotRated:
			m.line("turn.robot-rated")
		case t.Robot != "":
			m.line("turn.robot", "Command", m.say("command.challenge-robot", "Name", t.Robot))
		}
		if t.Program != "" {
			m.line("turn.program", t)
		} else if t.Strength > 0 {
			m.line("turn.strength", "Strength", t.Strength)
		}
		if t.Abort {
			m.line("turn.abort", "Command", m.say("command.abort"))
		}
	}
	if t.Brief != "" {
		m.para("turn.in-short", t)
		m.text(t.Brief)
		m.para("turn.all-rules")
		m.taps(m.numbered(t.Game, m.say("command.rules")))
	}
}

// retractable is how the loser takes the resignation back.
func (t *Turn) retractable(m *composer) {
	until := timeOf(t.OfferUntil)
	switch {
	case t.Result != Lost:
		m.line("turn.resigned.theirs", t, "Time", until)
		return
	case t.Robot != "":
		m.line("turn.resigned.yours-robot", "Time", until)
	default:
		m.line("turn.resigned.yours", t, "Time", until)
	}
	m.taps(m.numbered(t.Game, m.say("command.undo")))
}

// timeOf is a moment within the next hour or two.
func timeOf(t time.Time) string { return t.Format("15:04") + zoneOf(t) }

// state is the reader's side, the clock, and what stands to be answered.
func (t *Turn) state(m *composer) {
	var side []string
	if len(t.Board.Sentences) == 0 {
		side = append(side, m.say("phrase.you-are", "Colour", m.colour(t.Side)))
	}
	if t.Terms != "" {
		side = append(side, m.say("details.terms", "Terms", t.Terms))
	}
	if t.Pace != "" {
		side = append(side, m.say("turn.pace", "Pace", m.typed("challenge", t.Pace)))
	}
	m.gap()
	m.text(strings.Join(side, " "))
	switch {
	case t.ToMove != MoverYou && t.ToMove != MoverOpponent:
	case t.ToMove == MoverYou && t.Reminder == ReminderOver:
		m.line("turn.grace", "When", m.when(t.Grace))
	case t.Standing:
		m.line("clock.still")
	case t.Due.IsZero():
	case t.ToMove == MoverYou:
		m.line("turn.due", "When", m.when(t.Due))
		if t.Reminder == ReminderLast && t.Grace.After(t.Due) {
			m.line("turn.grace-then", "When", m.when(t.Grace))
		}
	case t.ToMove == MoverOpponent:
		m.line("turn.due-theirs", t, "When", m.when(t.Due))
	}
	for _, p := range t.Pauses {
		m.pause(p, t.Opponent)
	}
	if t.Offer != "" && t.OfferYours {
		m.offered(pick("turn.offered.", t.Offer, OfferUndo, OfferForgive, OfferBreak, OfferResume, OfferDraw), t)
	} else if t.Offer != "" {
		t.asks(m)
	}
	if t.LastOfThree {
		m.line("turn.twice")
	}
}

// asks is what the opponent offers, and how it is answered. A yes alone may be for the words
// beside it.
func (t *Turn) asks(m *composer) {
	yes, no := m.say("command.yes"), m.say("command.no")
	if !m.several && !m.words {
		m.offered(pick("turn.offer.", t.Offer, OfferUndo, OfferForgive, OfferBreak, OfferResume, OfferDraw), t)
		m.taps(yes, no)
		return
	}
	m.offered(pick("turn.offer-among.", t.Offer, OfferUndo, OfferForgive, OfferBreak, OfferResume, OfferDraw), t)
	m.taps(gameNumber(t.Game)+yes, gameNumber(t.Game)+no)
}

// offered is a sentence about the offer that stands in a game.
func (m *composer) offered(id string, t *Turn) {
	m.line(id, t, "Time", timeOf(t.OfferUntil), "Span", m.span(t.OfferTime))
}

// record is the plies and the reader's notes.
func (t *Turn) record(m *composer) {
	if len(t.Transcript) > 0 {
		m.para("turn.whole-game")
		m.plies(t.Transcript)
	} else if len(t.Recent) > 0 {
		m.para("turn.last-plies")
		m.plies(t.Recent)
	}
	if len(t.Notes) > 0 {
		last := ""
		if t.MoreNotes {
			last = " " + m.say("turn.notes-last")
		}
		if t.NotesShown != "" {
			m.para(pick("turn.notes.", t.NotesShown, "all", "some"), "Last", last)
		} else {
			m.para("turn.notes.none", "Last", last)
		}
		m.notes(t.Notes)
		if t.MoreNotes {
			m.para("turn.notes-all")
		}
	}
}

// choices is what the reader can do.
func (t *Turn) choices(m *composer) {
	if t.Second {
		m.para("turn.second")
	}
	if t.Still {
		m.para("turn.still")
	}
	if len(t.Moves) == 0 {
		if t.Notation != "" {
			m.item(t.Notation)
		}
		switch {
		case m.several:
			m.para("turn.reply-several", t)
		case inRows(t.Groups):
			m.para("turn.reply-cells", t)
		default:
			m.para("turn.reply", t)
		}
		m.choice(choice{groups: t.Groups, table: t.Table, prefix: m.numbered(t.Game, ""),
			board: m.numbered(t.Game, m.say("command.board"))})
	}
	if m.several {
		return
	}
	commands := []string{m.say("command.draw")}
	if t.RobotRated {
		m.point("turn.commands-no-undo")
	} else {
		m.point("turn.commands")
		commands = append(commands, m.say("command.undo"))
	}
	m.taps(append(commands, m.say("command.preview", t), m.say("command.board"), m.say("command.rules"),
		m.say("command.help"), m.say("command.resign"))...)
}

// end is what stands below a game that is over.
func (t *Turn) end(m *composer) {
	if t.Offer != "" {
		return // it may go on
	}
	switch t.NotRated {
	case "unplayed":
		m.para("turn.not-rated-unplayed")
	case "short":
		m.para("turn.not-rated-short")
	case "mailbox":
		m.para("turn.not-rated-mailbox")
	}
	if len(t.Ratings) > 0 {
		at := timeOf(t.OfferUntil)
		switch {
		case t.Retractable && t.AgainstRobots:
			m.para("turn.ratings-robots-later", "Time", at)
		case t.Retractable:
			m.para("turn.ratings-later", "Time", at)
		case t.AgainstRobots:
			m.para("turn.ratings-robots")
		default:
			m.para("turn.ratings")
		}
		var rows [][]string
		unsure := false
		for _, r := range t.Ratings {
			unsure = unsure || r.Unsure
			change := m.say("turn.rating-first")
			if r.Before != "" {
				change = m.say("turn.rating-before", r)
			}
			rows = append(rows, []string{r.Name, r.Rating, change})
		}
		m.below()
		m.table([]int{24, -5, 0}, rows...)
		if unsure {
			m.para("turn.rating-unsure")
		}
	}
	open := len(t.Notes) > 0 && t.Robot == "" && t.NotesShown != "all"
	switch {
	case t.Attached && open:
		m.para("turn.thanks-notes.attached", t)
	case t.Attached:
		m.para("turn.thanks.attached")
	case open:
		m.para("turn.thanks-notes.export", t)
	default:
		m.para("turn.thanks.export")
	}
	export := m.numbered(t.Game, m.say("command.export"))
	if t.Rematch {
		m.line("turn.rematch", t)
		m.taps(m.numbered(t.Game, m.say("command.rematch")), export)
	} else {
		m.taps(export)
	}
}

// ClockPause is a time in which clocks stand still.
type ClockPause struct {
	Why      string    // vacation, bounce, paused or down
	You      bool      // the reader's; otherwise the opponent's, if it has one
	From, To time.Time // To zero: until further notice
}

// pause says why clocks stand, or stood, still.
func (m *composer) pause(p ClockPause, opponent string) {
	phase := phaseOf(m.now, p.From, p.To)
	span := []any{"From", m.when(unzoned(p.From)), "To", m.when(p.To), "Opponent", opponent}
	switch over := phase == "after"; p.Why {
	case "down":
		m.line("pause.down", span...)
	case "break":
		if over {
			m.line("pause.break-over", span...)
		} else {
			m.line("pause.break", span...)
		}
	case "retracted":
		m.line("pause.retracted", span...)
	case "paused":
		switch {
		case p.You && over:
			m.line("pause.paused-over-you", span...)
		case p.You:
			m.line("pause.paused-you", span...)
		case over:
			m.line("pause.paused-over", span...)
		default:
			m.line("pause.paused", span...)
		}
	case "bounce":
		switch {
		case p.You && over:
			m.line("pause.bounced-you", span...)
		case p.You:
			m.line("pause.bounce-you", span...)
		case over:
			m.line("pause.bounced", span...)
		default:
			m.line("pause.bounce", span...)
		}
	default:
		who := m.say(pick("pause.they.", phase, "before", "during", "after"), "Opponent", opponent)
		if p.You {
			who = m.say(pick("pause.you.", phase, "before", "during", "after"))
		}
		during := m.say("pause.span", span...)
		if p.To.IsZero() {
			during = m.say("pause.since", "From", m.when(p.From))
		}
		m.line("pause.vacation", "Who", who, "Span", during)
	}
}

// gameNumber is a game's number before a command.
func gameNumber(game int64) string { return fmt.Sprintf("#%d ", game) }
