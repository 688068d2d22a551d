package desk

import (
	"turnpost/db"
	"turnpost/mail/blocking"
	"turnpost/mail/club"
	"turnpost/mail/command"
	"turnpost/mail/observe"
	"turnpost/mail/tell"
)

// Answered is what came of a letter whose transaction is to be committed.
type Answered struct {
	Seen []observe.Observation // to be told when it is committed
}

// Answer answers one letter in one transaction: the steps of the package's essay,
// after it was read.
func (d *Desk) Answer(store *db.Tx, in db.Incoming, read Parsed) (done Answered, err error) {
	if read.unreadable != nil {
		return d.drop(store, in, "unreadable", "unreadable: "+read.unreadable.Error())
	}
	if taken, done, err := d.takeReport(store, in, read); taken || err != nil {
		return done, err
	}
	letter := read.own()
	if why := d.nobodys(letter); why != "" {
		return d.nobody(store, in, letter, why)
	}
	if in.Vouched = read.vouched; in.Vouched != "" {
		if err := store.NoteVouched(in.ID, in.Vouched); err != nil {
			return done, err
		}
	}
	a, err := d.begin(store, in, letter)
	if err != nil {
		return done, err
	}
	writer, remark, err := d.identify(a.tx, in, letter)
	if err == nil && remark == "" {
		var blocked bool
		if blocked, err = blocking.IsBlocked(a.tx, writer.Player); blocked {
			remark = "the operator blocks its writer"
		}
	}
	if err != nil {
		return done, err
	}
	if remark != "" {
		return d.drop(store, in, "unknown", remark)
	}
	a.to(writer)
	if err := a.act(); err != nil {
		return done, err
	}
	remark, err = a.restrain()
	if err != nil {
		return done, err
	}
	if err := suggestZone(a); err != nil {
		return done, err
	}
	if err := a.letters.Send(); err != nil {
		return done, err
	}
	a.see(observe.In, a.became(remark != ""), 0)
	done.Seen = a.seen
	if err := store.Settle(in.ID, db.IncomingDone, remark); err != nil || a.leaving != club.LeaveForget || a.receipt.departs {
		return done, err
	}
	return done, club.Forget(a.tx, writer.Player)
}

// act carries out what the letter says.
func (a *answer) act() error {
	switch {
	case a.writer.Stranger:
		p, err := a.player()
		if err != nil {
			return err
		}
		return tell.Forwarded(a.letters, p, a.letter.From[0].Addr, a.writer.Ticket.Game)
	case a.writer.Confirming != nil:
		return answerAddress(a)
	case a.in.TooLarge:
		if away, err := turnsAway(a, nil); err != nil || away {
			return err
		}
		if err := unpause(a, nil); err != nil {
			return err
		}
		a.problem(command.Command{}, club.Refuse("too-large", a.in.Size/1024))
		return a.finishReceipt()
	}
	commands, err := a.understand()
	if err != nil {
		return err
	}
	if away, err := turnsAway(a, commands); err != nil || away {
		return err
	}
	if done, err := remindsPaused(a, commands); done || err != nil {
		return err
	}
	if err := unpause(a, commands); err != nil {
		return err
	}
	var keep []command.Command // what may have to be held: what was carried out need not
	for i := 0; i < len(commands); i++ {
		c := commands[i]
		if a.again(c) {
			continue
		}
		a.below = below{lines: commands[i+1:]}
		talk, suspects, problems := len(a.talk.lines), len(a.proof.suspect), len(a.receipt.Problems)
		a.talk.game = 0
		if err := a.carryOut(c); err != nil {
			return err
		}
		if len(a.talk.lines) == talk {
			a.talk.address(c, a.writer.Ticket.Game)
		}
		if len(a.receipt.Problems) == problems && (len(a.proof.suspect) > suspects || len(a.talk.lines) > talk) {
			keep = append(keep, c)
		}
		i += a.below.taken
	}
	if err := a.quarantine(keep); err != nil {
		return err
	}
	if err := keepsQuestion(a); err != nil {
		return err
	}
	if a.leaving != "" {
		if err := leave(a); err != nil {
			return err
		}
	}
	if err := a.settleGames(); err != nil {
		return err
	}
	if a.receipt.departs { // of all that was done the last letter tells
		a.letters.Drop(db.Player{ID: a.writer.Player})
		return nil
	}
	return a.finishReceipt()
}
