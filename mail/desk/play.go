package desk

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
	"time"
	"unicode/utf8"

	"turnpost/db"
	"turnpost/mail"
	"turnpost/templates"
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
	var in db.Incoming
	quarantined := false
	// The attempt is counted in a transaction of its own before the letter is
	// read, so that a letter that kills the program is counted as well.
	err := d.db.Update(ctx, func(tx *db.Tx) (err error) {
		if in, err = tx.NextIncoming(); err != nil {
			return err
		}
		if quarantined = in.Failures >= maxFailures || in.Attempts >= maxAttempts; quarantined {
			return tx.Settle(in.ID, db.IncomingQuarantined, in.Remark)
		}
		return errors.Join(d.awake(tx), tx.CountAttempt(in.ID))
	})
	switch {
	case isNotFound(err):
		return false, nil
	case err != nil:
		return false, fmt.Errorf("taking a letter: %w", err)
	case quarantined:
		d.log.Error("a letter cannot be answered and is put aside", "letter", in.ID, "attempts", in.Attempts, "why", in.Remark)
		return true, nil
	}
	d.step("counted")
	var forgotten bool
	err = d.db.Update(ctx, func(tx *db.Tx) (err error) { forgotten, err = d.handle(tx, in); return err })
	if err == nil {
		d.step("played")
		if forgotten {
			d.scrub(ctx)
		}
		return true, nil
	}
	if noted := d.db.Update(context.WithoutCancel(ctx), func(tx *db.Tx) error {
		if db.Transient(err) {
			return tx.ForgetAttempt(in.ID)
		}
		return tx.NoteFailure(in.ID, err.Error())
	}); noted != nil {
		err = errors.Join(err, noted)
	}
	return true, fmt.Errorf("letter %d: %w", in.ID, err)
}

// handle answers one letter in one transaction, and reports whether its writer
// is forgotten with it. A panic in it is our fault in one letter, and must not
// stop the others.
func (d *Desk) handle(tx *db.Tx, in db.Incoming) (forgotten bool, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v\n%s", r, debug.Stack())
		}
	}()
	letter, err := mail.Read(in.Raw)
	if err != nil {
		return false, tx.Settle(in.ID, db.IncomingDropped, "unreadable: "+err.Error())
	}
	d.step("read")
	if taken, err := d.takeReport(tx, in, letter); taken || err != nil {
		return false, err
	}
	if why := d.nobodys(letter); why != "" {
		return false, d.drop(tx, in, letter, why)
	}
	s, err := d.session(tx, in, letter)
	if err != nil {
		return false, err
	}
	remark, err := s.identify()
	if err != nil {
		return false, err
	}
	if remark != "" {
		return false, tx.Settle(in.ID, db.IncomingDropped, remark)
	}
	switch {
	case s.forwarded():
	case in.TooLarge:
		s.problem(command{}, "too-large", in.Size/1024)
		err = s.finishReceipt()
	default:
		err = s.answer()
	}
	if err != nil {
		return false, err
	}
	if err := s.tellLifted(); err != nil {
		return false, err
	}
	if err := s.post(); err != nil {
		return false, err
	}
	d.step("written")
	if err := tx.Settle(in.ID, db.IncomingDone, ""); err != nil || s.leaving != askedForget {
		return false, err
	}
	return true, s.forget()
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
	if d.robot.is(l.From[0].Addr) {
		return "from our own address"
	}
	return ""
}

