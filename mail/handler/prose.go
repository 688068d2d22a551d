package handler

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"turnpost/db"
	"turnpost/mail/club"
	"turnpost/mail/command"

	"turnpost/templates"
)

// What may be a piece of the writer's prose is never carried out (command.Doubts). The
// writer is asked whether it was meant, and a yes in reply to that letter plays a ply.

// asksWhether asks the writer whether a line was meant.
func asksWhether(a *answer, c command.Line) error {
	a.reading.asked = append(a.reading.asked, c)
	near := c.Typed
	if c.Verb == "" {
		near = c.Args
		if o := a.atHand(); o != nil && c.Game == 0 {
			if err := tryLine(o.trial, c); err == nil {
				near = string(o.trial.Plies()[len(o.trial.Plies())-1])
			}
			o.trial.Drop()
		}
	}
	a.problem(c, &club.Refusal{Code: c.Doubt, Near: []string{strings.TrimRight(near, ".!")}})
	return nil
}

// keepsQuestion keeps the line that the writer was asked about, and tells the writer
// that a yes does it where one does: to a ply alone. What ends a game, or changes more,
// may be the opponent's, quoted without a mark: it is to be written again. An empty line
// before it, which no letter's lines begin with, tells it from what nothing proves.
func keepsQuestion(a *answer) error {
	if len(a.reading.asked) != 1 || !a.writer.Proven {
		return nil
	}
	c := a.reading.asked[0]
	game := a.named(c)
	if game == 0 || slices.Contains([]string{"yes", "no", "accept"}, c.Verb) {
		return nil // a yes is one, alone
	}
	_, offered, err := awaited(a, c)
	if err != nil {
		return err
	}
	for i, p := range a.receipt.Problems {
		if p.Code == c.Doubt && c.Verb == "" && !offered {
			a.receipt.Problems[i].Code += "-yes"
		}
	}
	_, err = a.tx.DB.Quarantine(a.writer.Player, a.in.ID, fmt.Sprintf("\n#%d %s", game, c.Typed), true, mostQuarantined)
	return err
}

// wasProse reports whether keepsQuestion holds it.
func wasProse(h db.Quarantine) bool { return strings.HasPrefix(h.Lines, "\n") }

// questionsTo lists the lines of which the writer was asked whether they were meant, the
// newest first, up to the one that the letter replies to.
func questionsTo(a *answer) (questions []command.AskedLine, err error) {
	waiting, err := a.tx.DB.WaitingQuarantines(a.writer.Player)
	waiting = slices.DeleteFunc(waiting, func(h db.Quarantine) bool { return !wasProse(h) })
	if err != nil || len(waiting) == 0 {
		return nil, err
	}
	var to db.Outgoing
	if len(a.letter.InReplyTo) == 1 {
		to, err = a.tx.DB.LetterByMessageID(a.letter.InReplyTo[0])
		if err != nil && !errors.Is(err, db.ErrNotFound) {
			return nil, err
		}
	}
	for _, h := range waiting {
		line := a.desk.reader.ReadAll([]string{strings.TrimPrefix(h.Lines, "\n")}, a.reading.lang)[0]
		q := command.AskedLine{ID: h.ID, Line: line, Replied: to.Answers == h.Letter && to.Player == a.writer.Player}
		if q.Replied {
			q.Stands, err = isLatest(a, line.Game, to)
		}
		if questions = append(questions, q); q.Replied || err != nil {
			break
		}
	}
	return questions, err
}

// isLatest reports whether no letter of a game went to the writer after this one.
func isLatest(a *answer, game int64, out db.Outgoing) (bool, error) {
	ids, err := a.tx.DB.ThreadIDs(a.writer.Player, game, 1)
	if err != nil || len(ids) == 0 {
		return err == nil, err
	}
	last, err := a.tx.DB.LetterByMessageID(ids[len(ids)-1])
	return last.ID <= out.ID, err
}

// tickedOf lists the legal plies beside which a sign seems to be set in the list that
// the letter quotes.
func tickedOf(a *answer) (legal []string) {
	o := a.atHand()
	if o == nil || o.trial.Turn() != o.me {
		return nil
	}
	for _, text := range a.letter.Ticked {
		if m, err := o.trial.Record.Parse(text); err == nil && len(legal) < command.MostAsked && !slices.Contains(legal, string(m)) {
			legal = append(legal, string(m))
		}
	}
	return legal
}

// asksOfTick keeps the question whether the one move with a sign beside it was meant.
func asksOfTick(a *answer, problems []templates.Problem) error {
	if len(problems) != 1 || problems[0].Code != "ticked" || len(problems[0].Near) != 1 {
		return nil
	}
	a.reading.asked = []command.Line{{Typed: problems[0].Near[0], Doubt: problems[0].Code}}
	return keepsQuestion(a)
}
