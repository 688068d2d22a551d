package desk

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"turnpost/db"
	"turnpost/mail"
)

// takeReport settles a mail that says what became of a letter of ours, and
// reports whether it was one. Such a mail is never answered and nothing in it is
// ever played. It counts only if it proves that its sender has the letter: by
// the signed tag of the letter's return path, or, for a letter that went out
// without one, by the letter's Message-ID. Anything else does nothing.
func (d *Desk) takeReport(tx *db.Tx, in db.Incoming, letter *mail.Letter) (taken bool, seen []Event, err error) {
	tags, returned := d.robot.bounceTags(letter.To)
	if !returned && letter.Automatic == "" {
		return false, nil, nil
	}
	report, ok := mail.ReadReport(in.Raw)
	switch {
	case !ok && letter.Automatic != "":
		return false, nil, nil // autoresponders write to the return path too (RFC 3834, 4)
	case !ok:
		return true, nil, tx.Settle(in.ID, db.IncomingDropped, "to the return path of a letter, and no report")
	}
	s, err := d.session(tx, db.Incoming{}, &mail.Letter{})
	if err != nil {
		return true, nil, err
	}
	out, remark, err := s.reported(report, tags, returned)
	if err != nil || remark != "" {
		return true, nil, errors.Join(err, tx.Settle(in.ID, db.IncomingDropped, remark))
	}
	to := about(report, out)
	remark = fmt.Sprintf("letter %d to player %d: %s %s", out.ID, out.Player, to.Action, to.Status)
	if to.Failed() {
		more, err := s.cameBack(out, to.Status, to.Hard())
		if err != nil {
			return true, nil, err
		}
		remark += more
		if err := s.post(); err != nil {
			return true, nil, err
		}
	}
	// No address and no words of the server: they hold addresses.
	d.log.Warn("a report on a letter out", "letter", out.ID, "player", out.Player, "action", to.Action, "status", to.Status)
	return true, s.seen, tx.Settle(in.ID, db.IncomingDone, remark)
}

// reported finds the letter that a report is proved to be about, or says in a
// remark why there is none.
func (s *session) reported(report *mail.Report, tags []bounceTag, returned bool) (out db.Outgoing, remark string, err error) {
	if !returned {
		out, err = s.tx.LetterByMessageID(report.MessageID)
		if isNotFound(err) {
			return out, "a report on no letter of ours", nil
		}
		if err != nil {
			return out, "", err
		}
		signed, err := s.signedByID(out)
		if err == nil && !signed {
			remark = "a report without the tag of the letter's return path"
		}
		return out, remark, err
	}
	i := slices.IndexFunc(tags, func(t bounceTag) bool { return t.verify(s.keys) })
	if i < 0 {
		return out, "a forged report: its tag is not ours", nil
	}
	out, err = s.tx.Letter(tags[i].letter)
	if isNotFound(err) {
		return out, "a report on a letter that is gone", nil
	}
	// A smarthost may have given the letter an id of its own, so an id that is
	// none of ours says nothing.
	if _, ours := s.desk.robot.ourMessageID(report.MessageID); err == nil && ours && !strings.EqualFold(report.MessageID, out.MessageID) {
		remark = "a forged report: the tag is another letter's"
	}
	return out, remark, err
}

// about is what a report says of a letter's one recipient. Of several, such as
// those whom a forwarding address stands for, the worst counts.
func about(report *mail.Report, out db.Outgoing) mail.Recipient {
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
