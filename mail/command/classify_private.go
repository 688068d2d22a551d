package command

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"turnpost/mail"
	"turnpost/templates"
)

// This file holds the rulings that keep lines from the opponent: signatures, plans and notes.
// What reads as a plan is decided by isSecret (plan.go), and by how it speaks of the opponent
// (aside.go). What a line holds that nobody may read, such as a reply token, is cut later by
// passedOn in package handler (words.go).

func (m *message) ruleSignature() {
	var out []string
	for end := len(m.lines); end > 0; {
		begin := end - 1 // of the last paragraph
		for begin > 0 && !m.lines[begin].apart && m.isTalk(begin-1) {
			begin--
		}
		first := m.signature(begin, end, len(out) > 0)
		if first == end {
			break
		}
		var texts []string
		for i := first; i < end; i++ {
			texts = append(texts, m.lines[i].Text)
			m.decide(&m.lines[i], IgnoreLine{m.lines[i].Line})
		}
		if out = append(texts, out...); first > begin {
			break
		}
		end = begin
	}
	if out = append(out, m.LeftOut...); len(out) > 0 {
		m.last, m.rows = append(m.last, LeaveOutSignature{out}), append(m.rows, m.row)
	}
}

// signature returns where a signature begins in a paragraph, or its end. below says that the
// next paragraph is one. Below a blank line it is all from the first line that is no sentence
// and no closing; else it is the last lines that are nothing but a number or an address.
func (m *message) signature(begin, end int, below bool) (first int) {
	contact := false
	for i := begin; i < end; i++ {
		if !m.isTalk(i) || m.lines[i].meant() {
			return end
		}
		contact = contact || mail.HasContact(m.lines[i].Text)
	}
	first = begin
	switch {
	case !contact:
		noTitle := func(l decided) bool { return !l.isTitle() }
		if !below || begin == 0 || slices.ContainsFunc(m.lines[begin:end], noTitle) {
			return end
		}
	case begin == 0 || !m.lines[begin].apart:
		for first = end; first > begin && m.lines[first-1].isContact(); {
			first--
		}
		return first
	}
	for contact && first < end-1 && !mail.HasContact(m.lines[first].Text) && (courteous(m.lines[first].Text) ||
		ends(m.lines[first].Text) && len(strings.Fields(m.lines[first].Text)) > 2) {
		first++
	}
	return first
}

// maxTitle is how many words a line has at most that names a person, a position or a company.
const maxTitle = 6

// isContact reports whether a line is nothing but a number or an address, and a word before it.
func (l decided) isContact() bool {
	words := 0
	for _, w := range strings.Fields(l.Text) {
		if !strings.ContainsFunc(w,
			func(r rune) bool { return !unicode.IsLetter(r) && !strings.ContainsRune(".:,", r) }) &&
			!strings.ContainsRune(strings.TrimRight(w, ".:,"), '.') {
			words++
		}
	}
	return words <= 1 && mail.HasContact(l.Text)
}

// isTitle reports whether a line may name a person, a position or a company: all its words are
// names but for those between them.
func (l decided) isTitle() bool {
	words := strings.Fields(l.Text)
	for _, w := range words {
		if startsLower(w) && utf8.RuneCountInString(w) > 3 {
			return false
		}
	}
	return len(words) <= maxTitle && !startsLower(l.Text) && !ends(l.Text) && !courteous(l.Text)
}

