package handler

import (
	"slices"

	"turnpost/mail/club"
	"turnpost/mail/command"
	"turnpost/mail/notify"
	"turnpost/templates"
)

// receipt is what the writer is told about the lines of the message.
type receipt struct {
	templates.Receipt
	hints    []templates.Problem // told only if nothing else was done
	stores   *command.Ask        // the question among the hints that is stored then
	acted    bool                // a command was carried out
	lost     bool                // nothing in the message was understood
	explains bool                // if nothing was understood, the writer is told how to play
	none     bool                // the message is answered otherwise, or not at all
	departs  bool                // the writer leaves in several steps (departure.go), and gets no receipt
	// outside says that the writer is no member, so that nothing was carried out.
	outside bool
}

// near reports whether the writer is told what could have been meant.
func (r *receipt) near() bool {
	return slices.ContainsFunc(r.Problems, func(p templates.Problem) bool { return len(p.Near) > 0 })
}

// problem notes why a line was not carried out.
func (a *answer) problem(c command.Line, r *club.Refusal) {
	a.receipt.Problems = append(a.receipt.Problems, notify.Problem(c.Text, r))
}

// hint notes why a line that may be talk is no command.
func (a *answer) hint(c command.Line, r *club.Refusal) {
	a.receipt.hints = append(a.receipt.hints, notify.Problem(c.Text, r))
}

// done notes a line that was carried out.
func (a *answer) done(c command.Line) { a.doneLine(c.Text) }

func (a *answer) doneLine(line string) {
	a.receipt.acted = true
	a.receipt.Done = append(a.receipt.Done, line)
}

// outcome notes the result of the operation of a line. It returns errors that are not
// refusals.
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
