package auth

import (
	"crypto"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// The kinds of signing keys.
const (
	RSA     = "rsa"     // of 2048 bits, which every receiver verifies
	Ed25519 = "ed25519" // RFC 8463: short, and not verified by every receiver
)

// The sizes of RSA keys in bits: verifiers accept no less than leastBits and need not
// accept more than mostBits (RFC 8301, 3.2). Signers should have at least newBits, which
// NewSigningKey makes.
const (
	leastBits = 1024
	newBits   = 2048
	mostBits  = 4096
)

// SigningKey is a private key for DKIM. The zero value is no key.
type SigningKey struct{ signer crypto.Signer }

// NewSigningKey makes a key.
func NewSigningKey(kind string) (SigningKey, error) {
	switch kind {
	case RSA:
		private, err := rsa.GenerateKey(rand.Reader, newBits)
		return SigningKey{private}, err
	case Ed25519:
		_, private, err := ed25519.GenerateKey(rand.Reader)
		return SigningKey{private}, err
	}
	return SigningKey{}, fmt.Errorf("%q is no kind of key; there are %s and %s", kind, RSA, Ed25519)
}

// Kind returns RSA or Ed25519.
func (k SigningKey) Kind() string {
	if _, ok := k.signer.(*rsa.PrivateKey); ok {
		return RSA
	}
	return Ed25519
}

// Bits returns the size of an RSA key, and 256 for Ed25519.
func (k SigningKey) Bits() int {
	if private, ok := k.signer.(*rsa.PrivateKey); ok {
		return private.N.BitLen()
	}
	return 256
}

// Weak reports whether the key is shorter than recommended (RFC 8301, 3.2).
func (k SigningKey) Weak() bool { return k.Kind() == RSA && k.Bits() < newBits }

// Write writes the key to a new file that only its owner can read (PEM, PKCS #8). It never
// replaces a file: that may hold the only copy of a key whose record is published.
func (k SigningKey) Write(path string) error {
	der, err := x509.MarshalPKCS8PrivateKey(k.signer)
	if err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	err = errors.Join(f.Chmod(0o600), pem.Encode(f, &pem.Block{Type: "PRIVATE KEY", Bytes: der}), f.Sync())
	if err = errors.Join(err, f.Close()); err != nil {
		return errors.Join(err, os.Remove(path)) // do not leave half a key
	}
	folder, err := os.Open(filepath.Dir(path))
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}

// ParseSigningKey reads a key from PEM: PKCS #8, or PKCS #1 as other programs write it. The
// error does not contain any of the text.
func ParseSigningKey(text []byte) (SigningKey, error) {
	block, _ := pem.Decode(text)
	if block == nil {
		return SigningKey{}, errors.New("it holds no key in PEM")
	}
	var private any
	var err error
	switch block.Type {
	case "PRIVATE KEY":
		private, err = x509.ParsePKCS8PrivateKey(block.Bytes)
	case "RSA PRIVATE KEY":
		if block.Headers["DEK-Info"] != "" {
			return SigningKey{}, errors.New("the key in it is encrypted; it is needed in the clear")
		}
		private, err = x509.ParsePKCS1PrivateKey(block.Bytes)
	case "ENCRYPTED PRIVATE KEY":
		return SigningKey{}, errors.New("the key in it is encrypted; it is needed in the clear")
	default:
		return SigningKey{}, fmt.Errorf("it holds a %q and no private key", block.Type)
	}
	if err != nil {
		return SigningKey{}, errors.New("the key in it is damaged")
	}
	switch private := private.(type) {
	case ed25519.PrivateKey:
		return SigningKey{private}, nil
	case *rsa.PrivateKey:
		if bits := private.N.BitLen(); bits < leastBits || bits > mostBits {
			return SigningKey{},
				fmt.Errorf("the RSA key in it has %d bits; receivers accept from %d to %d (RFC 8301)", bits,
					leastBits, mostBits)
		}
		return SigningKey{private}, nil
	}
	return SigningKey{}, errors.New("the key in it is neither of RSA nor of Ed25519")
}

// public returns the public key in the form of p= (RFC 6376, 3.6.1; RFC 8463, 4).
func (k SigningKey) public() string {
	if public, ok := k.signer.Public().(ed25519.PublicKey); ok {
		return base64.StdEncoding.EncodeToString(public)
	}
	der, err := x509.MarshalPKIXPublicKey(k.signer.Public())
	if err != nil {
		return "" // it never fails for RSA; an empty p= would say that the key is revoked
	}
	return base64.StdEncoding.EncodeToString(der)
}
