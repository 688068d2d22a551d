package command

import (
	"slices"
	"strings"
	"unicode"

	"turnpost/mail"
)

// This file holds the rulings that put lines in doubt, as they may be a part of prose.

// doubts puts lines in doubt, with the code of the question about them. The first row that
// does so decides the code.
func (m *message) doubts(code string, these func(i int, l *decided) bool) {
	for i, l := range m.open {
		if l.doubt == "" && l.meant() && these(i, l) {
			l.doubt, l.row = code, m.row
		}
	}
}

func (m *message) ruleOld() {
	m.doubts("old-mail", func(_ int, l *decided) bool { return slices.Contains(m.Old, l.Text) })
}

func (m *message) ruleHTML() {
	if m.OnlyHTML {
		m.doubts("html", func(int, *decided) bool { return true })
	}
}

func (m *message) ruleUnsure() {
	m.doubts("unsure", func(_ int, l *decided) bool { return l.unsure })
}

func (m *message) ruleProse() {
	m.doubts("prose", func(i int, l *decided) bool {
		ply := strings.ToLower(strings.TrimRight(l.Args, ".!"))
		switch {
		case l.goesOn(m.around(i)):
			return true
		case !l.plays():
			return false
		case formless(ply, l.games):
			// "I pass" may answer the words or the question of the opponent.
			tells := len(strings.Fields(l.Args)) == 2 || firstWord(l.Text) != firstWord(l.Args)
			return m.answersSomething() && tells
		}
		// "The 12." may answer "When are you back?".
		_, number := listNumber(ply)
		return m.toWords() && number && !unicode.IsDigit([]rune(l.Text)[0])
	})
}

// answersSomething reports whether the message replies to words or a question of the opponent.
func (m *message) answersSomething() bool {
	return m.Asks.Words || m.Asks.Question != mail.AsksNothing && m.Asks.Question != mail.AsksUnknown
}

func (m *message) rulePerhaps() {
	words := false
	for _, l := range m.open {
		words = words || !l.meant() && len(strings.Fields(l.Text)) > 2
		if l.perhaps && words && l.doubt == "" && l.meant() {
			l.doubt, l.row = "prose", m.row
		}
	}
}

// maxAsked is about how many lines of a message the writer is asked.
const maxAsked = 3

func (m *message) ruleClear() {
	clear := false
	for _, l := range m.open {
		v, _ := m.Info(l.Verb)
		clear = clear || l.meant() && l.doubt == "" && !l.perhaps && (v.Proven || l.Verb == "") && !m.isWords(*l)
	}
	asked := 0
	for _, l := range m.open {
		if l.doubt == "" {
			continue
		}
		if asked++; clear || asked > maxAsked {
			m.talks(l)
		}
	}
}

func (m *message) ruleAmongWords() {
	if !slices.ContainsFunc(m.lines, func(l decided) bool { return !l.meant() && len(strings.Fields(l.Text)) > 2 }) {
		return
	}
	m.doubts("among-words", func(_ int, l *decided) bool { return l.Do == Resign{} || l.Do == Abort{} })
	m.doubts("ladder-among-words", func(_ int, l *decided) bool {
		do, ladder := l.Do.(Ladder)
		return ladder && do.What != ""
	})
}

// isWords reports whether a line is words, even if it has a verb: "If it falls as well I
// fear I must".
func (m *message) isWords(l decided) bool {
	v, _ := m.Info(l.Verb)
	switch l.Do.(type) {
	case nil:
		return !l.meant()
	case SetConditionals:
		return !l.meansConditionals(l.games)
	}
	return !v.Bare && len(strings.Fields(l.Args)) > 3 && !strings.Contains(l.Args, "@")
}

// around returns the words around a line.
func (m *message) around(i int) around {
	lines := m.lines
	out := around{apart: lines[i].apart, unwrapped: m.Unwrapped}
	below := i + 1
	if lines[i].item { // the words around the list are around each item
		for i > 0 && lines[i-1].item {
			i--
		}
		for below < len(lines) && lines[below].item {
			below++
		}
	}
	if i > 0 && m.isWords(lines[i-1]) {
		out.above = lines[i-1].Text
	}
	if below < len(lines) && (!lines[below].apart || lines[below-1].item) && m.isWords(lines[below]) {
		out.below = lines[below].Text
	}
	return out
}
