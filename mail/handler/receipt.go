package handler

import (
	"slices"

	"turnpost/db"
	"turnpost/mail"
	"turnpost/mail/club"
	"turnpost/mail/command"
	"turnpost/mail/notify"
	"turnpost/templates"
)

// receipt is what the writer is told about the lines of the message.
type receipt struct {
	templates.Receipt
	hints       []templates.Problem // told only if nothing else was done
	stores      *command.Ask        // the question among the hints that is stored then
	acted       bool                // a command was carried out
	lost        bool                // nothing in the message was understood
	explains    bool                // if nothing was understood, the writer is told how to play
	none        bool                // the message is answered otherwise, or not at all
	leavesLater bool                // the writer leaves in several steps (leave.go), and gets no receipt
	// outside says that the writer is no member, so that nothing was carried out.
	outside bool
}

// near reports whether the writer is told what could have been meant.
func (r *receipt) near() bool {
	return slices.ContainsFunc(r.Problems, func(p templates.Problem) bool { return len(p.Near) > 0 })
}

// refuse notes why a line was not carried out.
func (a *answer) refuse(c command.Line, r *club.Refusal) {
	a.receipt.Problems = append(a.receipt.Problems, notify.Problem(c.Text, r))
}

// noteHint notes why a line that may be talk is no command.
func (a *answer) noteHint(c command.Line, r *club.Refusal) {
	a.receipt.hints = append(a.receipt.hints, notify.Problem(c.Text, r))
}

// noteDone notes a line that was carried out.
func (a *answer) noteDone(c command.Line) { a.noteDoneLine(c.Text) }

func (a *answer) noteDoneLine(line string) {
	a.receipt.acted = true
	a.receipt.Done = append(a.receipt.Done, line)
}

// noteOutcome notes the result of the operation of a line. It returns errors that are not
// refusals.
func (a *answer) noteOutcome(c command.Line, err error) error {
	refusal, err := club.Refused(err)
	switch {
	case refusal != nil:
		a.refuse(c, refusal)
	case err == nil:
		a.noteDone(c)
	}
	return err
}

// tell decides what the writer is told about their message: step five. Package notify has
// heard the events of the club, and composes what everybody is told. Here the receipt of the
// lines is added, and it is decided whether the answer may go (limits.go);
// if not, the remark says why. At the end all messages are composed to the last byte.
func (a *answer) tell() (remark string, err error) {
	switch {
	case a.receipt.leavesLater: // the last message tells what was done
		a.messages.Drop(db.Player{ID: a.writer.Player})
	case !a.receipt.none:
		err = a.finishReceipt()
	}
	if err != nil {
		return "", err
	}
	if remark, err = a.restrainAnswer(); err != nil {
		return "", err
	}
	if err := a.suggestSettings(); err != nil {
		return "", err
	}
	return remark, a.messages.Compose()
}

// finishReceipt decides what the writer is told besides what events bring.
func (a *answer) finishReceipt() error {
	r := &a.receipt
	r.lost = !r.acted && len(r.Problems) == 0 && a.proof.unasked == ""
	if t := a.writer.ReplyToken; t.LostGame && r.lost {
		a.refuse(command.Line{}, a.noSuchGameRefusal(t.Game))
		r.lost = false
	}
	if r.lost {
		if r.explains {
			return a.explainPlaying()
		}
		if r.Problems = r.hints; len(r.hints) == 0 {
			r.Problems = []templates.Problem{{Code: "empty"}}
		}
		if r.stores != nil {
			if err := a.storeQuestion(*r.stores); err != nil {
				return err
			}
		}
	}
	if a.message.More && a.writer.Proven {
		a.refuse(command.Line{}, club.Refuse("too-long", mail.MaxOwn, mail.MaxOwnText/1024))
	}
	if len(r.Problems) == 0 && len(r.PassedOn)+len(r.Waits)+len(r.Unreached) == 0 && !r.Unheard && !r.Deaf &&
		len(r.LeftOut) == 0 {
		return nil
	}
	if !a.writer.Proven {
		a.withholdLines()
	}
	p, err := a.player()
	if err != nil {
		return err
	}
	sections := a.messages.Sections(p)
	// That words were passed on is not worth a message to a writer who wants few.
	if len(r.Problems)+len(r.Unreached)+sections == 0 && p.Messages != db.MessagesEvery {
		return nil
	}
	a.messages.Receipt(p, &r.Receipt)
	if sections > 0 || len(r.Problems) == 0 {
		return nil
	}
	return a.showAgain(p)
}

// showAgain shows the board or invitation at hand to a writer who was not understood. If
// there is none, it shows the help, unless there is a guess or a puzzle to answer.
func (a *answer) showAgain(p db.Player) error {
	if o := a.ordersAtHand(); o != nil {
		return a.messages.Show(o.game, o.me)
	}
	i, err := a.invitation(a.writer.ReplyToken.Game, p.ID)
	if err != nil {
		return err
	}
	if i != nil && i.State == db.InvitationOpen {
		return a.messages.Invitation(p, *i)
	}
	switch asked, err := a.puzzleAtHand(); {
	case err != nil:
		return err
	case asked != nil:
		a.messages.KnownBy(p, a.parentTime()) // a reply to this answer may answer the puzzle too
	case a.receipt.lost && !a.receipt.near():
		a.messages.Help(p, a.helpOn(p, ""))
	}
	return nil
}

// explainPlaying tells the writer how to play; in reply to an invitation, the rules of its game.
func (a *answer) explainPlaying() error {
	a.receipt.Problems = nil
	p, err := a.player()
	if err != nil {
		return err
	}
	if a.writer.ReplyToken.Secret == "" {
		a.messages.Help(p, a.helpOn(p, ""))
		return nil
	}
	i, err := a.invitation(a.writer.ReplyToken.Game, p.ID)
	if err != nil || i == nil {
		return err
	}
	g, err := a.handler.Club.Rules(i.Rules)
	if err == nil {
		err = a.messages.Invitation(p, *i)
	}
	if err == nil {
		err = a.messages.Rules(p, g)
	}
	return err
}
