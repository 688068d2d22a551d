package handler

import (
	"errors"
	"fmt"
	"time"

	"turnpost/db"
	"turnpost/db/follows"
	"turnpost/db/tournaments"
	"turnpost/mail/club"
	"turnpost/mail/club/analysis"
	"turnpost/mail/club/follow"
	"turnpost/mail/club/tournament"
	"turnpost/mail/notify"
)

// A Duty is one thing that time brings to a game or a player.
type Due struct {
	Name string // for the log
	// Run does it.
	Run func(*club.Tx, *notify.Letters) error
	// Later puts it off when it failed.
	Later func(tx *club.Tx, until time.Time) error
}

// NextDue finds what time brings next, or db.ErrNotFound: the end of a clock or a
// reminder of it, of an invitation, a digest, a puzzle of the day, or a slide. A letter that came
// within gap after a moment may hold what was waited for until then.
func NextDue(tx *db.Tx, gap time.Duration) (Due, error) {
	g, err := tx.NextClock(false, gap)
	if err == nil {
		err = UnreadAt(tx, g.ClockDue, gap)
	}
	if err == nil {
		return Due{
			Name:  fmt.Sprintf("clock of game %d", g.ID),
			Run:   func(tx *club.Tx, _ *notify.Letters) error { return club.LookAtClock(tx, g.ID) },
			Later: func(tx *club.Tx, until time.Time) error { return club.PutOff(tx, g.ID, until) },
		}, nil
	} else if !errors.Is(err, db.ErrNotFound) {
		return Due{}, err
	}
	i, err := tx.NextExpired(gap)
	if err == nil {
		err = UnreadAt(tx, i.ExpiresAt, gap)
	}
	if err == nil {
		return Due{
			Name:  fmt.Sprintf("end of invitation %d", i.ID),
			Run:   func(tx *club.Tx, _ *notify.Letters) error { return club.Expire(tx, i) },
			Later: func(tx *club.Tx, _ time.Time) error { return club.ExpireUntold(tx, i) },
		}, nil
	} else if !errors.Is(err, db.ErrNotFound) {
		return Due{}, err
	}
	p, err := tx.NextDigest()
	if errors.Is(err, db.ErrNotFound) {
		return nextPuzzle(tx, gap)
	}
	if err != nil {
		return Due{}, err
	}
	return Due{
		Name:  fmt.Sprintf("digest of player %d", p.ID),
		Run:   of(p.ID, dueDigest),
		Later: func(tx *club.Tx, until time.Time) error { return club.PutOffDigest(tx, p.ID, until) },
	}, nil
}

// nextPuzzle is the puzzle of the day that is due, where no digest is: who has both at the
// same minute has them in one letter.
func nextPuzzle(tx *db.Tx, gap time.Duration) (Due, error) {
	player, err := analysis.NextDailyPuzzle(tx)
	if errors.Is(err, db.ErrNotFound) {
		return nextSlide(tx, gap)
	}
	if err != nil {
		return Due{}, err
	}
	return Due{
		Name:  fmt.Sprintf("puzzle for player %d", player),
		Run:   of(player, duePuzzle),
		Later: func(tx *club.Tx, until time.Time) error { return analysis.PutOffDailyPuzzle(tx, player, until) },
	}, nil
}

// nextSlide is who has had no game of a ladder for long.
func nextSlide(tx *db.Tx, gap time.Duration) (Due, error) {
	r, err := tournaments.NextSlide(tx, gap)
	if err != nil {
		return Due{}, err
	}
	return Due{
		Name:  fmt.Sprintf("ladder of %s, player %d", r.Rules, r.Player),
		Run:   func(tx *club.Tx, _ *notify.Letters) error { return tournament.SlideDown(tx, r.Rules, r.Player) },
		Later: func(tx *club.Tx, until time.Time) error { return tournament.PutOffSlide(tx, r.Rules, r.Player, until) },
	}, nil
}

