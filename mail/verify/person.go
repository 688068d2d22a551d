package verify

import (
	"fmt"
	"slices"
	"time"

	"turnpost/db"
	"turnpost/mail/club"
	"turnpost/rules"
)

// people looks at what players have set, and at their digests.
func people(tx *db.Tx, w *world, _ Options) (faults []Fault, err error) {
	say := func(id int64, format string, args ...any) {
		faults = append(faults, Fault{Of: "player", ID: id, What: fmt.Sprintf(format, args...), Mend: mend("player")})
	}
	var known []any
	for _, tag := range rules.Languages() {
		known = append(known, tag)
	}
	err = tx.Rows(func(scan func(...any) error) error {
		var p db.Player
		var due int64
		err := scan(&p.ID, &p.Lang, &p.Timezone, &p.Letters, &p.Digest, &p.DigestDay, &p.DigestMinute, &due, &p.Turns, &p.Late)
		p.DigestDue = moment(due)
		if !slices.Contains(rules.Languages(), p.Lang) {
			faults = append(faults, Fault{Of: "player", ID: p.ID, What: fmt.Sprintf("their language is %q, in which no letter can be written", p.Lang), Mend: mend("language")})
		}
		zone := club.StoredZone(p)
		if _, wrong := time.LoadLocation(zone); wrong != nil || zone == "" || zone == "Local" {
			say(p.ID, "the timezone %q is none", p.Timezone)
			return err
		}
		// The next is set when one is done with, and put off for an hour if it failed.
		switch next := club.NextDigest(p, w.now); {
		case p.Digest == "off" && due != 0:
			say(p.ID, "no digest is wanted, and one is due at %s", said(p.DigestDue))
		case p.Digest != "off" && due == 0:
			say(p.ID, "a %s digest is wanted, and none is due", p.Digest)
		case p.DigestDue.After(next) && p.DigestDue.After(w.now.Add(2*time.Hour)):
			say(p.ID, "the next digest is that of %s, and it is due at %s", said(next), said(p.DigestDue))
		case due != 0 && !club.NextDigest(p, p.DigestDue.Add(-time.Millisecond)).Equal(p.DigestDue) && p.DigestDue.After(w.now.Add(2*time.Hour)):
			say(p.ID, "the digest is due at %s, which is not when the player wants it", said(p.DigestDue))
		}
		if p.Letters == "digest" && p.Digest == "off" {
			say(p.ID, "all is to come by a digest, and there is none")
		}
		if p.Late < 0 || p.Turns < p.Late {
			say(p.ID, "%d of %d turns were late", p.Late, p.Turns)
		}
		return err
	}, `SELECT id, lang, timezone, letters, digest, digest_day, digest_minute, digest_due, turns, late FROM players
		WHERE timezone <> 'UTC' OR digest <> 'off' OR digest_due <> 0 OR letters = 'digest' OR late > turns OR late < 0
			OR lang NOT IN (`+marks(len(known))+`) ORDER BY id`, known...)
	return faults, err
}
