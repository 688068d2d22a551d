package command

import (
	"slices"
	"strings"

	"turnpost/mail"
)

// This file holds the rulings about a yes or no: to a question of ours about a quarantined
// message or a line, and to what the message asks that is replied to.

func (m *message) ruleQuarantine() {
	if m.Quarantine == nil {
		return
	}
	var said *decided
	answers := func(l *decided) bool { return (l.Do == Yes{} || l.Do == No{}) && l.Game == 0 }
	for _, l := range m.open {
		if answers(l) && (said == nil || l.Do == No{}) { // no is safer
			said = l
		}
	}
	if said == nil {
		return
	}
	answer := said.Line
	m.drop(func(l *decided) bool { // words beside it are for nobody
		return !l.meant() || answers(l)
	})
	asked, next := m.Quarantine.about()
	waiting := len(m.Quarantine.Waiting)
	switch {
	case answer.Do == No{} && asked != nil:
		m.begin(DropQuarantined{Said: answer, Message: *asked, Next: next, Left: waiting - 1})
	case m.Quarantine.Shown && asked != nil:
		m.begin(ConfirmQuarantined{*asked})
		m.lines = append(m.lines, m.undecided(m.ReadAll(asked.Lines, m.Lang))...)
	case !m.Quarantine.Shown && waiting > 0:
		if asked == nil {
			asked = next // that one is gone, and others wait
		}
		m.begin(ShowQuarantined{*asked, waiting})
	default:
		m.refuse(answer, "held-over")
	}
}

// about returns the quarantined message that the question was about, and the newest of the
// others; nil if there is none.
func (a *AskedQuarantine) about() (asked, next *Quarantined) {
	for _, h := range a.Waiting {
		switch {
		case h.ID == a.ID:
			asked = &h
		case next == nil:
			next = &h
		}
	}
	return asked, next
}

func (m *message) ruleMeant() {
	q := m.question
	if q == nil || m.Quarantine != nil {
		return
	}
	offered := m.Games[m.named(q.Line)].Offer != ""
	lapsed := EndQuestion{Question: q.ID}
	for _, l := range m.open {
		yes := l.Do == Yes{}
		no := l.Do == No{}
		switch {
		case !yes && !no || l.doubt != "" || l.Game != 0 && l.Game != q.Line.Game:
			continue
		case !q.Replied && (no || offered || m.named(l.Line) != q.Line.Game):
			continue // a yes to another message answers that one
		case offered:
			m.refuse(l.Line, "yes-to-what")
		case no:
			said := l.Line
			lapsed.No = &said
		case q.Line.Verb != VerbSay && (!q.Stands || q.Line.Verb != "" || m.Asks.Words):
			m.refuse(l.Line, "yes-alone", strings.TrimRight(q.Line.Typed, ".!"))
		default:
			*l = m.undecided([]Line{q.Line})[0]
			l.row = m.row
			m.begin(ConfirmLine{q.ID})
			return
		}
		m.begin(lapsed)
		m.decide(l, IgnoreLine{l.Line})
		return
	}
	m.begin(lapsed)
}

func (m *message) ruleAnswer() {
	for _, l := range m.open {
		cup := m.Asks.Question == mail.AsksCup && l.Game == 0 // which is an invitation, too
		yes := l.Do == Yes{} || cup && l.Do == Accept{}
		no := l.Do == No{} || cup && l.Do == Decline{}
		draw, drawn := l.Do.(AnswerDraw)
		switch {
		case drawn:
			m.decide(l, m.answersDraw(l.Line, draw.Yes)...)
		case l.wonders && m.Games[m.named(l.Line)].Offer == mail.AsksDraw:
			m.decide(l, Ask{Code: "answers-" + string(mail.AsksDraw), Line: l.Line})
		case !yes && !no:
		case l.Game == 0 && m.Game == 0:
			m.decide(l, m.answersAside(l.Line, yes))
		default:
			m.decide(l, m.answers(l.Line, yes)...)
		}
	}
}

// answers returns what a yes or no means that names a game, or replies in one.
func (m *message) answers(l Line, yes bool) []Intent {
	state := m.Games[m.named(l)]
	to := state.Offer
	if state.Invited {
		to = mail.AsksInvitation
	}
	switch {
	case l.Game != 0 && (l.Game != m.Game || !m.asksAnother(to)), to != "" && m.asksOnly(to), to == "" && !m.toWords():
		return []Intent{Answer{Line: l, To: to, Yes: yes}}
	case to == "":
		return []Intent{Talk{Line: Line{Text: l.Text}}}
	case m.toWords() && to != mail.AsksInvitation:
		return []Intent{Talk{Line: Line{Text: l.Text}}, Ask{Code: wordsAnswered + string(to), Line: l}}
	}
	return []Intent{Ask{Code: "answers-" + string(to), Line: l}}
}

// answersDraw returns what a line means that answers the offer of a draw by name.
func (m *message) answersDraw(l Line, yes bool) []Intent {
	state := m.Games[m.named(l)]
	switch {
	case m.named(l) == 0:
		return []Intent{m.answersAside(l, yes)}
	case state.Offer == mail.AsksDraw && yes:
		l.Verb, l.Args, l.Do = VerbDraw, "", Draw{}
		return []Intent{Do{Line: l}}
	case state.Offer == mail.AsksDraw && l.Game == 0 && !m.asksAnother(mail.AsksDraw):
		return []Intent{Answer{Line: l, To: mail.AsksDraw}}
	case state.Invited:
		return []Intent{Ask{Code: "answers-" + string(mail.AsksInvitation), Line: l}}
	case state.Offer != "" && state.Offer != mail.AsksDraw:
		return []Intent{Ask{Code: "answers-" + string(state.Offer), Line: l}}
	}
	return m.answers(l, yes)
}

// wordsAnswered begins the codes that say which offer stands to the writer of a yes to words.
const wordsAnswered = "answers-words-"

// asksAnother reports whether the message replies to one that asks something else than q.
func (m *message) asksAnother(q mail.Question) bool {
	switch m.Asks.Question {
	case mail.AsksDraw, mail.AsksUndo, mail.AsksResume, mail.AsksForgive, mail.AsksBreak:
		return q != "" && m.Asks.Question != q
	}
	return false
}

// answersAside returns what a yes or no means that names no game and replies in none.
func (m *message) answersAside(l Line, yes bool) Intent {
	offered := slices.IndexFunc(m.UnderWay, func(g RunningGame) bool { return g.Offered })
	switch q := m.Asks.Question; {
	case q == mail.AsksStop, q == mail.AsksForget, q == mail.AsksLeave, q == mail.AsksCup:
		return Answer{Line: l, To: q, Yes: yes}
	case offered >= 0:
		return Ask{Code: "which-game", Line: l, Candidates: []int64{m.UnderWay[offered].ID}, Args: []any{l.Typed}}
	case m.Leaving != "":
		return Ask{Code: "answers-" + string(m.Leaving), Line: l}
	}
	return Ask{Code: "nothing-asked", Line: l}
}
