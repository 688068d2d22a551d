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

// DueTask is one thing that is due in a game or for a player.
type DueTask struct {
	Name string // for the log
	// Run does it.
	Run func(*club.Tx, *notify.Messages) error
	// Later delays it after a failure.
	Later func(tx *club.Tx, until time.Time) error
}

// NextDue finds the next thing due, or db.ErrNotFound: the end of a clock or a reminder of
// it, the end of an invitation, a digest, a daily puzzle, or a slide on a ladder. A message
// that came within gap after a moment may hold what was waited for until then.
func NextDue(tx *db.Tx, gap time.Duration) (DueTask, error) {
	g, err := tx.NextClock(db.PersonsTurn, gap)
	if err == nil {
		err = UnreadAt(tx, g.ClockDue, gap)
	}
	if err == nil {
		return DueTask{
			Name: fmt.Sprintf("clock of game %d", g.ID),
			Run: func(tx *club.Tx, _ *notify.Messages) error {
				unread := func(at time.Time) error { return UnreadAt(tx.DB, at, gap) }
				return club.LookAtClock(tx, g.ID, unread)
			},
			Later: func(tx *club.Tx, until time.Time) error { return club.PutOffClock(tx, g.ID, until) },
		}, nil
	} else if !errors.Is(err, db.ErrNotFound) {
		return DueTask{}, err
	}
	i, err := tx.NextExpired(gap)
	if err == nil {
		err = UnreadAt(tx, i.ExpiresAt, gap)
	}
	if err == nil {
		return DueTask{
			Name:  fmt.Sprintf("end of invitation %d", i.ID),
			Run:   func(tx *club.Tx, _ *notify.Messages) error { return club.Expire(tx, i) },
			Later: func(tx *club.Tx, _ time.Time) error { return club.ExpireUntold(tx, i) },
		}, nil
	} else if !errors.Is(err, db.ErrNotFound) {
		return DueTask{}, err
	}
	p, err := tx.NextDigest()
	if errors.Is(err, db.ErrNotFound) {
		return nextPuzzle(tx, gap)
	}
	if err != nil {
		return DueTask{}, err
	}
	return DueTask{
		Name:  fmt.Sprintf("digest of player %d", p.ID),
		Run:   forPlayer(p.ID, dueDigest),
		Later: func(tx *club.Tx, until time.Time) error { return club.PutOffDigest(tx, p.ID, until) },
	}, nil
}

// nextPuzzle returns the daily puzzle that is due, unless a digest is due as well: then both
// are in one message.
func nextPuzzle(tx *db.Tx, gap time.Duration) (DueTask, error) {
	player, err := analysis.NextDailyPuzzle(tx)
	if errors.Is(err, db.ErrNotFound) {
		return nextSlide(tx, gap)
	}
	if err != nil {
		return DueTask{}, err
	}
	return DueTask{
		Name:  fmt.Sprintf("puzzle for player %d", player),
		Run:   forPlayer(player, duePuzzle),
		Later: func(tx *club.Tx, until time.Time) error { return analysis.PutOffDailyPuzzle(tx, player, until) },
	}, nil
}

// nextSlide returns the next player on a ladder who has not played for long.
func nextSlide(tx *db.Tx, gap time.Duration) (DueTask, error) {
	r, err := tournaments.NextSlide(tx, gap)
	if err != nil {
		return DueTask{}, err
	}
	return DueTask{
		Name:  fmt.Sprintf("ladder of %s, player %d", r.Rules, r.Player),
		Run:   func(tx *club.Tx, _ *notify.Messages) error { return tournament.SlideDown(tx, r.Rules, r.Player) },
		Later: func(tx *club.Tx, until time.Time) error { return tournament.PutOffSlide(tx, r.Rules, r.Player, until) },
	}, nil
}

// duePuzzle sends the daily puzzle that is due, if there is one, and sets the next time.
func duePuzzle(tx *club.Tx, messages *notify.Messages, p db.Player) error {
	shown, err := analysis.DueDailyPuzzle(tx, p)
	if err != nil || shown == nil {
		return err
	}
	return messages.PuzzleOfTheDay(p, shown)
}

// dueDigest sends the digest that is due, with the puzzle, and sets the next time. A late
// digest is sent once, and one with nothing to say is not sent.
func dueDigest(tx *club.Tx, messages *notify.Messages, p db.Player) error {
	told, err := messages.DueDigest(p)
	if err == nil {
		err = duePuzzle(tx, messages, p)
	}
	if err == nil {
		err = followedInDigest(tx, messages, p)
	}
	if err != nil {
		return err
	}
	return club.DigestTold(tx, p.ID, told, true)
}

// UnreadAt returns db.ErrNotFound while a message waits that had arrived by a moment, or so
// soon after it that it may have been under way: it may hold what is waited for. Later messages
// delay nothing, nor does one whose writer is leaving: it holds up only the clocks of that
// writer.
func UnreadAt(tx *db.Tx, at time.Time, gap time.Duration) error {
	waits, err := tx.Unread(at.Add(gap))
	if err == nil && waits {
		err = db.ErrNotFound
	}
	return err
}

