package verify

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"turnpost/db"
	"turnpost/mail/club/clock"
)

// origin is what a pause can have come of: in each of its ends a letter of its player was
// settled, or in its beginning one came back, or the operator began it; or one was written that
// tells of it (told), as when somebody clicks. Of who never wrote, and to whom nothing was
// written, that is not known (mute).
type origin struct{ first, last, told, cause, mute bool }

// origins reads those of pauses, as far as it takes: of letters that were paused, or came
// back, and of vacations that do not go from midnight to midnight.
func (w *world) origins(tx *db.Tx) (map[int64]origin, error) {
	out := map[int64]origin{}
	caused := func(scan func(...any) error) error {
		var id int64
		err := scan(&id)
		out[id] = origin{cause: true}
		return err
	}
	for _, query := range []string{
		`SELECT p.id FROM bounces AS b JOIN pauses AS p ON p.player = b.player AND p.from_at = b.at WHERE p.why = 'bounce'`,
		`SELECT p.id FROM audit AS a JOIN pauses AS p ON p.player = a.subject AND p.from_at = a.at WHERE p.why = 'bounce' AND a.act = 'player suspend'`,
	} {
		if err := tx.Rows(caused, query); err != nil {
			return nil, err
		}
	}
	var ask []any
	for player, all := range w.pauses {
		for _, p := range all {
			if p.Why == db.Bounce || p.Why == db.Vacation && !(w.midnight(player, p.From) && w.midnight(player, p.To)) {
				ask = append(ask, p.ID)
			}
		}
	}
	for some := range slices.Chunk(ask, 500) {
		if err := tx.Rows(func(scan func(...any) error) error {
			var id int64
			var o origin
			err := scan(&id, &o.first, &o.last, &o.told, &o.mute)
			o.cause = out[id].cause
			out[id] = o
			return err
		}, `SELECT p.id, EXISTS (SELECT 1 FROM inbox WHERE sender = p.player AND handled_at = p.from_at), EXISTS (SELECT 1 FROM inbox WHERE sender = p.player AND handled_at = p.to_at),
				EXISTS (SELECT 1 FROM outbox WHERE player = p.player AND created_at = p.from_at),
				NOT EXISTS (SELECT 1 FROM inbox WHERE sender = p.player) OR NOT EXISTS (SELECT 1 FROM outbox WHERE player = p.player)
			FROM pauses AS p WHERE p.id IN (`+marks(len(some))+`)`, some...); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// audited is since when all that operators did is still noted: zero, if nothing was erased.
func (w *world) audited(tx *db.Tx) (since time.Time, err error) {
	var n, last, used, first int64
	if err := tx.Rows(func(scan func(...any) error) error { return scan(&n, &last, &first) },
		`SELECT count(*), coalesce(max(id), 0), coalesce(min(CASE WHEN act NOT IN ('game extend', 'schema saved') THEN at END), 0) FROM audit`); err != nil {
		return since, err
	}
	if n == 0 && !w.shared {
		err = tx.Rows(func(scan func(...any) error) error { return scan(&used) }, `SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'audit'`)
	}
	switch {
	case n == last && (n > 0 || !w.shared && used == 0):
		return time.Time{}, err
	case first != 0:
		return moment(first), err
	}
	return w.now.Add(slack), err
}

// midnight reports whether a day of a player's begins in a moment.
func (w *world) midnight(player int64, at time.Time) bool {
	zone := clock.Zone(w.zoneOf(player))
	return clock.DateOf(at.In(zone)).Midnight(zone).Equal(at)
}

// begun says what is wrong with how a pause of a player's began or ended.
func (w *world) begun(p db.Pause, o origin, audit time.Time) string {
	switch {
	case len(w.merged) > 0 || p.Player == 0: // whose letter it was is not known
	case w.gone[p.Player]:
		return fmt.Sprintf("the clocks of player %d stand still, who is none any more", p.Player)
	case o.mute:
	case p.Why == db.Vacation:
		return w.vacation(p, o)
	case p.Wished && !o.first && !o.told:
		return fmt.Sprintf("player %d has paused the letters since %s, and no letter of theirs came then, nor was one written that tells of it", p.Player, said(p.From))
	case p.Why == db.Bounce && !p.Wished && !p.Whole && !o.cause && p.From.After(audit):
		return fmt.Sprintf("letters to player %d are suspended since %s, and then none came back, nor has an operator done it", p.Player, said(p.From))
	}
	return ""
}

// vacation says which end of a vacation is no midnight of its player's, and not when a letter
// of theirs began or ended it. Both may be midnights where the player was then, and there
// the days on which clocks are put forward or back may be others.
func (w *world) vacation(p db.Pause, o origin) string {
	first, last := w.midnight(p.Player, p.From), w.midnight(p.Player, p.To)
	elsewhere := func(at time.Time) bool {
		return at.Equal(at.Truncate(15*time.Minute)) && (!first && !last || changing(p.From, p.To))
	}
	what := "a vacation of player %d %s at %s, which is no midnight in %s, and no letter of theirs came then"
	switch {
	case !first && !o.first && !elsewhere(p.From):
		return fmt.Sprintf(what, p.Player, "begins", said(p.From), w.zoneOf(p.Player))
	case !last && !o.last && !elsewhere(p.To):
		return fmt.Sprintf(what, p.Player, "ends", said(p.To), w.zoneOf(p.Player))
	}
	return ""
}

// changing reports whether clocks are put forward or back anywhere between two moments, by
// their months.
func changing(from, to time.Time) bool {
	for at := from.AddDate(0, 0, -1); !at.After(to.AddDate(0, 0, 1)); at = at.AddDate(0, 0, 1) {
		switch at.UTC().Month() {
		case time.March, time.April, time.September, time.October, time.November:
			return true
		}
	}
	return false
}

// marks are the places of so many parameters in a list.
func marks(n int) string { return "?" + strings.Repeat(", ?", n-1) }
