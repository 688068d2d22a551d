package handler

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"turnpost/db"
	"turnpost/mail"
	"turnpost/mail/club"
	"turnpost/templates"
)

// mayReport reports whether a mail may be a delivery report: it came to the return path of a
// message, or from a program.
func (h *Handler) mayReport(message *mail.Message) bool {
	_, returned := h.identity.serverAddress().ReturnTags(message.To)
	return returned || message.Automatic != ""
}

// takeReport settles a report about the delivery of a message of ours, and reports whether the
// mail was one. Reports are never answered, and nothing in them is played. A report counts only
// if it proves that its sender has our message: by the signed tag of the return path or, for a
// message without one, by its Message-ID.
func (h *Handler) takeReport(tx *db.Tx, in db.Incoming, read ParsedMessage) (taken bool, done AnswerResult, err error) {
	done.Seen = []Observation{{What: KindIncoming, Label: "report"}}
	if !h.mayReport(read.Message) {
		return false, done, nil
	}
	tags, returned := h.identity.serverAddress().ReturnTags(read.To)
	report := read.report
	switch {
	case report == nil && read.Automatic != "":
		return false, done, nil // autoresponders write to the return path too (RFC 3834, 4)
	case report == nil:
		return true, done, tx.Settle(in.ID, db.IncomingDropped, "to the return path of a letter, and no report")
	}
	out, remark, err := reportedMessage(tx, h.identity.serverAddress(), report, tags, returned)
	if err != nil || remark != "" {
		return true, done, errors.Join(err, tx.Settle(in.ID, db.IncomingDropped, remark))
	}
	to := reportedRecipient(report, out)
	remark = fmt.Sprintf("letter %d to player %d: %s %s", out.ID, out.Player, to.Action, to.Status)
	if to.Failed() {
		seen, more, err := h.cameBack(tx, out, to.Status, to.Hard())
		if err != nil {
			return true, done, err
		}
		if strings.HasSuffix(to.Status, ".2.2") { // RFC 3463, section 3.3
			if err := h.TellUnreached(tx, out, time.Time{}); err != nil {
				return true, done, err
			}
		}
		remark += more
		done.Seen = append(seen, done.Seen...)
	}
	// No address and no words of the server: they hold addresses.
	h.log.Warn("a report on a letter out", "letter", out.ID, "player", out.Player, "action", to.Action, "status",
		to.Status)
	return true, done, tx.Settle(in.ID, db.IncomingDone, remark)
}

// Returned notes that a message will not arrive: the smarthost refused it with a status (RFC
// 3463), or it was given up. hard says that the address is at fault.
func (h *Handler) Returned(tx *db.Tx, out db.Outgoing, status string, hard bool) ([]Observation, error) {
	seen, _, err := h.cameBack(tx, out, status, hard)
	return seen, err
}

func (h *Handler) cameBack(store *db.Tx, out db.Outgoing, status string, hard bool) (seen []Observation,
	remark string, err error) {
	question := out.Kind == templates.Kind(&templates.NewAddress{})
	seen, err = h.Act(store, func(tx *club.Tx) (err error) {
		remark, err = club.NoteBounce(tx, out, status, hard, question)
		return err
	})
	return seen, remark, err
}
