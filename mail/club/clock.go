package club

import (
	"errors"
	"slices"
	"time"

	"turnpost/db"
	"turnpost/mail/club/clock"
	"turnpost/rules"
)

// ZoneOf returns a player's timezone.
func ZoneOf(p db.Player) *time.Location { return clock.Zone(StoredZone(p)) }

// The marks that a turn's clock can have reached: values of db.Game.Reminded, and indices into
// clock.Clock.Marks.
const (
	RemindedHalf = 1 + iota
	RemindedDay
	RemindedOver
	lostOnTime
)

// remindTogether is how long before its moment a reminder may come, so that one message can
// remind of several games. In a fast game it is an eighth of the time for the turn.
const remindTogether = 12 * time.Hour

// LookAtClock does what is due for a game's clock: it reminds the player to move, ends the
// game, makes a resignation final, or tells the player that a vacation is over. If nothing is
// due, because pauses were added since the moment was stored, it stores the next one.
//
// What is due by now in other games in which the same player is to move is done as well, and
// they are reminded of those for which a reminder is due soon. unread, if not nil, returns
// ErrNotFound while a message waits that may hold what was waited for until a moment.
func LookAtClock(tx *Tx, game int64, unread func(at time.Time) error) error {
	g, err := tx.Game(game)
	if err != nil {
		return err
	}
	side := g.Turn()
	switch {
	case g.Row.Retractable() && g.Row.ClockDue.After(tx.Now()):
		return nil
	case g.Row.Retractable():
		return endFinally(tx, g)
	case side == rules.None:
		return saveClock(tx, g)
	}
	if back, err := comeBack(tx, g, side); err != nil || back {
		return err
	}
	reached, err := markReached(tx, g, 0)
	if err != nil {
		return err
	}
	if reached == g.Row.Reminded {
		return saveClock(tx, g)
	}
	p := g.Player(side)
	if err := reach(tx, g, reached); err != nil || BotLevelOf(p) > 0 {
		return err
	}
	return lookAtOthers(tx, p.ID, game, unread)
}

// lookAtOthers looks at the clocks of a player's other games after one was due.
func lookAtOthers(tx *Tx, player, game int64, unread func(at time.Time) error) error {
	running, err := tx.DB.GamesOf(player, false, -1)
	if err != nil {
		return err
	}
	for _, row := range running {
		if row.ID == game || row.Reminded < 0 || row.ClockDue.IsZero() ||
			row.ClockDue.After(tx.Now().Add(remindTogether)) {
			continue
		}
		g, err := tx.Game(row.ID)
		if err != nil {
			continue // LookAtClock of that game says why; it must not stop this one
		}
		if g.Over() || g.Turn() == rules.None || g.Player(g.Turn()).ID != player || g.Row.ClockDue != row.ClockDue {
			continue
		}
		reached, err := markReached(tx, g, remindTogether)
		if err != nil {
			return err
		}
		if reached >= lostOnTime && unread != nil {
			err := unread(row.ClockDue)
			if errors.Is(err, db.ErrNotFound) {
				continue
			}
			if err != nil {
				return err
			}
		}
		if reached > g.Row.Reminded {
			if err := reach(tx, g, reached); err != nil {
				return err
			}
		}
	}
	return nil
}

// markReached returns the last mark that the clock of a game has reached or, for a reminder,
// reaches within a time.
func markReached(tx *Tx, g *Game, within time.Duration) (int, error) {
	c, err := tx.Clock(g, g.Turn())
	if err != nil {
		return 0, err
	}
	reached, soon := g.Row.Reminded, tx.Now().Add(min(within, c.Left/8))
	used, later := c.Used(tx.Now()), c.Used(soon)
	if due := c.Due(reached); due.IsZero() || due.After(soon) {
		return reached, nil
	}
	for n, mark := range c.Marks() {
		if used >= mark || later >= mark && n+1 < lostOnTime {
			reached = max(reached, n+1)
		}
	}
	return reached, nil
}

