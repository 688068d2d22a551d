package server

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"turnpost/db"
)

// SendingBudget limits how many messages are sent from our account: in any minute, hour and
// day; 0 is no limit. Newcomers limits how many strangers get their first message in a
// day, and Strangers how many messages go to strangers in an hour: to people who never
// proved to have written to us, whatever made us write.
//
// What is over the budget waits. Messages of running games go first, and others never
// take their share: a fifth of each limit, and of the day's as much as games took
// lately, up to nine tenths. Of what is left, strangers get half, and no more than a
// fifth of the whole. Programs come last: they get no more than a quarter of what is
// not kept and a tenth of the whole, and nothing once only the last quarter of what is
// not kept is left, which is for answers to people. Their messages do not count towards
// the shares of digests and strangers.
//
// Within each class every mailbox has an equal share. Games with robots, and
// answers to what changed nothing, count as answers and not as games.
type SendingBudget struct {
	Minute, Hour, Day, Newcomers, Strangers int
}

// rated reports whether messages of all classes are limited, so that all sent ones count.
func (b SendingBudget) rated() bool { return b.Minute > 0 || b.Hour > 0 || b.Day > 0 }

// hourly reduces an allowance by how many messages went to strangers in the last hour.
func (b SendingBudget) hourly(within db.ClaimFilter, hour int) db.ClaimFilter {
	if b.Strangers > 0 && hour >= b.Strangers {
		within.NoStrangers = true
	}
	return within
}

// allow returns which messages may be sent now, given what was sent.
func (b SendingBudget) allow(sent db.SentCounts) db.ClaimFilter {
	within := db.Everything
	within.Newcomers = b.Newcomers == 0 || sent.FirstContacts < b.Newcomers
	for _, w := range b.windows(sent) {
		if w.limit > 0 {
			classes, strangers := w.open()
			within.Classes, within.NoStrangers = min(within.Classes, classes), within.NoStrangers || !strangers
		}
	}
	return b.hourly(within, sent.Hour[db.ClassStranger])
}

// windows are the limits, and what was sent in the time of each.
func (b SendingBudget) windows(sent db.SentCounts) [3]window {
	// Of the last day or of an average day of the week, and a quarter more: play grows
	// from one day to the next, and is not spread evenly.
	lately := max(sent.Day[db.ClassGame], sent.Week[db.ClassGame]/7) * 5 / 4
	return [3]window{{time.Minute, b.Minute, 0, sent.Minute}, {time.Hour, b.Hour, 0, sent.Hour},
		{24 * time.Hour, b.Day, lately, sent.Day}}
}

// room returns how many messages of a class, and of those that count towards its part, may be
// sent in the window's time, and how many were.
func (w window) room(class db.MessageClass) (room, used int) {
	open := w.limit - min(max(w.limit/5, w.games), w.limit*9/10) // what is not kept for games
	strangers, programs := w.sent[db.ClassStranger], w.sent[db.ClassProgram]
	digests := w.sent[db.ClassDigest] + strangers
	answers := w.sent[db.ClassAnswer] + digests + programs
	switch class {
	case db.ClassGame:
		return w.limit, w.sent[db.ClassGame] + answers
	case db.ClassAnswer:
		return max(1, open), answers
	case db.ClassDigest:
		return max(1, open*3/4), digests
	case db.ClassStranger:
		return max(1, min(open/2, w.limit/5)), strangers
	}
	return max(1, min(open/4, w.limit/10)), programs
}

// open returns the first class that a limit lets no more messages of be sent, and whether
// it lets messages to strangers be sent.
func (w window) open() (first db.MessageClass, strangers bool) {
	full := func(class db.MessageClass) bool { room, used := w.room(class); return used >= room }
	room, answers := w.room(db.ClassAnswer)
	strangers = !full(db.ClassStranger)
	switch {
	case full(db.ClassGame):
		return db.ClassGame, strangers
	case full(db.ClassAnswer):
		return db.ClassAnswer, strangers
	case full(db.ClassDigest):
		return db.ClassDigest, strangers
	case full(db.ClassProgram), answers >= max(1, room*3/4):
		return db.ClassProgram, strangers
	}
	return db.Classes, strangers
}

