package handler

import (
	"errors"
	"slices"
	"strings"

	"turnpost/db"
	"turnpost/mail"
	"turnpost/mail/auth"
)

// reportedMessage finds the letter that a report is proved to be about, or says in a
// remark why there is none.
func reportedMessage(tx *db.Tx, box auth.ServerAddress, report *mail.Report, tags []auth.ReturnTag, returned bool) (out db.Outgoing, remark string, err error) {
	keys, err := tx.Keys()
	if err != nil {
		return out, "", err
	}
	if !returned {
		out, err = tx.LetterByMessageID(report.MessageID)
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
	out, err = tx.Letter(tags[i].Letter)
	if errors.Is(err, db.ErrNotFound) {
		return out, "a report on a letter that is gone", nil
	}
	// A smarthost may have given the letter an id of its own, so an id that is
	// none of ours says nothing.
	if _, ours := box.OfMessageID(report.MessageID); err == nil && ours && !strings.EqualFold(report.MessageID, out.MessageID) {
		remark = "a forged report: the tag is another letter's"
	}
	return out, remark, err
}

// signedByID reports whether a letter's Message-ID proves a report that holds
// it: only of a letter that went out without a tag, and only if the ticket in it
// is ours.
func signedByID(tx *db.Tx, box auth.ServerAddress, keys [][]byte, out db.Outgoing) (bool, error) {
	t, ok := box.OfMessageID(out.MessageID)
	if !ok || !strings.EqualFold(out.Sender, box.Address) {
		return false, nil
	}
	g, err := tx.Game(t.Game)
	if err != nil && !errors.Is(err, db.ErrNotFound) {
		return false, err
	}
	return t.Verify(keys, out.Player, g.Undone), nil
}

// reportedRecipient is what a report says of a letter's one recipient. Of several, such as
// those whom a forwarding address stands for, the worst counts.
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

// isOurSubject reports whether a subject is the one that our letters had, so that it
// holds no words of the player's: "Turro #1: Ada - Bob", "Ada invites you to Turro
// (#1)". What a player is called is no command, whatever the reader's program puts
// before it.
func isOurSubject(subject string) bool {
	lower := strings.ToLower(strings.TrimSpace(subject))
	return lower == "" || strings.HasPrefix(lower, "re:") || strings.Contains(lower, " #") || strings.Contains(lower, " (#")
}
