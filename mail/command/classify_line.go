package command

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"turnpost/rules"
)

// This file holds the rulings that decide each line: moves, commands, and words.

func (m *message) ruleBegun() {
	var begun []rules.Game
	for _, l := range m.open {
		if m.named(l.Line) == 0 {
			l.games = append(slices.Clone(l.games), begun...)
		}
		switch do := l.Do.(type) {
		case Accept, Rematch:
			if id := m.named(l.Line); id != 0 {
				begun = append(begun, m.Games[id].Rules...)
			} else {
				begun = m.games
			}
		case Challenge:
			if do.Wrong == nil && (do.Bot || do.Ladder) {
				begun = append(begun, do.Proposed.Game)
			}
		}
	}
}

func (m *message) ruleLooked() {
	looked := map[string]bool{}
	for _, l := range m.open {
		if v, ok := m.Info(l.Verb); !ok || v.Group != GroupLooking {
			continue
		}
		what := strings.ToLower(
			strings.Join(append([]string{fmt.Sprint(l.Game), string(l.Verb)}, strings.Fields(l.Args)...),
				" "))
		if looked[what] {
			m.decide(l, IgnoreLine{l.Line})
		}
		looked[what] = true
	}
}

func (m *message) ruleAsked() {
	asked := 0
	for _, l := range m.open {
		if l.doubt != "" {
			asked++
		}
	}
	for _, l := range m.open {
		if l.doubt == "" {
			continue
		}
		near, preview := l.Typed, false
		if l.Verb == "" {
			near = l.Args
			if m.Board != nil && m.named(l.Line) == m.Game {
				if next, ok := m.Board.play(m.Board.Record, l.Line); ok {
					near, preview = joinedPlies(m.Board.plies(next)), l.unsure
				}
			}
		}
		ask := Ask{Code: l.doubt, Line: l.Line, Near: []string{strings.TrimRight(near, ".!")}, Meant: true,
			Preview: preview}
		if asked == 1 {
			ask = m.stores(ask)
		}
		m.decide(l, ask)
	}
}

// stores returns a question about one line as it is stored, so that a yes may answer it. Commands
// must be written again: they may be the opponent's, quoted without a mark.
func (m *message) stores(ask Ask) Ask {
	game := m.named(ask.Line)
	switch ask.Line.Do.(type) {
	case Yes, No, Accept:
		return ask // a yes needs no other yes
	}
	if game == 0 || !m.Proven {
		return ask
	}
	ask.Stored = fmt.Sprintf("#%d %s", game, ask.Near[0])
	if ask.Line.Verb == "" && m.Games[game].Offer == "" {
		ask.Code, ask.Plays = ask.Code+"-yes", true
	}
	return ask
}

func (m *message) rulePlay() {
	for _, l := range m.open {
		if l.plays() {
			play := Play{Line: l.Line, Text: joined(l.Args, l.lang), Question: l.question}
			play.Number, play.Numbered = listNumber(l.Args)
			if m.Proven {
				m.decide(l, play)
			} else {
				m.decide(l, NeedsProof{Line: l.Line})
			}
		}
	}
}

// words yields the lines without a verb that are not decided.
func (m *message) words(yield func(l *decided) bool) {
	for _, l := range m.open {
		if l.Verb == "" && !yield(l) {
			return
		}
	}
}

// isQuestion reports whether a line is only a command with a question mark, and returns the
// command.
func (m *message) isQuestion(l *decided) (command string, ok bool) {
	if !l.question {
		return "", false
	}
	if word := l.bareWord(); word != "" {
		_, _, ok = m.called(word, "")
		return word, ok
	}
	command = strings.TrimRight(l.Typed, "?!. ")
	if strings.Contains(command, "?") {
		return "", false
	}
	sure := m.Read(command, m.Lang)
	_, misread := sure.Do.(Misread)
	return command, sure.Verb != "" && !misread && !m.isWords(decided{Line: sure, games: l.games}) &&
		!sure.isSaid(l.games)
}

func (m *message) ruleSlip() {
	for l := range m.words {
		if near := m.near(l.bareWord(), m.Lang); len(near) > 0 && !l.question {
			m.decide(l, Ask{Code: "unknown", Line: l.Line, Near: near})
		}
	}
}

