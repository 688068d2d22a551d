package handler

import (
	"turnpost/db"
	"turnpost/mail/club"
)

// deliver lays the messages, as they were composed, into the outbox, and settles the one
// that they answer in the ledger: step six. Once that is committed package server
// sends them. A remark says why the writer gets none.
func (a *answer) deliver(remark string) (done AnswerResult, err error) {
	if err := a.messages.Send(); err != nil {
		return done, err
	}
	a.see(KindIncoming, a.became(remark != ""), 0)
	done.Seen = a.seen
	if err := a.tx.DB.Settle(a.in.ID, db.IncomingDone, remark); err != nil {
		return done, err
	}
	if a.leaving == db.LeaveForget && !a.receipt.departs {
		err = club.Forget(a.tx, a.writer.Player)
	}
	return done, err
}
