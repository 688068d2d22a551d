package auth

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base32"
	"fmt"
	"strconv"
)

// SecretLength is the length of a secret's text, of the characters a to z and 2
// to 7: 20 characters of base32 are 100 bits.
const SecretLength = 20

// secretPattern fits a secret in a pattern.
var secretPattern = `([a-z2-7]{` + strconv.Itoa(SecretLength) + `})`

// Lower case throughout: some programs fold the case of a local part.
var secretEncoding = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)

// sign is the secret of a text under a key. No text of one kind is also one of
// another kind.
func sign(key []byte, format string, args ...any) string {
	mac := hmac.New(sha256.New, key)
	fmt.Fprintf(mac, "turnpost 1 "+format, args...)
	return secretEncoding.EncodeToString(mac.Sum(nil))[:SecretLength]
}

// same compares two secrets in constant time.
func same(want, secret string) bool { return hmac.Equal([]byte(want), []byte(secret)) }