func (m *message) ruleNumbered() {
	for l := range m.words {
		switch {
		case l.Game == 0:
		case m.Games[l.Game].Yours:
			m.decide(l, Ask{Code: "unknown", Line: l.Line})
		default:
			m.decide(l, Ask{Code: "no-such-game", Line: l.Line, Args: []any{l.Game}})
		}
	}
}

// isProse reports whether a line begins with a verb that takes plies, and has none there: "If
// he plays c5-c4".
func (l decided) isProse() bool {
	switch l.Do.(type) {
	case SetConditionals:
		return !l.meansConditionals(l.games)
	case Preview:
		return l.Args != "" && !l.looksLikePlies(l.games)
	}
	return false
}

// hints turns a line into words with a hint.
func (m *message) hints(l *decided, ask Ask) {
	ask.Line, ask.Hint = l.Line, true
	m.decide(l, Talk{Line: l.Line, Hint: &ask})
}

func (m *message) ruleQuestion() {
	for l := range m.words {
		if command, ok := m.isQuestion(l); ok {
			m.hints(l, Ask{Code: "question", Near: []string{command}})
		}
	}
}

func (m *message) ruleVerbFirst() {
	for l := range m.words {
		word := firstWord(l.Args)
		v, langs, ok := m.called(word, "")
		offered := v.answers() && m.atHand().Offer != ""
		if (l.digresses() || v.second != "" && !l.completes(m.Reader, v)) && !offered &&
			m.toOpponent(v.Group == GroupLeaving) {
			l.prose = ok
			continue
		}
		if l.bareWord() == "" && ok && v.Bare && !(v.answers() && (m.atPuzzle() || m.toWords())) {
			m.hints(l, Ask{Code: "unknown", Near: []string{m.answering(v, word, langs)}})
		}
	}
}

func (m *message) ruleRespelt() {
	for l := range m.words {
		if meant := m.respelt(l.Typed, m.Lang); meant != "" && l.bareWord() == "" {
			m.hints(l, Ask{Code: "unknown", Near: []string{meant}})
		}
	}
}

func (m *message) ruleTalk() {
	for l := range m.words {
		m.decide(l, Talk{Line: l.Line})
	}
}

func (m *message) ruleProof() {
	for _, l := range m.open {
		yes := l.Do == Yes{}
		no := l.Do == No{}
		switch v, _ := m.Info(l.Verb); {
		case !v.Proven || m.Proven:
		case (yes || no) && l.Game == 0: // without the message that it answers, it means nothing later
			m.decide(l, Ask{Code: "unproven", Line: l.Line})
		default:
			m.decide(l, NeedsProof{Line: l.Line})
		}
	}
}

func (m *message) ruleMisread() {
	for _, l := range m.open {
		if wrong, ok := l.Do.(Misread); ok {
			// A writer who believes that somebody is blocked is told in any case.
			short := l.hides() && !l.isSaid(nil)
			m.decide(l, Ask{Code: wrong.Code, Line: l.Line, Args: wrong.Args, Near: wrong.Near, Hint: wrong.Hint &&
				!short})
		}
	}
}

func (m *message) ruleIfProse() {
	proseBehind[SetConditionals](m, VerbIf,
		func(l *decided) bool { return !strings.ContainsFunc(l.Text, unicode.IsDigit) })
}

func (m *message) rulePreviewProse() {
	proseBehind[Preview](m, VerbPreview, func(l *decided) bool { return l.digresses() })
}

// proseBehind decides lines with prose behind a verb of the command C: words to the opponent if isTalk
// says so, and else the writer reads how the command is written.
func proseBehind[C any](m *message, verb Verb, isTalk func(l *decided) bool) {
	for _, l := range m.open {
		if _, ok := l.Do.(C); !ok || !l.isProse() {
			continue
		}
		if m.toOpponent(false) && isTalk(l) {
			m.talks(l)
			m.decide(l, Talk{Line: l.Line})
		} else {
			m.hints(l, Ask{Code: "usage", Args: []any{verb}})
		}
	}
}

func (m *message) ruleDo() {
	for _, l := range m.open {
		m.decide(l, Do{Line: l.Line})
	}
}
