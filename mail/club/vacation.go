package club

import (
	"slices"
	"time"

	"turnpost/db"
	"turnpost/mail/club/clock"
	"turnpost/rules"
)

// Today returns the current day in a player's timezone.
func (tx *Tx) Today(p db.Player) clock.Date { return clock.DateOf(tx.Now().In(ZoneOf(p))) }

// PlanVacation stops a player's clocks from the first to the last day, both included.
func PlanVacation(tx *Tx, player int64, first, last clock.Date) error {
	p, err := tx.DB.Player(player)
	if err != nil {
		return err
	}
	own, err := tx.Vacations(p)
	if err != nil {
		return err
	}
	if err := mayTake(tx, p, own, first, last); err != nil {
		return err
	}
	if err := refuseTooOften(tx, player); err != nil {
		return err
	}
	if err := tidy(tx, player); err != nil {
		return err
	}
	zone := ZoneOf(p)
	pause := db.ClockPause{Player: player, Why: db.Vacation, From: first.Midnight(zone), To: last.Add(1).Midnight(zone)}
	if pause.From.Before(tx.Now()) {
		pause.From = tx.Now() // the clocks ran this morning
	}
	if _, err := tx.DB.AddPause(pause); err != nil {
		return err
	}
	if err := resetClocks(tx, player); err != nil {
		return err
	}
	return vacationsChanged(tx, VacationsChanged{Player: p, Set: &pause}, own)
}

// refuseTooOften refuses a change of vacations too soon after others, since the opponents are
// told of each. It does so without opponents too, because ended vacations are kept.
func refuseTooOften(tx *Tx, player int64) error {
	often, err := noticedTooOften(tx.DB, player, noticeVacation, player, time.Time{})
	if err == nil && often {
		err = Refuse("vacation-often", maxVacationsAnHour, maxNoticesADay)
	}
	if err != nil {
		return err
	}
	return noteNotice(tx.DB, player, noticeVacation, player)
}

// mayTake refuses a vacation that the operator's policy does not allow.
func mayTake(tx *Tx, p db.Player, own []db.ClockPause, first, last clock.Date) error {
	today, policy := tx.Today(p), tx.Club.Policy
	switch {
	case last < first:
		return Refuse("vacation-order")
	case first < today:
		return Refuse("vacation-past", today)
	case last > clock.DateOf(today.UTC().AddDate(1, 0, policy.VacationDays)):
		return Refuse("vacation-far")
	}
	planned := 0
	for _, v := range own {
		if !v.To.After(tx.Now()) {
			continue
		}
		planned++
		if begin, end := Dates(v, ZoneOf(p)); begin <= last && first <= end {
			return Refuse("vacation-overlap", begin, end)
		}
	}
	if planned >= policy.Vacations {
		return Refuse("vacation-most", planned)
	}
	all, err := tx.standstills(p.ID)
	if err != nil {
		return err
	}
	for year := first.Year(); year <= last.Year(); year++ {
		wanted := clock.Wanted(counted(all), year, first, last, ZoneOf(p))
		if left := policy.VacationDays - clock.Taken(counted(all), year, ZoneOf(p)); wanted > left {
			return Refuse("vacation-days", wanted, year, max(0, left), policy.VacationDays)
		}
	}
	more := clock.Pause{From: first.Midnight(ZoneOf(p)), To: last.Add(1).Midnight(ZoneOf(p))}
	if clock.Most(append(counted(all), more), vacationSpan) > tx.quota()+longDay {
		return Refuse("vacation-span", policy.VacationDays)
	}
	return nil
}

// Dates returns the first and the last day that a vacation touches.
func Dates(v db.ClockPause, zone *time.Location) (first, last clock.Date) {
	return clock.Pause{From: v.From, To: v.To}.Dates(zone)
}

// counted converts the pauses that take time.
func counted(all []db.ClockPause) (out []clock.Pause) {
	for _, p := range all {
		if p.To.After(p.From) {
			out = append(out, clock.Pause{From: p.From, To: p.To})
		}
	}
	return out
}

// VacationLeft returns how many days of vacation a player has left in a year. Days on which a
// suspension stopped the clocks count as taken.
func (tx *Tx) VacationLeft(p db.Player, year int) (int, error) {
	all, err := tx.standstills(p.ID)
	return max(0, tx.Club.Policy.VacationDays-clock.Taken(counted(all), year, ZoneOf(p))), err
}

// DropVacations ends the current vacation and drops future ones.
func DropVacations(tx *Tx, player int64) error {
	p, err := tx.DB.Player(player)
	if err != nil {
		return err
	}
	own, err := tx.Vacations(p)
	if err != nil {
		return err
	}
	if len(ahead(tx, own)) == 0 {
		return Refuse("vacation-none")
	}
	if err := refuseTooOften(tx, player); err != nil {
		return err
	}
	e := VacationsChanged{Player: p}
	for _, v := range own {
		var err error
		switch {
		case !v.To.After(tx.Now()):
			continue
		case v.From.Before(tx.Now()):
			e.Ended = true
			err = tx.DB.EndPause(v.ID, tx.Now())
		default:
			e.Dropped++
			err = tx.DB.DropPause(v.ID)
		}
		if err != nil {
			return err
		}
	}
	if err := resetClocks(tx, player); err != nil {
		return err
	}
	return vacationsChanged(tx, e, own)
}

