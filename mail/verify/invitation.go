package verify

import (
	"fmt"
	"strings"
	"time"

	"turnpost/db"
	"turnpost/mail/club/clock"
)

// longestOpen is longer than any operator lets an invitation stand.
const longestOpen = 2 * 366 * day

// invited looks at what invitations say: of those that are open no game tells it once more.
func invited(tx *db.Tx, w *world, _ Options) (faults []Fault, err error) {
	err = tx.Rows(func(scan func(...any) error) error {
		var id, challenger, invitee, rated, created, expires int64
		var name, pace, subject, state string
		if err := scan(&id, &name, &challenger, &invitee, &pace, &rated, &subject, &state, &created, &expires); err != nil {
			return err
		}
		say := func(format string, args ...any) {
			faults = append(faults, Fault{Of: "invitation", ID: id, What: fmt.Sprintf(format, args...), Mend: mend("invitation")})
		}
		if rated != 0 && rated != 1 {
			say("whether its game counts is said by %d, and that is neither yes nor no", rated)
		}
		if strings.ContainsAny(subject, "\r\n") {
			say("its subject %q has more than one line", subject)
		}
		if state != "open" {
			return nil
		}
		if _, err := w.club.Rules(name); err != nil {
			say("%v", err)
		}
		if p, err := clock.ParsePace(pace); err != nil || p.String() != pace {
			say("its pace %q is none", pace)
		}
		if !strings.Contains(subject, fmt.Sprintf(" #%d: ", id)) {
			say("its subject %q does not have its number", subject)
		}
		if w.gone[challenger] || w.gone[invitee] {
			say("it is open, and one of its players is none any more")
		}
		if stands := time.Duration(expires-created) * time.Millisecond; stands <= 0 || stands > longestOpen {
			say("it was made at %s and stands until %s, which none does", said(moment(created)), said(moment(expires)))
		}
		return nil
	}, `SELECT id, rules, challenger, coalesce(invitee, 0), pace, rated, subject, state, created_at, expires_at FROM invitations
		WHERE state = 'open' OR rated NOT IN (0, 1) OR subject LIKE '%' || ? || '%' OR subject LIKE '%' || ? || '%' ORDER BY id`, "\r", "\n")
	return faults, err
}
