package desk

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"unicode/utf8"

	"turnpost/db"
	"turnpost/mail"
)

// A letter on which work failed three times is put aside; and one at which the
// program died ten times, since that it died there can be chance.
const (
	maxFailures = 3
	maxAttempts = 10
)

// PlayNext answers the oldest new letter. It reports false when there is none.
// An error is ours or the database's; the letter then stays new, or is
// quarantined after the third attempt, and the next call goes on.
func (d *Desk) PlayNext(ctx context.Context) (bool, error) {
	defer d.first()()
	next, err := d.take(ctx)
	in := next.letter
	switch {
	case isNotFound(err):
		return false, nil
	case err != nil:
		return false, fmt.Errorf("taking a letter: %w", err)
	case next.quarantined:
		d.log.Error("a letter cannot be answered and is put aside", "letter", in.ID, "attempts", in.Attempts, "why", in.Remark)
		d.tell(In, "quarantined")
		return true, nil
	}
	d.spared.letter, d.spared.times = 0, 0
	d.step("counted")
	var forgotten bool
	var seen []Event
	letter, err := d.read(in)
	if err == nil {
		in.Vouched = d.vouched(ctx, in, letter)
		err = d.db.Update(ctx, func(tx *db.Tx) (err error) {
			if err := d.awake(tx); err != nil {
				return err
			}
			if forgotten, seen, err = d.handle(tx, in, letter); err != nil {
				return err
			}
			next, err = d.takeAhead(tx)
			return err
		})
	}
	if err == nil {
		d.taken = next
		d.tellAll(seen)
		d.step("played")
		if forgotten {
			d.scrub(ctx)
		}
		return true, nil
	}
	if noted := d.db.Update(context.WithoutCancel(ctx), func(tx *db.Tx) error {
		if db.Transient(err) {
			return tx.ForgetAttempts(in.ID, 1)
		}
		return tx.NoteFailure(in.ID, err.Error())
	}); isNotFound(noted) {
		// Or we have: the connection broke after the server had read our COMMIT.
		d.log.Info("a letter was answered meanwhile", "letter", in.ID, "error", err)
		if forgotten {
			d.scrub(ctx)
		}
		return true, nil
	} else if noted != nil {
		if db.Transient(err) {
			// A disk that is full for long must not put a letter aside.
			d.spared.letter, d.spared.times = in.ID, 1
		}
		err = errors.Join(err, noted)
	}
	return true, fmt.Errorf("letter %d: %w", in.ID, err)
}

// parsed is a letter, or why it is none.
type parsed struct {
	*mail.Letter
	unreadable error
}

// own is a copy to work on: sessions take lines out, and a transaction may be run
// again.
func (p parsed) own() *mail.Letter {
	letter := *p.Letter
	letter.Lines = slices.Clone(letter.Lines)
	return &letter
}

// read parses a letter, before the transaction that others wait for.
func (d *Desk) read(in db.Incoming) (p parsed, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = panicked(r)
		}
	}()
	p.Letter, p.unreadable = mail.Read(in.Raw)
	d.step("read")
	return p, nil
}