// NextFollowerDue finds the next thing due that only followers wait for, or db.ErrNotFound:
// events in followed games and tournaments, messages to followers, and the best of a week. It
// comes after all that players wait for.
func NextFollowerDue(tx *db.Tx) (DueTask, error) {
	game, ok, err := follows.Next(tx)
	if err != nil {
		return DueTask{}, err
	}
	if ok {
		return DueTask{
			Name:  fmt.Sprintf("followers of game %d", game),
			Run:   func(tx *club.Tx, _ *notify.Messages) error { return follows.Spread(tx.DB, game) },
			Later: func(tx *club.Tx, until time.Time) error { return follows.PutOff(tx.DB, game, until) },
		}, nil
	}
	table, ok, err := follows.NextTable(tx)
	if err != nil {
		return DueTask{}, err
	}
	if ok {
		return DueTask{
			Name:  fmt.Sprintf("followers of tournament %d, division %d", table.Tournament, table.Division),
			Run:   func(tx *club.Tx, _ *notify.Messages) error { return follows.SpreadTable(tx.DB, table) },
			Later: func(tx *club.Tx, until time.Time) error { return follows.PutOffTable(tx.DB, table, until) },
		}, nil
	}
	player, ok, err := follows.NextReader(tx)
	if err != nil {
		return DueTask{}, err
	}
	if ok {
		return DueTask{
			Name:  fmt.Sprintf("what player %d follows", player),
			Run:   forPlayer(player, dueFollowed),
			Later: func(tx *club.Tx, until time.Time) error { return follow.PutOff(tx, player, until) },
		}, nil
	}
	player, ok, err = follows.NextBest(tx)
	if err == nil && !ok {
		err = db.ErrNotFound
	}
	return DueTask{
		Name:  fmt.Sprintf("best of the week for player %d", player),
		Run:   forPlayer(player, dueBest),
		Later: func(tx *club.Tx, until time.Time) error { return follow.PutOffBest(tx, player, until) },
	}, err
}

// forPlayer does something for a player.
func forPlayer(player int64, run func(*club.Tx, *notify.Messages, db.Player) error,
) func(*club.Tx, *notify.Messages) error {
	return func(tx *club.Tx, messages *notify.Messages) error {
		p, err := tx.DB.Player(player)
		if err != nil {
			return err
		}
		return run(tx, messages, p)
	}
}

// dueFollowed tells a follower what happened, in a message of its own.
func dueFollowed(tx *club.Tx, messages *notify.Messages, p db.Player) error {
	if waits, err := follow.Wait(tx, p.ID); err != nil || waits {
		return err
	}
	news, err := follow.Due(tx, p)
	if err != nil {
		return err
	}
	return messages.FollowedDue(p, news, false)
}

// followedInDigest tells a follower what happened in their digest, if they want it there.
func followedInDigest(tx *club.Tx, messages *notify.Messages, p db.Player) error {
	r, set, err := follows.NewsSettingOf(tx.DB, p.ID)
	if err != nil || !set || r.Every {
		return err
	}
	news, err := follow.Due(tx, p)
	if err != nil {
		return err
	}
	return messages.FollowedDue(p, news, true)
}

// dueBest shows a player the best games of the last week.
func dueBest(tx *club.Tx, messages *notify.Messages, p db.Player) error {
	best, err := follow.DueBest(tx, p)
	if err == nil {
		messages.BestDue(p, best)
	}
	return err
}

// Do does what is due and sends the messages about it. It returns what is to be told after the
// commit.
func (h *Handler) Do(store *db.Tx, due DueTask) ([]Observation, error) {
	return h.actAndTell(store, due.Run)
}

// PutOff delays something due that failed, so that the rest is done.
func (h *Handler) PutOff(store *db.Tx, due DueTask, until time.Time) error {
	return due.Later(h.Club.Begin(store, 0), until)
}

// Act carries out what no message asked for, and sends the messages about it.
func (h *Handler) Act(store *db.Tx, act func(*club.Tx) error) ([]Observation, error) {
	return h.actAndTell(store, func(tx *club.Tx, _ *notify.Messages) error { return act(tx) })
}

// actAndTell is Act for operations that send more messages than events tell.
func (h *Handler) actAndTell(store *db.Tx, act func(*club.Tx, *notify.Messages) error) (seen []Observation, err error) {
	tx := h.Club.Begin(store, 0)
	tx.Listen(func(_ *club.Tx, e club.Event) error {
		seen = append(seen, observationsOf(e)...)
		return nil
	})
	messages, err := h.Notifier.Begin(tx)
	if err != nil {
		return nil, err
	}
	if err := act(tx, messages); err != nil {
		return nil, err
	}
	return seen, messages.Send()
}

// Beat notes that the server runs. If it did not for longer than gap, that time becomes a pause
// of all clocks. If the system clock was set back, such pauses end.
func (h *Handler) Beat(tx *db.Tx, gap time.Duration) error {
	if err := tx.ExpireQuarantines(tx.Now.Add(-QuarantinedFor)); err != nil {
		return err
	}
	last, err := tx.Heartbeat()
	if err == nil && last.After(tx.Now) {
		n, err := club.EndFutureDowntimes(h.Club.Begin(tx, 0))
		h.log.Warn("the clock was ahead and is set back; pauses of that time end now", "was", last, "now", tx.Now,
			"pauses", n)
		return err
	}
	if err != nil || last.IsZero() || tx.Now.Sub(last) <= gap {
		return err
	}
	h.log.Warn("nobody played while the daemon was away; that time counts on no clock", "from", last, "to", tx.Now)
	return club.NoteDowntime(h.Club.Begin(tx, 0), last)
}

// Awake notes such a pause before a message is answered that may have waited during it.
func (h *Handler) Awake(tx *db.Tx, gap time.Duration) error {
	last, err := tx.LastHeartbeat()
	if err != nil || last.IsZero() || tx.Now.Sub(last) <= gap {
		return err
	}
	if err := tx.Whole(); err != nil {
		return err
	}
	return h.Beat(tx, gap)
}
