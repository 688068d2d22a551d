package server_test

import (
	"bytes"
	"io"
	"net"
	"net/url"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db/dbtest"
)

// commitLoad is a load on PostgreSQL, behind a proxy that carries COMMIT to the server
// and hangs up in the place of its answer: what was written is there, and the daemon
// does not know it.
type commitLoad struct {
	every atomic.Int64 // which COMMITs; 0: none
	n     atomic.Int64
}

func (c *commitLoad) office(t *testing.T) *load {
	where, err := url.Parse(dbtest.OwnPostgres(t).URL)
	require.NoError(t, err)
	query := where.Query()
	server := filepath.Join(query.Get("host"), ".s.PGSQL.5432") // the server of tests has no other address
	query.Del("host")
	where.RawQuery = query.Encode()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			client, err := l.Accept()
			if err != nil {
				return
			}
			go c.pass(client, server)
		}
	}()
	where.Host = l.Addr().String()
	s, _ := newOffice(t)
	s.Database = where.String()
	return newLoad(t, s, 2, s.person)
}

// pass carries one connection. COMMIT goes alone or behind what rides with it, and is
// often prepared: what tells it is its answer, the tag of CommandComplete (PostgreSQL's
// manual, 54.7).
func (c *commitLoad) pass(client net.Conn, server string) {
	defer client.Close()
	s, err := net.Dial("unix", server)
	if err != nil {
		return
	}
	defer s.Close()
	go func() {
		_, _ = io.Copy(s, client)
		s.Close()
	}()
	buf := make([]byte, 64<<10)
	for {
		n, err := s.Read(buf)
		if err != nil {
			return
		}
		if every := c.every.Load(); every > 0 && bytes.Contains(buf[:n], []byte("COMMIT\x00")) && c.n.Add(1)%every == 0 {
			return // it has answered, and nobody hears it
		}
		if _, err := client.Write(buf[:n]); err != nil {
			return
		}
	}
}

// happen cuts every fifth answer until it was felt.
func (c *commitLoad) happen(t *testing.T, l *load) {
	c.every.Store(5)
	l.feel(t)
	time.Sleep(*span)
	c.every.Store(0)
}
