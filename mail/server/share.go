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
	// what is left is for the others' shares. Both are as in [db.SendingAllowance].
	over, barred string
	// waiting is one player of each mailbox that has barred messages, and how many.
	waiting map[int64]int
}

// leastShare is how many messages nobody is said to be over a share for, however small the
// budget is: it must not delay people who play as everybody does.
const leastShare = 5

// kept is the part of each share that is kept for its mailbox. The rest is for whoever comes
// first, since most people use less than their share.
const kept = 5. / 6

// shares divides each class of each limit equally among the mailboxes that were sent something in
// the last week, or wait for it. Whoever has used up a share waits when no more is left, in the
// same class or in games, than what is kept for the others: so whoever stays within that is not
// delayed by anybody who is over a share.
func (b SendingBudget) shares(sent db.SentCounts, uses []db.SentToPlayer) shares {
	found := shares{waiting: map[int64]int{}}
	over, barred := map[string]bool{}, map[string]bool{}
	for _, w := range b.windows(sent) {
		if w.limit <= 0 {
			continue
		}
		full := w.divide(db.ClassGame, uses, over, barred, false)
		for class := db.ClassGame + 1; class < db.Classes; class++ {
			w.divide(class, uses, over, barred, full)
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

func key(u db.SentToPlayer) string { return fmt.Sprintf(",%d:%d", u.Player, u.Class) }

// window is one limit of a budget, and what was sent in its time.
type window struct {
	span  time.Duration
	limit int
	games int // what games take of it lately
	sent  [db.Classes]int
}

// use returns how many messages of a use were sent in the window's time.
func (w window) use(u db.SentToPlayer) int {
	switch w.span {
	case time.Minute:
		return u.Minute
	case time.Hour:
		return u.Hour
	}
	return u.Day
}

// divide finds the mailboxes that have used up their share of a class, and those of them that
// must wait, as all room that is left is kept for the others, or full says so of games. It
// reports the former.
func (w window) divide(class db.MessageClass, uses []db.SentToPlayer, over, barred map[string]bool, full bool) bool {
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
	share := float64(room) / float64(max(len(of), fewestSharers))
	reserved := float64(max(0, fewestSharers-len(of))) * kept * share
	greedy := func(m *mailbox) bool { return m.waiting > 0 && float64(m.used) >= max(leastShare, share) }
	for _, m := range of {
		reserved += max(0, kept*share-float64(m.used))
		if greedy(m) {
			reserved++ // a mailbox over its share is told so
		}
	}
	full = full || float64(used)+reserved >= float64(room)
	for name, m := range of {
		if greedy(m) {
			k := name + ":" + class.String()
			over[k], barred[k] = true, barred[k] || full
		}
	}
	return full
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