// Vacations lists a player's vacations since the beginning of this year in their timezone.
func (tx *Tx) Vacations(p db.Player) ([]db.ClockPause, error) {
	zone := ZoneOf(p)
	year := time.Date(tx.Today(p).Year(), time.January, 1, 0, 0, 0, 0, time.UTC)
	pauses, err := tx.DB.Pauses(clock.DateOf(year).Midnight(zone), p.ID)
	var own []db.ClockPause
	for _, pause := range pauses {
		if pause.Player == p.ID && pause.Why == db.Vacation && !pause.To.IsZero() {
			own = append(own, pause)
		}
	}
	return own, err
}

// vacationsChanged emits a change of a player's vacations.
func vacationsChanged(tx *Tx, e VacationsChanged, were []db.ClockPause) error {
	own, err := tx.Vacations(e.Player)
	if err != nil {
		return err
	}
	e.Before, e.Now = ahead(tx, were), ahead(tx, own)
	return tx.Emit(e)
}

// ahead returns what is left of vacations from now on.
func ahead(tx *Tx, vacations []db.ClockPause) (out []db.ClockPause) {
	for _, v := range vacations {
		if !v.To.After(tx.Now()) {
			continue
		}
		if v.From.Before(tx.Now()) {
			v.From = tx.Now()
		}
		out = append(out, v)
	}
	return out
}

// OfferVacation explains vacations to a known player whose mail program answered that they are
// away, once an absence (see [EndAbsence]), and only if one of their clocks could run. It reports
// whether it did.
func OfferVacation(tx *Tx, player int64) (bool, error) {
	p, err := tx.DB.Player(player)
	if err != nil || p.OfferedVacation || p.WroteAt.IsZero() || !p.StoppedAt.IsZero() {
		return false, err
	}
	running, err := tx.DB.GamesOf(p.ID, false, -1)
	if err != nil || len(running) == 0 {
		return false, err
	}
	own, err := tx.Vacations(p)
	if err != nil {
		return false, err
	}
	on := func(v db.ClockPause) bool { return !v.From.After(tx.Now()) && v.To.After(tx.Now()) }
	if slices.ContainsFunc(own, on) {
		return false, nil
	}
	p.OfferedVacation = true
	if err := tx.DB.SavePlayer(p); err != nil {
		return false, err
	}
	return true, tx.Emit(VacationOffered{p, len(running)})
}

// EndAbsence notes that a player has done something: their next absence is another one.
func EndAbsence(tx *Tx, p db.Player) error {
	if !p.OfferedVacation {
		return nil
	}
	p.OfferedVacation = false
	return tx.DB.SavePlayer(p)
}

// When a vacation ends by itself, the player is told how much time is left in the games that
// wait for them, before their clocks remind them. These games are due at that moment, so
// nothing else needs to be stored.

// backAt returns when the next vacation among pauses ends that stops the clock of a player who
// is to move; zero: there is none.
func backAt(tx *Tx, player db.Player, pauses []db.ClockPause) (at time.Time) {
	for _, p := range pauses {
		mine := p.Player == player.ID && p.Why == db.Vacation
		if mine && p.To.After(tx.Now()) && (at.IsZero() || p.To.Before(at)) {
			at = p.To
		}
	}
	return at
}

// comeBack tells a player that a vacation is over, if that is why the game was due. All games
// that wait for the player and stood still until then are told together. It reports whether it
// did.
func comeBack(tx *Tx, game *Game, side rules.Side) (bool, error) {
	at, player := game.Row.ClockDue, game.Player(side)
	pauses, err := tx.Pauses(game)
	if err != nil {
		return false, err
	}
	over, standing := false, false
	for _, p := range pauses {
		over = over || p.Player == player.ID && p.Why == db.Vacation && p.To.Equal(at)
		standing = standing || !p.From.After(tx.Now()) && (p.To.IsZero() || p.To.After(tx.Now()))
	}
	if !over || standing || at.After(tx.Now()) {
		return false, nil
	}
	running, err := tx.DB.GamesOf(player.ID, false, -1)
	if err != nil {
		return false, err
	}
	e := VacationOver{Player: player}
	for _, g := range running {
		if !g.ClockDue.Equal(at) {
			continue
		}
		waiting, err := tx.Game(g.ID)
		if err != nil {
			return false, err
		}
		if waiting.Turn() != waiting.Side(player.ID) {
			continue
		}
		if err := saveClock(tx, waiting); err != nil {
			return false, err
		}
		e.Games = append(e.Games, waiting)
	}
	return true, tx.Emit(e)
}
