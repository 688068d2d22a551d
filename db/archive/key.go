package archive

import (
	"crypto/ed25519"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"fmt"
	"strings"
)

// Keys are what signs an archive, and what makes the names in it.
type Keys struct {
	seed, names []byte
}

// FindKeys are the keys of a database; false: it has none yet.
func FindKeys(s Store) (k Keys, found bool, err error) {
	err = s.Rows(func(scan func(...any) error) error {
		found = true
		return scan(&k.seed, &k.names)
	}, `SELECT seed, names FROM archive_keys WHERE id = 1`)
	return k, found, err
}

// MakeKeys makes the keys of a database that has none.
func MakeKeys(s Store, now int64) error {
	seed, names := make([]byte, 32), make([]byte, 32)
	rand.Read(seed)  // never fails (crypto/rand since Go 1.24)
	rand.Read(names) // neither
	return s.Rows(func(scan func(...any) error) error { return scan(new(int)) }, `INSERT INTO archive_keys (id, seed, names, created_at)
		VALUES (1, ?, ?, ?) ON CONFLICT (id) DO NOTHING RETURNING id`, seed, names, now)
}

// Rotate puts another key that signs into the place of the one there is, which somebody
// may have read. The names stay.
func Rotate(s Store, now int64) error {
	seed := make([]byte, 32)
	rand.Read(seed)
	return s.Rows(func(scan func(...any) error) error { return scan(new(int)) },
		`UPDATE archive_keys SET seed = ?, created_at = ? WHERE id = 1 RETURNING id`, seed, now)
}

// Sign signs a text (RFC 8032, Ed25519).
func (k Keys) Sign(text []byte) []byte { return ed25519.Sign(ed25519.NewKeyFromSeed(k.seed), text) }

// Public is the key by which a signature is verified.
func (k Keys) Public() ed25519.PublicKey {
	return ed25519.NewKeyFromSeed(k.seed).Public().(ed25519.PublicKey)
}

// Name is what something is called in the archive whose number is nobody's business: the
// same each time, and different for all others. Who has not the keys cannot tell the number.
func (k Keys) Name(of string, id int64) string {
	mac := hmac.New(sha256.New, k.names)
	fmt.Fprintf(mac, "%s %d", of, id)
	return strings.ToLower(base32.StdEncoding.EncodeToString(mac.Sum(nil)[:10]))
}
