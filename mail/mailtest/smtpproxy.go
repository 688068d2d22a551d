package mailtest

import (
	"bufio"
	"io"
	"net"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"
)

// Dot says what an [SMTPProxy] does with a letter when its last byte is there.
type Dot int

const (
	DotPass    Dot = iota // the server's answer reaches the client
	DotUnheard            // the server gets the letter, and the client no answer: the proxy hangs up
	DotLost               // the server never gets the end: the proxy hangs up on both
	DotSilent             // the server gets the letter, and the client no answer: the connection stays
	DotSlow               // the server gets the end of the letter SlowDot later
)

// SlowDot is how long a DotSlow takes.
const SlowDot = 1500 * time.Millisecond

// SMTPTrouble is what an [SMTPProxy] adds of its own.
type SMTPTrouble struct {
	// Answer, if not nil, is asked about each command line, and its answer is
	// given in the server's place; "": the server is asked.
	Answer func(line string) string
	// Dot, if not nil, decides what becomes of a letter.
	Dot func(messageID string) Dot
}

// Handed is a letter that a client ended with a dot.
type Handed struct {
	MessageID string
	Conn      int  // number of the connection
	Last      bool // the client was cut off before it said another word
}

// SMTPProxy passes SMTP in the clear on to a server, as [Proxy] does, and makes
// the troubles that it is told to. It keeps account of every letter.
type SMTPProxy struct {
	*Proxy

	mu      sync.Mutex
	trouble SMTPTrouble
	handed  []Handed
	made    int // troubles
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

// Handed lists the letters that the server may have got, in their order.
func (p *SMTPProxy) Handed() []Handed {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]Handed(nil), p.handed...)
}

// Hopes is how often the server may have got a letter without the client's
// knowledge: the dot was said, and the connection ended before another word.
func (p *SMTPProxy) Hopes() map[string]int {
	n := map[string]int{}
	for _, h := range p.Handed() {
		if h.Last {
			n[h.MessageID]++
		}
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

// dot notes a letter, and decides what becomes of it.
func (p *SMTPProxy) dot(conn int, id string) Dot {
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
		p.handed = append(p.handed, Handed{MessageID: id, Conn: conn, Last: true})
	}
	return fate
}

// spoke notes that a client goes on after a letter.
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
			if said := p.answer(line); said != "" {
				if _, err := io.WriteString(client, said+"\r\n"); err != nil {
					return
				}
				continue
			}
			// Every server here takes what follows once it took the recipient; the
			// client sends it only after 354.
			data = strings.EqualFold(strings.TrimSpace(line), "DATA")
			head, id = data, ""
		} else if line == ".\r\n" {
			data = false
			switch p.dot(number, id) {
			case DotUnheard:
				close(unheard)
			case DotSilent:
				close(silent)
			case DotSlow:
				time.Sleep(SlowDot)
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
