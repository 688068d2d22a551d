package operator

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"strings"

	"turnpost/db"
	"turnpost/mail/club"
)

// ErrAnnounced says that an announcement went out before.
var ErrAnnounced = errors.New("this announcement went out before")

// Announcement is what an operator writes to players.
type Announcement struct {
	Subject string // one line
	Text    string // paragraphs, with an empty line between them
	Rules   string // to those alone who have a game of these under way; "": to all who are active
	Again   bool   // though it went out before
}

// Digest is what the audit log knows an announcement by: it holds none of its words.
func (a Announcement) Digest() string {
	return fmt.Sprintf("%x", sha256.Sum256([]byte(a.Subject+"\n"+a.Text)))[:16]
}

// Announce writes one letter to each player whom club.Audience lists, in one
// transaction: to all or to none. They wait in the queue as digests do, behind what is
// about games. It returns how many they are. The same text goes out once, whoever it
// went to, as long as the audit log knows of it: ErrAnnounced.
func (o *Operator) Announce(ctx context.Context, a Announcement) (letters int, err error) {
	err = o.db.Update(ctx, func(tx *db.Tx) error {
		acts, err := tx.ListAudit(-1)
		if err != nil {
			return err
		}
		for _, act := range acts {
			if act.Act == announce && strings.HasPrefix(act.Detail, a.Digest()+" ") && !a.Again {
				return ErrAnnounced
			}
		}
		_, err = o.desk.Act(tx, func(tx *club.Tx) error {
			letters, err = club.Announce(tx, a.Subject, a.Text, a.Rules)
			return err
		})
		if err != nil {
			return err
		}
		to := "to all"
		if a.Rules != "" {
			to = "about " + a.Rules
		}
		return tx.NoteAudit(db.Audit{Operator: o.name, Act: announce, Detail: fmt.Sprintf("%s %s, letters: %d", a.Digest(), to, letters)})
	})
	return letters, err
}

// announce is what Announce is in the audit log.
const announce = "announce"

// Audience is how many players Announce would write to.
func (o *Operator) Audience(ctx context.Context, a Announcement) (letters int, err error) {
	err = o.db.View(ctx, func(tx *db.Tx) error {
		players, err := club.Audience(o.desk.Club.Begin(tx, 0), a.Rules)
		letters = len(players)
		return err
	})
	return letters, err
}
