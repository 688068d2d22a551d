package desk

import (
	"time"

	"turnpost/db"
	"turnpost/rules"
)

// hours is which time counts on a game's clock: none in a pause, and with
// weekdays none on Saturdays and Sundays in the mover's timezone.
type hours struct {
	pauses   []db.Pause // by their beginning
	weekdays bool
	zone     *time.Location
}

// next returns whether time counts at a moment, and until when that stays so;
// zero: for ever.
func (h hours) next(at time.Time) (counts bool, until time.Time) {
	for _, p := range h.pauses {
		if at.Before(p.From) {
			if until.IsZero() || p.From.Before(until) {
				until = p.From
			}
		} else if p.To.IsZero() || at.Before(p.To) {
			return false, p.To
		}
	}
	if !h.weekdays {
		return true, until
	}
	day := at.In(h.zone)
	after := func(days int) time.Time { return dateOf(day).add(days).midnight(h.zone) }
	switch w := day.Weekday(); w {
	case time.Saturday:
		return false, after(2)
	case time.Sunday:
		return false, after(1)
	default:
		if saturday := after(int(time.Saturday - w)); until.IsZero() || saturday.Before(until) {
			until = saturday
		}
		return true, until
	}
}

// counted is how much of the time between two moments counts.
func (h hours) counted(from, to time.Time) time.Duration {
	var sum time.Duration
	for from.Before(to) {
		counts, until := h.next(from)
		if until.IsZero() || until.After(to) {
			until = to
		}
		if counts {
			sum += until.Sub(from)
		}
		from = until
	}
	return sum
}

// reach is the moment at which so much time has counted since from; zero when
// a pause without an end lies before it.
func (h hours) reach(from time.Time, span time.Duration) time.Time {
	for {
		counts, until := h.next(from)
		switch {
		case counts && (until.IsZero() || span <= until.Sub(from)):
			return from.Add(span)
		case counts:
			span -= until.Sub(from)
		case until.IsZero():
			return time.Time{}
		}
		from = until
	}
}

// clock is the clock of the side to move in a running game.
type clock struct {
	pace
	hours
	grace  time.Duration
	turnAt time.Time
	left   time.Duration // when the turn began
}

// clock reads the clock of a table's game, whose turn belongs to a side.
func (d *Desk) clock(tx *db.Tx, t *table, side rules.Side) (clock, error) {
	p, err := parsePace(t.game.Pace)
	if err != nil {
		return clock{}, err
	}
	pauses, err := tx.Pauses(t.game.TurnAt, t.game.Black, t.game.White)
	if err != nil {
		return clock{}, err
	}
	for i, p := range pauses {
		if p.Why == db.Bounce && (p.To.IsZero() || p.To.After(p.From.Add(bounceRest))) {
			pauses[i].To = p.From.Add(bounceRest)
		}
	}
	left := t.game.BlackLeft
	if side == rules.White {
		left = t.game.WhiteLeft
	}
	return clock{
		pace: p, grace: d.Manners.Grace, turnAt: t.game.TurnAt, left: left,
		hours: hours{pauses, p.weekdays, zoneOf(t.player(side))},
	}, nil
}

// zoneOf is a player's timezone. It was checked when it was set; should the tz
// database have lost it since, UTC serves.
func zoneOf(p db.Player) *time.Location {
	if zone, err := time.LoadLocation(p.Timezone); err == nil {
		return zone
	}
	return time.UTC
}

// used is how much of the turn's time has counted.
func (c clock) used(now time.Time) time.Duration { return c.counted(c.turnAt, now) }

// deadline is when the clock runs out; zero while it stands still until further
// notice.
func (c clock) deadline() time.Time { return c.reach(c.turnAt, c.left) }

// marks are the points of counted time at which the clockwork acts: a reminder
// at half, another a day before the end if that is later, the announcement that
// the time is over, and the loss when the grace is over as well.
func (c clock) marks() [4]time.Duration {
	half := c.left / 2
	return [4]time.Duration{half, max(half, c.left-24*time.Hour), c.left, c.left + c.grace}
}

// due is when the clockwork has to look, after so many reminders; zero: never,
// as things stand.
func (c clock) due(reminded int) time.Time {
	return c.reach(c.turnAt, c.marks()[min(reminded, 3)])
}

// startTurn sets the clock for the turn that begins now.
func (s *session) startTurn(t *table) error {
	t.game.TurnAt, t.game.Reminded = s.tx.Now, 0
	return s.saveClock(t)
}

// saveClock stores a game's clock with the moment at which it is due.
func (s *session) saveClock(t *table) error {
	t.game.ClockDue = time.Time{}
	if side := t.turn(); side != rules.None {
		c, err := s.desk.clock(s.tx, t, side)
		if err != nil {
			return err
		}
		t.game.ClockDue = c.due(t.game.Reminded)
	}
	return s.tx.SaveClock(t.game)
}

// endTurn takes the time that a side's turn used off its clock, and counts the
// turn in its record.
func (s *session) endTurn(t *table, side rules.Side) error {
	c, err := s.desk.clock(s.tx, t, side)
	if err != nil {
		return err
	}
	used := c.used(s.tx.Now)
	if side == rules.Black {
		t.game.BlackLeft = c.after(c.left, used)
	} else {
		t.game.WhiteLeft = c.after(c.left, used)
	}
	return s.tx.CountTurn(t.player(side).ID, used > c.left)
}
