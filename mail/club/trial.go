package club

import (
	"errors"
	"time"

	"turnpost/rules"
)

// Trial is a game in which plies are tried that nothing has stored: a letter's plies count
// together or not at all. The Trial's own record changes, the table's does not.
type Trial struct {
	Record *rules.Record

	rules  rules.Game
	base   *rules.Record
	over   bool // though its plies do not say so
	side   rules.Side
	other  string // the other side's player
	asOf   AsOf
	list   bool // the letter that is answered holds a list of plies
	undone int
	id     int64
	turnAt time.Time
}

// AsOf is the state of a game that a letter's writer had before them: that of the letter of
// ours which theirs answers. The zero AsOf, of a fresh letter, means the game as it is.
type AsOf struct {
	// Game is the game of our letter; 0: it was about several, or there is none.
	Game int64
	// Ply is how many plies were played in Game, and Undone how often plies had been
	// taken back.
	Ply, Undone int
	// Moment is when our letter was written, if it was of no one game.
	Moment time.Time
}

// Try begins to try plies of a side.
func (t *Table) Try(side rules.Side, asOf AsOf) *Trial {
	return &Trial{
		Record: t.Record, rules: t.Rules, base: t.Record, over: t.Game.Over(), side: side, other: t.Player(side.Opponent()).Name,
		asOf: asOf, list: asOf.Game == t.Game.ID && !t.Began, undone: t.Game.Undone, id: t.Game.ID, turnAt: t.Game.TurnAt,
	}
}

// TryStart begins to try plies of a side at the start of a game that has not begun.
func TryStart(g rules.Game, invitation int64, side rules.Side) *Trial {
	record := rules.NewRecord(g)
	return &Trial{Record: record, rules: g, base: record, side: side, id: invitation}
}

// Plies are those that were tried.
func (t *Trial) Plies() []rules.Move { return t.Record.Plies()[t.base.Len():] }

// Drop takes all plies back that were tried.
func (t *Trial) Drop() { t.Record = t.base }

// Turn is the side to move after the plies that were tried.
func (t *Trial) Turn() rules.Side {
	if t.Over() {
		return rules.None
	}
	return t.Record.Turn()
}

// Numbered reports whether the message that is answered holds a list of the plies.
func (t *Trial) Numbered() bool { return t.list }

// Stale reports whether the message that is answered is older than the board.
func (t *Trial) Stale() bool { return t.stale("") != nil }

// Over reports whether the game is over after the plies that were tried.
func (t *Trial) Over() bool { return t.over || t.Record.Outcome().Over() }

// Play tries one ply. The error is a Refusal.
func (t *Trial) Play(m rules.Move) error {
	if t.Record == t.base {
		t.Record = t.base.Clone()
	}
	if err := t.Record.Play(m); err != nil {
		return refusedPly(t.rules, err)
	}
	return nil
}

// PlayLine tries all plies of a line, or refuses it.
func (t *Trial) PlayLine(text string) error {
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
		return refusedPly(t.rules, errors.Unwrap(err))
	case fault.Fault == rules.LineMixed:
		return Refuse("mixed")
	case fault.Fault == rules.LineOver:
		return Refuse("over")
	}
	return Refuse("turn-over")
}

// Reads reports whether the whole text is one ply here.
func (t *Trial) Reads(text string) bool {
	_, err := t.Record.Parse(text)
	return err == nil
}

// PlayNumber tries the ply of that number in the list that the letter answers: the legal
// plies in the order in which it shows them. text is the number as it was written.
func (t *Trial) PlayNumber(n int, text string) error {
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
	case !t.list:
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

// stale refuses the plies of an answer to an older letter. Only the letter's own
// ticket dates it: a line in a fresh letter means the game as it is.
func (t *Trial) stale(text string) error {
	switch t.asOf.Game {
	case 0:
		// An answer to a letter of several games, such as the list of them.
		if t.asOf.Moment.IsZero() || !t.turnAt.Truncate(time.Second).After(t.asOf.Moment) {
			return nil
		}
		return Refuse("stale-list")
	case t.id:
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

// outdated reports whether a letter answers one from before the side's own last
// ply, or from before plies were taken back.
func (a AsOf) outdated(t *Table, side rules.Side) bool {
	if a.Game != t.Game.ID {
		return false
	}
	return a.Undone != t.Game.Undone || a.Ply < lastPlyOf(t.Base, side)
}
