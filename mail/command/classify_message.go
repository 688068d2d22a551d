package command

import (
	"slices"
	"strconv"
	"strings"

	"turnpost/mail"
)

// This file holds the rulings about what a message is about: the first of the table in
// classify.go.

func (m *message) ruleAddress() {
	if !m.Confirming {
		return
	}
	words := slices.ContainsFunc(m.lines, func(l decided) bool { return !l.meant() && len(strings.Fields(l.Text)) > 2 })
	yes, no := false, false
	for _, l := range m.open {
		// An "ok" among words may be for somebody else.
		yes, no = yes || l.Do == Yes{} && !(l.perhaps && words), no || l.Do == No{}
	}
	if yes || no {
		m.begin(ConfirmAddress{Yes: !no})
	}
	m.drop(func(*decided) bool { return true })
}

func (m *message) ruleSubject() {
	subject := m.undecided(m.Subject)
	if slices.ContainsFunc(subject, decided.meant) && !slices.ContainsFunc(m.lines, decided.meant) {
		for i := range subject {
			subject[i].row = m.row
		}
		m.lines = append(subject, m.lines...)
	}
}

func (m *message) ruleListNumber() {
	for i, l := range m.lines {
		if l.Game == 0 || l.Verb != "" || l.Args != "" || len(m.Games[l.Game].Rules) > 0 || m.Board == nil {
			continue
		}
		number := m.Read(strconv.FormatInt(l.Game, 10), m.Lang)
		if _, ok := m.Board.play(m.Board.Record, number); !ok {
			continue
		}
		number.Text, number.apart = l.Text, l.apart
		m.lines[i] = m.undecided([]Line{number})[0]
		m.lines[i].row = m.row
	}
}

func (m *message) ruleYesAndNo() {
	var yes, no bool
	for _, l := range m.open {
		switch l.Do.(type) {
		case Yes, Accept:
			yes = yes || !l.perhaps
		case No:
			no = true
		}
	}
	if !m.atHand().Invited || !yes || !no {
		return
	}
	for _, l := range m.open {
		switch l.Do.(type) {
		case Yes, Accept:
			m.talks(l)
		case No:
			m.refuse(l.Line, "yes-and-no")
			m.talks(l)
		}
	}
}

func (m *message) ruleAgreement() {
	m.question = m.questionAsked()
	if m.Quarantine != nil {
		return
	}
	acts, plays := false, slices.ContainsFunc(m.lines, decided.plays)
	for _, l := range m.open {
		v, _ := m.Info(l.Verb)
		acts = acts || !l.perhaps && l.meant() && (v.Proven || l.Verb == "")
	}
	for _, l := range m.open {
		asked, before := m.Games[m.named(l.Line)], l.Verb
		invited := asked.Invited && (l.Game != 0 || m.asksOnly(mail.AsksInvitation))
		yes := l.Do == Yes{}
		accept := l.Do == Accept{}
		no := l.Do == No{}
		draw, drawn := l.Do.(AnswerDraw)
		switch {
		case drawn && plays && !(draw.Yes && asked.Offer == mail.AsksDraw):
			m.talks(l) // a move says no by itself
		case no && invited:
			l.Verb, l.Do = VerbDecline, Decline{}
		case !yes && !accept:
		case l.perhaps && acts:
			m.talks(l)
		case yes && invited:
			l.Verb, l.Do, l.perhaps = VerbAccept, Accept{}, false
		case accept && l.perhaps && asked.Invited:
			l.perhaps = false
		case accept && asked.Offer != "" && !l.perhaps:
			l.Verb, l.Do = VerbYes, Yes{}
		case !l.perhaps:
		case accept:
			m.talks(l)
		case asked.Invited, asked.Offer != "", m.Leaving != "" && m.Game == 0, m.question != nil && m.question.Stands:
		default:
			m.talks(l)
		}
		if l.Verb != before {
			l.row = m.row
		}
	}
}