// handle answers one letter in one transaction, and reports whether its writer
// is forgotten with it, and what to tell when it is committed. A panic in it is our
// fault in one letter, and must not stop the others.
func (d *Desk) handle(tx *db.Tx, in db.Incoming, read parsed) (forgotten bool, seen []Event, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = panicked(r)
		}
	}()
	if read.unreadable != nil {
		return false, []Event{{What: In, Label: "unreadable"}}, tx.Settle(in.ID, db.IncomingDropped, "unreadable: "+read.unreadable.Error())
	}
	letter := read.own()
	if taken, seen, err := d.takeReport(tx, in, letter); taken || err != nil {
		return false, append(seen, Event{What: In, Label: "report"}), err
	}
	if why := d.nobodys(letter); why != "" {
		seen = []Event{{What: In, Label: "nobody"}}
		if letter.Automatic != "" {
			seen = []Event{{What: In, Label: "automatic"}, {What: Suppressed, Label: signOf(letter.Automatic)}}
		}
		return false, seen, d.drop(tx, in, letter, why)
	}
	if in.Vouched != "" {
		if err := tx.NoteVouched(in.ID, in.Vouched); err != nil {
			return false, nil, err
		}
	}
	s, err := d.session(tx, in, letter)
	if err != nil {
		return false, nil, err
	}
	remark, err := s.identify()
	if err == nil && remark == "" {
		remark, err = s.barred()
	}
	if err != nil {
		return false, nil, err
	}
	if remark != "" {
		return false, []Event{{What: In, Label: "unknown"}}, tx.Settle(in.ID, db.IncomingDropped, remark)
	}
	switch {
	case s.stranger:
		s.forwarded()
	case s.confirming != nil:
		err = s.answerAddress()
	case in.TooLarge:
		s.problem(command{}, "too-large", in.Size/1024)
		err = s.finishReceipt()
	default:
		err = s.answer()
	}
	if err != nil {
		return false, nil, err
	}
	if remark, err = s.restrain(s.stranger); err != nil {
		return false, nil, err
	}
	if err := s.tellLifted(); err != nil {
		return false, nil, err
	}
	if err := s.post(); err != nil {
		return false, nil, err
	}
	d.step("written")
	s.see(In, s.became(remark != ""), 0)
	if err := tx.Settle(in.ID, db.IncomingDone, remark); err != nil || s.leaving != askedForget {
		return false, s.seen, err
	}
	return true, s.seen, s.forget()
}

// panicked makes an error of a panic. What a runtime error says is numbers and
// types; any other value may be a text of the letter's, which is not logged.
func panicked(r any) error {
	if e, ok := r.(runtime.Error); ok {
		return fmt.Errorf("panic: %w\n%s", e, debug.Stack())
	}
	return fmt.Errorf("panic with a %T\n%s", r, debug.Stack())
}

// drop settles a letter that is not answered; only a player's out-of-office
// reply may, once, bring the offer of a vacation.
func (d *Desk) drop(tx *db.Tx, in db.Incoming, letter *mail.Letter, why string) error {
	if letter.OutOfOffice && len(letter.From) == 1 {
		s, err := d.session(tx, in, letter)
		if err != nil {
			return err
		}
		p, err := tx.PlayerByAddress(mail.Key(letter.From[0].Addr))
		if err != nil && !isNotFound(err) {
			return err
		}
		if err == nil {
			offered, err := s.offerVacation(p)
			if err != nil {
				return err
			}
			if err := s.post(); err != nil {
				return err
			}
			if offered {
				why += "; a vacation was offered"
			}
		}
	}
	return tx.Settle(in.ID, db.IncomingDropped, why)
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

func isNotFound(err error) bool { return errors.Is(err, db.ErrNotFound) }

// maxName is the longest display name that we use, in characters.
const maxName = 40

// displayName is what a player is called: the name that letters are signed
// with, or else the part of the address before the at sign. It is one line
// without brackets and quotes, and in one script; see script.go.
func displayName(a mail.Address) string {
	name := strings.Map(func(r rune) rune {
		switch r {
		case '<', '>', '"', '@', '\\', '|', '#':
			return -1
		}
		if r < ' ' || r == utf8.RuneError {
			return -1
		}
		return r
	}, a.Name)
	name = strings.Join(strings.Fields(name), " ")
	if name == "" || strings.Contains(a.Name, "@") || mixedScripts(name) {
		local, _, _ := strings.Cut(a.Addr, "@")
		if before, _, ok := strings.Cut(local, "+"); ok && before != "" {
			local = before
		}
		name = capital(local)
	}
	if r := []rune(name); len(r) > maxName {
		name = strings.TrimSpace(string(r[:maxName]))
	}
	return name
}

func capital(s string) string {
	if s == "" {
		return s
	}
	r, size := utf8.DecodeRuneInString(s)
	return strings.ToUpper(string(r)) + s[size:]
}
