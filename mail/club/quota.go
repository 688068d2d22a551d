package club

import (
	"slices"
	"time"

	"turnpost/db"
)

// quota is that of every player, for vacations and suspensions together.
func (tx *Tx) quota() time.Duration { return time.Duration(tx.Club.Policy.VacationDays) * day }

// standstills are all times in which the clocks of a player stand still, or stood, because
// of vacations or letters that came back. A suspension, which has an end here, is cut to
// what counts of it, which may be nothing; earlier ones take from the quota first.
func (tx *Tx) standstills(player int64) ([]db.Pause, error) {
	all, err := tx.DB.PausesOf(player)
	if err != nil {
		return nil, err
	}
	shareQuota(all, tx.quota())
	return all, nil
}

// tidy drops of a player's pauses that are over those that count for nothing, now or
// for any clock that runs, and ends the others where they counted last: what is left
// need not be cut again. So their number is bounded, however often a player toggles.
func tidy(tx *Tx, player int64) error {
	all, err := tx.DB.PausesOf(player)
	if err != nil || len(all) == 0 {
		return err
	}
	running, err := tx.DB.GamesOf(player, false, -1)
	if err != nil {
		return err
	}
	old := tx.Now()
	for _, g := range running {
		if g.TurnAt.Before(old) {
			old = g.TurnAt
		}
	}
	old = old.Add(-quotaSpan - 2*maxSuspension)
	often, counted := suspendedTooOften(all), slices.Clone(all)
	shareQuota(counted, tx.quota())
	for i, p := range all {
		now := counted[i]
		// One that counts for nothing still counts against those that follow it for a day.
		nothing := !now.To.After(now.From) && (often[p.ID] || !p.From.After(tx.Now().Add(-day)))
		switch {
		case p.To.IsZero() || p.To.After(tx.Now()), p.Whole && !p.To.Before(old):
		case nothing || p.To.Before(old):
			err = tx.DB.DropPause(p.ID)
		case now.To.Before(p.To):
			err = tx.DB.EndPause(p.ID, now.To)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