// asksOnly reports whether the message replies to one that asks this, and carries no words.
func (m *message) asksOnly(q mail.Question) bool { return m.Asks == mail.AskedQuestion{Question: q} }

// toWords reports whether the message replies to one that carries words of another player and
// asks nothing.
func (m *message) toWords() bool {
	return m.Asks == mail.AskedQuestion{Question: mail.AsksNothing, Words: true}
}

// passesWords reports whether words alone go to the opponent: in reply to words, or to a message about
// a game that ended lately, if no program may have written them.
func (m *message) passesWords() bool {
	if m.Automatic || m.Board != nil && m.Board.Opponent == "" {
		return false
	}
	nothing := mail.AskedQuestion{Question: mail.AsksNothing}
	return m.toWords() || m.Board != nil && m.Board.Lately && m.Asks == nothing
}

// questionAsked returns the question that the message concerns: the one that it answers, or
// else the newest about a game that it names; nil if there is none.
func (m *message) questionAsked() (found *AskedLine) {
	for _, q := range m.Questions {
		if q.Replied {
			return &q
		}
		if found == nil &&
			slices.ContainsFunc(m.lines, func(l decided) bool { return m.named(l.Line) == q.Line.Game }) {
			found = &q
		}
	}
	return found
}

func (m *message) ruleCancel() {
	for _, l := range m.open {
		if (l.Do == Undo{}) && m.Board != nil && m.named(l.Line) == m.Game && !m.Board.moved() && !m.Board.Over &&
			spokenOf().cancel[phraseOf(l.Typed)] {
			l.Verb, l.Do, l.row = VerbAbort, Abort{}, m.row
		}
	}
}

// quotes are signs around a name.
const quotes = `"'“”„«»‹›`

func (m *message) ruleCalled() {
	for _, l := range m.open {
		// "Eve (#12)" is how the settings list somebody.
		name, number, numbered := strings.Cut(strings.Trim(l.Args, " .,!;"+quotes), " (#")
		name = strings.Trim(name, quotes)
		words := proseWords(name)
		if _, misread := l.Do.(Misread); !misread || !l.hides() || len(words) == 0 || len(words) > maxName || l.question ||
			strings.Contains(name, "@") {
			continue
		}
		namely := !isCommon(words[0]) && !l.ofSomebody(words)
		unblocks := l.Verb == VerbUnblock
		// Whom the writer has blocked may be called anything. Whatever else is written like a name is answered like
		// one, which does not show who is called so.
		guessed := unblocks && namely && len(words) < 3 && !startsLower(name)
		if unblocks && numbered {
			name += " (#" + number
		}
		if !guessed && !((unblocks || namely) && m.Called != nil && m.Called(l.Verb, name)) {
			continue
		}
		switch l.row = m.row; l.Verb {
		case VerbBlock, VerbUnblock:
			l.Do = Block{Name: name, Off: unblocks}
		default:
			l.Do = Mute{Name: name, Off: l.Verb == VerbUnmute}
		}
	}
}

func (m *message) ruleSentence() {
	plays := slices.ContainsFunc(m.lines, decided.plays)
	for _, l := range m.open {
		if l.Verb == "" || l.Game != 0 || !l.isSaid(l.games) {
			continue
		}
		_, named := l.Do.(Name)
		switch {
		case plays, m.toOpponent(l.hides()) && (l.digresses() || l.hides() || l.looks()):
			m.talks(l)
		case named:
			m.hints(l, Ask{Code: "usage", Args: []any{l.Verb}})
		}
	}
}

// toOpponent reports whether words of the message go to the opponent, or its writer is asked whether they
// are to. A line that may be an attempt to be left alone goes there only in the first case.
func (m *message) toOpponent(leaves bool) bool {
	return m.passesWords() || !leaves && m.Board != nil && m.Board.Opponent != ""
}