// reach reminds the player to move that a mark is reached, or ends the game.
func reach(tx *Tx, g *Game, mark int) error {
	if mark >= lostOnTime {
		return loseOnTime(tx, g, g.Turn())
	}
	g.Row.Reminded = mark
	if err := saveClock(tx, g); err != nil {
		return err
	}
	return tx.Emit(ClockMarkReached{g, g.Turn(), mark})
}

// loseOnTime ends a game whose clock ran out. It is a draw if the other side could not win any more.
func loseOnTime(tx *Tx, g *Game, side rules.Side) error {
	if err := tx.DB.CountTurn(g.Player(side).ID, true); err != nil {
		return err
	}
	result := db.Drawn
	if rules.CanWin(g.Record.Position(), side.Opponent()) {
		result = ResultOf(rules.Wins(side.Opponent()))
	}
	if err := tx.DB.EndGame(g.Row.ID, result, rules.OnTime); err != nil {
		return err
	}
	if err := tx.reloadAndEmitEnd(g); err != nil {
		return err
	}
	return dropAllConditionals(tx, g, DroppedByEnd)
}

// PutOffClock postpones LookAtClock for a game in which it failed.
func PutOffClock(tx *Tx, game int64, until time.Time) error {
	g, err := tx.DB.Game(game) // the current row
	if err != nil || g.Over() && !g.Retractable() {
		return err
	}
	g.ClockDue = until
	return tx.DB.SaveClock(g)
}

// Pauses returns the pauses of a game's clocks since its turn began, ordered by their
// beginning. A suspension ends where it no longer counts; see pause.go.
func (tx *Tx) Pauses(game *Game) ([]db.ClockPause, error) {
	pauses, err := tx.pausesOfPlayers(game)
	if g := game.Row; err == nil && g.ResumedAt.After(g.TurnAt) {
		pauses = append(pauses, db.ClockPause{Why: db.Retracted, From: g.ResignedAt, To: g.ResumedAt})
	}
	if g := game.Row; err == nil && g.BreakTo.After(g.TurnAt) {
		var breaks []db.ClockPause
		breaks, err = tx.DB.Breaks(g.ID, g.TurnAt)
		pauses = append(pauses, breaks...)
	}
	slices.SortStableFunc(pauses, func(a, b db.ClockPause) int { return a.From.Compare(b.From) })
	return pauses, err
}

// pausesOfPlayers is Pauses without the time in which the game itself stood still.
func (tx *Tx) pausesOfPlayers(game *Game) ([]db.ClockPause, error) {
	g := game.Row
	var pauses []db.ClockPause
	if game.opponents != nil {
		pauses = game.opponents.pausesOf(g)
	} else {
		var err error
		if pauses, err = tx.DB.Pauses(g.TurnAt, g.Black, g.White); err != nil {
			return nil, err
		}
	}
	for _, player := range []int64{g.Black, g.White} {
		suspension := func(p db.ClockPause) bool { return p.Player == player && p.Why == db.Bounce }
		if !slices.ContainsFunc(pauses, suspension) {
			continue
		}
		counted, err := tx.standstills(player)
		if err != nil {
			return nil, err
		}
		cut := make(map[int64]db.ClockPause, len(counted))
		for _, p := range counted {
			cut[p.ID] = p
		}
		for i, p := range pauses {
			c, ok := cut[p.ID]
			switch {
			case !ok || !suspension(p):
			case p.Whole:
				pauses[i] = countedSuspension(p)
			default:
				pauses[i] = c
			}
		}
		pauses = slices.DeleteFunc(pauses, func(p db.ClockPause) bool {
			return suspension(p) && (!p.To.After(p.From) || !p.To.After(g.TurnAt))
		})
	}
	return pauses, nil
}

// Clock returns the clock of a game whose turn belongs to side.
func (tx *Tx) Clock(g *Game, side rules.Side) (clock.Clock, error) {
	pauses, err := tx.Pauses(g)
	if err != nil {
		return clock.Clock{}, err
	}
	return tx.ClockWith(g, side, pauses)
}

