package mailtest

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"net"
	"path/filepath"
	"testing"
	"time"
)

// CertificateSpec is what a server's certificate says. The zero value is a right
// one: for this machine, and for a month.
type CertificateSpec struct {
	Name     string    // localhost; another name is for no address
	NotAfter time.Time // in thirty days
}

// certificate writes cert.pem and key.pem into a folder, and returns the pool
// that trusts them. They are made for the test and signed by themselves.
func certificate(t testing.TB, dir string, c CertificateSpec) *x509.CertPool {
	t.Helper()
	var ips []net.IP
	if c.Name == "" {
		c.Name, ips = "localhost", []net.IP{net.IPv4(127, 0, 0, 1)}
	}
	if c.NotAfter.IsZero() {
		c.NotAfter = time.Now().Add(30 * 24 * time.Hour)
	}
	fail := func(err error) {
		if err != nil {
			t.Helper()
			t.Fatalf("no certificate: %v", err)
		}
	}
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	fail(err)
	tmpl := &x509.Certificate{
		SerialNumber:          big.NewInt(time.Now().UnixNano()),
		Subject:               pkix.Name{CommonName: c.Name},
		DNSNames:              []string{c.Name},
		IPAddresses:           ips,
		NotBefore:             time.Now().Add(-30 * 24 * time.Hour),
		NotAfter:              c.NotAfter,
		KeyUsage:              x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
		ExtKeyUsage:           []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
		IsCA:                  true,
		BasicConstraintsValid: true,
	}
	der, err := x509.CreateCertificate(rand.Reader, tmpl, tmpl, &key.PublicKey, key)
	fail(err)
	cert, err := x509.ParseCertificate(der)
	fail(err)
	keyDER, err := x509.MarshalECPrivateKey(key)
	fail(err)
	write(t, filepath.Join(dir, "cert.pem"), string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})))
	write(t, filepath.Join(dir, "key.pem"),
		string(pem.EncodeToMemory(&pem.Block{Type: "EC PRIVATE KEY", Bytes: keyDER})))
	pool := x509.NewCertPool()
	pool.AddCert(cert)
	return pool
}