// duePuzzle writes the puzzle that a player is due, if any, and sets the next.
func duePuzzle(tx *club.Tx, letters *notify.Letters, p db.Player) error {
	shown, err := analysis.DueDailyPuzzle(tx, p)
	if err != nil || shown == nil {
		return err
	}
	return letters.PuzzleOfTheDay(p, shown)
}

// dueDigest writes the digest that a player is due, with the puzzle that is due, and sets
// the next. A digest that is late comes once, and one with nothing to say not at all.
func dueDigest(tx *club.Tx, letters *notify.Letters, p db.Player) error {
	told, err := letters.DueDigest(p)
	if err == nil {
		err = duePuzzle(tx, letters, p)
	}
	if err == nil {
		err = followedInDigest(tx, letters, p)
	}
	if err != nil {
		return err
	}
	return club.DigestTold(tx, p.ID, told, true)
}

// UnreadAt returns db.ErrNotFound while a letter waits that was here at a moment,
// or so soon after it that it may have been on its way: it may hold what is waited
// for. Letters that go on arriving put nothing off; nor does one that waits for somebody who
// cannot leave: it holds the clocks of its writer alone, which are not found then.
func UnreadAt(tx *db.Tx, at time.Time, gap time.Duration) error {
	waits, err := tx.Unread(at.Add(gap))
	if err == nil && waits {
		err = db.ErrNotFound
	}
	return err
}

// NextFollowerDue finds what only those wait for who look on, or db.ErrNotFound: that something
// happened in a game or in a table of a tournament that is followed, what a follower is to
// be told, or the best of a week. It comes behind all that players wait for.
func NextFollowerDue(tx *db.Tx) (Due, error) {
	game, ok, err := follows.Next(tx)
	if err != nil {
		return Due{}, err
	}
	if ok {
		return Due{
			Name:  fmt.Sprintf("followers of game %d", game),
			Run:   func(tx *club.Tx, _ *notify.Letters) error { return follows.Spread(tx.DB, game) },
			Later: func(tx *club.Tx, until time.Time) error { return follows.PutOff(tx.DB, game, until) },
		}, nil
	}
	table, ok, err := follows.NextTable(tx)
	if err != nil {
		return Due{}, err
	}
	if ok {
		return Due{
			Name:  fmt.Sprintf("followers of tournament %d, division %d", table.Tournament, table.Division),
			Run:   func(tx *club.Tx, _ *notify.Letters) error { return follows.SpreadTable(tx.DB, table) },
			Later: func(tx *club.Tx, until time.Time) error { return follows.PutOffTable(tx.DB, table, until) },
		}, nil
	}
	player, ok, err := follows.NextReader(tx)
	if err != nil {
		return Due{}, err
	}
	if ok {
		return Due{
			Name:  fmt.Sprintf("what player %d follows", player),
			Run:   of(player, dueFollowed),
			Later: func(tx *club.Tx, until time.Time) error { return follow.PutOff(tx, player, until) },
		}, nil
	}
	player, ok, err = follows.NextBest(tx)
	if err == nil && !ok {
		err = db.ErrNotFound
	}
	return Due{
		Name:  fmt.Sprintf("best of the week for player %d", player),
		Run:   of(player, dueBest),
		Later: func(tx *club.Tx, until time.Time) error { return follow.PutOffBest(tx, player, until) },
	}, err
}

// of does something for a player.
func of(player int64, run func(*club.Tx, *notify.Letters, db.Player) error) func(*club.Tx, *notify.Letters) error {
	return func(tx *club.Tx, letters *notify.Letters) error {
		p, err := tx.DB.Player(player)
		if err != nil {
			return err
		}
		return run(tx, letters, p)
	}
}

