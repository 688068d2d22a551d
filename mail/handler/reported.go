package handler

import (
	"errors"
	"slices"
	"strings"

	"turnpost/db"
	"turnpost/mail"
	"turnpost/mail/auth"
)

// reportedMessage returns the message that a report is proven to be about, or says in a remark
// why there is none.
func reportedMessage(
	tx *db.Tx, box auth.ServerAddress, report *mail.Report, tags []auth.ReturnTag, returned bool,
) (out db.Outgoing, remark string, err error) {
	keys, err := tx.Keys()
	if err != nil {
		return out, "", err
	}
	if !returned {
		out, err = tx.MessageByMessageID(report.MessageID)
		if errors.Is(err, db.ErrNotFound) {
			return out, "a report on no letter of ours", nil
		}
		if err != nil {
			return out, "", err
		}
		signed, err := signedByID(tx, box, keys, out)
		if err == nil && !signed {
			remark = "a report without the tag of the letter's return path"
		}
		return out, remark, err
	}
	i := slices.IndexFunc(tags, func(t auth.ReturnTag) bool { return t.Verify(keys) })
	if i < 0 {
		return out, "a forged report: its tag is not ours", nil
	}
	out, err = tx.Message(tags[i].Message)
	if errors.Is(err, db.ErrNotFound) {
		return out, "a report on a letter that is gone", nil
	}
	// A smarthost may have set another Message-ID, so an unknown one says nothing.
	if _, ours := box.OfMessageID(report.MessageID); err == nil && ours &&
		!strings.EqualFold(report.MessageID, out.MessageID) {
		remark = "a forged report: the tag is another letter's"
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
func reportedRecipient(report *mail.Report, out db.Outgoing) mail.Recipient {
	all := report.Recipients
	var own []mail.Recipient
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
	return lower == "" || strings.HasPrefix(lower, "re:") || strings.Contains(lower, " #") ||
		strings.Contains(lower, " (#")
}
