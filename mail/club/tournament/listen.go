package tournament

import (
	"slices"
	"time"

	"turnpost/db"
	"turnpost/db/tournaments"
	"turnpost/mail/club"
	"turnpost/rules"
)

// ListenToGames is the listener that updates tournaments when one of their games ends, and when
// a player leaves the server or goes private.
func ListenToGames(tx *club.Tx, e club.Event) error {
	switch e := e.(type) {
	case club.GameEnded:
		return seasonGameEnded(tx, e.Game)
	case club.PlayerChanged:
		if e.What == club.SettingPublic && !e.Player.Public {
			return hidden(tx, e.Player.ID)
		}
	case club.PlayerLeaving:
		mine, err := tournaments.Of(tx.DB, e.Player.ID)
		if err != nil {
			return err
		}
		for _, t := range mine {
			err := leaveTournament(tx, e.Player.ID, t)
			if refusal, ours := club.Refused(err); refusal == nil && ours != nil {
				return ours
			}
		}
	}
	return nil
}

// hidden takes a player whose games may not be seen any more out of tournaments that have not
// begun.
func hidden(tx *club.Tx, player int64) error {
	mine, err := tournaments.Of(tx.DB, player)
	if err != nil {
		return err
	}
	for _, t := range mine {
		if t.State != tournaments.Open {
			continue
		}
		if err := leaveTournament(tx, player, t); err != nil {
			return err
		}
	}
	return nil
}

// seasonGameEnded handles the end of a game, if it belongs to a tournament.
func seasonGameEnded(tx *club.Tx, game *club.Game) error {
	part, ok, err := tournaments.OfGame(tx.DB, game.Row.ID)
	if err != nil || !ok {
		return err
	}
	t, err := tournaments.Get(tx.DB, part.Tournament)
	if err != nil {
		return err
	}
	if game.Row.Reason == rules.OnTime {
		if err := lostOnTime(tx, t, part, game.Row.TurnAt); err != nil {
			return err
		}
	}
	return look(tx, t, part.Division)
}

// look emits DivisionOver if a division is over now, or TopChanged if its leaders have changed.
func look(tx *club.Tx, t tournaments.Tournament, division int) error {
	divisions, err := tournaments.Divisions(tx.DB, t.ID)
	if err != nil {
		return err
	}
	d := divisions[division-1]
	if d.BegunAt.IsZero() || !d.EndedAt.IsZero() {
		return nil
	}
	table, err := tableOf(tx, t, d, len(divisions))
	if err != nil {
		return err
	}
	before := d.Top
	if d.Top = LeadersText(table.Rows); table.over() {
		d.EndedAt = tx.Now()
	}
	table.Division = d
	if d.Top == before && d.EndedAt.IsZero() {
		return nil
	}
	if err := tournaments.SaveDivision(tx.DB, d); err != nil {
		return err
	}
	if !d.EndedAt.IsZero() {
		return tx.Emit(DivisionOver{table})
	}
	return tx.Emit(TopChanged{table})
}

// lostOnTime warns a player who lost a game on time, or puts them out if they were warned
// before. turn is when the lost turn began.
func lostOnTime(tx *club.Tx, t tournaments.Tournament, part tournaments.Game, turn time.Time) error {
	loser := part.Black
	if part.Result == db.BlackWon {
		loser = part.White
	}
	places, err := tournaments.PlacesOf(tx.DB, t.ID, loser)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(places, func(e tournaments.Entrant) bool { return e.Division == part.Division })
	if i < 0 || places[i].Out() {
		return nil
	}
	e := places[i]
	if warned, err := isWarned(tx, e); err != nil {
		return err
	} else if warned {
		if !countsAsSecond(e.WarnedAt, turn, tx.Now()) {
			return nil
		}
		return out(tx, t, e, true)
	}
	// A warning that is not sent does not count: the next loss after the player has written is
	// the first.
	if suspended, err := tx.IsSuspended(loser); err != nil || suspended {
		return err
	}
	e.WarnedAt = tx.Now()
	if err := tournaments.SaveEntrant(tx.DB, e); err != nil {
		return err
	}
	p, err := tx.DB.Player(loser)
	if err != nil {
		return err
	}
	return tx.Emit(Warned{t, p})
}

// isWarned reports whether a player could read a warning: messages to them were not suspended,
// and did not bounce soon after.
func isWarned(tx *club.Tx, e tournaments.Entrant) (bool, error) {
	if e.WarnedAt.IsZero() {
		return false, nil
	}
	pauses, err := tx.DB.PausesOf(e.Player)
	return !slices.ContainsFunc(pauses, func(p db.Pause) bool {
		until := e.WarnedAt
		if !p.Wished { // the warning itself may have bounced
			until = until.Add(warningLasts)
		}
		return p.Why == db.Bounce && !p.From.After(until) && (p.To.IsZero() || p.To.After(e.WarnedAt))
	}), err
}

// out puts a player out of a running tournament.
func out(tx *club.Tx, t tournaments.Tournament, e tournaments.Entrant, onTime bool) error {
	p, err := tx.DB.Player(e.Player)
	if err != nil {
		return err
	}
	games, err := tournaments.Games(tx.DB, t.ID, e.Division)
	if err != nil {
		return err
	}
	running, all := played(games, e.Player)
	e.OutAt, e.Cancelled = tx.Now(), CancelsAll(all-len(running), all) || all == 0
	if err := tournaments.SaveEntrant(tx.DB, e); err != nil {
		return err
	}
	tables := make([]*club.Game, len(running))
	for i, g := range running {
		if tables[i], err = tx.Game(g.ID); err != nil {
			return err
		}
		if e.Cancelled {
			err = club.Abort(tx, g.ID)
		} else {
			err = club.Adjudicate(tx, g.ID, rules.Wins(sideOf(g, e.Player).Opponent()))
		}
		if err != nil {
			return err
		}
	}
	if err := tx.Emit(PlayerOut{t, p, onTime, e.Cancelled, tables}); err != nil || len(running) > 0 {
		return err
	}
	return look(tx, t, e.Division) // otherwise the end of the games did this
}