func (m *message) ruleSecret() {
	if m.atPuzzle() {
		return
	}
	known := m.known()
	alone := !slices.ContainsFunc(m.lines, func(l decided) bool { return l.meant() && !l.isProse() })
	for i := 0; i < len(m.lines); i++ {
		l := &m.lines[i]
		if !m.isTalk(i) || !m.isSecret(l, known) {
			continue
		}
		first, last := m.paragraph(i)
		kept := Ask{Code: "kept-secret", Line: l.Line, Kept: true, Hint: alone}
		var texts []string
		for j := first; j <= last; j++ {
			if m.isTalk(j) && !m.lines[j].courteous() || j == i {
				texts = append(texts, m.lines[j].Text)
				m.decide(&m.lines[j], IgnoreLine{m.lines[j].Line})
			}
		}
		kept.Line.Text = strings.Join(texts, " ")
		if kept.If = m.conditional(l, kept.Line.Text); alone && kept.If == "" {
			kept.Near = m.legalWithin(l.Text)
			off, noPly := unplayable(l.Line, l.games)
			if at := m.cellOf(l.Text); len(kept.Near) > 0 {
				kept.Code = "within"
			} else if ask, ok := m.otherNotation(l.Line); ok {
				kept.Code, kept.Args = ask.Code, ask.Args
			} else if off != "" {
				kept.Code, kept.Args = "no-such-cell", []any{off}
			} else if noPly {
				kept.Code = "nothing"
			} else if at != "" {
				kept = Ask{Code: "which-piece", Line: l.Line, Hint: true, Near: m.movesAt(at)}
				if len(kept.Near) == 0 {
					kept = Ask{Code: "no-move-there", Line: l.Line, Hint: true, Args: []any{at}}
				}
			}
		}
		m.decide(l, kept)
	}
}

// cellOf returns the one cell that a line names, with nothing but the announcement of a move around
// it: "pawn to d4"; "" if it is none, or the writer is not to move.
func (m *message) cellOf(line string) string {
	if m.Board == nil || !m.Board.Mine {
		return ""
	}
	words := strings.FieldsFunc(strings.ToLower(line), planSign)
	lead := strings.Join(words[:max(0, len(words)-1)], " ")
	if len(words) == 0 || !cell.MatchString(words[len(words)-1]) ||
		lead != "" && !spokenOf().lead[phraseOf(lead)] && !spokenOf().to[templates.Fold(lead)] {
		return ""
	}
	return words[len(words)-1]
}

// maxAt is how many moves at a cell are told.
const maxAt = 16

// movesAt returns the legal plies that end at a cell, or else those that begin there.
func (m *message) movesAt(at string) (moves []string) {
	var begin, end []string
	for _, ply := range listed(m.Board.Record.Position()) {
		cells := cellIn.FindAllString(string(ply), -1)
		switch {
		case len(cells) == 0:
		case cells[len(cells)-1] == at:
			end = append(end, string(ply))
		case cells[0] == at:
			begin = append(begin, string(ply))
		}
	}
	if len(end) > 0 {
		begin = end
	}
	return begin[:min(len(begin), maxAt)]
}

// isTalk reports whether a line that is not decided is for the opponent, unless it is secret.
// What stands below a note is part of the note, and what stands directly below a say is said.
func (m *message) isTalk(i int) bool {
	l := m.lines[i]
	if l.intents != nil || l.Verb != "" && !l.isProse() {
		return false
	}
	apart := false
	for j := i; j >= 0; j-- {
		switch m.lines[j].Do.(type) {
		case Note:
			return false
		case Say:
			return apart
		}
		if j < i && m.lines[j].meant() {
			break
		}
		apart = apart || m.lines[j].apart
	}
	return true
}

// paragraph returns the lines that belong to a secret one: those below it up to a blank line or
// a command, and those above it whose sentence goes on in it. Some programs put a blank line
// between any two lines: no paragraph ends there in the midst of a sentence.
func (m *message) paragraph(i int) (first, last int) {
	apart := func(i int) bool {
		return m.lines[i].apart && (ends(m.lines[i-1].Text) || !startsLower(m.lines[i].Text))
	}
	for first = i; first > 0 && !apart(first) && m.isTalk(first-1) && !m.lines[first-1].courteous(); first-- {
		above, word := m.lines[first-1].Text, firstWord(m.lines[first].Text)
		wrapped := !m.Unwrapped && utf8.RuneCountInString(above)+1+utf8.RuneCountInString(word) > wrapAt
		if ends(above) && !strings.HasSuffix(above, ":") || !wrapped && !startsLower(m.lines[first].Text) {
			break
		}
	}
	for last = i; last+1 < len(m.lines) && !apart(last+1) && m.isTalk(last+1); last++ {
	}
	return first, last
}
