package notify

import (
	"errors"
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

// Compose writes every letter to its last byte but for its pictures, as far as it goes to
// somebody who may be written to. After it nothing more is told.
func (l *Letters) Compose() error {
	if err := l.flush(); err != nil {
		return err
	}
	if err := l.suggest(); err != nil {
		return err
	}
	for _, r := range l.letters {
		goes, err := l.goes(r)
		if err == nil && goes {
			r.bytes, err = l.compose(r)
		}
		if err != nil {
			return fmt.Errorf("letter to player %d: %w", r.to.ID, err)
		}
	}
	l.composed = true
	return nil
}

// Send lays every letter into the outbox; those that are not composed it composes before.
// What came after Compose is an error: it would be in no letter.
func (l *Letters) Send() error {
	if l.late {
		return errors.New("something was to be told after the letters were composed")
	}
	if !l.composed {
		if err := l.Compose(); err != nil {
			return err
		}
	}
	for _, r := range l.letters {
		if r.bytes == nil {
			continue
		}
		if err := l.enqueue(r); err != nil {
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

// enqueue lays a letter into the outbox, whose number the return path has.
func (l *Letters) enqueue(r *letter) (err error) {
	out := *r.bytes
	if out.ID, err = l.tx.DB.Number(out, l.class(r)); err != nil {
		return err
	}
	if l.teller.Tagged() {
		out.Sender = l.teller.Mailbox.ReturnPath(l.keys[0], out.ID)
	}
	_, err = l.tx.DB.EnqueueAs(out, l.class(r))
	return err
}
