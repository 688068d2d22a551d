package tell

import (
	"fmt"

	"turnpost/mail/club"
)

// Begin begins the letters of a transaction, and listens to its events.
func (t *Teller) Begin(tx *club.Tx) (*Letters, error) {
	keys, err := tx.DB.Keys()
	if err != nil {
		return nil, err
	}
	l := &Letters{teller: t, tx: tx, keys: keys}
	tx.Listen(l.hear)
	return l, nil
}

// Answer says which letter in the letters answer; without it they answer nobody.
func (l *Letters) Answer(to Answers) { l.answers = &to }

// Send writes every letter into the outbox, complete but for its pictures, as far as
// it goes to somebody who may be written to.
func (l *Letters) Send() error {
	if err := l.flush(); err != nil {
		return err
	}
	if err := suggest(l); err != nil {
		return err
	}
	for _, r := range l.letters {
		if goes, err := l.goes(r); err != nil {
			return err
		} else if !goes {
			continue
		}
		if err := l.send(r); err != nil {
			return fmt.Errorf("letter to player %d: %w", r.to.ID, err)
		}
		for game, last := range r.heard {
			if err := l.tx.DB.PassedUntil(game, r.to.ID, last); err != nil {
				return err
			}
		}
	}
	return nil
}

func (l *Letters) send(r *letter) error {
	out, err := l.compose(r)
	if err != nil {
		return err
	}
	if out.ID, err = l.tx.DB.Number(out, l.class(r)); err != nil {
		return err
	}
	if l.teller.Tagged() {
		out.Sender = l.teller.Mailbox.ReturnPath(l.keys[0], out.ID)
	}
	_, err = l.tx.DB.EnqueueAs(out, l.class(r))
	return err
}
