package website

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/hex"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
)

// The files by which a copy is verified.
const (
	sumsFile      = "SHA256SUMS"     // as sha256sum writes it
	signatureFile = "SHA256SUMS.sig" // of that file, Ed25519, in base64: a text, as all files are
)

// PublicKey writes a key as others read it: PEM (RFC 8410).
func PublicKey(key ed25519.PublicKey) (string, error) {
	der, err := x509.MarshalPKIXPublicKey(key)
	if err != nil {
		return "", err
	}
	return string(pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: der})), nil
}

// ParseKey reads what PublicKey wrote.
func ParseKey(text []byte) (ed25519.PublicKey, error) {
	block, _ := pem.Decode(text)
	if block == nil {
		return nil, errors.New("there is no key in it: it should begin with -----BEGIN PUBLIC KEY-----")
	}
	key, err := x509.ParsePKIXPublicKey(block.Bytes)
	if err != nil {
		return nil, err
	}
	if k, ok := key.(ed25519.PublicKey); ok {
		return k, nil
	}
	return nil, errors.New("it is a key of another kind than Ed25519")
}

// Verify looks at a copy of an archive: whether the key has signed what it says of its
// files, and whether they are as it says. It lists what is wrong, and how many files are
// right. Another file is wrong as well, except for those that the writer of an archive keeps beside it.
func Verify(dir string, key ed25519.PublicKey) (right int, wrong []string, err error) {
	sums, err := os.ReadFile(dir + "/" + sumsFile)
	if err != nil {
		return 0, nil, err
	}
	text, err := os.ReadFile(dir + "/" + signatureFile)
	if err != nil {
		return 0, nil, err
	}
	signature, err := base64.StdEncoding.DecodeString(strings.TrimSpace(string(text)))
	if err != nil || !ed25519.Verify(key, sums, signature) {
		return 0, []string{sumsFile + " is not signed by this key"}, nil
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return 0, nil, err
	}
	defer root.Close()
	named := map[string]bool{sumsFile: true, signatureFile: true, stateFile: true, LockFile: true,
		OwedFile: true}
	for line := range strings.Lines(string(sums)) {
		want, name, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "  ")
		named[name] = true
		text, err := root.ReadFile(name)
		sum := sha256.Sum256(text)
		digest, _ := hex.DecodeString(want)
		switch {
		case !ok:
			wrong = append(wrong, fmt.Sprintf("%s has a line that cannot be read", sumsFile))
		case errors.Is(err, fs.ErrNotExist):
			wrong = append(wrong, name+" is missing")
		case err != nil:
			return right, wrong, err
		case !bytes.Equal(digest, sum[:]):
			wrong = append(wrong, name+" is not as it was signed")
		default:
			right++
		}
	}
	err = fs.WalkDir(root.FS(), ".", func(name string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && !named[name] {
			wrong = append(wrong, name+" is not of this archive")
		}
		return err
	})
	return right, wrong, err
}
