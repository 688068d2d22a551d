package desk

import (
	"context"
	"fmt"
	"runtime/debug"
	"slices"

	"turnpost/db"
	"turnpost/mail"
)

// Parsed is a letter, or why it is none.
type Parsed struct {
	*mail.Letter
	unreadable error
	report     *mail.Report // that it brings, or nil
	vouched    string       // the address of its writer, if a signature proves it
}

// Plays reports whether a letter may do nothing but play in one game.
func (d *Desk) Plays(p Parsed) bool { return p.Letter != nil && d.reader.Plays(p.Lines) }

// own is a copy to work on: answers take lines out, and a transaction may be run
// again.
func (p Parsed) own() *mail.Letter {
	letter := *p.Letter
	letter.Lines = slices.Clone(letter.Lines)
	return &letter
}

// Read parses a letter and looks what signature proves its writer, which asks the
// DNS: all before the transaction that others wait for.
// Of a letter in the name of one who was never proven less is read.
func (d *Desk) Read(ctx context.Context, in db.Incoming) (p Parsed, err error) {
	head, unreadable := mail.ReadHead(in.Raw)
	if unreadable != nil {
		return Parsed{unreadable: unreadable}, nil
	}
	known, err := d.knows(ctx, head)
	if err != nil {
		return p, err
	}
	if known {
		p.Letter, p.unreadable = mail.Read(in.Raw)
	} else {
		p.Letter, p.unreadable = mail.ReadBrief(in.Raw)
	}
	if p.unreadable != nil {
		return p, nil
	}
	if d.mayReport(p.Letter) {
		if report, ok := mail.ReadReport(in.Raw); ok {
			p.report = report
		}
	}
	p.vouched = d.vouched(ctx, in, p)
	return p, nil
}

// knows reports whether a letter is in the name of one who has proven to write to us.
func (d *Desk) knows(ctx context.Context, head *mail.Letter) (known bool, err error) {
	if len(head.From) != 1 {
		return false, nil
	}
	err = d.db.View(ctx, func(tx *db.Tx) error {
		p, err := tx.PlayerByAddress(mail.Key(head.From[0].Addr))
		known = !p.WroteAt.IsZero()
		if isNotFound(err) {
			return nil
		}
		return err
	})
	return known, err
}

// vouched returns the folded address that a signature of the letter proves, or
// "". It asks only where nothing else proves the writer.
func (d *Desk) vouched(ctx context.Context, in db.Incoming, read Parsed) (address string) {
	if d.Verifier == nil || in.TooLarge || d.robot.Open || read.unreadable != nil {
		return ""
	}
	defer func() {
		if r := recover(); r != nil { // our fault, and the letter only stays unproven
			d.log.Error("a signature could not be verified", "letter", in.ID, "error", fmt.Sprintf("panic: %v\n%s", r, debug.Stack()))
			address = ""
		}
	}()
	letter := read.Letter
	if d.nobodys(letter) != "" || letter.Authenticated(d.robot.AuthservID) || len(d.takeTickets(read.own())) > 0 {
		return ""
	}
	address, why := d.Verifier.Vouch(ctx, in.Raw, letter)
	d.log.Debug("signatures", "letter", in.ID, "proves", address, "why not", why)
	return address
}

// nobodys says why a letter is not answered at all, or "".
func (d *Desk) nobodys(l *mail.Letter) string {
	switch {
	case l.Automatic != "":
		return "automatic: " + l.Automatic
	case len(l.From) != 1:
		return fmt.Sprintf("%d senders", len(l.From))
	}
	if _, err := mail.ParseAddress(l.From[0].Addr); err != nil {
		return "no sender to answer: " + err.Error()
	}
	if d.robot.Is(l.From[0].Addr) {
		return "from our own address"
	}
	return ""
}
