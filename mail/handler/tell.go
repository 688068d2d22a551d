package handler

import (
	"turnpost/db"
	"turnpost/mail"
	"turnpost/mail/club"
	"turnpost/mail/command"
	"turnpost/templates"
)

// tell decides what the writer is told about their message: step five. Package notify has
// heard the events of the club, and composes what everybody is told. Here the receipt of the
// lines is added (receipt.go), and it is decided whether the answer may go (restraint.go);
// if not, the remark says why. At the end all messages are composed to the last byte.
func (a *answer) tell() (remark string, err error) {
	switch {
	case a.receipt.departs: // the last message tells what was done
		a.messages.Drop(db.Player{ID: a.writer.Player})
	case !a.receipt.none:
		err = a.finishReceipt()
	}
	if err != nil {
		return "", err
	}
	if remark, err = a.restrain(); err != nil {
		return "", err
	}
	if err := a.suggestZone(); err != nil {
		return "", err
	}
	return remark, a.messages.Compose()
}

// finishReceipt decides what the writer is told besides what events bring.
func (a *answer) finishReceipt() error {
	r := &a.receipt
	r.lost = !r.acted && len(r.Problems) == 0 && a.proof.unasked == ""
	if t := a.writer.ReplyToken; t.LostGame && r.lost {
		a.problem(command.Line{}, a.noSuchGame(t.Game))
		r.lost = false
	}
	if r.lost {
		if r.explains {
			return a.explain()
		}
		if r.Problems = r.hints; len(r.hints) == 0 {
			r.Problems = []templates.Problem{{Code: "empty"}}
		}
		if r.stores != nil {
			if err := a.keepsQuestion(*r.stores); err != nil {
				return err
			}
		}
	}
	if a.message.More && a.writer.Proven {
		a.problem(command.Line{}, club.Refuse("too-long", mail.MaxOwn, mail.MaxOwnText/1024))
	}
	if len(r.Problems) == 0 && len(r.PassedOn)+len(r.Waits)+len(r.Unreached) == 0 && !r.Unheard && !r.Deaf &&
		len(r.LeftOut) == 0 {
		return nil
	}
	if !a.writer.Proven {
		a.hush()
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
