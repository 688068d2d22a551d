package tournament

import (
	"cmp"
	"errors"
	"slices"
	"time"

	"turnpost/db"
	"turnpost/db/tournaments"
	"turnpost/mail/club"
	"turnpost/mail/club/clock"
	"turnpost/rules"
)

const day = 24 * time.Hour

// The rules that players agree to.
const (
	maxLadderGames     = 3        // running games of one ladder that a player may have
	LadderRematchAfter = 14 * day // from the end of a game until the same two may have another
	SlideAfter         = 60 * day // without a game, until a player slides down
	SlideAgainAfter    = 30 * day // until the player slides again
	SlideNotice        = 14 * day // how long before a slide the player is told
	MaxLadderTimeouts  = 2        // games lost on time in a row after which a player is taken off
)

// ladderReach returns how many places up a player can challenge.
func ladderReach(places int) int { return max(8, places/10) }

// PlacesInReach returns the first and the last place that a player can challenge. last < first
// if there is none.
func PlacesInReach(place, places int) (first, last int) {
	if place == 1 {
		return 2, min(places, 1+ladderReach(places))
	}
	return max(1, place-ladderReach(places)), place - 1
}

// PlaceAfterWin returns the place of the winner after a game.
func PlaceAfterWin(winner, loser int) int {
	if winner <= loser {
		return winner
	}
	return winner - (winner-loser+1)/2
}

// PlaceAfterSlide returns the place of an inactive player after a slide.
func PlaceAfterSlide(place, places int) int { return min(places, place+max(1, places/20)) }

// slidesSoon reports whether a slide is near. A zero slide is none.
func slidesSoon(slide, now time.Time) bool {
	return !slide.IsZero() && !now.Before(slide.Add(-SlideNotice))
}

// LadderCandidate is a player who may be challenged.
type LadderCandidate struct {
	Player  int64
	Place   int
	Running int       // running games of the ladder
	Since   time.Time // end of their last ladder game; not used while one is running
}

// OrderLadderCandidates sorts candidates in the order in which they are picked.
func OrderLadderCandidates(candidates []LadderCandidate) {
	slices.SortFunc(candidates, func(a, b LadderCandidate) int {
		if c := cmp.Compare(a.Running, b.Running); c != 0 {
			return c
		}
		if c := a.Since.Compare(b.Since); c != 0 && a.Running == 0 {
			return c
		}
		return cmp.Compare(a.Place, b.Place)
	})
}

// LadderPlace is a player's place on a ladder, for their digest.
type LadderPlace struct {
	Rules         rules.Game
	Place, Places int
	Before        int       // place in their last digest; 0: none has shown it
	Slides        time.Time // when they slide if they do nothing; zero: not soon
	News          bool      // they have not been told of this slide yet
}

// LadderPlaces returns a player's places on the ladders of all games of the club.
func LadderPlaces(tx *club.Tx, player int64) (out []LadderPlace, err error) {
	rungs, err := tournaments.RungsOf(tx.DB, player)
	if err != nil {
		return nil, err
	}
	for _, g := range tx.Club.Games() {
		for _, r := range rungs {
			if r.Rules != g.Name {
				continue
			}
			s := LadderPlace{Rules: g, Before: r.ToldPlace}
			if s.Place, s.Places, err = placeOf(tx, r); err != nil {
				return nil, err
			}
			if slidesSoon(r.SlideAt, tx.Now()) {
				to, err := slideTo(tx, r.Rules, s.Place, s.Places, r.SlideAt)
				if err != nil {
					return nil, err
				}
				if to != s.Place {
					s.Slides, s.News = r.SlideAt, !r.ToldSlide.Equal(r.SlideAt)
				}
			}
			out = append(out, s)
		}
	}
	return out, nil
}

// NoteLadderTold notes that a player's digest has shown these places.
func NoteLadderTold(tx *club.Tx, player int64, stands []LadderPlace) error {
	for _, s := range stands {
		if err := tournaments.RungTold(tx.DB, s.Rules.Name, player, s.Place, s.Slides); err != nil {
			return err
		}
	}
	return nil
}

// Ladder is a ladder as a player sees it.
type Ladder struct {
	Rules  rules.Game
	Pace   clock.Pace // of its games
	Places int
	Mine   int         // the player's place; 0: not on the ladder
	Rows   []LadderRow // the first places, and those around the player
}

