package handler

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"turnpost/db"
	"turnpost/mail"
	"turnpost/mail/auth"
	"turnpost/mail/club"
	"turnpost/mail/notify"
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
func (h *Handler) takeReport(tx *db.Tx, in db.Incoming, read ParsedMessage) (taken bool, seen []Observation,
	err error) {
	seen = []Observation{{What: KindIncoming, Label: "report"}}
	if !h.mayReport(read.Message) {
		return false, nil, nil
	}
	report := read.report
	switch {
	case report == nil && read.Automatic != "":
		return false, nil, nil // autoresponders write to the return path too (RFC 3834, 4)
	case report == nil:
		return true, seen, tx.Settle(in.ID, db.IncomingDropped, "to the return path of a message, and no report")
	}
	out, remark, err := h.reportedMessage(tx, read)
	if err != nil || remark != "" {
		return true, seen, errors.Join(err, tx.Settle(in.ID, db.IncomingDropped, remark))
	}
	to := reportedRecipient(report, out)
	remark = fmt.Sprintf("message %d to player %d: %s %s", out.ID, out.Player, to.Action, to.Status)
	if to.Failed() {
		bounced, more, err := h.noteBounce(tx, out, to.Status, to.Hard())
		if err != nil {
			return true, seen, err
		}
		if strings.HasSuffix(to.Status, ".2.2") { // RFC 3463, section 3.3
			if err := h.TellUnreached(tx, out, time.Time{}); err != nil {
				return true, seen, err
			}
		}
		remark += more
		seen = append(bounced, seen...)
	}
	// No address and no words of the server: they hold addresses.
	h.log.Warn("a report on a message out", "message", out.ID, "player", out.Player, "action", to.Action, "status",
		to.Status)
	return true, seen, tx.Settle(in.ID, db.IncomingDone, remark)
}

// NoteBounce notes that a message will not arrive: the smarthost refused it with a status (RFC
// 3463), or it was given up. hard says that the address is at fault. What follows from that is
// decided by [club.NoteBounce].
func (h *Handler) NoteBounce(tx *db.Tx, out db.Outgoing, status string, hard bool) ([]Observation, error) {
	seen, _, err := h.noteBounce(tx, out, status, hard)
	return seen, err
}

func (h *Handler) noteBounce(store *db.Tx, out db.Outgoing, status string, hard bool) (seen []Observation,
	remark string, err error) {
	question := out.Kind == templates.Kind(&templates.ConfirmAddress{})
	seen, err = h.Act(store, func(tx *club.Tx) (err error) {
		remark, err = club.NoteBounce(tx, out, status, hard, question)
		return err
	})
	return seen, remark, err
}

// reportedMessage returns the message that a report is proven to be about, or says in a remark
// why there is none.
func (h *Handler) reportedMessage(tx *db.Tx, read ParsedMessage) (out db.Outgoing, remark string, err error) {
	box, report := h.identity.serverAddress(), read.report
	tags, returned := box.ReturnTags(read.To)
	keys, err := tx.Keys()
	if err != nil {
		return out, "", err
	}
	if !returned {
		out, err = tx.MessageByMessageID(report.MessageID)
		if errors.Is(err, db.ErrNotFound) {
			return out, "a report on no message of ours", nil
		}
		if err != nil {
			return out, "", err
		}
		signed, err := signedByID(tx, box, keys, out)
		if err == nil && !signed {
			remark = "a report without the tag of the message's return path"
		}
		return out, remark, err
	}
	i := slices.IndexFunc(tags, func(t auth.ReturnTag) bool { return t.Verify(keys) })
	if i < 0 {
		return out, "a forged report: its tag is not ours", nil
	}
	out, err = tx.Message(tags[i].Message)
	if errors.Is(err, db.ErrNotFound) {
		return out, "a report on a message that is gone", nil
	}
	// A smarthost may have set another Message-ID, so an unknown one says nothing.
	if _, ours := box.OfMessageID(report.MessageID); err == nil && ours &&
		!strings.EqualFold(report.MessageID, out.MessageID) {
		remark = "a forged report: the tag is another message's"
	}
	return out, remark, err
}

// signedByID reports whether the Message-ID in a report proves it, which is so only for a
// message that was sent without a tag, and whose reply token is ours.
func signedByID(tx *db.Tx, box auth.ServerAddress, keys [][]byte, out db.Outgoing) (bool, error) {
	t, ok := box.OfMessageID(out.MessageID)
	if !ok || !strings.EqualFold(out.Sender, box.Address) {
		return false, nil
	}
	g, err := tx.Game(t.Game)
	if err != nil && !errors.Is(err, db.ErrNotFound) {
		return false, err
	}
	generations, err := tx.Generations()
	return t.Verify(keys, out.Player, g.Undone, generations...), err
}

// reportedRecipient returns what a report says about the recipient of a message. If it names
// several, as for a forwarding address, the worst counts.
func reportedRecipient(report *mail.DeliveryReport, out db.Outgoing) mail.ReportedRecipient {
	all := report.Recipients
	var own []mail.ReportedRecipient
	for _, r := range all {
		if mail.Key(r.Final) == mail.Key(out.Recipient) || mail.Key(r.Original) == mail.Key(out.Recipient) {
			own = append(own, r)
		}
	}
	if len(own) > 0 {
		all = own
	}
	worst := all[0]
	for _, r := range all[1:] {
		if r.Hard() && !worst.Hard() || r.Failed() && !worst.Failed() {
			worst = r
		}
	}
	return worst
}

// isOurSubject reports whether a subject is one of ours, such as "Turro #1: Ada - Bob",
// whatever a mail program has put before it. It holds no words of the player's.
func isOurSubject(subject string) bool {
	lower := strings.ToLower(strings.TrimSpace(subject))
	return lower == "" || replyMark.MatchString(lower) || strings.Contains(lower, " #") ||
		strings.Contains(lower, " (#")
}

// noticeUnreached is noted of a player whose opponents were told that the mailbox is full.
const noticeUnreached = "full"

// TellUnreached tells the opponents in a player's running games that a message to the player has not
// arrived, because the mailbox is full, and that it is tried until a moment; zero: it came back. They
// are told once, until a message to the player arrives.
func (h *Handler) TellUnreached(store *db.Tx, out db.Outgoing, until time.Time) error {
	p, err := store.Player(out.Player)
	if err != nil || p.Address == "" || !p.StoppedAt.IsZero() {
		return err
	}
	arrived, err := store.LastSent(p.ID)
	if err != nil {
		return err
	}
	if n, err := store.Notices(p.ID, noticeUnreached, arrived); err != nil || n > 0 {
		return err
	}
	if err := store.NoteNotice(p.ID, noticeUnreached, 31*day); err != nil {
		return err
	}
	_, err = h.actAndTell(store, func(_ *club.Tx, messages *notify.Messages) error {
		return messages.Unreached(p, out.CreatedAt, until)
	})
	return err
}
