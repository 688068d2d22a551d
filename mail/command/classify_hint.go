package command

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"turnpost/mail"
	"turnpost/rules"
)

// This file holds the rulings about a message that is all talk. They find what may have been
// meant, and say how to write it.

// findsMoves adds a hint about moves or commands that stand elsewhere. If it is only one move, a
// yes may answer it.
func (m *message) findsMoves(code string, near []string) {
	ask := Ask{Code: code, Near: near}
	if len(near) == 1 && m.Read(near[0], m.Lang).Verb == "" {
		ask = m.stores(ask)
	}
	m.finds(ask)
}

// finds adds hints about the message.
func (m *message) finds(asks ...Ask) {
	for _, ask := range asks {
		ask.Hint = true
		m.last, m.rows = append(m.last, ask), append(m.rows, m.row)
	}
}

// answersUs reports whether the message answers a question of ours, or is refused before its
// lines.
func (m *message) answersUs() bool {
	return slices.ContainsFunc(m.first, func(in Intent) bool {
		lapsed, ok := in.(EndQuestion)
		return !ok || lapsed.No != nil
	})
}

// lost returns the lines of talk of a message, if it holds nothing else, not even a hint.
func (m *message) lost() (talk []Line, lost bool) {
	if m.answersUs() {
		return nil, false
	}
	for _, l := range m.lines {
		for _, in := range l.intents {
			switch in := in.(type) {
			case IgnoreLine, LeaveOutSignature:
			case Talk:
				if in.Hint != nil {
					return nil, false
				}
				talk = append(talk, in.Line)
			default:
				return nil, false
			}
		}
	}
	hints := slices.ContainsFunc(m.last, func(in Intent) bool { _, out := in.(LeaveOutSignature); return !out })
	return talk, !hints
}

// maxGuesses is for how many lines something is proposed, and maxSearched how many lines are
// searched, where each word is tried as a ply.
const maxGuesses, maxSearched = 3, 30

func (m *message) ruleMoreTime() {
	talk, lost := m.lost()
	if !lost || len(talk) != 1 || m.atPuzzle() || m.atHand().Invited {
		return
	}
	s, words := spokenOf(), proseWords(talk[0].Text)
	if len(words) > maxMoreTime || !slices.ContainsFunc(words, func(w string) bool { return s.time[w] }) ||
		!slices.ContainsFunc(words, func(w string) bool { return s.extend[w] }) {
		return
	}
	help := m.wordFor(VerbHelp, m.Lang) + " " + m.wordFor(VerbVacation, m.Lang)
	m.finds(Ask{Code: "more-time", Line: talk[0], Near: []string{help}, Kept: m.Board != nil && m.Board.Opponent != ""})
}

// maxMoreTime is how many words a line has at most that asks for time.
const maxMoreTime = 10

func (m *message) ruleWithin() {
	talk, lost := m.lost()
	for i, l := range talk {
		if !lost || i == maxSearched || len(m.last) == maxGuesses {
			break
		}
		if near := m.within(l.Text); len(near) > 0 {
			m.finds(Ask{Code: "within", Line: l, Near: near})
		}
	}
}

func (m *message) ruleNotation() {
	talk, lost := m.lost()
	if !lost || len(m.last) > 0 {
		return
	}
	for _, l := range talk[:min(len(talk), maxSearched)] {
		if ask, ok := m.otherNotation(l); ok {
			m.finds(ask)
			return
		}
	}
}

// otherNotation says how plies of the game at hand are written, if a line is a ply in the notation
// of another game: "d4" where the letters of columns are plies, "e2e4" where one cell is, "11-15".
func (m *message) otherNotation(l Line) (Ask, bool) {
	text := rules.Clean(undrawn(unannounced(l.Text)))
	if m.Board == nil || len(text) > maxPly ||
		!strings.ContainsFunc(text, unicode.IsDigit) {
		return Ask{}, false
	}
	g := m.Board.Record.Game().In(m.Lang)
	example := string(g.Start().Legal()[0])
	cells := onlyCells.MatchString(text)
	off, noPly := unplayable(l, []rules.Game{g})
	switch {
	case g.HasForm(text),
		!cells && !slices.ContainsFunc(m.games, func(g rules.Game) bool { return g.HasForm(text) }):
		return Ask{}, false
	case cells && cellIn.MatchString(example) && (off != "" || !noPly):
		return Ask{}, false // there is no such cell, or a cell is a part of a ply
	}
	ask := Ask{Code: "notation", Line: l, Args: []any{g.Title, strings.TrimRight(g.Notation, ".")}}
	if g.Notation == "" {
		ask.Code, ask.Args = "notation-like", []any{g.Title, example}
	}
	return ask, true
}

// maxTicked is how many marked moves are proposed: as many as a row of our list has.
const maxTicked = 12

