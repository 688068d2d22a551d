package notify

import (
	"fmt"

	"turnpost/db"
	"turnpost/mail/club"
	"turnpost/mail/club/analysis"
	"turnpost/rules"
	"turnpost/templates"
)

// Puzzle shows a player a puzzle, in a message of no game: a number in the reply is one of
// the puzzle's list.
func (m *Messages) Puzzle(p db.Player, s *analysis.Puzzle) error {
	_, err := m.showPuzzle(p, s)
	return err
}

// PuzzleOfTheDay is Puzzle in a digest, or in a message of its own.
func (m *Messages) PuzzleOfTheDay(p db.Player, s *analysis.Puzzle) error {
	sec, err := m.showPuzzle(p, s)
	if err == nil {
		sec.Daily = true
	}
	return err
}

func (m *Messages) showPuzzle(p db.Player, s *analysis.Puzzle) (*templates.Puzzle, error) {
	told, side := s.Rules.In(p.Lang), s.Position.Turn()
	tally, err := analysis.PuzzleTallyOf(m.tx, p.ID)
	if err != nil {
		return nil, err
	}
	sec := &templates.Puzzle{
		Title: s.Rules.Title, Side: side.String(), Tally: templates.PuzzleTally(tally), Notation: told.Notation,
		Board:  m.board(s.Position, rules.PictureExample{From: s.Position.String()}, s.Rules, side, p),
		Groups: numbered(told, s.Position), Wins: s.Wins(), Level: s.Level, Bots: s.Shipped,
	}
	if len(sec.Board.Sentences) > 0 {
		sec.Moves = movesInWords(told, s.Position)
	}
	m.to(p).alone().add(sec)
	m.KnownBy(p, s.Second)
	return sec, nil
}

// KnownBy puts the second of a puzzle into the reply token of the message to a player, so
// that the reply is known to answer that puzzle.
func (m *Messages) KnownBy(p db.Player, second int64) { m.to(p).puzzleSecond = second }

// NoPuzzle says to a player that there is no puzzle of a game for them, or of any game if g
// is nil.
func (m *Messages) NoPuzzle(p db.Player, g *rules.Game) error {
	sec := &templates.NoPuzzle{}
	name := ""
	if g != nil {
		sec.Title, sec.Never, name = g.Title, !analysis.HasPuzzles(*g), g.Name
	}
	var err error
	if sec.Shelf, err = analysis.CountPuzzles(m.tx, name); err != nil {
		return err
	}
	tally, err := analysis.PuzzleTallyOf(m.tx, p.ID)
	sec.Tally = templates.PuzzleTally(tally)
	m.to(p).alone().add(sec)
	return err
}

// PuzzleAnswered says what a player's answer was worth, and why: with the board after the ply
// that keeps the win, and what follows.
func (m *Messages) PuzzleAnswered(p db.Player, v analysis.PuzzleVerdict) error {
	s, keeps := v.Puzzle, v.Keeping.Until(1)
	told := s.Rules.In(p.Lang)
	sec := &templates.PuzzleAnswer{
		Title: s.Rules.Title, Name: s.Rules.Name, Right: v.Right(), Again: v.Again, Exact: s.Exact,
		Solved: s.Solved, Soonest: s.Soonest, Level: s.Level,
		Move: rules.Spell(s.Position, v.Ply.Move, told.Say), Worth: v.Ply.Worth, N: v.Ply.N,
		Keeps: rules.Spell(s.Position, s.Keeps.Move, told.Say), Wins: s.Keeps.N, Tally: templates.PuzzleTally(v.Tally),
		Board: m.board(keeps.Position(), keeps.Tail(rules.Marked), s.Rules, s.Position.Turn(), p),
	}
	if len(v.Ply.Line) > 0 {
		after, err := s.Position.Play(v.Ply.Move)
		if err != nil {
			return err
		}
		sec.Reply = rules.Spell(after, v.Ply.Line[0], told.Say)
	}
	if v.Keeping.Len() > 1 {
		sec.Line = pliesOf(told, v.Keeping, 1, v.Keeping.Len())
	}
	sec.Ends = v.Keeping.Turn() == rules.None
	themes, err := s.Themes()
	for _, t := range themes {
		sec.Themes = append(sec.Themes, string(t))
	}
	m.to(p).alone().add(sec)
	return err
}

// puzzleDay is the setting of the puzzle of the day.
func (m *Messages) puzzleDay(p db.Player) (templates.Setting, error) {
	d, err := analysis.DailyPuzzleOf(m.tx, p.ID)
	if err != nil || d == nil {
		return templates.Setting{Name: "puzzle", Value: "off"}, err
	}
	return templates.Setting{Name: "puzzle", Value: "daily", At: minuteOfDay(d.Minute)}, nil
}

func minuteOfDay(n int) string { return fmt.Sprintf("%02d:%02d", n/60, n%60) }

// PuzzleSetting says when a player's puzzle of the day comes.
func (m *Messages) PuzzleSetting(p db.Player) error {
	d, err := analysis.DailyPuzzleOf(m.tx, p.ID)
	if err != nil {
		return err
	}
	sec := &templates.PuzzleSet{Zone: club.ZoneName(p)}
	if d != nil {
		sec.At, sec.Next = minuteOfDay(d.Minute), inNamed(p, d.Due)
		sec.Digest = p.Digest != db.DigestOff && p.DigestMinute == d.Minute
		n, err := analysis.CountPuzzles(m.tx, "")
		if err != nil {
			return err
		}
		sec.Empty = n == 0
	}
	m.to(p).alone().add(sec)
	return nil
}
