package notify

import (
	"fmt"
	"math"
	"slices"

	"turnpost/db"
	"turnpost/mail/club"
	"turnpost/rules"
	"turnpost/templates"
)

// gameNews is what a transaction has done to one game.
type gameNews struct {
	game   *club.Game
	bySide map[rules.Side][]templates.GameNews
	// The plies of the players themselves, not those of conditional lines.
	first, last int
	passed      bool // it ended the turn
	robot       bool // the robot of the game has answered
	began       bool
	ended       bool
	extended    bool // an operator gave a side time
	asks        bool // an offer was made or answered: both sides get a message
	reminder    int  // the mark that the clock has reached
	ratings     []templates.RatingLine
	notRated    string                // why a rated game was not; see club.GameNotRated
	stands      bool                  // a resignation that was not taken back; see club.ResignationStands
	published   []club.NotesPublished // not yet in the messages: they come after the board
	told        bool
}

// newsOf is the news of a game.
func (m *Messages) newsOf(g *club.Game) *gameNews {
	m.addedLate = m.addedLate || m.composed
	for _, n := range m.games {
		if n.game.Row.ID == g.Row.ID {
			return n
		}
	}
	n := &gameNews{game: g, bySide: map[rules.Side][]templates.GameNews{}}
	m.games = append(m.games, n)
	return n
}

// onGameEvent notes an event of a game, and reports whether it was one.
func (m *Messages) onGameEvent(e club.Event) bool {
	switch e := e.(type) {
	case club.GameBegan:
		m.newsOf(e.Game).began = true
	case club.PliesPlayed:
		n := m.newsOf(e.Game)
		switch {
		case e.Conditional:
		case club.BotLevelOf(e.Game.Player(e.By)) > 0 && m.answers != nil: // at once, as a conditional line
			n.robot = true
			n.toSide(e.By.Opponent(),
				templates.GameNews{Kind: templates.NewsBot,
					Plies: spokenPlies(e.Game, e.Game.Player(e.By.Opponent()), e.First, e.Last)})
		default:
			n.first, n.last, n.passed = e.First, e.Last, e.TurnOver
		}
	case club.OfferMade:
		m.newsOf(e.Game).asks = true
	case club.OfferDeclined:
		n := m.newsOf(e.Game)
		n.asks = true
		what := string(e.What)
		if e.Why != "" {
			what += "-" + string(e.Why)
		}
		n.toBoth(templates.GameNews{Kind: templates.NewsDeclined, What: what, Next: club.DrawFrom}, e.By)
	case club.OfferLapsed:
		n := m.newsOf(e.Game)
		n.toSide(e.Maker, templates.GameNews{Kind: templates.NewsLapsed, What: string(e.What), You: e.By == e.Maker})
		if e.Conditional {
			n.toSide(e.Maker.Opponent(), templates.GameNews{Kind: templates.NewsMissed, What: string(e.What)})
		}
	case club.PliesTakenBack:
		n := m.newsOf(e.Game)
		n.asks = true
		what := ""
		if e.Forgiven {
			what = string(db.OfferForgive)
		}
		n.toBoth(templates.GameNews{Kind: templates.NewsUndone, What: what, Next: e.Next}, e.Asker)
	case club.BreakAgreed:
		n := m.newsOf(e.Game)
		n.asks = true
		n.toBoth(templates.GameNews{Kind: templates.NewsBreak, Time: e.Time}, e.By)
	case club.ConditionalsFired:
		m.newsOf(e.Game).fired(e)
	case club.ConditionalsDropped:
		m.newsOf(e.Game).toSide(e.Side, templates.GameNews{Kind: templates.NewsDied, What: string(e.Why),
			Lines: e.Lines})
	case club.ConditionalMisfired:
		m.newsOf(e.Game).toSide(e.Side,
			templates.GameNews{Kind: templates.NewsMisfired, Lines: e.Lines, Problem: Problem("", e.Why)})
	case club.GameCalledOff:
		n := m.newsOf(e.Game)
		n.asks = true
		n.toBoth(templates.GameNews{Kind: templates.NewsCalledOff}, e.By)
	case club.GameResigned:
		n := m.newsOf(e.Game)
		n.ended, n.notRated = true, e.NotRated
		n.rated(m, e.Changes)
	case club.ResignationTakenBack:
		n := m.newsOf(e.Game)
		n.asks = true
		n.toBoth(templates.GameNews{Kind: templates.NewsResumed}, e.By)
	case club.ResignationStands:
		n := m.newsOf(e.Game)
		n.stands = true
		n.toBoth(templates.GameNews{Kind: templates.NewsStands}, e.By)
	case club.GameEnded:
		n := m.newsOf(e.Game)
		n.ended = n.ended || !e.Game.WasOver // else both were told
		n.asks = n.asks || e.Game.Row.Reason == rules.Agreed
	case club.GameRated:
		m.newsOf(e.Game).rated(m, e.Changes[:])
	case club.GameNotRated:
		m.newsOf(e.Game).notRated = e.Why
	case club.TimeExtended:
		n := m.newsOf(e.Game)
		n.extended = true
		n.toBoth(templates.GameNews{Kind: templates.NewsExtended}, e.Side)
	case club.TimeGiven:
		n := m.newsOf(e.Game)
		n.asks = true
		n.toBoth(templates.GameNews{Kind: templates.NewsGiven, Time: e.Time}, e.By)
	case club.ClockMarkReached:
		m.newsOf(e.Game).reminder = e.Mark
	default:
		return false
	}
	return true
}

