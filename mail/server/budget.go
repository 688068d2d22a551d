package server

import (
	"log/slog"
	"time"

	"turnpost/db"
)

// Budget is how many letters the smarthost takes from our account, counted back
// from any moment: in a minute, an hour and a day; 0 is no limit. Newcomers is how
// many strangers may have their first letter in a day, and Strangers how many letters
// may go to strangers in an hour: to who never proved to have written, whatever made
// us write.
//
// What is over the budget waits. The letters of running games go first, and what
// goes out to others never takes their part: a fifth of each limit is kept for them,
// and of the day's as much as games took lately, up to nine tenths. Of what is left,
// who never proved to have written gets half, and no more than a fifth of the whole.
// Programs get what is left when all others have had theirs, and no more than a quarter of
// what is not kept and a tenth of the whole, and none when the last quarter of what is not
// kept is left, which is for people's answers: their letters count in no part of digests'
// and strangers'.
type Budget struct {
	Minute, Hour, Day, Newcomers, Strangers int
}

// rated reports whether letters of all classes are limited by time, so that all that
// were sent count.
func (b Budget) rated() bool { return b.Minute > 0 || b.Hour > 0 || b.Day > 0 }

// hourly says what of an allowance is left when so many letters went to strangers
// in the last hour.
func (b Budget) hourly(within db.Allowance, hour int) db.Allowance {
	if b.Strangers > 0 && hour >= b.Strangers {
		within.NoStrangers = true
	}
	return within
}

// allow says which letters may go out now, when so many were sent.
func (b Budget) allow(sent db.Sent) db.Allowance {
	within := db.Everything
	within.Newcomers = b.Newcomers == 0 || sent.FirstContacts < b.Newcomers
	// Of the day before, or of an average day of the week, and a quarter more: play grows
	// from one day to the next, and comes at certain hours.
	lately := max(sent.Day[db.ClassGame], sent.Week[db.ClassGame]/7) * 5 / 4
	for _, w := range []struct {
		limit, games int
		sent         [db.Classes]int
	}{{b.Minute, 0, sent.Minute}, {b.Hour, 0, sent.Hour}, {b.Day, lately, sent.Day}} {
		if w.limit > 0 {
			classes, strangers := open(w.limit, w.games, w.sent)
			within.Classes, within.NoStrangers = min(within.Classes, classes), within.NoStrangers || !strangers
		}
	}
	return b.hourly(within, sent.Hour[db.ClassStranger])
}

// open is the class from which on a limit lets nothing more go out, and whether it lets
// letters to strangers go.
func open(limit, games int, sent [db.Classes]int) (first db.Class, strangers bool) {
	kept := min(max(limit/5, games), limit*9/10)
	room := limit - kept
	late, programs := sent[db.ClassStranger], sent[db.ClassProgram]
	digests := sent[db.ClassDigest] + late
	answers := sent[db.ClassAnswer] + digests + programs
	strangers = late < max(1, min(room/2, limit/5))
	switch {
	case answers+sent[db.ClassGame] >= limit:
		return db.ClassGame, strangers
	case answers >= max(1, room):
		return db.ClassAnswer, strangers
	case digests >= max(1, room*3/4):
		return db.ClassDigest, strangers
	case programs >= max(1, min(room/4, limit/10)), answers >= max(1, room*3/4):
		return db.ClassProgram, strangers
	}
	return db.Classes, strangers
}

// allowance says what may be sent now, as far as it counts.
type allowance struct {
	counts bool // what was sent; what is claimed changes it
	within func(tx *db.Tx) (db.Allowance, error)
	slow   int // how many slow letters may be claimed
}

// allow says which may be claimed.
func (a allowance) allow(tx *db.Tx) (db.Allowance, error) {
	within, err := a.within(tx)
	within.NoUnheard = a.slow == 0
	return within, err
}

// allowances are what may be sent, in the order in which it is claimed. Letters to
// strangers go behind people's, and most often nothing else is counted: then people's are
// claimed without a count, and daemons do not wait for each other. Programs' go after them.
func (k *sending) allowances(b Budget, log *slog.Logger) []allowance {
	counted := allowance{counts: true, within: func(tx *db.Tx) (db.Allowance, error) { return k.within(tx, b, log) }}
	if b.rated() {
		return []allowance{counted}
	}
	peaceful := func(tx *db.Tx) (db.Allowance, error) { return db.Allowance{Classes: db.ClassStranger}, nil }
	return []allowance{{within: peaceful}, counted}
}

// within counts what may be sent now.
func (k *sending) within(tx *db.Tx, b Budget, log *slog.Logger) (db.Allowance, error) {
	account, err := tx.Account()
	if err != nil || tx.Deferred(account) {
		return db.Allowance{}, err
	}
	if !b.rated() {
		return b.strangersOnly(tx)
	}
	sent, err := tx.Sent()
	if err != nil {
		return db.Allowance{}, err
	}
	within := b.allow(sent)
	from := within.Classes
	if within.NoStrangers {
		from = min(from, db.ClassStranger)
	}
	if from < db.Classes && tx.Now.Sub(k.toldAt).Abs() >= time.Hour {
		k.toldAt = tx.Now
		log.Warn("the sending budget is used up, but for what is kept for games; letters wait", "from", from.String(),
			"last_minute", sum(sent.Minute), "last_hour", sum(sent.Hour), "last_day", sum(sent.Day))
	}
	return within, nil
}

// strangersOnly says what may be sent where nothing but letters to strangers is
// limited. It counts no others.
func (b Budget) strangersOnly(tx *db.Tx) (within db.Allowance, err error) {
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

// sum is of all classes.
func sum(sent [db.Classes]int) (n int) {
	for _, of := range sent {
		n += of
	}
	return n
}