// dueFollowed tells a follower what happened, in a letter of its own, or where they have no
// digest, in one of the digests.
func dueFollowed(tx *club.Tx, letters *notify.Letters, p db.Player) error {
	if waits, err := follow.Wait(tx, p.ID); err != nil || waits {
		return err
	}
	news, err := follow.Due(tx, p)
	if err != nil {
		return err
	}
	return letters.FollowedDue(p, news, false)
}

// followedInDigest tells a follower what happened in their digest, if they want it there.
func followedInDigest(tx *club.Tx, letters *notify.Letters, p db.Player) error {
	r, set, err := follows.ReadingOf(tx.DB, p.ID)
	if err != nil || !set || r.Every {
		return err
	}
	news, err := follow.Due(tx, p)
	if err != nil {
		return err
	}
	return letters.FollowedDue(p, news, true)
}

// dueBest shows a player the best of the last week.
func dueBest(tx *club.Tx, letters *notify.Letters, p db.Player) error {
	best, err := follow.DueBest(tx, p)
	if err == nil {
		letters.BestDue(p, best)
	}
	return err
}

// Do does what is due and sends its letters. It returns what is to be told when the
// transaction is committed.
func (d *Handler) Do(store *db.Tx, due Due) ([]Observation, error) {
	return d.tell(store, due.Run)
}

// PutOff lets a duty that failed wait, so that the others get their turn.
func (d *Handler) PutOff(store *db.Tx, due Due, until time.Time) error {
	return due.Later(d.Club.Begin(store, 0), until)
}

// Act acts for nobody who wrote, and sends the letters that come of it.
func (d *Handler) Act(store *db.Tx, act func(*club.Tx) error) ([]Observation, error) {
	return d.tell(store, func(tx *club.Tx, _ *notify.Letters) error { return act(tx) })
}

// tell does the same where the letters are more than what the events say.
func (d *Handler) tell(store *db.Tx, act func(*club.Tx, *notify.Letters) error) (seen []Observation, err error) {
	tx := d.Club.Begin(store, 0)
	tx.Listen(func(_ *club.Tx, e club.Event) error {
		seen = append(seen, observationsOf(e)...)
		return nil
	})
	letters, err := d.Teller.Begin(tx)
	if err != nil {
		return nil, err
	}
	if err := act(tx, letters); err != nil {
		return nil, err
	}
	return seen, letters.Send()
}

// NextAside finds what only those wait for who look on; see NextFollowerDue.
func (d *Handler) NextFollowerDue(tx *db.Tx) (Due, error) { return NextFollowerDue(tx) }

// NextDuty finds what time brings next; see NextDue.
func (d *Handler) NextDue(tx *db.Tx, gap time.Duration) (Due, error) { return NextDue(tx, gap) }

// Beat notes that somebody plays. If nobody did for longer than gap, that time
// becomes a pause of everybody's clocks; if the clock was set back, such pauses end.
func (d *Handler) Beat(tx *db.Tx, gap time.Duration) error {
	if err := tx.ExpireQuarantines(tx.Now.Add(-QuarantinedFor)); err != nil {
		return err
	}
	last, err := tx.Heartbeat()
	if err == nil && last.After(tx.Now) {
		n, err := club.EndFutureDowntimes(d.Club.Begin(tx, 0))
		d.log.Warn("the clock was ahead and is set back; pauses of that time end now", "was", last, "now", tx.Now, "pauses", n)
		return err
	}
	if err != nil || last.IsZero() || tx.Now.Sub(last) <= gap {
		return err
	}
	d.log.Warn("nobody played while the daemon was away; that time counts on no clock", "from", last, "to", tx.Now)
	return club.NoteDowntime(d.Club.Begin(tx, 0), last)
}

// Awake notes an absence before a letter is answered, should Beat not have come to
// it yet: the letter may have waited all that time.
func (d *Handler) Awake(tx *db.Tx, gap time.Duration) error {
	last, err := tx.LastHeartbeat()
	if err != nil || last.IsZero() || tx.Now.Sub(last) <= gap {
		return err
	}
	return d.Beat(tx, gap)
}
