package templates

import "time"

// DigestGame is a game in a digest. Zero dates are not shown.
type DigestGame struct {
	Game     int64
	Title    string
	Opponent string
	Side     string
	Next     int
	Second   bool  // the reader has made the first ply of a turn of two
	Board    Board // without a diagram: not shown
	Recent   []Ply
	Messages []string    // the opponent's words
	Example  string      // a legal ply
	Groups   []MoveGroup // the legal plies of a game that waits; none: its board is not shown

	GameClock // its pauses are the opponent's; Grace only if Due is past
	StandingOffer
	// When over:
	Result OwnResult
	Reason string // why, as the end of a sentence
	Ending OutsideEnding
}

// Digest is the state of all games of a player.
type Digest struct {
	Pauses      []ClockPause // of all clocks of the reader
	Waiting     []DigestGame // for the reader, by deadline
	Others      []DigestGame
	Offers      int // in both lists, that wait for the reader's answer
	Invitations []InvitationLine
	Finished    []DigestGame
	Since       time.Time // since when games are Finished; zero: lately
	// Boardless counts the waiting games that are listed without a board;
	// FirstBoardless is the number of the first.
	Boardless      int
	FirstBoardless int64
	Most           int // how many running games are listed, if there are more
}

func (*Digest) kind() string { return "digest" }

func (d *Digest) head(m *composer) string {
	n := len(d.Waiting)
	if n == 0 && d.Offers > 0 {
		return m.many("digest.head-offers", d.Offers, d)
	}
	if n == 0 {
		return m.say("games.head-none", d)
	}
	head := m.many("games.head", n, d)
	switch first := d.Waiting[0]; {
	case first.Due.IsZero() || first.Standing:
	case !first.Grace.IsZero():
		head += m.many("digest.over", n)
	default:
		head += m.many("digest.due", n, "When", m.brief(first.Due))
	}
	return head
}

func (d *Digest) body(m *composer) {
	for _, p := range d.Pauses {
		m.gap()
		m.pause(p, "")
	}
	d.waiting(m)
	if len(d.Others) > 0 {
		m.list("list.others")
		for i, g := range d.Others {
			if i > 0 {
				m.below()
			}
			m.card(m.waitingLine(g, g.Side, g.GameClock), g.Board)
			if g.Offer != "" {
				m.below()
				m.subitem(g.offer(m))
			}
			g.yesOrNo(m)
			g.messages(m)
		}
	}
	if len(d.Invitations) > 0 {
		m.list("list.invitations")
		for _, i := range d.Invitations {
			switch {
			case i.Mine && i.Other != "":
				m.point("line.mine", i)
			case i.Mine:
				m.point("digest.anyone", i)
			default:
				m.point("digest.theirs", i)
				m.subitem(m.say("digest.theirs-how", i))
				m.taps(gameNumber(i.Game)+m.say("command.accept"), gameNumber(i.Game)+m.say("command.decline"))
			}
		}
	}
	if len(d.Finished) > 0 {
		if d.Since.IsZero() {
			m.list("list.finished")
		} else {
			m.list("digest.finished")
		}
		for i, g := range d.Finished {
			if i > 0 {
				m.below()
			}
			m.finished(g, g.Result, g.why(m))
			g.messages(m)
		}
	}
	if len(d.Waiting)+len(d.Others)+len(d.Invitations)+len(d.Finished) == 0 {
		m.para("digest.none")
		m.form("command.challenge")
	}
}

// waiting is the games that wait for the reader.
func (d *Digest) waiting(m *composer) {
	if len(d.Waiting) == 0 {
		if len(d.Others)+len(d.Invitations)+len(d.Finished) > 0 {
			m.para("digest.none-waits")
		}
		return
	}
	m.para("digest.how", d.Waiting[0])
	if d.Boardless > 0 {
		m.paraMany("digest.boardless", d.Boardless, d)
	}
	for _, g := range d.Waiting {
		title := "line.game"
		if g.Second {
			title = "digest.game-second"
		}
		m.para(title, g, "Colour", m.colour(g.Side))
		m.clock(g.GameClock)
		for _, p := range g.Pauses {
			m.pause(p, g.Opponent)
		}
		if g.Offer != "" {
			m.lineText(g.offer(m))
			g.yesOrNo(m)
		}
		for _, text := range g.Messages {
			m.gap()
			m.writes(g.Opponent, text)
		}
		if g.Board.shown() {
			m.board(g.Board)
			if len(g.Recent) > 0 {
				m.para("turn.last-plies")
				m.plies(g.Recent)
			}
		}
		m.movesOf(g.Game, g.Groups)
	}
	if d.Most > 0 {
		m.para("digest.most", d)
	}
}

