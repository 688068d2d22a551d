package office

import (
	"context"
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"turnpost/mail"
	"turnpost/mail/postoffice"
	"turnpost/mail/smtp"
)

// Person is somebody in whose name one writes and reads.
type Person struct {
	Mailbox
	Name string // of the mailbox: alice
	Self mail.Address

	courier *smtp.Courier
}

// NewPerson opens a mailbox at the post office. The name may be a whole
// address there.
func NewPerson(o *postoffice.PostOffice, name string) (*Person, error) {
	name = strings.TrimSuffix(strings.ToLower(name), "@"+Domain)
	self, err := mail.ParseAddress(name + "@" + Domain)
	switch {
	case err != nil || strings.ContainsAny(name, "@+"):
		return nil, fmt.Errorf("%q cannot be the name of a mailbox here", name)
	case self.Addr == Robot:
		return nil, fmt.Errorf("%s is the robot; nobody writes in its name", Robot)
	}
	first, n := utf8.DecodeRuneInString(name)
	self.Name = string(unicode.ToUpper(first)) + name[n:]
	host, port, err := hostPort(o.SMTPAddr())
	if err != nil {
		return nil, err
	}
	courier, err := smtp.NewCourier(smtp.CourierConfig{
		Host: host, Port: port, TLS: mail.Plain, User: self.Addr, Password: Password, Timeout: 10 * time.Second,
	})
	if err != nil {
		return nil, err
	}
	return &Person{Mailbox: Mailbox{Addr: o.IMAPAddr(), User: self.Addr}, Name: name, Self: self, courier: courier}, nil
}

// Send hands a letter in.
func (p *Person) Send(ctx context.Context, d mail.Draft) error {
	raw, err := d.Bytes()
	if err != nil {
		return err
	}
	return p.courier.Send(ctx, mail.Envelope{From: p.Self.Addr, To: d.To.Addr, Raw: raw})
}
