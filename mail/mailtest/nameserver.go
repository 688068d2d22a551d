package mailtest

import (
	"context"
	"net"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/net/dns/dnsmessage"
)

// NameServer is a DNS server on loopback that knows texts alone.
type NameServer struct {
	conn net.PacketConn

	mu    sync.Mutex
	texts map[string][]string // by name, in lower case with a dot at the end
	fails map[string]bool     // names that bring SERVFAIL
	deaf  bool                // nothing is answered
	asked []string
}

// StartNameServer starts one, until the test ends.
func StartNameServer(t *testing.T) *NameServer {
	t.Helper()
	conn, err := net.ListenPacket("udp", "127.0.0.1:0")
	require.NoError(t, err)
	s := &NameServer{conn: conn, texts: map[string][]string{}, fails: map[string]bool{}}
	t.Cleanup(func() { conn.Close() })
	go s.serve()
	return s
}

// Resolver is the real one of Go, which asks this server.
func (s *NameServer) Resolver() *net.Resolver {
	return &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		var d net.Dialer
		return d.DialContext(ctx, "udp", s.conn.LocalAddr().String())
	}}
}

// Set says what a name has.
func (s *NameServer) Set(name string, texts ...string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.texts[name+"."] = texts
}

// Questions lists the names that were asked for.
func (s *NameServer) Questions() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string(nil), s.asked...)
}

// Remove takes a name away.
func (s *NameServer) Remove(name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.texts, name+".")
}

// Fail makes a name fail (SERVFAIL).
func (s *NameServer) Fail(name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.fails[name+"."] = true
}

// Silence makes the server answer nothing.
func (s *NameServer) Silence() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.deaf = true
}

func (s *NameServer) serve() {
	buffer := make([]byte, 4096)
	for {
		n, from, err := s.conn.ReadFrom(buffer)
		if err != nil {
			return
		}
		if reply := s.reply(buffer[:n]); reply != nil {
			_, _ = s.conn.WriteTo(reply, from)
		}
	}
}

func (s *NameServer) reply(raw []byte) []byte {
	var ask dnsmessage.Message
	if err := ask.Unpack(raw); err != nil || len(ask.Questions) != 1 {
		return nil
	}
	q := ask.Questions[0]
	name := strings.ToLower(q.Name.String())
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked = append(s.asked, name)
	if s.deaf {
		return nil
	}
	out := dnsmessage.Message{Header: dnsmessage.Header{ID: ask.ID, Response: true, RecursionAvailable: true}, Questions: ask.Questions}
	texts, known := s.texts[name]
	switch {
	case s.fails[name]:
		out.RCode = dnsmessage.RCodeServerFailure
	case !known:
		out.RCode = dnsmessage.RCodeNameError
	}
	for _, text := range texts {
		var pieces []string
		for ; len(text) > 255; text = text[255:] {
			pieces = append(pieces, text[:255])
		}
		out.Answers = append(out.Answers, dnsmessage.Resource{
			Header: dnsmessage.ResourceHeader{Name: q.Name, Type: dnsmessage.TypeTXT, Class: dnsmessage.ClassINET, TTL: 60},
			Body:   &dnsmessage.TXTResource{TXT: append(pieces, text)},
		})
	}
	packed, err := out.Pack()
	if err != nil {
		return nil
	}
	return packed
}
