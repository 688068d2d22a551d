package db

import "crypto/rand"

// KeySize is the length of a key in octets.
const KeySize = 32

// Keys lists the keys that verify, newest first. There is always one: the first
// call makes it.
func (tx *Tx) Keys() ([][]byte, error) {
	keys, err := all(tx, func(scan func(...any) error) ([]byte, error) {
		var k []byte
		return k, scan(&k)
	}, `SELECT secret FROM keys ORDER BY id DESC`)
	if err != nil || len(keys) > 0 {
		return keys, err
	}
	if err := tx.AddKey(); err != nil {
		return nil, err
	}
	return tx.Keys()
}

// AddKey makes a new random key, which becomes the newest. Older keys go on
// verifying.
func (tx *Tx) AddKey() error {
	secret := make([]byte, KeySize)
	rand.Read(secret) // never fails (crypto/rand since Go 1.24)
	_, err := tx.exec(`INSERT INTO keys (secret, created_at) VALUES (?, ?)`, secret, millis(tx.Now))
	return err
}
