package handler

import (
	"turnpost/mail"
	"turnpost/mail/club"
	"turnpost/mail/command"

	"turnpost/rules"
)

// understand makes commands of the writer's lines: step three. What is known of the
// letter and its writer is read before, and what needs a game is asked of asks; package
// understand does the rest, which is pure. Of who is no writer of ours, and of a letter
// of which nothing is kept, there is nothing to understand.
func (a *answer) understand() (m command.Meant, err error) {
	if a.writer.Stranger || a.in.TooLarge && a.writer.Confirming == nil {
		return m, nil
	}
	p, err := a.player()
	if err != nil {
		return m, err
	}
	a.reading.lang = p.Lang
	f := command.Facts{Proven: a.writer.Proven, Game: a.writer.Ticket.Game, Lang: p.Lang, Most: command.Most}
	if a.writer.Confirming != nil {
		f.Lines = a.letter.Lines
		return command.UnderstandAddress(a.desk.reader, f, asks{a}), nil
	}
	if !f.Proven { // more would not be quarantined
		a.letter.Shorten(mail.BriefOwn)
		f.Most = maxQuarantinedLines + 1
	}
	f.Lines, f.Old, f.Unwrapped = a.letter.Lines, a.letter.Doubtful, a.letter.Unwrapped
	if !isOurSubject(a.letter.Subject) {
		f.Subject = a.letter.Subject
	}
	switch {
	case a.writer.Ticket.Quarantine != 0:
		f.Answers, err = askedOf(a)
	case f.Proven:
		f.Leaving = p.Asked != ""
		f.Questions, err = questionsTo(a)
	}
	if err != nil {
		return m, err
	}
	return command.Understand(a.desk.reader, f, asks{a})
}

// asks is what the letter's lines ask of the games: it reads, and changes nothing.
type asks struct{ a *answer }

func (q asks) Candidates(c command.Line) []rules.Game { return q.a.candidates(c) }

func (q asks) Awaited(c command.Line) (invited, offered bool, err error) { return awaited(q.a, c) }

func (q asks) Board() command.TrialBoard {
	o := q.a.atHand()
	if o == nil {
		return nil
	}
	return board{o.table.Try(o.me, q.a.asOf())}
}

// board tries lines in a game.
type board struct{ *club.Trial }

// Play plays a line, if all of it can be played.
func (b board) Play(c command.Line) bool {
	before := b.Record
	if err := tryLine(b.Trial, c); err != nil {
		b.Record = before
		return false
	}
	return true
}
