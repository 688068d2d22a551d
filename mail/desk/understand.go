package desk

import (
	"fmt"
	"slices"
	"strings"

	"turnpost/db"
	"turnpost/mail"
	"turnpost/mail/club"
	"turnpost/mail/command"
	"turnpost/mail/doubt"
	"turnpost/mail/evidence"
	"turnpost/mail/tell"
	"turnpost/mail/ticket"
)

// understand reads the letter's lines as its writer means them: the first few of a
// letter that nothing proves, in which more would not be held.
func (a *answer) understand() ([]command.Command, error) {
	if a.writer.Proven && a.writer.Ticket.Held == 0 {
		var err error
		if a.asked, err = club.TakeQuestion(a.tx, a.writer.Player); err != nil {
			return nil, err
		}
	}
	if !a.writer.Proven {
		a.letter.Shorten(mail.BriefOwn)
	}
	commands, err := a.read(a.letter.Lines)
	if err != nil {
		return nil, err
	}
	if !slices.ContainsFunc(commands, a.meant) && !evidence.OurSubject(a.letter.Subject) {
		// A letter without a command may have it in its subject.
		fromSubject, err := a.read([]string{a.letter.Subject})
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(fromSubject, a.meant) {
			commands = append(fromSubject, commands...)
		}
	}
	if a.reading.question, err = questionOf(a, commands); err != nil {
		return nil, err
	}
	if err := agreements(a, commands); err != nil {
		return nil, err
	}
	doubts := doubt.Letter{Reader: a.desk.reader, Games: a.candidates, Old: a.letter.Doubtful, Unwrapped: a.letter.Unwrapped}
	return a.recall(clearest(a, notTooMany(a, doubts.Mark(commands))))
}

func (a *answer) read(lines []string) ([]command.Command, error) {
	p, err := a.player()
	a.reading.lang = p.Lang
	return a.desk.reader.ReadAll(lines, p.Lang), err
}

// notTooMany cuts off what is beyond the commands that one letter may hold.
func notTooMany(a *answer, commands []command.Command) []command.Command {
	n, most := 0, command.Most
	if !a.writer.Proven {
		most = maxQuarantinedLines + 1 // more are not held
	}
	for i, c := range commands {
		if a.meant(c) {
			n++
		}
		if n > most {
			a.problem(command.Command{}, club.Refuse("too-many", most))
			return commands[:i]
		}
	}
	return commands
}

// meant reports whether a line is a command, or looks like a ply in the game at
// hand.
func (a *answer) meant(c command.Command) bool {
	return c.Verb != "" || c.Game != 0 || a.looksLikePlies(c)
}

func (a *answer) looksLikePlies(c command.Command) bool { return c.LooksLikePlies(a.candidates(c)) }

// again reports whether a line asks to see what an earlier one of the letter
// has asked for already.
func (a *answer) again(c command.Command) bool {
	if v, ok := a.desk.reader.Verb(c.Verb); !ok || v.Group != "looking" {
		return false
	}
	what := fmt.Sprint(c.Game, " ", c.Verb, " ", strings.ToLower(strings.Join(strings.Fields(c.Args), " ")))
	if slices.Contains(a.reading.looked, what) {
		return true
	}
	a.reading.looked = append(a.reading.looked, what)
	return false
}

// recall shows what was held for a yes to the letter that asked about it, or if that is
// over the newest of what is held beside it, puts it into the place of a yes to the
// letter that showed it, and drops it for a no, after which the next is shown. Words
// beside a yes are for nobody.
func (a *answer) recall(commands []command.Command) ([]command.Command, error) {
	if a.writer.Ticket.Held == 0 {
		return meansIt(a, commands)
	}
	var said *command.Command
	var rest []command.Command
	for _, c := range commands {
		switch {
		case (c.Verb == "yes" || c.Verb == "no") && c.Game == 0:
			if said == nil || c.Verb == "no" { // of both, the safe one
				said = &c
			}
		case a.meant(c):
			rest = append(rest, c)
		}
	}
	if said == nil {
		return commands, nil
	}
	waiting, err := stillQuarantined(a)
	if err != nil {
		return nil, err
	}
	held, next := meantOf(waiting, a.writer.Ticket)
	switch {
	case said.Verb == "no" && held != nil:
		a.done(*said)
		return rest, dropQuarantined(a, held, next, len(waiting)-1)
	case a.writer.Ticket.Shown && held != nil:
		a.receipt.acted = true
		lines, err := a.read(strings.Split(held.Lines, "\n"))
		if err != nil {
			return nil, err
		}
		return append(rest, lines...), decided(a, held, db.QuarantineDone)
	case !a.writer.Ticket.Shown && len(waiting) > 0:
		a.receipt.acted = true
		p, err := a.player()
		if err != nil {
			return nil, err
		}
		if held == nil {
			held = next // it is over, and others are held
		}
		tell.Claimed(a.letters, p, claim(*held, len(waiting)))
		return rest, nil
	}
	a.problem(*said, club.Refuse("held-over"))
	return rest, nil
}

// meantOf is what of the letters that are held a ticket is about, and the newest of the
// others; nil: none.
func meantOf(waiting []db.Quarantine, t ticket.Ticket) (held, next *db.Quarantine) {
	for _, h := range waiting {
		switch {
		case h.ID == t.Held:
			held = &h
		case next == nil:
			next = &h
		}
	}
	return held, next
}

// dropQuarantined drops a letter that was held, and shows the next one of so many, if
// there is one.
func dropQuarantined(a *answer, held, next *db.Quarantine, left int) error {
	p, err := a.player()
	if err != nil {
		return err
	}
	tell.HeldDropped(a.letters, p)
	if next != nil {
		tell.Claimed(a.letters, p, claim(*next, left))
	}
	return decided(a, held, db.QuarantineDropped)
}

// decided ends what is held, and gives the day's question back.
func decided(a *answer, held *db.Quarantine, state string) error {
	if err := a.tx.DB.NoteQuestionAnswered(held.Player); err != nil {
		return err
	}
	return a.tx.DB.SettleQuarantine(held.ID, state)
}

// claim is a letter that is held, as it is shown, when so many are.
func claim(h db.Quarantine, waiting int) tell.Claim {
	return tell.Claim{Held: h.ID, At: h.At, Lines: strings.Split(h.Lines, "\n"), Until: h.At.Add(QuarantinedFor), More: waiting > 1}
}
