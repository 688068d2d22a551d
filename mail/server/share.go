package server

import (
	"context"
	"fmt"
	"time"

	"turnpost/db"
)

// fewestSharers is among how many mailboxes a class is divided at least: whoever writes first
// must leave something to those who come later.
const fewestSharers = 4

// shares says who has used up their share of a budget.
type shares struct {
	// over are the queued messages of those who have, and barred those of them that must wait:
	// what is left is for the others' shares. Both are as in [db.Allowance].
	over, barred string
	// waiting is one player of each mailbox that has barred messages, and how many.
	waiting map[int64]int
}

// leastShare is how many messages nobody is said to be over a share for, however small the
// budget is: it must not delay people who play as everybody does.
const leastShare = 5

// expected is how many messages are kept for a mailbox that was sent none of a class in the time
// of a limit, if its share is that large.
const expected = 8

// shares divides each class of each limit equally among the mailboxes that were sent something
// in the last week, or wait for it: whoever stays within a share is not delayed by anybody who
// does not. What the others are not expected to use is open to all, up to a third of each limit.
func (b Budget) shares(sent db.Sent, uses []db.Use) shares {
	found := shares{waiting: map[int64]int{}}
	over, barred := map[string]bool{}, map[string]bool{}
	for _, w := range b.windows(sent) {
		if w.limit <= 0 {
			continue
		}
		for class := range db.Class(db.Classes) {
			w.divide(class, uses, over, barred)
		}
	}
	told := map[string]int64{}
	for _, u := range uses {
		k := u.Mailbox + ":" + u.Class.String()
		if u.Waiting == 0 || !over[k] {
			continue
		}
		found.over += key(u)
		if !barred[k] {
			continue
		}
		found.barred += key(u)
		if told[u.Mailbox] == 0 {
			told[u.Mailbox] = u.Player
		}
		found.waiting[told[u.Mailbox]] += u.Waiting
	}
	if found.over != "" {
		found.over += ","
	}
	if found.barred != "" {
		found.barred += ","
	}
	return found
}

func key(u db.Use) string { return fmt.Sprintf(",%d:%d", u.Player, u.Class) }

// window is one limit of a budget, and what was sent in its time.
type window struct {
	span  time.Duration
	limit int
	games int // what games take of it lately
	sent  [db.Classes]int
}

// use returns how many messages of a use were sent in the window's time.
func (w window) use(u db.Use) int {
	switch w.span {
	case time.Minute:
		return u.Minute
	case time.Hour:
		return u.Hour
	}
	return u.Day
}

// divide finds the mailboxes that have used up their share of a class, and those of them that
// must wait, as the room that is left is expected to be used by the others.
func (w window) divide(class db.Class, uses []db.Use, over, barred map[string]bool) {
	type mailbox struct{ used, waiting int }
	of := map[string]*mailbox{}
	for _, u := range uses {
		// Who plays may ask; strangers and programs have parts of their own.
		if u.Class != class && (class > db.ClassDigest || u.Class > db.ClassDigest) {
			continue
		}
		m := of[u.Mailbox]
		if m == nil {
			m = &mailbox{}
			of[u.Mailbox] = m
		}
		if u.Class == class {
			m.used, m.waiting = m.used+w.use(u), m.waiting+u.Waiting
		}
	}
	room, used := w.room(class)
	share := max(leastShare, room/max(len(of), fewestSharers))
	reserve := max(0, fewestSharers-len(of)) * share
	for _, m := range of {
		if m.used == 0 && m.waiting == 0 {
			reserve += min(share, expected)
		} else {
			reserve += max(0, share-m.used)
		}
	}
	full := used+reserve >= room || sum(w.sent) >= w.limit/3
	for name, m := range of {
		if m.waiting > 0 && m.used >= share {
			k := name + ":" + class.String()
			over[k], barred[k] = true, barred[k] || full
		}
	}
}

// tellShares tells those whose messages wait because they have used up their share, once a day.
// It reports whether it told anybody. The caller holds d.claiming.
func (s *Server) tellShares(ctx context.Context) (told bool, err error) {
	d, now := &s.delivery, s.db.Now()
	for player, waiting := range d.waiting {
		if now.Sub(d.told[player]).Abs() < time.Hour {
			continue
		}
		var fresh bool
		err := s.db.Update(ctx, func(tx *db.Tx) error {
			return guard(func() (err error) { fresh, err = s.handler.TellShare(tx, player, waiting); return err })
		})
		if err != nil {
			return told, err
		}
		if d.told == nil {
			d.told = map[int64]time.Time{}
		}
		d.told[player] = now
		told = told || fresh
	}
	d.waiting = nil
	return told, nil
}