func (m *message) ruleTicked() {
	if _, lost := m.lost(); !lost || m.Board == nil || !m.Board.Mine {
		return
	}
	var legal []string
	for _, text := range m.Ticked {
		ply, err := m.Board.Record.Parse(text)
		if err == nil && len(legal) < maxTicked && !slices.Contains(legal, string(ply)) {
			legal = append(legal, string(ply))
		}
	}
	if len(legal) > 0 {
		m.findsMoves("ticked", legal)
	}
}

func (m *message) ruleElsewhere() {
	for _, place := range []struct {
		code  string
		lines []Line
	}{{"quoted", m.Quoted}, {"in-subject", m.OurSubject}} {
		var near []string
		for _, l := range place.lines {
			text := m.clear(l)
			if text != "" && len(near) < maxAsked && !slices.Contains(near, text) {
				near = append(near, text)
			}
		}
		if _, lost := m.lost(); lost && len(near) > 0 {
			m.findsMoves(place.code, near)
		}
	}
}

// clear returns a line as it would be carried out, if it is a ply that can be played now or a
// command without arguments; else "".
func (m *message) clear(l Line) string {
	if l.question || l.Game != 0 && l.Game != m.Game {
		return ""
	}
	if l.Verb == "" {
		if m.Board == nil {
			return ""
		}
		next, ok := m.Board.play(m.Board.Record, l)
		if !ok {
			return ""
		}
		return string(m.Board.plies(next)[0])
	}
	v, _ := m.Info(l.Verb)
	agrees := l.Do == Yes{}
	refuses := l.Do == No{}
	switch {
	case (agrees || refuses) && m.atHand().Invited:
		return m.answering(v, l.Typed, l.Langs)
	case (agrees || refuses) && m.atHand().Offer == mail.AsksUnknown, !v.Bare, l.perhaps:
		return ""
	}
	return m.wordFor(l.Verb, m.Lang)
}

func (m *message) ruleExplain() {
	talk, lost := m.lost()
	if !lost || m.Unread != "" && len(talk) == 0 || len(talk) > 0 && m.Puzzle != nil && m.Puzzle.Record != nil {
		return
	}
	asks := slices.ContainsFunc(talk, func(l Line) bool { return asks(l.Text) })
	greets := len(talk) > 0 && !slices.ContainsFunc(talk, func(l Line) bool { return !l.courteous() })
	// Our messages say how to answer them; only an invitation may leave questions open.
	if m.Reply && m.atHand().Invited && asks || !m.Reply && (asks || greets || m.First && m.Unread == "") {
		m.finds(Ask{Code: Explain})
	}
}

// hasWord reports whether a text has a word of at least two letters and no digit.
func hasWord(text string) bool {
	return slices.ContainsFunc(strings.FieldsFunc(text, planSign), func(word string) bool {
		return utf8.RuneCountInString(word) > 1 && !strings.ContainsFunc(word, unicode.IsDigit)
	})
}

// MaxSaidAfter is how many characters of words are kept to be said after a yes or by a tap: mail
// programs cut longer links.
const MaxSaidAfter = 1000

func (m *message) ruleSayTo() {
	talk, lost := m.lost()
	switch {
	case !lost || len(talk) == 0 || !m.Proven:
		return
	case m.atHand().Invited:
		m.finds(Ask{Code: "invited", Line: talk[0],
			Near: []string{m.wordFor(VerbAccept, m.Lang), m.wordFor(VerbDecline, m.Lang)}})
		return
	case m.Board == nil || m.Board.Opponent == "":
		return
	}
	texts := make([]string, len(talk))
	for i, l := range talk {
		texts[i] = l.Text
	}
	said := strings.Join(texts, " ")
	if utf8.RuneCountInString(said) > MaxSaidAfter || !hasWord(said) {
		return
	}
	if m.atHand().Offer != mail.AsksUnknown { // a yes would be for two things
		m.finds(Ask{Code: "nothing", Line: Line{Text: said}, Kept: true})
		return
	}
	m.finds(Ask{Code: "say-to", Line: talk[0], Args: []any{m.Board.Opponent},
		Stored: fmt.Sprintf("#%d say %s", m.Game, said), Plays: true})
}

func (m *message) ruleNothing() {
	talk, lost := m.lost()
	switch {
	case !lost:
	case len(talk) == 0 && m.Unread != "":
		m.finds(Ask{Code: "unread-" + m.Unread})
	case len(talk) == 0:
		m.finds(Ask{Code: "empty"})
	case m.Puzzle == nil || m.Puzzle.Record == nil:
		m.finds(Ask{Code: "nothing", Line: talk[0]})
	default:
		m.finds(m.Puzzle.example(talk[0]))
	}
}
