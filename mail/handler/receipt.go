package handler

import (
	"turnpost/mail/club"
	"turnpost/mail/command"
	"turnpost/mail/notify"
	"turnpost/templates"
)

// receipt is what the writer is told of the letter's lines.
type receipt struct {
	templates.Receipt
	hints    []templates.Problem // told only when nothing else was done
	acted    bool                // a command was carried out
	lost     bool                // nothing of the letter was understood
	explains bool                // if nothing was understood, the writer is told how to play
	none     bool                // the letter was answered otherwise
	departs  bool                // the writer leaves, departure.go does the rest, and there is no receipt
	// outside says that the writer is no member, and the letter was not carried out.
	outside bool
}

// problem notes that a line was not carried out, and why.
func (a *answer) problem(c command.Line, r *club.Refusal) {
	a.receipt.Problems = append(a.receipt.Problems, notify.Problem(c.Text, r))
}

// hint notes why a line that may have been talk is no command.
func (a *answer) hint(c command.Line, r *club.Refusal) {
	a.receipt.hints = append(a.receipt.hints, notify.Problem(c.Text, r))
}

// done notes a line that was carried out.
func (a *answer) done(c command.Line) { a.doneLine(c.Text) }

func (a *answer) doneLine(line string) {
	a.receipt.acted = true
	a.receipt.Done = append(a.receipt.Done, line)
}

// outcome notes what became of a line by the error of its operation, and returns
// what of it is ours.
func (a *answer) outcome(c command.Line, err error) error {
	refusal, err := club.Refused(err)
	switch {
	case refusal != nil:
		a.problem(c, refusal)
	case err == nil:
		a.done(c)
	}
	return err
}
