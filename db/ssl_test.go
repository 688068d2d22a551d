package db_test

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/binary"
	"encoding/pem"
	"fmt"
	"io"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest"
)

// impostor is a false server that somebody on the way puts in the place of the true
// one. It answers 'N' to SSLRequest or, with a certificate of its own making, 'S', and
// asks for the password in the clear
// (https://www.postgresql.org/docs/current/protocol-message-formats.html).
type impostor struct {
	listener    net.Listener
	certificate *tls.Certificate
	wait        sync.WaitGroup
	mu          sync.Mutex
	heard       []byte // all that it could read
}

func newImpostor(t *testing.T, certificate *tls.Certificate) *impostor {
	t.Helper()
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	require.NoError(t, err)
	i := &impostor{listener: l, certificate: certificate}
	i.wait.Go(func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			i.wait.Go(func() { i.serve(conn) })
		}
	})
	t.Cleanup(func() { l.Close(); i.wait.Wait() })
	return i
}

func (i *impostor) serve(conn net.Conn) {
	defer conn.Close()
	_ = conn.SetDeadline(time.Now().Add(10 * time.Second))
	for { // SSLRequest, and then the startup message, both without a type
		var length uint32
		if binary.Read(conn, binary.BigEndian, &length) != nil || length < 8 || length > 10000 {
			return
		}
		rest := make([]byte, length-4)
		if _, err := io.ReadFull(conn, rest); err != nil {
			return
		}
		if binary.BigEndian.Uint32(rest) != 80877103 {
			break
		}
		if i.certificate == nil {
			_, _ = conn.Write([]byte("N"))
			continue
		}
		_, _ = conn.Write([]byte("S"))
		conn = tls.Server(conn, &tls.Config{Certificates: []tls.Certificate{*i.certificate}})
	}
	_, _ = conn.Write([]byte{'R', 0, 0, 0, 8, 0, 0, 0, 3}) // AuthenticationCleartextPassword
	answer := make([]byte, 1000)
	n, _ := conn.Read(answer)
	i.mu.Lock()
	defer i.mu.Unlock()
	i.heard = append(i.heard, answer[:n]...)
}

// password reports whether it was told the password, when all is said.
func (i *impostor) password() bool {
	i.listener.Close()
	i.wait.Wait()
	i.mu.Lock()
	defer i.mu.Unlock()
	return bytes.Contains(i.heard, []byte("hunter2"))
}

// ownCertificate is for host, by nobody's authority but its own.
func ownCertificate(t *testing.T, host string) *tls.Certificate {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(t, err)
	template := &x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour), IPAddresses: []net.IP{net.ParseIP(host)}}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	require.NoError(t, err)
	return &tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}
}

// certificateFile is a file as sslrootcert names it.
func certificateFile(t *testing.T, c *tls.Certificate) string {
	t.Helper()
	path := filepath.Join(dbtest.Dir(t), "ca.pem")
	require.NoError(t, os.WriteFile(path, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: c.Certificate[0]}), 0o600))
	return path
}