// LadderRow is one place of a ladder.
type LadderRow struct {
	Place  int
	Player db.Player
}

// How many places are shown: the first, and those above and below the player.
const (
	shownFirst = 10
	shownAbove = 8
	shownBelow = 2
)

// LookAtLadder returns the ladder of a game as a player sees it.
func LookAtLadder(tx *club.Tx, name string, player int64) (l Ladder, err error) {
	if l.Rules, err = tx.Club.Rules(name); err != nil {
		return l, err
	}
	if l.Pace, err = pace(tx); err != nil {
		return l, err
	}
	if l.Places, err = tournaments.CountRungs(tx.DB, name); err != nil {
		return l, err
	}
	r, on, err := rungOf(tx, name, player)
	if err == nil && on {
		l.Mine, err = tournaments.RungPlace(tx.DB, r)
	}
	if err != nil {
		return l, err
	}
	if err := show(tx, &l, 1, shownFirst); err != nil || l.Mine == 0 {
		return l, err
	}
	return l, show(tx, &l, max(shownFirst+1, l.Mine-shownAbove), l.Mine+shownBelow)
}

// show adds the places from first to last to the rows of a ladder.
func show(tx *club.Tx, l *Ladder, first, last int) error {
	rungs, err := tournaments.RungPlaces(tx.DB, l.Rules.Name, first, last)
	if err != nil {
		return err
	}
	for i, r := range rungs {
		p, err := tx.DB.Player(r.Player)
		if err != nil {
			return err
		}
		l.Rows = append(l.Rows, LadderRow{first + i, p})
	}
	return nil
}

// pace returns the pace of all ladder games: the club's default.
func pace(tx *club.Tx) (clock.Pace, error) {
	if usual := tx.Club.Policy.Pace; usual != (clock.Pace{}) {
		return usual, nil
	}
	return clock.ParsePace(clock.DefaultPace)
}

// placeOf returns the place of a rung, and the number of places.
func placeOf(tx *club.Tx, r tournaments.LadderRung) (place, places int, err error) {
	if place, err = tournaments.RungPlace(tx.DB, r); err != nil {
		return 0, 0, err
	}
	places, err = tournaments.CountRungs(tx.DB, r.Rules)
	return place, places, err
}

// moveTo moves a player to a place.
func moveTo(tx *club.Tx, r tournaments.LadderRung, place int) error {
	there, err := tournaments.RungPlaces(tx.DB, r.Rules, place, place)
	if err != nil || len(there) == 0 {
		return err
	}
	return tournaments.MoveRung(tx.DB, r, there[0].Position)
}

// rest starts a player's rest now, or ends it if they have a running game of the ladder.
func rest(tx *club.Tx, r tournaments.LadderRung) error {
	running, err := tournaments.RunningLadderGames(tx.DB, r.Rules, r.Player)
	if err != nil {
		return err
	}
	r.RestAt, r.SlideAt = tx.Now(), tx.Now().Add(SlideAfter)
	if len(running) > 0 {
		r.RestAt, r.SlideAt = none, none
	}
	return tournaments.SaveRung(tx.DB, r)
}

// rungOf returns a player's rung on a ladder; on is false if there is none.
func rungOf(tx *club.Tx, rules string, player int64) (r tournaments.LadderRung, on bool, err error) {
	r, err = tournaments.GetRung(tx.DB, rules, player)
	if errors.Is(err, db.ErrNotFound) {
		return r, false, nil
	}
	return r, err == nil, err
}

// isIdle reports whether the next slide of a player is near, or follows another one.
func isIdle(r tournaments.LadderRung, now time.Time) bool {
	return slidesSoon(r.SlideAt, now) || !r.SlideAt.IsZero() && r.SlideAt.Sub(r.RestAt) <= SlideAgainAfter
}

// slideTo returns the place to which a player slides at a moment. Idle players do not slide past each other:
// otherwise all players of an idle ladder would move down on one day, and be where they were.
func slideTo(tx *club.Tx, rules string, from, places int, at time.Time) (int, error) {
	below, err := tournaments.RungPlaces(tx.DB, rules, from+1, PlaceAfterSlide(from, places))
	for i := len(below) - 1; i >= 0; i-- {
		if !isIdle(below[i], at) {
			return from + 1 + i, err
		}
	}
	return from, err
}

