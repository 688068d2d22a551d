package club

import (
	"errors"
	"time"

	"turnpost/rules"
)

// TurnTrial tries plies in a game without storing them: the plies of one message count together or
// not at all. It changes its own record, not the game's.
type TurnTrial struct {
	Record *rules.Record

	rules  rules.Game
	base   *rules.Record
	over   bool // the game ended otherwise than by its plies
	side   rules.Side
	other  string // name of the opponent
	asOf   SeenBoard
	list   bool // the answered message shows a list of plies
	undone int
	id     int64
	turnAt time.Time
}

// SeenBoard is the state of a game that the writer of a message had seen: that of our message to
// which theirs replies. The zero SeenBoard stands for a message that replies to none, and means the
// game as it is.
type SeenBoard struct {
	// Game is the game of our message; 0: it was about several, or there is none.
	Game int64
	// Ply is how many plies had been played in Game, Undone how often plies had been taken
	// back.
	Ply, Undone int
	// Moment is when our message was written, if it was not about one game.
	Moment time.Time
	// Lost says that our message showed a position which is not one of Game's: a backup was
	// restored since.
	Lost bool
}

// Try begins to try plies of a side.
func (g *Game) Try(side rules.Side, asOf SeenBoard) *TurnTrial {
	record := g.Record.In(g.Player(side).Lang)
	return &TurnTrial{
		Record: record,
		rules:  g.Rules,
		base:   record,
		over:   g.Row.Over(),
		side:   side,
		other:  g.Opponent(side).Name,
		asOf:   asOf,
		list:   asOf.Game == g.Row.ID && !g.Began,
		undone: g.Row.Undone,
		id:     g.Row.ID,
		turnAt: g.Row.TurnAt,
	}
}

// TryStart begins to try plies, in a language, of the side that begins a game.
func TryStart(g rules.Game, invitation int64, lang string) *TurnTrial {
	record := rules.NewRecord(g).In(lang)
	return &TurnTrial{Record: record, rules: g, base: record, side: g.First(), id: invitation}
}

// Plies returns the tried plies.
func (t *TurnTrial) Plies() []rules.Move { return t.Record.Plies()[t.base.Len():] }

// Drop takes all tried plies back.
func (t *TurnTrial) Drop() { t.Record = t.base }

// Turn returns the side to move after the tried plies.
func (t *TurnTrial) Turn() rules.Side {
	if t.Over() {
		return rules.None
	}
	return t.Record.Turn()
}

// Numbered reports whether the answered message shows a numbered list of plies.
func (t *TurnTrial) Numbered() bool { return t.list }

// Stale reports whether the answered message is older than the board.
func (t *TurnTrial) Stale() bool { return t.stale("") != nil }

// Over reports whether the game is over after the tried plies.
func (t *TurnTrial) Over() bool { return t.over || t.Record.Outcome().Over() }

// Play tries one ply. Its error is a Refusal.
func (t *TurnTrial) Play(m rules.Move) error {
	if t.Record == t.base {
		t.Record = t.base.Clone()
	}
	if err := t.Record.Play(m); err != nil {
		return RefusePly(t.rules, err)
	}
	return nil
}

// PlayLine tries all plies of a line. If it refuses the line, some may have been tried.
func (t *TurnTrial) PlayLine(text string) error {
	if err := t.stale(text); err != nil {
		return err
	}
	if t.Over() {
		return Refuse("over")
	}
	if t.Turn() != t.side {
		if t.Record != t.base {
			return Refuse("turn-over")
		}
		return Refuse("not-your-turn", t.other)
	}
	next, err := rules.PlayLine(t.Record, text)
	if err == nil {
		t.Record = next
		return nil
	}
	fault, ok := errors.AsType[*rules.LineError](err)
	switch {
	case !ok || fault.Fault == rules.LineMove:
		return RefusePly(t.rules, errors.Unwrap(err))
	case fault.Fault == rules.LineMixed:
		return Refuse("mixed")
	case fault.Fault == rules.LineOver:
		return Refuse("over")
	}
	return Refuse("turn-over")
}

// Reads reports whether the whole text is one legal ply.
func (t *TurnTrial) Reads(text string) bool {
	_, err := t.Record.Parse(text)
	return err == nil
}

// PlayNumber tries the ply of a number in the list of legal plies that the answered message
// shows. text is the number as it was written.
func (t *TurnTrial) PlayNumber(n int, text string) error {
	if err := t.stale(text); err != nil {
		return err
	}
	switch {
	case t.Over():
		return Refuse("over")
	case t.Turn() != t.side && t.Record != t.base:
		return Refuse("turn-over")
	case t.Turn() != t.side:
		return Refuse("not-your-turn", t.other)
	case !t.list || !rules.Numbered(t.base.Position()):
		return Refuse("number-needs-list")
	case t.Record != t.base:
		return Refuse("number-first")
	}
	var legal []rules.Move
	for _, g := range rules.Groups(t.Record.Position()) {
		legal = append(legal, g.Moves...)
	}
	if n < 1 || n > len(legal) {
		return Refuse("number", text, len(legal))
	}
	return t.Play(legal[n-1])
}

// stale refuses plies in a reply to an older message. Only the reply token of a message dates
// it.
func (t *TurnTrial) stale(text string) error {
	switch t.asOf.Game {
	case 0:
		// The message was about several games, such as the list of games.
		if t.asOf.Moment.IsZero() || !t.turnAt.Truncate(time.Second).After(t.asOf.Moment) {
			return nil
		}
		return Refuse("stale-list")
	case t.id:
		if t.asOf.Lost {
			return Refuse("lost-board")
		}
		if t.asOf.Ply == t.base.Len() && t.asOf.Undone == t.undone {
			return nil
		}
	default:
		return nil
	}
	if then := t.asOf.Ply; then < t.base.Len() && t.base.At(then).Turn() == t.side {
		if m, err := t.base.At(then).Parse(text); err == nil && m == t.base.Plies()[then] {
			return Refuse("already", string(m))
		}
	}
	return Refuse("stale", t.asOf.Ply+1)
}

// outdated reports whether a message replies to one from before the side's own last ply, or
// from before plies were taken back.
func (a SeenBoard) outdated(g *Game, side rules.Side) bool {
	if a.Game != g.Row.ID {
		return false
	}
	return a.Lost || a.Undone != g.Row.Undone || a.Ply < lastPlyOf(g.Base, side)
}
