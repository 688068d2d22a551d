package mailtest

import (
	"bufio"
	"io"
	"net"
	"sync"
	"testing"
	"time"
)

func dialTest(t testing.TB, addr string) net.Conn {
	t.Helper()
	conn, err := net.DialTimeout("tcp", addr, 5*time.Second)
	if err != nil {
		t.Fatal(err)
	}
	return conn
}

// Silent listens on loopback and says nothing but the lines given, one for each
// line it hears, the first as a greeting. When they are used up it goes on
// listening without a word, and after enough bytes it does not even listen.
func Silent(t testing.TB, lines ...string) (addr string) {
	t.Helper()
	return serve(t, func(c net.Conn) {
		buf := make([]byte, 4096)
		for i, line := range lines {
			if i > 0 {
				if _, err := c.Read(buf); err != nil {
					return
				}
			}
			if _, err := io.WriteString(c, line+"\r\n"); err != nil {
				return
			}
		}
		<-t.Context().Done()
	})
}

// Proxy passes connections on to a server until Drop.
type Proxy struct {
	Addr string

	mu    sync.Mutex
	conns []net.Conn
	count int
	ice   chan struct{} // nil: bytes flow
}

// NewProxy listens on loopback for a server.
func NewProxy(t testing.TB, server string) *Proxy {
	t.Helper()
	p := &Proxy{}
	p.listen(t, server, func(_ int, c, s net.Conn) {
		done := make(chan struct{})
		go func() {
			defer close(done)
			_, _ = io.Copy(gated{s, p}, c) // whichever side ends, both end
			s.Close()
		}()
		_, _ = io.Copy(gated{c, p}, s)
		c.Close()
		<-done
	})
	return p
}

// listen passes each connection by the function given, which gets its number.
func (p *Proxy) listen(t testing.TB, server string, pass func(number int, client, server net.Conn)) {
	t.Helper()
	p.Addr = serve(t, func(c net.Conn) {
		s, err := net.Dial("tcp", server)
		if err != nil {
			return
		}
		defer s.Close()
		p.mu.Lock()
		p.conns = append(p.conns, c, s)
		p.count++
		number := p.count
		p.mu.Unlock()
		pass(number, c, s)
	})
	t.Cleanup(p.Thaw) // before the connections are closed and waited for
}

// gated is a connection that is written to while bytes flow.
type gated struct {
	net.Conn
	p *Proxy
}

func (g gated) Write(b []byte) (int, error) {
	g.p.gate()
	return g.Conn.Write(b)
}

// ReadFrom hides that of the connection, which would go past Write.
func (g gated) ReadFrom(r io.Reader) (int64, error) {
	return io.Copy(struct{ io.Writer }{g}, r)
}

// gate waits while bytes stand still.
func (p *Proxy) gate() {
	p.mu.Lock()
	ice := p.ice
	p.mu.Unlock()
	if ice != nil {
		<-ice
	}
}

// Freeze lets no byte pass in either direction until Thaw. Connections stay, and
// new ones are taken.
func (p *Proxy) Freeze() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ice == nil {
		p.ice = make(chan struct{})
	}
}

// Thaw lets bytes flow again.
func (p *Proxy) Thaw() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ice != nil {
		close(p.ice)
		p.ice = nil
	}
}

// Drop hangs up all connections. New ones are passed on.
func (p *Proxy) Drop() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, c := range p.conns {
		c.Close()
	}
	p.conns = nil
}

// Count is the number of connections so far.
func (p *Proxy) Count() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.count
}

// Between listens on loopback for a server, and asks about each line of a client's: an
// answer is given in the server's place, and a cut hangs up.
func Between(t testing.TB, server string, ask func(line string) (answer string, cut bool)) (addr string) {
	t.Helper()
	return serve(t, func(c net.Conn) {
		s, err := net.Dial("tcp", server)
		if err != nil {
			return
		}
		defer s.Close()
		go io.Copy(c, s)
		for r := bufio.NewReader(c); ; {
			line, err := r.ReadString('\n')
			if err != nil {
				return
			}
			answer, cut := ask(line)
			switch {
			case cut:
				return
			case answer != "":
				_, err = io.WriteString(c, answer)
			default:
				_, err = io.WriteString(s, line)
			}
			if err != nil {
				return
			}
		}
	})
}

// serve handles each connection until the end of the test.
func serve(t testing.TB, handle func(net.Conn)) (addr string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var (
		all   sync.WaitGroup
		mu    sync.Mutex
		conns []net.Conn
	)
	all.Go(func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			mu.Lock()
			conns = append(conns, c)
			mu.Unlock()
			all.Go(func() {
				defer c.Close()
				handle(c)
			})
		}
	})
	t.Cleanup(func() {
		l.Close()
		mu.Lock()
		for _, c := range conns {
			c.Close()
		}
		mu.Unlock()
		all.Wait()
	})
	return l.Addr().String()
}