// allowance determines what may be sent now.
type allowance struct {
	counts bool // it depends on what was sent, so every claim changes it
	within func(tx *db.Tx) (db.ClaimFilter, error)
	slow   int // how many slow messages may be claimed
}

// allow returns which messages may be claimed.
func (a allowance) allow(tx *db.Tx) (db.ClaimFilter, error) {
	within, err := a.within(tx)
	within.NoUnheard = a.slow == 0
	return within, err
}

// allowances returns what may be sent, in the order in which it is claimed. Messages to
// strangers come after those to players, and most often nothing else is limited: then
// those to players are claimed without counting, and daemons do not wait for each other.
// Those to programs come last.
func (d *delivery) allowances(b SendingBudget, log *slog.Logger) []allowance {
	counted := allowance{counts: true,
		within: func(tx *db.Tx) (db.ClaimFilter, error) { return d.within(tx, b, log) }}
	if b.rated() {
		return []allowance{counted}
	}
	peaceful := func(tx *db.Tx) (db.ClaimFilter, error) {
		return db.ClaimFilter{Classes: db.ClassStranger}, nil
	}
	return []allowance{{within: peaceful}, counted}
}

// within counts what was sent, and returns what may be sent now.
func (d *delivery) within(tx *db.Tx, b SendingBudget, log *slog.Logger) (db.ClaimFilter, error) {
	account, err := tx.Account()
	if err != nil || tx.Deferred(account) {
		return db.ClaimFilter{}, err
	}
	if !b.rated() {
		return b.strangersOnly(tx)
	}
	uses, err := tx.Uses()
	if err != nil {
		return db.ClaimFilter{}, err
	}
	sent := db.SentIn(uses)
	if sent.FirstContacts, err = tx.FirstContacts(); err != nil {
		return db.ClaimFilter{}, err
	}
	within := b.allow(sent)
	shares := b.shares(sent, uses)
	within.Over, within.Barred = shares.over, shares.barred
	d.waiting = shares.waiting
	from := within.Classes
	if within.NoStrangers {
		from = min(from, db.ClassStranger)
	}
	if from < db.Classes && tx.Now.Sub(d.warnedAt).Abs() >= time.Hour {
		d.warnedAt = tx.Now
		log.Warn("the sending budget is used up, except for the share of games; messages wait", "from", from.String(),
			"last_minute", sum(sent.Minute), "last_hour", sum(sent.Hour), "last_day", sum(sent.Day))
	}
	return within, nil
}

// strangersOnly returns what may be sent where only messages to strangers are limited.
// It counts no others.
func (b SendingBudget) strangersOnly(tx *db.Tx) (within db.ClaimFilter, err error) {
	within = db.Everything
	if b.Newcomers > 0 {
		n, err := tx.FirstContacts()
		if err != nil {
			return within, err
		}
		within.Newcomers = n < b.Newcomers
	}
	if b.Strangers > 0 {
		n, err := tx.LastHour(db.ClassStranger)
		if err != nil {
			return within, err
		}
		within = b.hourly(within, n)
	}
	return within, nil
}

// sum adds up all classes.
func sum(sent [db.Classes]int) (n int) {
	for _, of := range sent {
		n += of
	}
	return n
}

// fewestSharers is among how many mailboxes a class is divided at least: whoever writes first
// must leave something to those who come later.
const fewestSharers = 4

// shares says who has used up their share of a budget.
type shares struct {
	// over are the queued messages of those who have, and barred those of them that must wait:
	// what is left is for the others' shares. Both are as in [db.ClaimFilter].
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