// Whoever answers in the place of a database on another machine is not told the
// password, unless the operator wants no TLS, or none that verifies.
func TestAbuseFalseServer(t *testing.T) {
	t.Setenv("PGSSLMODE", "")
	// It names no machine, is no loopback address, and leads to this one.
	const another = "0.0.0.0"
	certificate, elsewhere := ownCertificate(t, another), ownCertificate(t, "192.0.2.7")
	authority, authority2 := certificateFile(t, certificate), certificateFile(t, elsewhere)
	open := map[string]func(context.Context, string) error{
		"open": func(ctx context.Context, where string) error { _, err := db.Open(ctx, where); return err },
		"read": func(ctx context.Context, where string) error { _, err := db.OpenReadOnly(ctx, where); return err },
		"look": func(ctx context.Context, where string) error { _, err := db.CheckServer(ctx, where); return err },
	}
	asked, told := 0, 0
	for _, c := range []struct {
		name        string
		host, query string
		certificate *tls.Certificate
		env         string
		told        bool
		several     bool
	}{
		{name: "no TLS", host: another},
		{name: "no TLS, an empty sslmode", host: another, query: "?sslmode="},
		{name: "a certificate of its own", host: another, certificate: certificate},
		{name: "no TLS, but it is required", host: another, query: "?sslmode=require"},
		{name: "no TLS, and the operator wants none", host: another, query: "?sslmode=disable", told: true},
		{name: "no TLS, and the operator wants none by the environment", host: another, env: "disable", told: true},
		{name: "no TLS, and the operator only prefers it", host: another, query: "?sslmode=prefer", told: true},
		{name: "a certificate of its own, which the operator does not ask for", host: another, query: "?sslmode=require", certificate: certificate, told: true},
		{name: "the certificate that the operator has named", host: another, query: "?sslrootcert=" + authority, certificate: certificate, told: true},
		{name: "a certificate for another host", host: another, query: "?sslrootcert=" + authority2, certificate: elsewhere},
		{name: "no TLS, one of several servers", host: another, query: "?target_session_attrs=read-write", several: true},
		{name: "no TLS on this machine", host: "127.0.0.1", told: true},
	} {
		for how, open := range open {
			t.Run(c.name+", "+how, func(t *testing.T) {
				t.Setenv("PGSSLMODE", c.env)
				i := newImpostor(t, c.certificate)
				ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
				defer cancel()
				hosts := fmt.Sprintf("%s:%d", c.host, i.listener.Addr().(*net.TCPAddr).Port)
				if c.several {
					hosts += ",localhost"
				}
				where := "postgres://turnpost:hunter2@" + hosts + "/turnpost" + c.query
				err := open(ctx, where)
				require.Error(t, err)
				require.NotContains(t, err.Error(), "hunter2")
				require.True(t, c.told || db.IsTLSError(err), "%v", err)
				heard := i.password()
				require.Equal(t, c.told, heard, "%v", err)
				if !c.told {
					asked++
				}
				if heard && !c.told {
					told++
				}
			})
		}
	}
	t.Logf("abuse | a false server in the place of a database elsewhere, without TLS or with a certificate of its own, %d times | the password is not sent | sent %d times", asked, told)
}

func TestWayTo(t *testing.T) {
	t.Setenv("PGSSLMODE", "")
	t.Setenv("PGHOST", "")
	for where, want := range map[string]db.URLSecurity{
		"turnpost.db":                         {},
		"postgres://me@host:port/x":           {},
		"postgres://me@db.example.org/x":      {Far: true, Mode: "verify-full"},
		"postgres://me@db.example.org/x?a=b":  {Far: true, Mode: "verify-full"},
		"postgresql://me@192.0.2.7:5433/x":    {Far: true, Mode: "verify-full"},
		"postgres://me@[2001:db8::1]/x":       {Far: true, Mode: "verify-full"},
		"postgres:///x?host=db.example.org":   {Far: true, Mode: "verify-full"},
		"postgres://me@localhost/x":           {},
		"postgres://me@LOCALHOST/x":           {},
		"postgres://me@127.0.0.9/x":           {},
		"postgres://me@[::1]:5432/x":          {},
		"postgres://me@/x?host=/run/pg":       {},
		"postgres://localhost,db.example/x":   {Far: true, Mode: "verify-full"},
		"postgres://a:1,b/x":                  {Far: true, Mode: "verify-full"},
		"postgres://me:pw@127.0.0.1:1,b:2/x":  {Far: true, Mode: "verify-full"},
		"postgres://[::1]:1,[2001:db8::1]/x":  {Far: true, Mode: "verify-full"},
		"postgres://127.0.0.1:1,[::1]:2/x":    {},
		"postgres:///x?host=/run/a,b":         {Far: true, Mode: "verify-full"},
		"postgres://localhost.example.org/x":  {Far: true, Mode: "verify-full"},
		"postgres://me@127.0.0.1.evil.test/x": {Far: true, Mode: "verify-full"},

		"postgres://me@db.example.org/x?sslmode=disable":                    {Far: true, Mode: "disable"},
		"postgres://me@db.example.org/x?sslmode=verify-ca":                  {Far: true, Mode: "verify-ca"},
		"postgres://me@db.example.org/x?ssl=true":                           {Far: true, Mode: "require"},
		"postgres://me@localhost/x?sslmode=require":                         {Mode: "require"},
		"postgres://me@db.example.org/x?sslmode=disable&sslrootcert=system": {Far: true, Mode: "verify-full"},
	} {
		require.Equal(t, want, db.SecurityOf(where), where)
		require.Equal(t, want.Far && want.Mode != "verify-full", db.SecurityOf(where).Weakness() != "", where)
	}
}
