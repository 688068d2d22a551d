package auth_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/pem"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/mail/auth"
)

func TestKeysAreKept(t *testing.T) {
	for _, kind := range []string{auth.RSA, auth.Ed25519} {
		s := newSigner(t, kind)
		path := filepath.Join(t.TempDir(), "dkim.key")
		require.NoError(t, s.Key.Write(path))
		info, err := os.Stat(path)
		require.NoError(t, err)
		require.Equal(t, os.FileMode(0o600), info.Mode().Perm())
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		key, err := auth.ParseSigningKey(text)
		require.NoError(t, err)
		require.Equal(t, kind, key.Kind())
		require.False(t, key.Weak())
		again := s
		again.Key = key
		require.Equal(t, s.Record(), again.Record())

		other, err := auth.NewSigningKey(kind)
		require.NoError(t, err)
		require.ErrorIs(t, other.Write(path), os.ErrExist)
		kept, err := os.ReadFile(path)
		require.NoError(t, err)
		require.Equal(t, string(text), string(kept), "a key that is there is not touched")
	}
	_, err := auth.NewSigningKey("dsa")
	require.ErrorContains(t, err, "there are rsa and ed25519")
}

// The strings of a record are at most 255 octets long, and say it together.
func TestTheRecordAsAZoneHasIt(t *testing.T) {
	for kind, strs := range map[string]int{auth.RSA: 2, auth.Ed25519: 1} {
		s := newSigner(t, kind)
		require.True(t, strings.HasPrefix(s.Zone(), "turnpost._domainkey.club.example.org. IN TXT ( \""))
		joined := ""
		found := regexp.MustCompile(`"([^"]*)"`).FindAllStringSubmatch(s.Zone(), -1)
		for _, m := range found {
			require.LessOrEqual(t, len(m[1]), 255)
			joined += m[1]
		}
		require.Len(t, found, strs)
		require.Equal(t, s.Record(), joined)
	}
}

func TestKeysThatCannotBeUsed(t *testing.T) {
	t.Setenv("GODEBUG", "rsa1024min=0")
	weak := func(bits int) []byte {
		key, err := rsa.GenerateKey(rand.Reader, bits)
		require.NoError(t, err)
		return pem.EncodeToMemory(&pem.Block{Type: "RSA PRIVATE KEY", Bytes: x509.MarshalPKCS1PrivateKey(key)})
	}
	curve, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(t, err)
	der, err := x509.MarshalPKCS8PrivateKey(curve)
	require.NoError(t, err)
	for why, text := range map[string][]byte{
		"no key in PEM":               []byte("secret words"),
		"is damaged":                  pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: []byte("secret words")}),
		"neither of RSA nor":          pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}),
		"is encrypted":                pem.EncodeToMemory(&pem.Block{Type: "ENCRYPTED PRIVATE KEY", Bytes: der}),
		`"PUBLIC KEY" and no private`: pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: der}),
		"768 bits":                    weak(768),
	} {
		_, err := auth.ParseSigningKey(text)
		require.ErrorContains(t, err, why)
		require.NotContains(t, err.Error(), "secret")
	}
	key, err := auth.ParseSigningKey(weak(1024)) // as other programs write it
	require.NoError(t, err)
	require.True(t, key.Weak())
	require.Equal(t, 1024, key.Bits())
}
