package desk

import (
	"fmt"
	"slices"
	"strings"

	"turnpost/db"
	"turnpost/mail/club"
	"turnpost/mail/command"
	"turnpost/mail/doubt"
	"turnpost/mail/tell"
	"turnpost/templates"
)

// What may be a piece of the writer's prose is never carried out (package doubt). The
// writer is asked whether it was meant, and a yes in reply to that letter plays a ply.

// asksWhether asks the writer whether a line was meant.
func asksWhether(a *answer, c command.Command) error {
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

// question is a line that the writer was asked about before this letter, which is of
// the same game or answers the letter that asked.
type question struct {
	id      int64
	line    command.Command
	replied bool // In-Reply-To names the letter that asked
	stands  bool // and no later letter of the game went to the writer
}

// questionOf finds the question that concerns a letter; nil: none.
func questionOf(a *answer, commands []command.Command) (found *question, err error) {
	if !a.writer.Proven || a.writer.Ticket.Held != 0 {
		return nil, nil
	}
	waiting, err := a.tx.DB.WaitingQuarantines(a.writer.Player)
	waiting = slices.DeleteFunc(waiting, func(h db.Quarantine) bool { return !wasProse(h) })
	if err != nil || len(waiting) == 0 {
		return nil, err
	}
	var to db.Outgoing
	if len(a.letter.InReplyTo) == 1 {
		to, err = a.tx.DB.LetterByMessageID(a.letter.InReplyTo[0])
		if err != nil && !isNotFound(err) {
			return nil, err
		}
	}
	for _, h := range waiting {
		lines, err := a.read([]string{strings.TrimPrefix(h.Lines, "\n")})
		if err != nil {
			return nil, err
		}
		q := question{id: h.ID, line: lines[0], replied: to.Answers == h.Letter && to.Player == a.writer.Player}
		if q.replied {
			q.stands, err = isLatest(a, q.line.Game, to)
			return &q, err
		}
		if found == nil && slices.ContainsFunc(commands, func(c command.Command) bool { return a.named(c) == q.line.Game }) {
			found = &q
		}
	}
	return found, nil
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

// meansIt puts the ply that the writer was asked about into the place of a yes to the
// very letter that asked: a yes to any other is for what stands there, such as the
// opponent's talk. Whatever else a proven writer sends about the game lets the question
// lapse.
func meansIt(a *answer, commands []command.Command) ([]command.Command, error) {
	q := a.reading.question
	if q == nil {
		return commands, nil
	}
	_, offered, err := awaited(a, q.line)
	if err != nil {
		return nil, err
	}
	for i, c := range commands {
		_, yes := c.Do.(command.Yes)
		_, no := c.Do.(command.No)
		rest := append(commands[:i:i], commands[i+1:]...)
		switch {
		case !yes && !no || c.Doubt != "" || c.Game != 0 && c.Game != q.line.Game:
			continue
		case !q.replied && (no || offered || a.named(c) != q.line.Game):
			continue
		case offered:
			a.problem(c, club.Refuse("yes-to-what"))
			commands = rest
		case no:
			a.done(c)
			if o := a.atHand(); o != nil {
				tell.Of(a.letters, o.table, o.me)
				o.shows.board = true
			}
			commands = rest
		case !q.stands || q.line.Verb != "":
			a.problem(c, club.Refuse("yes-alone", strings.TrimRight(q.line.Typed, ".!")))
			commands = rest
		default:
			commands[i] = q.line
			return commands, a.tx.DB.SettleQuarantine(q.id, db.QuarantineDone)
		}
		break
	}
	return commands, a.tx.DB.SettleQuarantine(q.id, db.QuarantineDropped)
}

// tickedOf lists the legal plies beside which a sign seems to be set in the list that
// the letter quotes.
func tickedOf(a *answer) (legal []string) {
	o := a.atHand()
	if o == nil || o.trial.Turn() != o.me {
		return nil
	}
	for _, text := range a.letter.Ticked {
		if m, err := o.trial.Record.Parse(text); err == nil && len(legal) < doubt.Most && !slices.Contains(legal, string(m)) {
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
	a.reading.asked = []command.Command{{Typed: problems[0].Near[0], Doubt: problems[0].Code}}
	return keepsQuestion(a)
}