// movesOf adds the legal plies of a game in a list of games; a tap for its board if there are none.
func (m *composer) movesOf(game int64, groups []MoveGroup) {
	board := gameNumber(game) + m.say("command.board")
	if len(groups) == 0 {
		m.taps(board)
		return
	}
	m.choice(choice{groups: groups, prefix: gameNumber(game), board: board, unlisted: true})
}

// offer is an offer that stands, as a sentence.
func (g DigestGame) offer(m *composer) string {
	if g.OfferYours {
		return m.say(pick("digest.offer-yours.", g.Offer, OfferUndo, OfferForgive, OfferBreak, OfferDraw), g,
			"Span", m.span(g.OfferTime))
	}
	return m.say(pick("digest.offer.", g.Offer, OfferUndo, OfferForgive, OfferBreak, OfferDraw), g,
		"Span", m.span(g.OfferTime))
}

// yesOrNo is the answers to the opponent's offer.
func (g DigestGame) yesOrNo(m *composer) {
	if g.Offer != "" && !g.OfferYours {
		m.taps(gameNumber(g.Game)+m.say("command.yes"), gameNumber(g.Game)+m.say("command.no"))
	}
}

// messages is the opponent's words.
func (g DigestGame) messages(m *composer) {
	for _, text := range g.Messages {
		m.writes(g.Opponent, text)
	}
}

// why is the reason of the result, seen by the reader.
func (g DigestGame) why(m *composer) string {
	switch g.Ending {
	case EndingAgreed, EndingAdjudicated, EndingAborted:
		return m.say(pick("ended.", g.Ending, EndingAgreed, EndingAdjudicated, EndingAborted))
	case EndingResigned, EndingTime:
		if g.Result == Drawn {
			return m.say("ended.drawn-time")
		}
		if g.Result == Won {
			return m.say(pick("ended.theirs-", g.Ending, EndingResigned, EndingTime), g)
		}
		return m.say(pick("ended.yours-", g.Ending, EndingResigned, EndingTime))
	}
	return g.Reason
}

// DigestSet says when a player's digest comes.
type DigestSet struct {
	Digest    string       // off, daily or weekly
	Day       time.Weekday // of a weekly one
	At        string       // 07:30
	Zone      string
	Next      time.Time // zero: none
	Letters   string    // every, mine or digest
	NoLetters bool      // the player got only digests, and that was changed to mine
}

func (*DigestSet) kind() string { return "digestset" }

func (d *DigestSet) head(m *composer) string {
	if d.Digest == "off" {
		return m.say("digestset.head-off", d)
	}
	return m.say("digestset.head", d, "Time", d.time(m))
}

// time is when the digest comes.
func (d *DigestSet) time(m *composer) string {
	if d.Digest == "daily" {
		return m.say("digestset.daily", d)
	}
	return m.say("digestset.weekly", d, "Weekday", m.weekdays[d.Day])
}

func (d *DigestSet) body(m *composer) {
	if d.Digest != "off" {
		m.para("digestset.next", d, "Next", m.when(d.Next))
	} else if d.NoLetters {
		m.para("digestset.alone")
		m.command("command.letters-every")
		m.command("command.letters-digest")
	}
	m.para("phrase.change")
	m.command("command.digest-daily")
	m.command("command.digest-weekly")
	m.command("command.digest-now")
	m.command("command.digest-off")
}

// MessagesSet says which messages a player gets.
type MessagesSet struct {
	Letters string // every, mine or digest
	Changed bool
	Digest  *DigestSet // with digest: when it comes
	Begun   bool       // the digest was off and was switched on
}

func (*MessagesSet) kind() string { return "lettersset" }

func (l *MessagesSet) head(m *composer) string {
	if l.Changed {
		return m.say(pick("lettersset.head-changed.", l.Letters, "every", "mine", "digest"), l)
	}
	return m.say(pick("lettersset.head.", l.Letters, "every", "mine", "digest"), l)
}

func (l *MessagesSet) body(m *composer) {
	m.para(pick("lettersset.text.", l.Letters, "every", "mine", "digest"))
	if d := l.Digest; d != nil && l.Letters != "every" && l.Letters != "mine" {
		if l.Begun {
			m.para("lettersset.begun", "Time", d.time(m))
		} else {
			m.para("lettersset.digest", "Time", d.time(m))
		}
		m.line("lettersset.next", d, "Next", m.when(d.Next))
		m.command("command.digest-daily")
		m.command("command.digest-weekly")
	}
	if l.Letters == "every" {
		m.para("lettersset.always-every")
	} else {
		m.para("lettersset.always")
	}
	m.para("phrase.change")
	m.command("command.letters-every")
	m.command("command.letters-mine")
	m.command("command.letters-digest")
}