// SlideDown does what is due for a player who has had no ladder game for a long time: it warns
// them SlideNotice before their first slide, if no digest has, or moves them down. It checks again
// that this is due, since another daemon may have done it. A player who gets no messages any
// more is taken off without a message, and so is one whose messages have bounced since before
// the rest began.
func SlideDown(tx *club.Tx, rules string, player int64) error {
	r, on, err := rungOf(tx, rules, player)
	if err != nil || !on || r.SlideAt.IsZero() || r.SlideAt.After(tx.Now()) {
		return err
	}
	p, err := tx.DB.Player(player)
	if err != nil {
		return err
	}
	if !p.StoppedAt.IsZero() || p.Address == "" {
		return tournaments.LeaveLadder(tx.DB, rules, player)
	}
	running, err := tournaments.RunningLadderGames(tx.DB, rules, player)
	if err != nil {
		return err
	}
	if len(running) > 0 { // of an address that was merged into this player
		return rest(tx, r)
	}
	bounce, err := tx.DB.OpenBounce(player)
	if err == nil && !bounce.Wished && bounce.From.Before(r.RestAt) {
		return tournaments.LeaveLadder(tx.DB, rules, player)
	}
	if err != nil && !errors.Is(err, db.ErrNotFound) {
		return err
	}
	stood, err := stoodStill(tx, p, r.RestAt)
	if err != nil {
		return err
	}
	if stood > 0 {
		r.RestAt, r.SlideAt = tx.Now(), tx.Now().Add(stood)
		return tournaments.SaveRung(tx.DB, r)
	}
	from, places, err := placeOf(tx, r)
	if err != nil {
		return err
	}
	told, at := r.ToldSlide.Equal(r.SlideAt), tx.Now()
	if !told {
		at = at.Add(SlideNotice)
	}
	to, err := slideTo(tx, rules, from, places, at)
	if err != nil {
		return err
	}
	if to != from && !told {
		return warnOfSlide(tx, r, p, from)
	}
	r.RestAt, r.SlideAt = tx.Now(), tx.Now().Add(SlideAgainAfter)
	if err := tournaments.SaveRung(tx.DB, r); err != nil || to == from {
		return err
	}
	if err := tournaments.RungTold(tx.DB, rules, player, to, r.SlideAt); err != nil { // the message below says both
		return err
	}
	if err := moveTo(tx, r, to); err != nil {
		return err
	}
	l, err := LookAtLadder(tx, rules, player)
	if err != nil {
		return err
	}
	return tx.Emit(LadderSlid{l, p, from, to})
}

// warnOfSlide tells a player when they will slide, and sets that moment.
func warnOfSlide(tx *club.Tx, r tournaments.LadderRung, p db.Player, place int) error {
	r.SlideAt = tx.Now().Add(SlideNotice)
	if err := tournaments.SaveRung(tx.DB, r); err != nil {
		return err
	}
	if err := tournaments.RungTold(tx.DB, r.Rules, p.ID, place, r.SlideAt); err != nil {
		return err
	}
	l, err := LookAtLadder(tx, r.Rules, p.ID)
	if err != nil {
		return err
	}
	return tx.Emit(LadderSlidesSoon{l, p, r.SlideAt})
}

// stoodStill returns how much of the time since a moment did not count because of the player's
// vacations or the server's downtimes.
func stoodStill(tx *club.Tx, p db.Player, since time.Time) (time.Duration, error) {
	pauses, err := tx.DB.Pauses(since, p.ID)
	if err != nil {
		return 0, err
	}
	hours := clock.Hours{Zone: club.ZoneOf(p)}
	for _, pause := range pauses {
		if pause.Why != db.Bounce {
			hours.Pauses = append(hours.Pauses, clock.Pause{From: pause.From, To: pause.To})
		}
	}
	return tx.Now().Sub(since) - hours.Counted(since, tx.Now()), nil
}

// PutOffSlide postpones a slide that failed.
func PutOffSlide(tx *club.Tx, rules string, player int64, until time.Time) error {
	r, err := tournaments.GetRung(tx.DB, rules, player)
	if err != nil {
		return err
	}
	r.SlideAt = until
	return tournaments.SaveRung(tx.DB, r)
}
