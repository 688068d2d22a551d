package command

import (
	"slices"

	"turnpost/rules"
)

// This file holds the rulings about lines that are too many, or that would spoil a clear move:
// the same move once more, and codes that are no move.

func (m *message) ruleTooMany() {
	n := 0
	for i, l := range m.open {
		if l.meant() {
			n++
		}
		if n > m.Most {
			m.refuse(Line{}, "too-many", m.Most)
			m.lines = m.lines[:i]
			return
		}
	}
}

// rivals yields the lines with the form of plies for the game at hand, if there are several
// and one of them is clear, which is a text that can be played. played is the board after
// this line and those before it, as far as they can be played; fails says that this one
// cannot.
func (m *message) rivals(yield func(l *decided, fails bool, played *rules.Record) bool) {
	plays := func(l *decided) bool {
		return l.plays() && l.doubt == "" && !l.question && m.named(l.Line) == m.Game
	}
	clear, several := false, 0
	if m.Board == nil || !m.Proven {
		return
	}
	for _, l := range m.open {
		if !plays(l) {
			continue
		}
		several++
		if _, number := listNumber(l.Args); !number && !clear {
			_, clear = m.Board.play(m.Board.Record, l.Line)
		}
	}
	if !clear || several < 2 {
		return
	}
	played := m.Board.Record
	for _, l := range m.open {
		if !plays(l) {
			continue
		}
		next, ok := m.Board.play(played, l.Line)
		if ok {
			played = next
		}
		if !yield(l, !ok, played) {
			return
		}
	}
}

func (m *message) ruleAgain() {
	m.rivals(func(l *decided, fails bool, played *rules.Record) bool {
		alone, ok := m.Board.play(m.Board.Record, l.Line)
		if !fails || !ok {
			return true
		}
		again := m.Board.plies(alone)
		for _, ply := range again {
			if !slices.Contains(m.Board.plies(played), ply) {
				return true
			}
		}
		if len(again) > 0 {
			m.decide(l, IgnoreLine{l.Line})
		}
		return true
	})
}

func (m *message) ruleCode() {
	for _, l := range m.open {
		if l.plays() && l.isPhrase(l.games) && l.wishes() && m.toOpponent(false) {
			m.talks(l)
		}
	}
	m.rivals(func(l *decided, fails bool, _ *rules.Record) bool {
		if fails && (l.isCode() || l.isPhrase(l.games)) {
			m.talks(l)
		}
		return true
	})
}
