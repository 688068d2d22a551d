package db

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"time"
)

// KeySize is the length of a key in bytes.
const KeySize = 32

// ErrNewestKey says that the newest key cannot be deleted, because new reply tokens are
// made with it.
var ErrNewestKey = errors.New("it is the newest key")

// KeyInfo describes a key, without its secret.
type KeyInfo struct {
	ID        int64
	CreatedAt time.Time
	Newest    bool
	// LastMessage is when the last message with its tokens was written; zero if none was.
	LastMessage time.Time
}

// Keys lists the valid keys, newest first. There is always one: the first call creates it.
func (tx *Tx) Keys() ([][]byte, error) {
	keys, err := all(tx, func(scan func(...any) error) (k []byte, err error) { return k, scan(&k) },
		`SELECT secret FROM keys ORDER BY id DESC`)
	if err != nil || len(keys) > 0 {
		return keys, err
	}
	if err := tx.AddKey(); err != nil {
		return nil, err
	}
	return tx.Keys()
}

// Lot tosses a coin about something in the answer to a message: fair, not predictable, and with
// the same result when the message is answered again.
func (tx *Tx) Lot(message int64, about string) (heads bool, err error) {
	keys, err := tx.Keys()
	if err != nil {
		return false, err
	}
	id := fmt.Sprint(Millis(tx.Now))
	if err := tx.row(`SELECT message_id FROM inbox WHERE id = ?`, []any{message}, &id); err != nil &&
		!errors.Is(err, ErrNotFound) {
		return false, err
	}
	h := hmac.New(sha256.New, keys[len(keys)-1]) // the oldest: rotating adds newer ones
	fmt.Fprintf(h, "turnpost lot %s %s", id, about)
	return h.Sum(nil)[0]&1 == 1, nil
}

// KeyList describes all keys, newest first.
func (tx *Tx) KeyList() ([]KeyInfo, error) {
	keys, err := all(tx, func(scan func(...any) error) (KeyInfo, error) {
		var k KeyInfo
		var created, last int64
		err := scan(&k.ID, &created, &last)
		k.CreatedAt, k.LastMessage = Moment(created), Moment(last)
		return k, err
	}, `SELECT id, created_at, coalesce((
			-- The newest key of its time made a message's secret.
			SELECT o.created_at FROM outbox AS o WHERE o.id > k.after_message
				AND o.id <= coalesce((SELECT min(n.after_message) FROM keys AS n WHERE n.id > k.id), 9223372036854775807) ORDER BY o.id DESC LIMIT 1), 0)
		FROM keys AS k ORDER BY id DESC`)
	if len(keys) > 0 {
		keys[0].Newest = true
	}
	return keys, err
}

// AddKey makes a new random key, which becomes the newest. Older keys stay valid.
func (tx *Tx) AddKey() error {
	secret := make([]byte, KeySize)
	rand.Read(secret) // never fails (crypto/rand since Go 1.24)
	_, err := tx.exec(`INSERT INTO keys (secret, created_at, after_message)
		VALUES (?, ?, coalesce((SELECT id FROM outbox WHERE id > 0 ORDER BY id DESC
		LIMIT 1), 0))`, secret, Millis(tx.Now))
	return err
}

// RetireKey deletes an old key. Tokens made with it become invalid.
func (tx *Tx) RetireKey(id int64) error {
	keys, err := tx.KeyList()
	if err != nil {
		return err
	}
	if len(keys) > 0 && keys[0].ID == id {
		return ErrNewestKey
	}
	return tx.one(`DELETE FROM keys WHERE id = ?`, id)
}

// ReplaceKeys makes a new random key and deletes all others at once. All older tokens
// become invalid. It returns the number of deleted keys.
func (tx *Tx) ReplaceKeys() (gone int, err error) {
	keys, err := tx.KeyList()
	if err != nil {
		return 0, err
	}
	if err := tx.AddKey(); err != nil {
		return 0, err
	}
	for _, k := range keys {
		if err := tx.one(`DELETE FROM keys WHERE id = ?`, k.ID); err != nil {
			return 0, err
		}
	}
	return len(keys), nil
}
