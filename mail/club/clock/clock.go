package clock

import "time"

// Clock is the clock of the side to move.
type Clock struct {
	Pace   Pace
	Hours  Hours
	Grace  time.Duration // after Left is used up, before the game is lost
	TurnAt time.Time     // when the turn began
	Left   time.Duration // what the clock held then
}

// Used is how much of the turn's time has counted by now.
func (c Clock) Used(now time.Time) time.Duration { return c.Hours.Counted(c.TurnAt, now) }

// After is what the clock holds if the turn ends now.
func (c Clock) After(now time.Time) time.Duration { return c.Pace.After(c.Left, c.Used(now)) }

// Deadline is when the clock runs out; zero while it stands still until further
// notice.
func (c Clock) Deadline() time.Time { return c.Hours.Reach(c.TurnAt, c.Left) }

// Lost is when the game is lost, as the grace after the deadline is over as
// well; zero like Deadline.
func (c Clock) Lost() time.Time { return c.Hours.Reach(c.TurnAt, c.Left+c.Grace) }

// Marks are the points of counted time at which something happens, in order: a
// reminder at half, another a day before the end if that is later, the
// announcement that the time is over, and the loss when the grace is over too.
func (c Clock) Marks() [4]time.Duration {
	half := c.Left / 2
	return [4]time.Duration{half, max(half, c.Left-24*time.Hour), c.Left, c.Left + c.Grace}
}

// Due is when somebody has to look at the clock, after so many of its marks were
// acted on; zero: never, as things stand. A pause that is added later only moves
// it on; one that is shortened may bring it nearer.
func (c Clock) Due(marks int) time.Time { return c.Hours.Reach(c.TurnAt, c.Marks()[min(marks, 3)]) }
