package desk

import (
	"context"
	"fmt"
	"runtime/debug"

	"turnpost/db"
	"turnpost/mail"
)

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
