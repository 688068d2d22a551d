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
	maxLadderGames     = 3        // games of a ladder that one has under way in it
	LadderRematchAfter = 14 * day // from the end of a game until the same two have another
	SlideAfter         = 60 * day // without a game, until one slides
	SlideAgainAfter    = 30 * day // and until one slides again
	SlideNotice        = 14 * day // before a slide, from when on who slides is told
	MaxLadderTimeouts  = 2        // games lost on time, one after the other, with which one is off
)

// ladderReach is how many places up one can challenge where there are so many.
func ladderReach(places int) int { return max(8, places/10) }

// PlacesInReach are the places, from first to last, of those whom the player of a place can
// challenge; last is less than first if there are none.
func PlacesInReach(place, places int) (first, last int) {
	if place == 1 {
		return 2, min(places, 1+ladderReach(places))
	}
	return max(1, place-ladderReach(places)), place - 1
}

// PlaceAfterWin is the place to which the winner of a game goes.
func PlaceAfterWin(winner, loser int) int {
	if winner <= loser {
		return winner
	}
	return winner - (winner-loser+1)/2
}

// PlaceAfterSlide is the place to which somebody slides who does not play.
func PlaceAfterSlide(place, places int) int { return min(places, place+max(1, places/20)) }

// slidesSoon reports whether a slide is near; the zero time is none.
func slidesSoon(slide, now time.Time) bool {
	return !slide.IsZero() && !now.Before(slide.Add(-SlideNotice))
}

// Candidate is somebody who can be challenged.
type Candidate struct {
	Player  int64
	Place   int
	Running int       // games of the ladder under way
	Since   time.Time // when they last had one; of who has one under way it does not matter
}

// OrderCandidates brings candidates into the order in which they are picked.
func OrderCandidates(candidates []Candidate) {
	slices.SortFunc(candidates, func(a, b Candidate) int {
		if c := cmp.Compare(a.Running, b.Running); c != 0 {
			return c
		}
		if c := a.Since.Compare(b.Since); c != 0 && a.Running == 0 {
			return c
		}
		return cmp.Compare(a.Place, b.Place)
	})
}

// LadderPlace is where a player stands on a ladder, as their digest tells it.
type LadderPlace struct {
	Rules         rules.Game
	Place, Places int
	Before        int       // the place that their last digest told; 0: none has told one
	Slides        time.Time // when they slide if they do nothing; zero: not soon
	News          bool      // that they slide soon was not told yet
}

// LadderPlaces are where a player stands on all ladders of games that are played here.
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
			if slidesSoon(r.SlideAt, tx.Now()) && PlaceAfterSlide(s.Place, s.Places) != s.Place {
				s.Slides, s.News = r.SlideAt, !r.ToldSlide.Equal(r.SlideAt)
			}
			out = append(out, s)
		}
	}
	return out, nil
}

// NoteLadderTold notes that a player's digest has told where they stand.
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
	Mine   int         // the player's place; 0: they are not on it
	Rows   []LadderRow // the first, and those around the player
}

// LadderRow is who stands on a place.
type LadderRow struct {
	Place  int
	Player db.Player
}

// What is shown of a ladder: so many of the first, and around the player.
const (
	shownFirst = 10
	shownAbove = 8
	shownBelow = 2
)

// LookAtLadder is the ladder of a game as a player sees it.
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

// pace is that of the games of all ladders: the club's usual one.
func pace(tx *club.Tx) (clock.Pace, error) {
	if usual := tx.Club.Policy.Pace; usual != (clock.Pace{}) {
		return usual, nil
	}
	return clock.ParsePace(clock.DefaultPace)
}

// placeOf is the place of a rung, and how many there are.
func placeOf(tx *club.Tx, r tournaments.Rung) (place, places int, err error) {
	if place, err = tournaments.RungPlace(tx.DB, r); err != nil {
		return 0, 0, err
	}
	places, err = tournaments.CountRungs(tx.DB, r.Rules)
	return place, places, err
}

// moveTo puts a player on a place.
func moveTo(tx *club.Tx, r tournaments.Rung, place int) error {
	there, err := tournaments.RungPlaces(tx.DB, r.Rules, place, place)
	if err != nil || len(there) == 0 {
		return err
	}
	return tournaments.MoveRung(tx.DB, r, there[0].Position)
}

// rest notes that a player rests from now on who has no game of the ladder under way, or
// that they do not.
func rest(tx *club.Tx, r tournaments.Rung) error {
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

// rungOf is where a player stands on a ladder; false: they are not on it.
func rungOf(tx *club.Tx, rules string, player int64) (r tournaments.Rung, on bool, err error) {
	r, err = tournaments.GetRung(tx.DB, rules, player)
	if errors.Is(err, db.ErrNotFound) {
		return r, false, nil
	}
	return r, err == nil, err
}

// SlideDown lets a player slide on a ladder who has had no game of it for long. It looks again
// whether that is to be done: what somebody else has done meanwhile it does not do again.
// Who gets no letters any more is taken off without one, and so is whose letters have come
// back since before the rest began.
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
	if len(running) > 0 { // of an address that was merged
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
	r.RestAt, r.SlideAt = tx.Now(), tx.Now().Add(SlideAgainAfter)
	if stood > 0 {
		r.SlideAt = tx.Now().Add(stood)
		return tournaments.SaveRung(tx.DB, r)
	}
	if err := tournaments.SaveRung(tx.DB, r); err != nil {
		return err
	}
	from, places, err := placeOf(tx, r)
	if err != nil {
		return err
	}
	to := PlaceAfterSlide(from, places)
	if to == from {
		return nil
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

// stoodStill is how much of the time since a moment a vacation of a player's, or the
// server itself, stopped clocks.
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

// PutOffSlide lets a slide that failed wait.
func PutOffSlide(tx *club.Tx, rules string, player int64, until time.Time) error {
	r, err := tournaments.GetRung(tx.DB, rules, player)
	if err != nil {
		return err
	}
	r.SlideAt = until
	return tournaments.SaveRung(tx.DB, r)
}
