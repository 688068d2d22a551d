package main

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"turnpost/mail"
	"turnpost/mail/postoffice"
	"turnpost/mail/smtpout"
)

// demoPerson is somebody in whose name one writes and reads.
type demoPerson struct {
	name    string // the mailbox: alice
	self    mail.Address
	courier *smtpout.Courier
	box     demoMailbox

	letters []*demoLetter // oldest first
	inHand  *demoLetter   // shown last: what a reply answers; nil: none yet
}

// newDemoPerson opens a mailbox at the post office. The name may be a whole
// address there.
func newDemoPerson(office *postoffice.PostOffice, name string) (*demoPerson, error) {
	name = strings.TrimSuffix(strings.ToLower(name), "@"+demoDomain)
	self, err := mail.ParseAddress(name + "@" + demoDomain)
	switch {
	case err != nil || strings.ContainsAny(name, "@+"):
		return nil, fmt.Errorf("%q cannot be the name of a mailbox here", name)
	case self.Addr == demoRobot:
		return nil, fmt.Errorf("%s is the robot; nobody writes in its name", demoRobot)
	}
	first, n := utf8.DecodeRuneInString(name)
	self.Name = string(unicode.ToUpper(first)) + name[n:]
	host, port, err := hostPort(office.SMTPAddr())
	if err != nil {
		return nil, err
	}
	courier, err := smtpout.New(smtpout.Config{
		Host: host, Port: port, TLS: mail.Plain, User: self.Addr, Password: demoPassword, Timeout: 10 * time.Second,
	})
	if err != nil {
		return nil, err
	}
	return &demoPerson{name: name, self: self, courier: courier, box: demoMailbox{addr: office.IMAPAddr(), user: self.Addr}}, nil
}

// send hands a letter in.
func (p *demoPerson) send(ctx context.Context, d mail.Draft) error {
	raw, err := d.Bytes()
	if err != nil {
		return err
	}
	return p.courier.Send(ctx, mail.Envelope{From: p.self.Addr, To: d.To.Addr, Raw: raw})
}

// newest returns the number and the letter that came last, of the unread ones
// if there are any; nil if there is none.
func (p *demoPerson) newest() (int, *demoLetter) {
	for i := len(p.letters); i > 0; i-- {
		if !p.letters[i-1].read {
			return i, p.letters[i-1]
		}
	}
	if n := len(p.letters); n > 0 {
		return n, p.letters[n-1]
	}
	return 0, nil
}

// unread counts the letters that were not shown yet.
func (p *demoPerson) unread() int {
	n := 0
	for _, l := range p.letters {
		if !l.read {
			n++
		}
	}
	return n
}

// peopleIn lists the mailboxes of the demo that a text names.
func peopleIn(text string) []string {
	var names []string
	for _, m := range demoAddress.FindAllStringSubmatch(text, -1) {
		names = append(names, m[1])
	}
	return names
}

var demoAddress = regexp.MustCompile(`(?i)([a-z0-9._-]+)@` + regexp.QuoteMeta(demoDomain) + `\b`)