// identify decides who wrote the letter and whether that is proven. A remark
// says why the letter is dropped.
func (s *session) identify() (remark string, err error) {
	from := s.letter.From[0]
	tickets := append(s.takeTicketLines(), s.desk.robot.tickets(s.letter.To, s.letter.InReplyTo, s.letter.References)...)
	s.player, err = s.tx.PlayerByAddress(mail.Key(from.Addr))
	switch {
	case isNotFound(err) && len(tickets) > 0:
		// A stranger with a ticket: forged, or a letter of ours passed on.
		owner, err := s.owner(tickets)
		if err != nil || owner == nil {
			return "a secret that is nobody's, from an unknown address", err
		}
		s.player = *owner
		return "", nil
	case isNotFound(err):
		s.newcomer = true
		if s.player, err = s.tx.AddPlayer(from.Addr, mail.Key(from.Addr), displayName(from)); err != nil {
			return "", err
		}
	case err != nil:
		return "", err
	}
	for _, t := range tickets {
		undone, err := s.undone(t.game)
		if err != nil {
			return "", err
		}
		if t.verify(s.keys, s.player.ID, undone) {
			s.ticket, s.proven = t, true
			return "", s.welcome(from)
		}
		if s.claimed == 0 {
			s.claimed = t.game
		}
	}
	if len(tickets) > 0 {
		// Whoever answers a letter of somebody else, or forges a secret, proves
		// nothing, whatever a server says: it is not clear what is meant.
		return "", s.welcome(from)
	}
	s.proven = s.desk.robot.AuthservID != "" && s.letter.Authenticated(s.desk.robot.AuthservID)
	return "", s.welcome(from)
}

// undone is how often plies were taken back in a game; 0 if there is none yet.
func (s *session) undone(game int64) (int, error) {
	g, err := s.tx.Game(game)
	if isNotFound(err) {
		return 0, nil
	}
	return g.Undone, err
}

// welcome notes a first letter, with the name that it is signed with, and ends
// a silence that the player had asked for. An unproven letter does neither to
// somebody whom we know: anyone can write that address.
func (s *session) welcome(from mail.Address) error {
	if s.player.WroteAt.IsZero() && (s.proven || s.newcomer) {
		if lang := s.desk.languageOf(s.letter); lang != "" {
			s.player.Lang = lang
		}
	}
	if s.player.WroteAt.IsZero() && s.proven {
		s.newcomer = true
		s.player.Name, s.player.WroteAt = displayName(from), s.tx.Now
	}
	s.wasSilent = !s.player.StoppedAt.IsZero()
	if s.proven {
		s.player.StoppedAt = time.Time{}
		if err := s.reachable(); err != nil {
			return err
		}
	}
	if err := s.tx.SavePlayer(s.player); err != nil {
		return err
	}
	return s.tx.NoteSender(s.in.ID, s.player.ID)
}

// owner finds the player whom one of the tickets was made for, among the
// players of its game.
func (s *session) owner(tickets []ticket) (*db.Player, error) {
	for _, t := range tickets {
		i, err := s.tx.Invitation(t.game)
		if isNotFound(err) {
			continue
		}
		if err != nil {
			return nil, err
		}
		undone, err := s.undone(t.game)
		if err != nil {
			return nil, err
		}
		for _, id := range []int64{i.Challenger, i.Invitee} {
			if id != 0 && t.verify(s.keys, id, undone) {
				p, err := s.tx.Player(id)
				if err != nil || p.Address == "" { // who was forgotten is nobody's owner
					return nil, err
				}
				s.ticket = t
				return &p, nil
			}
		}
	}
	return nil, nil
}

// forwarded tells the owner of a ticket that it came from another address, and
// reports whether it did. Nothing in such a letter is carried out.
func (s *session) forwarded() bool {
	from := s.letter.From[0].Addr
	if mail.Key(from) == mail.Key(s.player.Address) {
		return false
	}
	sec := &templates.NotYou{Game: s.ticket.game, From: from}
	r := s.reply(s.player)
	if t := s.atHand(); t != nil {
		sec.Title = t.rules.Title
		r.about(t)
	} else if i, err := s.tx.Invitation(s.ticket.game); err == nil {
		if g, err := s.desk.game(i.Rules); err == nil {
			sec.Title = g.Title
		}
		r.aboutInvitation(i)
	}
	r.add(sec)
	return true
}

func isNotFound(err error) bool { return errors.Is(err, db.ErrNotFound) }

// maxName is the longest display name that we use, in characters.
const maxName = 40

// displayName is what a player is called: the name that letters are signed
// with, or else the part of the address before the at sign. It is one line
// without brackets and quotes.
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
	if name == "" || strings.Contains(a.Name, "@") {
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