// rated notes what the game makes of ratings.
func (n *gameNews) rated(m *Messages, changes []club.RatingChange) {
	for _, c := range changes {
		n.ratings = append(n.ratings, m.ratingLine(n.game, c))
	}
}

// toSide adds news to the message of one side, if it gets one.
func (n *gameNews) toSide(side rules.Side, item templates.GameNews) {
	item.Opponent = named(n.game.Opponent(side))
	n.bySide[side] = append(n.bySide[side], item)
}

// toBoth adds news about an act of one side to both messages.
func (n *gameNews) toBoth(item templates.GameNews, by rules.Side) {
	for _, side := range []rules.Side{rules.Black, rules.White} {
		item.You = side == by
		n.toSide(side, item)
	}
}

// fired adds the news of conditional answers to both messages: one by one, or in one sentence
// if there are many.
func (n *gameNews) fired(e club.ConditionalsFired) {
	if len(e.Answers) > 2 {
		n.firedTo("both", rules.None, e.Answers[0], e.Last)
		return
	}
	for i, first := range e.Answers {
		end := e.Last
		if i+1 < len(e.Answers) {
			end = e.Answers[i+1] - 1
		}
		n.firedTo("", n.game.Mover(first), first, end)
	}
}

// firedTo adds the news of conditional answers by a side to both messages.
func (n *gameNews) firedTo(what string, by rules.Side, first, last int) {
	for _, side := range []rules.Side{rules.Black, rules.White} {
		n.toSide(side, templates.GameNews{Kind: templates.NewsFired, What: what, You: side == by,
			Plies: listPlies(n.game, n.game.Player(side), first, last)})
	}
}

// answeredBy reports whether conditional lines of a side were played.
func (n *gameNews) answeredBy(side rules.Side) bool {
	return slices.ContainsFunc(n.bySide[side.Opponent()],
		func(item templates.GameNews) bool { return item.Kind == templates.NewsFired && !item.You })
}

func (m *Messages) ratingLine(g *club.Game, c club.RatingChange) templates.RatingLine {
	line := templates.RatingLine{Name: named(c.Player), Game: g.Rules.Title, Rating: m.ratingText(c.After)}
	line.Unsure = !club.Glicko(c.After).Certain(m.tx.Now())
	if c.Before.Games > 0 {
		line.Before = m.ratingText(c.Before)
		line.Change = fmt.Sprintf("%+.0f", math.Round(c.After.Rating)-math.Round(c.Before.Rating))
	}
	return line
}

// ratingText is a rating as players read it: "1662", or "1662?" while it is
// provisional.
func (m *Messages) ratingText(r db.Rating) string {
	text := fmt.Sprintf("%.0f", math.Round(r.Rating))
	if !club.Glicko(r).Certain(m.tx.Now()) {
		text += "?"
	}
	return text
}

// Problem is a refusal of a line that the reader wrote, as a message shows it.
func Problem(line string, r *club.Refusal) templates.Problem {
	p := templates.Problem{Line: line, Code: r.Code, Near: r.Near}
	for _, arg := range r.Args {
		if e, ok := arg.(club.RulesError); ok {
			arg = templates.TranslatedArgument(e.In)
		}
		p.Args = append(p.Args, arg)
	}
	return p
}
