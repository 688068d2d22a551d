package mailtest

import (
	"context"
	"fmt"
	"net"
	"net/netip"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/net/dns/dnsmessage"
)

// NameServer is a DNS server on loopback that knows texts, and what is asked of
// senders besides: addresses, the names of addresses, mail exchangers and services.
type NameServer struct {
	conn net.PacketConn

	mu    sync.Mutex
	texts map[string][]string                  // by name, in lower case with a dot at the end
	other map[string][]dnsmessage.ResourceBody // the same, of other types
	fails map[string]bool                      // names that bring SERVFAIL
	deaf  bool                                 // nothing is answered
	asked []string
}

// StartNameServer starts one, until the test ends.
func StartNameServer(t testing.TB) *NameServer {
	t.Helper()
	conn, err := net.ListenPacket("udp", "127.0.0.1:0")
	require.NoError(t, err)
	s := &NameServer{conn: conn, texts: map[string][]string{}, other: map[string][]dnsmessage.ResourceBody{},
		fails: map[string]bool{}}
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

// SetExchangers says who takes the message for a name, the best one first; none takes
// them away.
func (s *NameServer) SetExchangers(name string, hosts ...string) {
	var bodies []dnsmessage.ResourceBody
	for i, host := range hosts {
		bodies = append(bodies,
			&dnsmessage.MXResource{Pref: uint16(10 * i),
				MX: dnsmessage.MustNewName(strings.TrimSuffix(host, ".") + ".")})
	}
	s.setOther(name, bodies)
}

// SetHost says what addresses (IPv4) a name has; none takes them away.
func (s *NameServer) SetHost(name string, addresses ...string) {
	var bodies []dnsmessage.ResourceBody
	for _, a := range addresses {
		bodies = append(bodies, &dnsmessage.AResource{A: netip.MustParseAddr(a).As4()})
	}
	s.setOther(name, bodies)
}

// SetPointer says what names an address (IPv4) has; none takes them away.
func (s *NameServer) SetPointer(address string, names ...string) {
	var bodies []dnsmessage.ResourceBody
	for _, name := range names {
		bodies = append(bodies, &dnsmessage.PTRResource{PTR: dnsmessage.MustNewName(name + ".")})
	}
	b := netip.MustParseAddr(address).As4()
	s.setOther(fmt.Sprintf("%d.%d.%d.%d.in-addr.arpa", b[3], b[2], b[1], b[0]), bodies)
}

// SetService says where a service of a domain is (SRV, RFC 2782), such as
// "_imaps._tcp.club.example"; no host takes it away, and "." says that there is none.
func (s *NameServer) SetService(name, host string, port int) {
	var bodies []dnsmessage.ResourceBody
	if host != "" {
		bodies = append(bodies,
			&dnsmessage.SRVResource{Port: uint16(port),
				Target: dnsmessage.MustNewName(strings.TrimSuffix(host, ".") + ".")})
	}
	s.setOther(name, bodies)
}

func (s *NameServer) setOther(name string, bodies []dnsmessage.ResourceBody) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.other, name+".")
	if len(bodies) > 0 {
		s.other[name+"."] = bodies
	}
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

// typeOf is the type of what is set by SetExchangers, SetHost, SetPointer and
// SetService.
func typeOf(body dnsmessage.ResourceBody) dnsmessage.Type {
	switch body.(type) {
	case *dnsmessage.MXResource:
		return dnsmessage.TypeMX
	case *dnsmessage.PTRResource:
		return dnsmessage.TypePTR
	case *dnsmessage.SRVResource:
		return dnsmessage.TypeSRV
	}
	return dnsmessage.TypeA
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
	out := dnsmessage.Message{Header: dnsmessage.Header{ID: ask.ID, Response: true, RecursionAvailable: true},
		Questions: ask.Questions}
	texts, known := s.texts[name]
	others, also := s.other[name]
	switch {
	case s.fails[name]:
		out.RCode = dnsmessage.RCodeServerFailure
	case !known && !also:
		out.RCode = dnsmessage.RCodeNameError
	}
	for _, body := range others {
		if typeOf(body) == q.Type {
			out.Answers = append(out.Answers,
				dnsmessage.Resource{Header: dnsmessage.ResourceHeader{Name: q.Name, Type: q.Type,
					Class: dnsmessage.ClassINET, TTL: 60}, Body: body})
		}
	}
	if q.Type != dnsmessage.TypeTXT {
		texts = nil
	}
	for _, text := range texts {
		var pieces []string
		for ; len(text) > 255; text = text[255:] {
			pieces = append(pieces, text[:255])
		}
		out.Answers = append(out.Answers, dnsmessage.Resource{
			Header: dnsmessage.ResourceHeader{Name: q.Name, Type: dnsmessage.TypeTXT, Class: dnsmessage.ClassINET,
				TTL: 60},
			Body: &dnsmessage.TXTResource{TXT: append(pieces, text)},
		})
	}
	packed, err := out.Pack()
	if err != nil {
		return nil
	}
	return packed
}