// ClockWith is Clock for a caller that has the pauses of the game's clocks.
func (tx *Tx) ClockWith(g *Game, side rules.Side, pauses []db.ClockPause) (clock.Clock, error) {
	p, err := clock.ParsePace(g.Row.Pace)
	if err != nil {
		return clock.Clock{}, err
	}
	hours := clock.Hours{Weekdays: p.Weekdays, Zone: ZoneOf(g.Player(side))}
	for _, p := range pauses {
		hours.Pauses = append(hours.Pauses, clock.Pause{From: p.From, To: p.To})
	}
	left := g.Row.BlackLeft
	if side == rules.White {
		left = g.Row.WhiteLeft
	}
	return clock.Clock{Pace: p, Hours: hours, Grace: tx.Club.Policy.Grace, TurnAt: g.Row.TurnAt, Left: left}, nil
}

// startTurn starts the clock for a turn that begins now.
func startTurn(tx *Tx, g *Game) error {
	g.Row.TurnAt, g.Row.Reminded = tx.Now(), 0
	return saveClock(tx, g)
}

// saveClock stores a game's clock and the next moment at which it is due.
func saveClock(tx *Tx, g *Game) error {
	pauses, err := tx.Pauses(g)
	if err != nil {
		return err
	}
	if err := setDue(tx, g, pauses); err != nil {
		return err
	}
	return tx.DB.SaveClock(g.Row)
}

// setDue sets the next moment at which a game's clock is due. pauses are those of its clocks.
func setDue(tx *Tx, g *Game, pauses []db.ClockPause) error {
	g.Row.ClockDue = time.Time{}
	switch side := g.Turn(); {
	case side == rules.None:
	case BotLevelOf(g.Player(side)) > 0:
		g.Row.Reminded, g.Row.ClockDue = botsTurn(tx, g, BotLevelOf(g.Player(side))), g.Row.TurnAt
	default:
		g.Row.Reminded = max(0, g.Row.Reminded)
		c, err := tx.ClockWith(g, side, pauses)
		if err != nil {
			return err
		}
		g.Row.ClockDue = c.Due(g.Row.Reminded)
		if back := backAt(tx, g.Player(side), pauses); !back.IsZero() && back.Before(g.Row.ClockDue) {
			g.Row.ClockDue = back
		}
	}
	return nil
}

// passTurn ends the turn of a side, and begins the other one's. The caller stores the clock.
func passTurn(tx *Tx, g *Game, side rules.Side) error {
	pauses, err := tx.Pauses(g)
	if err != nil {
		return err
	}
	if err := endTurn(tx, g, side, pauses); err != nil {
		return err
	}
	g.Row.TurnAt, g.Row.Reminded = tx.Now(), 0
	over := func(p db.ClockPause) bool { return !p.To.IsZero() && !p.To.After(g.Row.TurnAt) }
	return setDue(tx, g, slices.DeleteFunc(pauses, over))
}

// endTurn subtracts the time of a side's turn from its clock, and counts the turn in the
// player's record.
func endTurn(tx *Tx, g *Game, side rules.Side, pauses []db.ClockPause) error {
	c, err := tx.ClockWith(g, side, pauses)
	if err != nil {
		return err
	}
	late := c.Used(tx.Now()) > c.Left
	if side == rules.Black {
		g.Row.BlackLeft = c.After(tx.Now())
	} else {
		g.Row.WhiteLeft = c.After(tx.Now())
	}
	if BotLevelOf(g.Player(side)) > 0 {
		return nil // all games of a bot would write to this one row
	}
	return tx.DB.CountTurn(g.Player(side).ID, late)
}

// resetClocks recomputes when the clocks of a player's running games are due. It must be called
// when a vacation is planned, shortened or dropped. After other pauses are added it is not
// needed: LookAtClock finds that nothing is due yet and sets a later moment.
func resetClocks(tx *Tx, player int64) error {
	running, err := tx.DB.GamesOf(player, false, -1)
	if err != nil {
		return err
	}
	opponents, err := tx.Opponents(player, running)
	if err != nil {
		return err
	}
	for _, g := range running {
		game, err := tx.OpenAmong(opponents, g)
		if err != nil {
			return err
		}
		if err := saveClock(tx, game); err != nil {
			return err
		}
		// Later events of this transaction use the open games.
		for _, open := range tx.games {
			if open.Row.ID == g.ID {
				open.Row.ClockDue = game.Row.ClockDue
			}
		}
	}
	return nil
}
