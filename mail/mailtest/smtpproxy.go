package mailtest

import (
	"bufio"
	"io"
	"net"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// AtFinalDot says what an [SMTPProxy] does with a message when its last byte is there.
type AtFinalDot int

const (
	DotPass    AtFinalDot = iota // the server's answer reaches the client
	DotUnheard                   // the server gets the message, and the client no answer: the proxy hangs up
	DotLost                      // the server never gets the end: the proxy hangs up on both
	DotSilent                    // the server gets the message, and the client no answer: the connection stays
	DotSlow                      // the server gets the end of the message slowDot later
)

// slowDot is how long a DotSlow takes.
const slowDot = 3 * time.Second

// SMTPTrouble is what an [SMTPProxy] adds of its own.
type SMTPTrouble struct {
	// Answer, if not nil, is asked about each command line, and its answer is
	// given in the server's place; "": the server is asked.
	Answer func(line string) string
	// Dot, if not nil, decides what becomes of a message.
	Dot func(messageID string) AtFinalDot
}

// ProxiedMessage is a message that a client ended with a dot.
type ProxiedMessage struct {
	MessageID string
	Conn      int  // number of the connection
	Last      bool // the client was cut off before it said another word
	Life      int  // how often clients had died before: see [SMTPProxy.Died]
}

// SMTPProxy passes SMTP in the clear on to a server, as [Proxy] does, and makes
// the troubles that it is told to. It keeps account of every message.
type SMTPProxy struct {
	*Proxy

	mu      sync.Mutex
	trouble SMTPTrouble
	handed  []ProxiedMessage
	made    int // troubles
	deaths  int

	underway atomic.Int32
}

// NewSMTPProxy listens on loopback for a server.
func NewSMTPProxy(t testing.TB, server string) *SMTPProxy {
	t.Helper()
	p := &SMTPProxy{Proxy: &Proxy{}}
	p.listen(t, server, p.pass)
	return p
}

// Make replaces the trouble that the proxy makes; the zero value is none.
func (p *SMTPProxy) Make(trouble SMTPTrouble) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.trouble = trouble
}

// Made is how often the proxy made trouble.
func (p *SMTPProxy) Made() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.made
}

// Handed lists the messages that the server may have got, in their order.
func (p *SMTPProxy) Handed() []ProxiedMessage {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]ProxiedMessage(nil), p.handed...)
}

// Underway is how many messages are being said: from MAIL to the answer to their dot. What
// is asked for the first command of one does not count it yet.
func (p *SMTPProxy) Underway() int { return int(p.underway.Load()) }

// Died notes that the one client was killed. What it had not noted by then it cannot
// know, though the server's answer may have reached it, and though it may have gone on
// with another message over the same connection.
func (p *SMTPProxy) Died() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.deaths++
}

// PossibleDuplicates is how often the server may have got a message without the client's
// knowledge: the dot was said, and either the connection ended before another word, or
// the client died before it handed over the message again.
func (p *SMTPProxy) PossibleDuplicates() map[string]int {
	n, later := map[string]int{}, map[string]int{}
	for _, h := range slices.Backward(p.Handed()) {
		if life, again := later[h.MessageID]; h.Last || again && h.Life < life {
			n[h.MessageID]++
		}
		later[h.MessageID] = h.Life
	}
	return n
}

func (p *SMTPProxy) answer(line string) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.trouble.Answer == nil {
		return ""
	}
	said := p.trouble.Answer(strings.TrimRight(line, "\r\n"))
	if said != "" {
		p.made++
	}
	return said
}

// dot notes a message, and decides what becomes of it.
func (p *SMTPProxy) dot(conn int, id string) AtFinalDot {
	p.mu.Lock()
	defer p.mu.Unlock()
	fate := DotPass
	if p.trouble.Dot != nil {
		fate = p.trouble.Dot(id)
	}
	if fate != DotPass {
		p.made++
	}
	if fate != DotLost {
		p.handed = append(p.handed, ProxiedMessage{MessageID: id, Conn: conn, Last: true, Life: p.deaths})
	}
	return fate
}

// spoke notes that a client goes on after a message.
func (p *SMTPProxy) spoke(conn int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for i := len(p.handed) - 1; i >= 0; i-- {
		if p.handed[i].Conn == conn {
			p.handed[i].Last = false
			return
		}
	}
}

var messageIDField = regexp.MustCompile(`(?i)^message-id:\s*<([^>]*)>`)

// pass carries one connection. The server's lines go straight to the client; of
// the client's lines each is looked at, and a command that the proxy answers by
// itself waits until the server has answered the one before, because no client
// of ours says two at a time.
func (p *SMTPProxy) pass(number int, client, server net.Conn) {
	said := saying{of: &p.underway}
	defer said.end()
	unheard, silent := make(chan struct{}), make(chan struct{})
	answers := make(chan struct{})
	go func() {
		defer close(answers)
		buf := make([]byte, 16<<10)
		for {
			n, err := server.Read(buf)
			select {
			case <-unheard: // whatever the server says
				client.Close()
				return
			case <-silent:
				n = 0
			default:
			}
			if n > 0 {
				p.gate()
				if _, err := client.Write(buf[:n]); err != nil {
					break
				}
				said.answered()
			}
			if err != nil {
				break
			}
		}
		client.Close()
	}()
	defer func() { server.Close(); client.Close(); <-answers }()

	lines := bufio.NewReaderSize(client, 64<<10)
	data, head, id := false, false, ""
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			return
		}
		p.gate()
		if !data {
			p.spoke(number)
			if answer := p.answer(line); answer != "" {
				if _, err := io.WriteString(client, answer+"\r\n"); err != nil {
					return
				}
				continue
			}
			said.command(line)
			// Every server here takes what follows once it took the recipient; the
			// client sends it only after 354.
			data = strings.EqualFold(strings.TrimSpace(line), "DATA")
			head, id = data, ""
		} else if line == ".\r\n" {
			data = false
			said.dotted()
			switch p.dot(number, id) {
			case DotUnheard:
				close(unheard)
			case DotSilent:
				close(silent)
			case DotSlow:
				time.Sleep(slowDot)
			case DotLost:
				return
			}
		} else if head {
			if m := messageIDField.FindStringSubmatch(line); m != nil {
				id = m[1]
			}
			head = line != "\r\n"
		}
		if _, err := io.WriteString(server, line); err != nil {
			return
		}
	}
}

// saying is how far a connection is with a message.
type saying struct {
	of    *atomic.Int32 // how many are said
	state atomic.Int32
}

// The states of saying.
const (
	nothingSaid = iota
	begun       // MAIL was said
	dotted      // and the dot
)

func (s *saying) turn(from, to int32) {
	if s.state.CompareAndSwap(from, to) {
		switch {
		case from == nothingSaid:
			s.of.Add(1)
		case to == nothingSaid:
			s.of.Add(-1)
		}
	}
}

func (s *saying) command(line string) {
	switch verb, _, _ := strings.Cut(strings.ToUpper(strings.TrimSpace(line)), " "); verb {
	case "MAIL":
		s.turn(nothingSaid, begun)
	case "RSET":
		s.turn(begun, nothingSaid)
	}
}

func (s *saying) dotted()   { s.turn(begun, dotted) }
func (s *saying) answered() { s.turn(dotted, nothingSaid) }

func (s *saying) end() {
	s.turn(begun, nothingSaid)
	s.turn(dotted, nothingSaid)
}
