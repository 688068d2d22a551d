package server

import (
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
// Within each class every mailbox has an equal share (share.go). Games with robots, and
// answers to what changed nothing, count as answers and not as games.
type SendingBudget struct {
	Minute, Hour, Day, Newcomers, Strangers int
}

// rated reports whether messages of all classes are limited, so that all sent ones count.
func (b SendingBudget) rated() bool { return b.Minute > 0 || b.Hour > 0 || b.Day > 0 }

// hourly reduces an allowance by how many messages went to strangers in the last hour.
func (b SendingBudget) hourly(within db.SendingAllowance, hour int) db.SendingAllowance {
	if b.Strangers > 0 && hour >= b.Strangers {
		within.NoStrangers = true
	}
	return within
}

// allow returns which messages may be sent now, given what was sent.
func (b SendingBudget) allow(sent db.SentCounts) db.SendingAllowance {
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
	within func(tx *db.Tx) (db.SendingAllowance, error)
	slow   int // how many slow messages may be claimed
}

// allow returns which messages may be claimed.
func (a allowance) allow(tx *db.Tx) (db.SendingAllowance, error) {
	within, err := a.within(tx)
	within.NoUnheard = a.slow == 0
	return within, err
}

// allowances returns what may be sent, in the order in which it is claimed. Messages to
// strangers come after those to players, and most often nothing else is limited: then
// those to players are claimed without counting, and daemons do not wait for each other.
// Those to programs come last.
func (d *delivery) allowances(b SendingBudget, log *slog.Logger) []allowance {
	counted := allowance{counts: true, within: func(tx *db.Tx) (db.SendingAllowance, error) { return d.within(tx, b, log) }}
	if b.rated() {
		return []allowance{counted}
	}
	peaceful := func(tx *db.Tx) (db.SendingAllowance, error) {
		return db.SendingAllowance{Classes: db.ClassStranger}, nil
	}
	return []allowance{{within: peaceful}, counted}
}

// within counts what was sent, and returns what may be sent now.
func (d *delivery) within(tx *db.Tx, b SendingBudget, log *slog.Logger) (db.SendingAllowance, error) {
	account, err := tx.Account()
	if err != nil || tx.Deferred(account) {
		return db.SendingAllowance{}, err
	}
	if !b.rated() {
		return b.strangersOnly(tx)
	}
	uses, err := tx.Uses()
	if err != nil {
		return db.SendingAllowance{}, err
	}
	sent := db.SentIn(uses)
	if sent.FirstContacts, err = tx.FirstContacts(); err != nil {
		return db.SendingAllowance{}, err
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
func (b SendingBudget) strangersOnly(tx *db.Tx) (within db.SendingAllowance, err error) {
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
